#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {
namespace {

/// Coordinates in the order of the equations: forces of all bodies, then moments.
template <Scalar S>
std::vector<int> forces_first(const Blocks<S>& blocks) {
  const int linear = blocks.planar ? 2 : 3;
  std::vector<int> order;
  for (const bool moments : {false, true})
    for (const BlockBody<S>& body : blocks.bodies)
      for (int k = moments ? linear : 0; k < (moments ? blocks.body_size() : linear); ++k)
        order.push_back(body.first + k);
  return order;
}

}  // namespace

/// Equilibrium of the separate bodies with known accelerations; reactions and drives u are the unknowns:
///
///   R r + U u = M a - (Qe - U u0)
template <Scalar S>
FormSystem<S> separate_form(const Blocks<S>& blocks, const FormOptions<S>& /*options*/) {
  const std::string form = "separate";
  if (!blocks.has_bodies()) return not_applicable<S>(form, needs_bodies(form));
  FormBuilder<S> builder(form);
  const std::vector<int> order = forces_first(blocks);
  const std::vector<std::string> names = entries_of(blocks.coordinates, order);
  const UnknownDrives<S> drives = unknown_drives(blocks);
  const Dense<S> R = rows_of(blocks.reach, order);
  const Dense<S> U = rows_of(drives.U, order);
  const std::vector<S> b = entries_of(difference(blocks.M * blocks.a, drives.without), order);
  const int r = builder.unknowns(blocks.reaction_names());
  const int u = builder.unknowns(drives.names);
  builder.equations(equations_named("equilibrium of", names), b, entries_of(inertias(blocks), order));
  builder.name("R", "generalized force of each unit reaction", R, names, blocks.reaction_names());
  if (U.cols > 0) builder.name("U", "generalized force of each unit drive", U, names, drives.names);
  builder.name("b", "effective less applied forces", column(b), names);
  builder.put("R", 0, r, R);
  builder.put("U", 0, u, U);
  note_redundancy(builder, blocks);
  note_missing_drives(builder, blocks, U.cols);
  FormSystem<S> system = builder.finish();
  give_reactions(system, blocks, r);
  if (U.cols > 0) system.drives = map_from(system, u, U.cols);
  return system;
}

template FormSystem<double> separate_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> separate_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
