/// Parts that several forms name in the same words.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/blocks/reach.h"
#include "alembert/forms/classical/form_builder.h"

namespace alembert {

/// Why a form of bodies and reactions cannot be had from generalized coordinates.
inline std::string needs_bodies(const std::string& form) {
  return "the " + form + " form speaks of bodies and their reactions; a system given by its energies has none";
}

/// Whether B and gamma, which some forms are made of, are there.
template <Scalar S>
bool has_B(const Blocks<S>& blocks) {
  return blocks.no_B.empty();
}

template <Scalar S>
std::vector<std::string> independent_accelerations(const Blocks<S>& blocks) {
  return entries_of(blocks.accelerations, blocks.independent);
}
/// Of each coordinate by itself.
template <Scalar S>
std::vector<S> inertias(const Blocks<S>& blocks) {
  std::vector<S> result;
  for (int i = 0; i < blocks.n; ++i) result.push_back(blocks.M(i, i));
  if (blocks.planar) return result;
  for (const BlockBody<S>& body : blocks.bodies) {
    const auto turn = static_cast<std::size_t>(body.first) + 3;
    const S sum = result[turn] + result[turn + 1] + result[turn + 2];
    for (std::size_t i = turn; i < turn + 3; ++i) result[i] = sum;
  }
  return result;
}
/// Of each independent coordinate with all that it moves: the diagonal of B^T M B, not tidied, for nobody reads it.
template <Scalar S>
std::vector<S> independent_inertias(const Blocks<S>& blocks) {
  std::vector<S> result(blocks.independent.size(), S(0.0));
  for (int i = 0; i < blocks.n; ++i)
    for (int j = 0; j < blocks.n; ++j) {
      if (is_nothing(blocks.M(i, j))) continue;
      for (int k = 0; k < blocks.B.cols; ++k)
        if (!is_nothing(blocks.B(i, k)) && !is_nothing(blocks.B(j, k)))
          result[static_cast<std::size_t>(k)] += blocks.B(i, k) * blocks.M(i, j) * blocks.B(j, k);
    }
  return result;
}

template <Scalar S>
std::vector<std::string> multiplier_names(const Blocks<S>& blocks) {
  std::vector<std::string> names;
  names.reserve(blocks.rows.size());
  for (const std::string& row : blocks.rows) names.push_back("lambda[" + row + "]");
  return names;
}

template <Scalar S>
void name_mass(FormBuilder<S>& builder, const Blocks<S>& blocks) {
  builder.name("M", "mass matrix", blocks.M, blocks.coordinates, blocks.accelerations);
  builder.name("Qe", "applied forces and velocity terms", column(blocks.Qe), blocks.coordinates);
}
template <Scalar S>
void name_rows(FormBuilder<S>& builder, const Blocks<S>& blocks) {
  builder.name("Cq", "constraint Jacobian", blocks.Cq, blocks.rows, blocks.coordinates);
  builder.name("Qd", "constraint rows: Cq a = Qd", column(blocks.Qd), blocks.rows);
}
template <Scalar S>
void name_B(FormBuilder<S>& builder, const Blocks<S>& blocks) {
  builder.name("B", "velocity transformation: a = B a_i + gamma", blocks.B, blocks.coordinates,
               independent_accelerations(blocks));
  builder.name("gamma", "accelerations at zero independent ones", column(blocks.gamma), blocks.coordinates);
}
template <Scalar S>
void name_reach(FormBuilder<S>& builder, const Blocks<S>& blocks) {
  builder.name("R", "generalized force of each unit reaction: Qc = R r", blocks.reach, blocks.coordinates,
               blocks.reaction_names());
}

/// The drives that inverse dynamics solves for, and the applied forces without them.
template <Scalar S>
struct UnknownDrives {
  std::vector<std::string> names;
  Dense<S> U;              ///< [n x drives]
  std::vector<S> without;  ///< [n] Qe - U u0, u0 as the model has them
};
template <Scalar S>
UnknownDrives<S> unknown_drives(const Blocks<S>& blocks) {
  if (blocks.unknown_drives.empty()) return {{}, Dense<S>(blocks.n, 0), blocks.Qe};
  UnknownDrives<S> result{
      entries_of(blocks.drives, blocks.unknown_drives), columns_of(blocks.drive_reach, blocks.unknown_drives), {}};
  result.without = difference(blocks.Qe, result.U * entries_of(blocks.drive_value, blocks.unknown_drives));
  return result;
}

/// Says that reactions or multipliers are not unique, where rows are redundant.
template <Scalar S>
void note_redundancy(FormBuilder<S>& builder, const Blocks<S>& blocks) {
  const int redundant = blocks.m - static_cast<int>(blocks.basis_rows.size());
  if (redundant > 0)
    builder.note(std::to_string(redundant) +
                 " constraint rows follow from the others: reactions and multipliers are not unique, those of least "
                 "norm are given");
}

/// Says how many degrees of freedom no drive answers for.
template <Scalar S>
void note_missing_drives(FormBuilder<S>& builder, const Blocks<S>& blocks, int drives) {
  const int missing = static_cast<int>(blocks.independent.size()) - drives;
  if (missing > 0)
    builder.note("no drive answers for " + std::to_string(missing) +
                 " degrees of freedom: the equations hold only for accelerations that the applied forces give");
}

/// A row of the constraints is called by its name, an equation of motion by its coordinate.
inline std::vector<std::string> equations_named(const char* what, const std::vector<std::string>& names) {
  std::vector<std::string> result;
  result.reserve(names.size());
  for (const std::string& name : names) result.push_back(std::string(what) + " " + name);
  return result;
}

/// Accelerations of mass centres from those of the blocks' own coordinates, which `own` gives.
template <Scalar S>
LinearMap<S> at_centers(const Blocks<S>& blocks, LinearMap<S> own) {
  if (blocks.to_center.rows == 0) return own;
  std::vector<S> offset = blocks.to_center * own.offset;
  for (std::size_t i = 0; i < offset.size(); ++i) offset[i] += blocks.center_bias[i];
  return {blocks.to_center * own.matrix, std::move(offset)};
}

/// Multipliers, and what follows from them: reactions and Qc = -Cq^T lambda.
template <Scalar S>
void give_multipliers(FormSystem<S>& system, const Blocks<S>& blocks, int first) {
  system.multipliers = map_from(system, first, blocks.m);
  if (blocks.reactions() > 0) system.reactions = map_from(system, first, reactions_of_multipliers(blocks));
  system.constraint_force = map_from(system, first, negated(transposed(blocks.Cq)));
}
/// Reactions, and Qc = reach r.
template <Scalar S>
void give_reactions(FormSystem<S>& system, const Blocks<S>& blocks, int first) {
  system.reactions = map_from(system, first, blocks.reactions());
  system.constraint_force = map_from(system, first, blocks.reach);
}

}  // namespace alembert
