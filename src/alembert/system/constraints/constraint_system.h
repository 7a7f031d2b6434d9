/// The constraints of a mechanism as solvers see them.
#pragma once
#include <string>
#include <vector>

#include "alembert/system/constraints/constraint_rows.h"
#include "alembert/system/system.h"

namespace alembert {

/// What the kinematics of a mechanism is made of. Const and shared by threads.
struct KinematicsSetup {
  const Mechanism& model;
  const NumberReals& real;
  const Compiled& compiled;
  const Params<double>& par;
  const PlaneAngles& angles;
  const BodyFrameChoices& choices;
  const ConstraintSetup& constraints;
  double length;  ///< [m] what a slide is measured in

  std::vector<double> units() const;  ///< [speed] 1 for turns, `length` for slides
};

/// A value that a coordinate of a closing joint, or its speed, must have besides all rows: only assembly asks for it.
struct ClosingTarget {
  int which = 0;  ///< dependent coordinate (or speed) of the model
  double value = 0.0;
  bool speed = false;
};

/// Coordinates, constraint rows and their derivatives in joint coordinates. It has no dynamics of its own: accelerate()
/// and energies() are for those who inherit.
class ConstraintSystem : public System {
 public:
  /// What `setup` refers to must outlive this. Targets are rows behind the holonomic ones (of speeds: the last).
  explicit ConstraintSystem(const KinematicsSetup& setup, std::vector<ClosingTarget> targets = {});

  Sizes sizes() const override { return sizes_; }
  std::string coordinate_name(int i) const override;
  std::string speed_name(int i) const override;
  std::string row_name(int i) const override;

  void inputs(double /*t*/, Out /*u*/) const override {}
  void qdot(In q, In v, Out qd) const override;
  void step(In q, In dq, Out q_new) const override;
  void difference(In from, In to, Out dq) const override;
  void tidy(Out q) const override;
  int speed_of(int coordinate) const override;

  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const override;
  Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const override;
  void constraint(double t, In q, Out phi) const override;
  void constraint_jacobian(double t, In q, SparseRows& A) const override;
  void constraint_speed(double t, In q, Out b) const override;
  void constraint_acceleration(const State& x, Out c) const override;
  RowScales row_scales(double t, In q) const override;
  Energies energies(const State& x, In u) const override;
  /// Speed k of the closing joints in terms of the tree's: (speed, coefficient), ascending.
  std::vector<std::pair<int, double>> closing_speed(double t, In q, int k) const;
  void start_over() const override;
  void accept(const State& x) const override;
  std::vector<double> memory() const override { return rows_.memory(); }
  void recall(In memory) const override { rows_.recall(memory); }

 protected:
  /// Of formulas and lengths of the rows, for their comparisons.
  std::vector<TapeMachine<double>*> row_machines() const { return rows_.machines(); }

  Sizes sizes_;

 private:
  /// Brings rows_ to a state; speeds are zero where v is empty.
  void go_to(double t, In q, In v, bool accelerations) const;
  void closing_row(const ClosingTarget& target, SparseRows& A) const;

  KinematicsSetup setup_;
  std::vector<ClosingTarget> targets_;
  mutable ConstraintRows<double> rows_;
  mutable Workspace<double> w_;
  mutable std::vector<double> q_, v_;
};

}  // namespace alembert
