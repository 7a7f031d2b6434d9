#include "alembert/integrate/symplectic_euler.h"

#include <algorithm>

namespace alembert {

SymplecticEuler::SymplecticEuler(SystemOde& ode, const StepControl& control, std::optional<double> fixed_step)
    : FixedStepper(ode, control, fixed_step) {
  q_.resize(static_cast<std::size_t>(ode.sizes().nq));
  for (std::vector<double>* x : {&motion_, &vdot_}) x->resize(static_cast<std::size_t>(ode.sizes().nv));
  zdot_.resize(static_cast<std::size_t>(ode.sizes().nz));
}

Status SymplecticEuler::advance(Node& node, double h) {
  const std::size_t nq = q_.size(), nv = vdot_.size();
  const System& system = ode_.system();
  const State x = ode_.state(node.t, node.y);
  ++counts_.evaluations;
  system.inputs(node.t, ode_.inputs());
  const Status status = ode_.accelerate(x, vdot_, zdot_);
  if (!status.good() && status.trouble != Trouble::inconsistent) return status;
  const Energies energies = system.energies(x, ode_.inputs());
  node.y.back() += h * energies.power;
  node.loss += h * energies.dissipation;
  for (std::size_t i = 0; i < nv; ++i) {
    node.y[nq + i] += h * vdot_[i];
    motion_[i] = h * node.y[nq + i];
  }
  system.step(x.q, motion_, q_);
  std::ranges::copy(q_, node.y.begin());
  for (std::size_t i = 0; i < zdot_.size(); ++i) node.y[nq + nv + i] += h * zdot_[i];
  bool moved = false;
  return ode_.project(node.t + h, node.y, moved);
}

}  // namespace alembert
