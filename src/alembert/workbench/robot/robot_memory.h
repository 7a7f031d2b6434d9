/// What a RobotState keeps between its questions; for its own files alone.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "alembert/kernel/aba.h"
#include "alembert/kernel/aba_derivatives.h"
#include "alembert/kernel/forces.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/rnea.h"
#include "alembert/kernel/world_columns.h"
#include "alembert/workbench/robot/robot_sizes.h"
#include "alembert/workbench/robot/robot_state.h"

namespace alembert {

/// Scratch memory of all kernels, and which of its parts hold at the state. Every field that a flag speaks of depends
/// on the state alone, whichever kernel fills it, so a flag once set stays true until the state changes.
struct RobotState::Memory {
  explicit Memory(const Robot& owner)
      : robot(&owner),
        q(owner.nq()),
        v(owner.nv()),
        F_ext(static_cast<std::size_t>(owner.plan().n_bodies())),
        w(owner.plan()),
        derivatives(owner.plan()),
        applied(owner.plan()),
        formulas(owner.force_formulas_),
        row(owner.nv()),
        zero(owner.nv()) {}

  const Plan& plan() const { return robot->plan(); }
  const Params<double>& par() const { return robot->params(); }
  WorldWorkspace<double>& world() { return derivatives.inverse.world; }
  std::span<const Force<double>> forces() const {
    return any_force ? std::span<const Force<double>>(F_ext) : std::span<const Force<double>>();
  }
  bool massless() const { return robot->mass() == 0.0; }
  std::size_t body_of(const PlanFrame& E) const {
    if (E.body < 0 || E.body >= plan().n_bodies()) [[unlikely]]
      throw Error(Error::Code::bad_value, "the frame is on a body that this robot does not have", {},
                  "take frames from Robot::frame() of the same robot");
    return static_cast<std::size_t>(E.body);
  }

  void need_poses() {
    if (!std::exchange(has.poses, true)) world_poses(plan(), w);
  }
  void need_velocities() {
    if (!std::exchange(has.velocities, true)) velocities<double>(plan(), par(), v, w);
  }
  void need_columns() {
    if (!std::exchange(has.columns, true)) world_columns(plan(), par(), w, world());
  }
  void need_column_rates() {
    need_columns();
    if (!std::exchange(has.column_rates, true)) world_velocities<double>(plan(), v, world());
  }
  void need_composites() {
    need_columns();
    if (!std::exchange(has.composites, true)) composite_inertias(plan(), par(), world());
  }
  void need_factors() {
    if (!has.factors) accelerate(zero, row);
  }
  void need_applied() {
    need_poses();
    need_velocities();
    if (std::exchange(has.applied, true)) return;
    apply_forces<double>(plan(), robot->forces_, robot->turns_, q, v, formulas, w, applied);
  }
  void accelerate(In tau, Out vdot) {
    aba<double>(plan(), par(), v, tau, forces(), vdot, w);
    has.velocities = has.factors = true;
  }
  void find_effort(In vdot, std::span<const Force<double>> F, Out tau) {
    rnea<double>(plan(), par(), v, vdot, F, tau, w);
    has.velocities = true;
  }

  const Robot* robot;
  std::vector<double> q, v;
  std::vector<Force<double>> F_ext;  ///< [body] from outside, in its frame
  bool any_force = false;
  Workspace<double> w;
  AbaDerivativeWorkspace<double> derivatives;
  AppliedForces<double> applied;
  std::vector<double> formulas;  ///< zero for each formula that forces use
  std::vector<double> row;       ///< [nv] scratch
  std::vector<double> zero;      ///< [nv]
  struct {
    bool poses = false;         ///< w.X_WB
    bool velocities = false;    ///< w.V_B
    bool factors = false;       ///< w.I_A, U, D
    bool columns = false;       ///< X_OB, p_WO, J of world()
    bool column_rates = false;  ///< V, Jdot of world()
    bool composites = false;    ///< I_C, I_C_J of world()
    bool applied = false;
  } has;
};

}  // namespace alembert
