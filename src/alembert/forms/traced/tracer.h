/// The kernels of a mechanism run on formulas.
#pragma once
#include <vector>

#include "alembert/forms/traced/trace_input.h"
#include "alembert/kernel/body_motions.h"
#include "alembert/kernel/measures.h"
#include "alembert/plan/force_params.h"

namespace alembert {

/// Poses, velocities, energies and forces as formulas in coordinates, speeds and accelerations, with parameters as
/// symbols. The model's graph must be current as long as this is used, and `input` must outlive it.
class Tracer {
 public:
  explicit Tracer(const TraceInput& input);

  const TraceInput& input() const { return in_; }
  const Params<Expr>& params() const { return par_; }
  const BodyParams<Expr>& bodies() const { return body_; }
  const std::vector<Expr>& q() const { return q_; }        ///< [coordinate] symbols
  const std::vector<Expr>& v() const { return v_; }        ///< [speed] symbols
  const std::vector<Expr>& a() const { return a_; }        ///< [speed] symbols of their rates
  const std::vector<Expr>& qdot() const { return qdot_; }  ///< [coordinate] rates in terms of q and v
  /// Coordinates and speeds of closing joints. Angles of planar models are sums of angles and do not wrap; others do,
  /// a quarter of a turn or more away from the start.
  const ClosingReadings<Expr>& closing() const { return closing_; }

  Expr kinetic() const { return kinetic_energy<Expr>(in_.compiled.plan, par_, v_, w_) + closing_kinetic(); }
  /// The part of it in armatures of closing joints.
  Expr closing_kinetic() const { return closing_kinetic_energy<Expr>(in_.compiled.plan, par_, closing_.v); }
  Expr gravity() const { return gravity_energy<Expr>(in_.compiled.plan, par_, w_); }
  /// V of all springs: along joints, between points, between bodies; and its rate.
  Expr spring_energy() const { return applied_.potential; }
  Expr spring_power() const { return applied_.potential_rate; }
  std::vector<Expr> effort();   ///< [speed] efforts of joints, closing ones through their speed rows
  std::vector<Expr> passive();  ///< [speed] springs, dampers, friction, applied forces

  /// A formula of the model with its measures replaced by formulas in coordinates, speeds and accelerations. Efforts of
  /// drives and multipliers hold the symbols "lambda[row]". Reactions of joints and forces of constraints stay: see
  /// has_reactions().
  Expr meaning(Expr formula);
  /// Whether the formula holds forces that only equations of bodies by themselves give.
  bool has_reactions(Expr formula) const;

  /// How a body of the model moves.
  BodyMotion<Expr> motion(int body) const { return body_motion(in_.compiled.plan, par_, w_, body); }
  FramePair<Expr> pair(int first, int second, const Transform<Expr>& X_1F, const Transform<Expr>& X_2M) const;
  FramePair<Expr> joint_pair(int joint) const;
  /// The rate that row i of `rows` reads from the motions of bodies: sum of n . w + f . v.
  Expr rate(const RowSet<Expr>& rows, int i) const;
  /// Planar: the angle of body `second` less that of `first`, not wrapped.
  Expr turn_between(int first, int second) const;
  /// `wrapped`, an angle that turns by sign times turn_between(), without its jumps; near `near` at the start.
  Expr unwrapped(Expr wrapped, double sign, int first, int second, double near) const;

 private:
  /// `angle` with as many turns as make it `near` at the start, where it is that but for whole turns.
  Expr near_start(Expr angle, double near) const;
  double at_start(Expr e) const;  ///< the value of a formula in coordinates and parameters
  void read_closing();
  void read_closing_accelerations();
  void read_closing_joint(int joint, std::size_t first_coordinate);
  void apply();
  /// Generalized forces of `along` [dependent speed] on closing joints and of F_B on bodies.
  std::vector<Expr> on_speeds(std::span<const Expr> along_closing, std::vector<Force<Expr>> F_B);
  Expr value(std::size_t measure);
  Expr drive_multiplier(int joint, int component) const;

  const TraceInput& in_;
  NumberReals real_;
  Params<Expr> par_;
  BodyParams<Expr> body_;
  ForceParams<Expr> forces_;
  Workspace<Expr> w_;
  AppliedForces<Expr> applied_;
  std::vector<Expr> q_, v_, a_, qdot_;
  RowSet<Expr> closing_rows_;
  ClosingReadings<Expr> closing_;
};

}  // namespace alembert
