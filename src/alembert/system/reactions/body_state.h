/// A state of a mechanism in joint coordinates, as equations in body coordinates need it.
#pragma once
#include <span>
#include <vector>

#include "alembert/forms/bodies/body_equations.h"
#include "alembert/system/mechanism/mechanism_dynamics.h"

namespace alembert {

/// Reads BodyState from the joint-space dynamics. Keeps the memory that the state refers to; serves one thread.
class BodyStateReader {
 public:
  using In = std::span<const double>;

  /// All must outlive this. `plan` is made of the rows of the setup.
  BodyStateReader(const MechanismSetup& setup, const BodyPlan& plan, const BodyParams<double>& par);

  /// The state where `dynamics` was last brought by at(t, q, v, z, u), with the same arguments. Valid until the next
  /// call.
  const BodyState<double>& read(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u);

 private:
  void read_bodies(MechanismDynamics<double>& dynamics);
  void read_joints(In all_q, In all_v);
  void read_measures(const MeasureState<double>& x);
  void read_formulas(const FormulaState<double>& x);
  void read_angles(In q);

  const MechanismSetup* setup_;
  const BodyPlan* plan_;
  const BodyParams<double>* par_;
  std::vector<int> needed_;  ///< measures that formulas or rows use, ascending
  FormulaMachine<double> force_machine_, row_machine_, length_machine_;
  std::vector<BodyMotion<double>> bodies_;
  std::vector<double> coordinates_, speeds_, near_, forces_, rows_, angles_, measures_, qdot_;
  std::vector<RowDrive<double>> drives_;
  BodyState<double> state_;
};

}  // namespace alembert
