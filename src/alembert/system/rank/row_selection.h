/// Which rows a solver takes at a state.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "alembert/system/constraints/constraint_rows.h"
#include "alembert/system/rank/row_geometry.h"

namespace alembert {

/// The rows that were kept at the start (ConstraintSetup::kept), wherever they are well apart. Where they come to
/// depend on each other at a state although others do not, those others there: an answer of the state alone, so that it
/// does not matter which states were asked for before. Keeps scratch memory; one object for each thread. Instances:
/// double, Dual<8>, by their values.
template <Scalar S>
class RowSelection {
 public:
  /// `setup` must outlive this. `pattern` is that of RowGeometry for the rows kept.
  RowSelection(const ConstraintSetup& setup, int speeds, std::vector<std::pair<int, int>> pattern);

  /// Ascending; valid until the next call.
  const std::vector<int>& at(const ConstraintRows<S>& rows);
  /// Independent ones of all rows at a state: those of which more than `least` is left across others taken before.
  std::vector<int> independent(const ConstraintRows<S>& rows, double least) const;

 private:
  const ConstraintSetup* setup_;
  int speeds_;
  RowGeometry of_kept_;
  std::vector<int> others_;
};

}  // namespace alembert
