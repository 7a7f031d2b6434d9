#include "alembert/workbench/robot/robot_state.h"

#include <algorithm>

#include "alembert/kernel/joint_poses.h"
#include "alembert/workbench/robot/robot_memory.h"

namespace alembert {

RobotState::RobotState(const Robot& robot) : memory_(std::make_unique<Memory>(robot)) {
  set(robot.start_q(), robot.start_v());
  memory_->need_applied();  // takes memory for the springs
}
RobotState::RobotState(RobotState&&) noexcept = default;
RobotState& RobotState::operator=(RobotState&&) noexcept = default;
RobotState::~RobotState() = default;

const Robot& RobotState::robot() const { return *memory_->robot; }
RobotState::In RobotState::q() const { return memory_->q; }
RobotState::In RobotState::v() const { return memory_->v; }

void RobotState::set(In q, In v) {
  Memory& m = *memory_;
  check_size("set: q", q.size(), m.q.size());
  if (!v.empty()) check_size("set: v", v.size(), m.v.size());
  std::ranges::copy(q, m.q.begin());
  std::ranges::copy(v.empty() ? In(m.zero) : v, m.v.begin());
  if (m.q.size() != m.v.size()) m.robot->normalize(m.q);
  m.has = {};
  if (std::exchange(m.any_force, false)) std::ranges::fill(m.F_ext, Force<double>{});
  joint_poses<double>(m.plan(), m.par(), m.q, m.w);
}

void RobotState::add_force(const PlanFrame& E, const Force<double>& F, TwistFrame as) {
  Memory& m = *memory_;
  const std::size_t b = m.body_of(E);
  m.need_poses();
  const Transform<double>& X_WB = m.w.X_WB[b];
  const auto turned = [](const Mat3<double>& R, const Force<double>& x) {
    return Force<double>{R.transpose_times(x.n), R.transpose_times(x.f)};
  };
  switch (as) {
    case TwistFrame::world: m.F_ext[b] += X_WB.to_child(F); break;
    case TwistFrame::body: m.F_ext[b] += E.X_BE.to_parent(F); break;
    case TwistFrame::mixed: m.F_ext[b] += E.X_BE.to_parent(turned(X_WB.R * E.X_BE.R, F)); break;
  }
  m.any_force = true;
}

Transform<double> RobotState::pose(const PlanFrame& E) {
  const std::size_t b = memory_->body_of(E);
  memory_->need_poses();
  return memory_->w.X_WB[b] * E.X_BE;
}

Motion<double> RobotState::velocity(const PlanFrame& E, TwistFrame as) {
  Memory& m = *memory_;
  const std::size_t b = m.body_of(E);
  m.need_poses();
  m.need_velocities();
  const Motion<double> V_E = E.X_BE.to_child(m.w.V_B[b]);
  switch (as) {
    case TwistFrame::world: return m.w.X_WB[b].to_parent(m.w.V_B[b]);
    case TwistFrame::body: return V_E;
    case TwistFrame::mixed: break;
  }
  const Mat3<double> R_WE = m.w.X_WB[b].R * E.X_BE.R;
  return {R_WE * V_E.w, R_WE * V_E.v};
}

void RobotState::jacobian(const PlanFrame& E, TwistFrame as, Out J) {
  check_size("jacobian: J", J.size(), 6 * memory_->v.size());
  memory_->body_of(E);
  memory_->need_columns();
  alembert::jacobian<double>(memory_->world(), E.body, E.X_BE, as, J);
}

void RobotState::jacobian_rate(const PlanFrame& E, TwistFrame as, Out Jdot) {
  check_size("jacobian_rate: Jdot", Jdot.size(), 6 * memory_->v.size());
  memory_->body_of(E);
  memory_->need_column_rates();
  alembert::jacobian_rate<double>(memory_->world(), E.body, E.X_BE, as, Jdot);
}

double RobotState::kinetic_energy() {
  Memory& m = *memory_;
  m.need_velocities();
  return alembert::kinetic_energy<double>(m.plan(), m.par(), m.v, m.w);
}

double RobotState::potential_energy() {
  Memory& m = *memory_;
  m.need_applied();
  return gravity_energy(m.plan(), m.par(), m.w) + m.applied.potential;
}

Momentum<double> RobotState::momentum() {
  Memory& m = *memory_;
  m.need_poses();
  m.need_velocities();
  return alembert::momentum(m.plan(), m.par(), m.massless(), m.w);
}

CentroidalMotion<double> RobotState::centroidal() {
  Memory& m = *memory_;
  m.need_column_rates();
  return centroidal_motion<double>(m.plan(), m.par(), m.massless(), m.v, m.world());
}

void RobotState::centroidal_matrix(Out A) {
  Memory& m = *memory_;
  check_size("centroidal_matrix: A", A.size(), 6 * m.v.size());
  m.need_composites();
  alembert::centroidal_matrix<double>(m.plan(), m.par(), m.massless(), A, m.world());
}

void RobotState::center_jacobian(Out J) {
  Memory& m = *memory_;
  check_size("center_jacobian: J", J.size(), 3 * m.v.size());
  m.need_composites();
  alembert::center_jacobian<double>(m.plan(), m.par(), m.massless(), J, m.world());
}

}  // namespace alembert
