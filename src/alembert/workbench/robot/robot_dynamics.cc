#include <algorithm>

#include "alembert/kernel/coriolis.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/regressor.h"
#include "alembert/kernel/rnea_derivatives.h"
#include "alembert/workbench/robot/robot_memory.h"
#include "alembert/workbench/robot/robot_state.h"

namespace alembert {

void RobotState::inverse_dynamics(In vdot, Out tau) {
  Memory& m = *memory_;
  if (!vdot.empty()) check_size("inverse_dynamics: vdot", vdot.size(), m.v.size());
  check_size("inverse_dynamics: tau", tau.size(), m.v.size());
  m.find_effort(vdot, m.forces(), tau);
}

void RobotState::forward_dynamics(In tau, Out vdot) {
  check_size("forward_dynamics: tau", tau.size(), memory_->v.size());
  check_size("forward_dynamics: vdot", vdot.size(), memory_->v.size());
  memory_->accelerate(tau, vdot);
}

void RobotState::bias(Out h) {
  check_size("bias: h", h.size(), memory_->v.size());
  memory_->find_effort({}, {}, h);
}

void RobotState::gravity(Out g) {
  Memory& m = *memory_;
  check_size("gravity: g", g.size(), m.v.size());
  gravity_vector<double>(m.plan(), m.par(), g, m.w);
}

void RobotState::passive_forces(Out tau) {
  Memory& m = *memory_;
  check_size("passive_forces: tau", tau.size(), m.v.size());
  m.need_applied();
  std::ranges::fill(tau, 0.0);
  if (m.applied.any_on_bodies) generalized_force<double>(m.plan(), m.par(), m.applied.F_B, tau, m.w);
  for (std::size_t d = 0; d < tau.size(); ++d) tau[d] += m.applied.along_joints[d];
}

void RobotState::mass_matrix(Out M) {
  Memory& m = *memory_;
  check_size("mass_matrix: M", M.size(), m.v.size() * m.v.size());
  crba<double>(m.plan(), m.par(), M, m.w, m.world());
}

void RobotState::mass_solve(In r, Out x) {
  Memory& m = *memory_;
  check_size("mass_solve: r", r.size(), m.v.size());
  check_size("mass_solve: x", x.size(), m.v.size());
  m.need_factors();
  alembert::mass_solve<double>(m.plan(), m.par(), r, x, m.w);
}

void RobotState::mass_inverse(Out inverse) {
  Memory& m = *memory_;
  check_size("mass_inverse: inverse", inverse.size(), m.v.size() * m.v.size());
  m.need_factors();
  alembert::mass_inverse<double>(m.plan(), m.par(), inverse, m.row, m.w);
}

void RobotState::coriolis_matrix(Out C, Out M) {
  Memory& m = *memory_;
  check_size("coriolis_matrix: C", C.size(), m.v.size() * m.v.size());
  if (!M.empty()) check_size("coriolis_matrix: M", M.size(), m.v.size() * m.v.size());
  alembert::coriolis_matrix<double>(m.plan(), m.par(), m.v, C, M, m.w, m.derivatives.inverse);
  m.has.columns = m.has.column_rates = m.has.composites = true;
}

void RobotState::inverse_dynamics_derivatives(In vdot, Out dtau_dq, Out dtau_dv, Out M) {
  Memory& m = *memory_;
  const std::size_t square = m.v.size() * m.v.size();
  if (!vdot.empty()) check_size("inverse_dynamics_derivatives: vdot", vdot.size(), m.v.size());
  check_size("inverse_dynamics_derivatives: dtau_dq", dtau_dq.size(), square);
  check_size("inverse_dynamics_derivatives: dtau_dv", dtau_dv.size(), square);
  check_size("inverse_dynamics_derivatives: M", M.size(), square);
  rnea_derivatives<double>(m.plan(), m.par(), m.v, vdot, m.forces(), dtau_dq, dtau_dv, M, m.w, m.derivatives.inverse);
}

void RobotState::forward_dynamics_derivatives(In tau, Out vdot, Out dvdot_dq, Out dvdot_dv, Out M_inverse) {
  Memory& m = *memory_;
  const std::size_t square = m.v.size() * m.v.size();
  check_size("forward_dynamics_derivatives: tau", tau.size(), m.v.size());
  check_size("forward_dynamics_derivatives: vdot", vdot.size(), m.v.size());
  check_size("forward_dynamics_derivatives: dvdot_dq", dvdot_dq.size(), square);
  check_size("forward_dynamics_derivatives: dvdot_dv", dvdot_dv.size(), square);
  check_size("forward_dynamics_derivatives: M_inverse", M_inverse.size(), square);
  m.accelerate(tau, vdot);
  aba_derivatives<double>(m.plan(), m.par(), m.v, vdot, m.forces(), dvdot_dq, dvdot_dv, M_inverse, m.w, m.derivatives);
}

void RobotState::regressor(In vdot, Out Y) {
  Memory& m = *memory_;
  if (!vdot.empty()) check_size("regressor: vdot", vdot.size(), m.v.size());
  check_size("regressor: Y", Y.size(), m.v.size() * 10 * (m.F_ext.size() - 1));
  m.find_effort(vdot, {}, m.row);
  m.need_columns();
  alembert::regressor<double>(m.plan(), m.w, m.world(), Y);
}

}  // namespace alembert
