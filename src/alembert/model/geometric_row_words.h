/// Names of the rows of geometric constraints.
#pragma once
#include <string>
#include <vector>

#include "alembert/model/geometric_constraint.h"

namespace alembert {

/// A row's name after its constraint's ("" for the only one) and whether it holds positions.
struct RowWord {
  std::string suffix;  ///< "normal", "forward", "sideways", "tx", "ty"
  bool holonomic = true;
};
std::vector<RowWord> geometric_row_words(const MechanismConstraint& constraint, bool planar);

/// Which rows of a contact there are, in this order. In a plane there is no sideways.
struct RollingRows {
  bool normal = true, forward = true, sideways = true;

  RollingRows(const Rolling& rolling, bool planar) {
    const auto has = [&](Rolling::Rows one) { return rolling.rows == Rolling::Rows::all || rolling.rows == one; };
    normal = has(Rolling::Rows::normal);
    forward = has(Rolling::Rows::forward);
    sideways = has(Rolling::Rows::sideways) && !planar;
  }
  int count() const { return (normal ? 1 : 0) + (forward ? 1 : 0) + (sideways ? 1 : 0); }
};

}  // namespace alembert
