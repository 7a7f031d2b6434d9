/// Constraints that are written as formulas, and drives, differentiated: what their rows need at a state.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "alembert/model/mechanism.h"

namespace alembert {

/// What a row is a function of.
struct RowVariable {
  enum class Kind : std::uint8_t {
    coordinate,       ///< of the tree, whose rate is speed `index`
    quasi_speed,      ///< speed `index` of a quaternion joint of the tree, itself a rate
    quaternion_part,  ///< coordinate `index` of the tree that belongs to a quaternion
    measure,  ///< Mechanism::measures[index]: order 0 of a kind that kernel/rows/measure_rows.h or add_speed_rows()
              ///< can read
  };
  Kind kind = Kind::coordinate;
  int index = 0;
};

/// One row in its variables s (formulas hold s, s', t, inputs and parameters):
///
///   phi = 0,    sum coefficient_k s_k' = b,    sum coefficient_k s_k'' = c        (s_k' is s_k itself for quasi
///   speeds)
struct FormulaRow {
  enum class Origin : std::uint8_t { constraint, drive };
  Origin origin = Origin::constraint;
  int index = 0;      ///< of the constraint, or of the joint
  int component = 0;  ///< of a drive: speed of its joint
  std::string name;   ///< "gear"; of a drive its coordinate's name
  bool holonomic = true;
  bool at_start = false;  ///< phi is counted from its value at the start
  std::vector<RowVariable> variables;
  std::vector<Expr> coefficients;
  Expr phi, b, c;
  Source at;
};

/// All rows of formula constraints (file order) and drives (joints in file order, before constraints). Adds to the
/// model measures that drives of closing joints need. Throws Error with place and remedy for what is not a constraint:
/// formulas without motion, with speeds (holonomic) or not linear in speeds (pfaffian), in energies, forces or efforts,
/// in inputs whose rates are needed but unknown.
std::vector<FormulaRow> formula_rows(Mechanism& model);

/// The length of a distance constraint with its first and second time derivative, as formulas in t and parameters.
struct TimedLength {
  Expr value, rate, acceleration;
};
TimedLength timed_length(const Mechanism& model, const Distance& distance);

}  // namespace alembert
