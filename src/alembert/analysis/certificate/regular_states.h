/// States of a mechanism at which its rows are what they are in general.
#pragma once
#include "alembert/analysis/state/evaluation.h"
#include "alembert/system/constraints/constraint_system.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Tells states at which motion and forces follow from the rows, of the kind that the start describes.
class RegularStates {
 public:
  /// `setup` must outlive this. Mechanisms without rows, or of more than 400 speeds, have regular states alone.
  explicit RegularStates(const MechanismSetup& setup);

  /// Not regular are states where fewer rows are independent than at general configurations, or nearly: of a row no
  /// more than `nearly` of its size is left across the others. Nor are those where more are: loops that move as the
  /// start closes them, but closed otherwise are a structure (parallel cranks at unlike angles); and those where rows
  /// contradict each other, so that there are no accelerations (a dead centre that speeds lead out of).
  bool at(const Point& x, double nearly) const;

  /// A row of which less is left is nearly lost: four digits are lost in solving, eight in squares.
  static constexpr double clearly = 1e-4;

 private:
  int independent(const Point& x, double nearly, SparseRows& scaled) const;

  const MechanismSetup& setup_;
  ConstraintSystem system_;
  bool all_ = false;  ///< are regular
  int most_ = 0;      ///< independent rows of the start's kind
};

}  // namespace alembert
