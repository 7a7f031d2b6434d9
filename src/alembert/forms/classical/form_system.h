/// A form of the equations of motion as a linear system with named unknowns.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "alembert/forms/blocks/dense.h"
#include "alembert/spatial/vec3.h"

namespace alembert {

/// A matrix that the form is made of, as books name it: M, Cq, B, gamma, Qe, Qd.
template <Scalar S>
struct NamedBlock {
  std::string name;
  std::string meaning;  ///< in words
  Dense<S> value;
  std::vector<std::string> row_names, column_names;  ///< column_names empty: a vector
};

/// Where a block stands in the assembled matrix.
struct BlockPlace {
  std::string text;  ///< "Cq^T", "-B"
  int row = 0, col = 0, rows = 0, cols = 0;
};

/// value = matrix unknowns + offset; given() is false where a form does not lead to the quantity.
template <Scalar S>
struct LinearMap {
  Dense<S> matrix;
  std::vector<S> offset;
  bool given() const { return matrix.rows > 0 || matrix.cols > 0; }
};

/// matrix * unknowns = right. Square and regular unless constraints are redundant or drives are missing; `notes` say
/// so.
template <Scalar S>
struct FormSystem {
  std::string form;
  std::vector<NamedBlock<S>> blocks;
  std::vector<std::string> unknowns;   ///< [cols of matrix]
  std::vector<std::string> equations;  ///< [rows of matrix] what each states
  Dense<S> matrix;
  std::vector<S> right;
  std::vector<BlockPlace> places;

  // The inertia of the coordinate that an unknown is the acceleration of, or that an equation balances the forces of;
  // -1 for other unknowns and equations. Units of the model, micrograms or tonnes, are told by it.
  std::vector<S> unknown_inertia;   ///< [cols of matrix]
  std::vector<S> equation_inertia;  ///< [rows of matrix]

  // How the answer follows from the unknowns. Accelerations and constraint forces are those of Blocks::coordinates
  // (mass centres).
  LinearMap<S> accelerations;     ///< [n]
  LinearMap<S> multipliers;       ///< [m]
  LinearMap<S> reactions;         ///< [reactions]
  LinearMap<S> constraint_force;  ///< [n] Qc
  LinearMap<S> drives;            ///< [unknown drives]

  std::vector<std::string> notes;
  std::optional<std::string> why_not;  ///< set where the form does not apply; then nothing else is
};

/// What a user may choose.
template <Scalar S>
struct FormOptions {
  /// subsystem: joints to cut in place of those that close loops; "none" asks for equations without reactions.
  std::vector<std::string> cut;
  /// dalembert: the point about which moments are taken, in the world; default: each body's joint nearest to the
  /// ground.
  std::optional<Vec3<S>> about;
  std::string about_name;
};

}  // namespace alembert
