/// Rows of formula constraints and drives: a sum of parts, one for each variable of the formula.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "alembert/kernel/rows/pose_rate.h"
#include "alembert/system/constraints/closing_joints.h"
#include "alembert/system/constraints/constraint_setup.h"

namespace alembert {

/// Evaluates the formulas at one state at a time and writes their rows. Keeps scratch memory; one object for each
/// thread. Instances: double, Dual<8>.
template <Scalar S>
class FormulaRowParts {
 public:
  using In = std::span<const S>;

  /// All of these must outlive this, except `bodies`: numbers of the model, whose reference is the body's frame.
  FormulaRowParts(const Mechanism& model, const Compiled& compiled, const Params<S>& par, const PlaneAngles& angles,
                  const ConstraintSetup& setup, const NumberReals& real, const BodyParams<S>& bodies);

  /// Values of all formulas. Needs world_poses and velocities; closing joints must have been read.
  void evaluate(const S& t, In q, In v, const Workspace<S>& w, const ClosingJoints<S>& closing);

  /// Writes the row of formula f at the state of evaluate(), whose arguments must still be there: what it has on bodies
  /// into `rows`, what it has on speeds directly into speeds().
  ///
  /// @param motions  [body] of those that the row holds
  void write(int f, std::span<const BodyMotion<S>> motions, RowSet<S>& rows);
  /// Of the row written last: (speed, coefficient), in no order, speeds may repeat.
  const std::vector<std::pair<int, S>>& speeds() const { return speeds_; }

  TapeMachine<S>& machine() { return machine_.machine(); }  ///< for its comparisons

 private:
  S measure(int i, const MeasureState<S>& x) const;
  // Each adds factor times a variable's part to the open row and returns factor times the part's c: the variable's own
  // second derivative is what the part gives for accelerations, less c.
  S add_pose(const MechanismCoordinate& coordinate, const S& factor);
  S add_closing(const Measure& measure, const S& factor, RowSet<S>& rows);
  S add_measure(int i, const S& factor, std::span<const BodyMotion<S>> motions, RowSet<S>& rows);
  static S add_scaled(const RowSet<S>& from, int row, const S& factor, RowSet<S>& to);

  const Mechanism* model_;
  const Compiled* compiled_;
  const Params<S>* par_;
  const PlaneAngles* angles_;
  const ConstraintSetup* setup_;
  FormulaMachine<S> machine_;
  std::vector<int> needed_;                                    ///< measures, ascending
  std::vector<typename BodyParams<S>::Point> measure_points_;  ///< [measure]
  AppliedForces<S> no_forces_{Plan()};                         ///< constraints know none
  std::vector<S> measures_, qdot_;
  RowSet<S> part_;  ///< of one measure
  std::vector<std::pair<int, S>> speeds_;
  const ClosingJoints<S>* closing_ = nullptr;
  In q_, v_, values_;
};

}  // namespace alembert
