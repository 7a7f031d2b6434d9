#include "alembert/integrate/system_ode.h"

namespace alembert {

SystemOde::SystemOde(const System& system, bool work_steers)
    : system_(system),
      work_steers_(work_steers),
      sizes_(system.sizes()),
      projection_(system),
      passage_(system, projection_),
      u_(static_cast<std::size_t>(sizes_.nu)) {}

void SystemOde::step_begins(bool fresh) {
  from_rows_ = from_rows_ && dependent_ && !fresh;
  dependent_ = mixed_ = false;
}

Status SystemOde::rhs(double t, std::span<const double> y, std::span<double> dydt) {
  if (!from_rows_) {
    const Status status = rates(t, y, dydt);
    if (!depends_) return status;
    from_rows_ = mixed_ = dependent_ = true;
  }
  on_rows_.assign(y.begin(), y.end());
  bool moved = false;
  if (const Status lost = project(t, on_rows_, moved); !lost.good()) return lost;
  const Status status = rates(t, on_rows_, dydt);
  dependent_ = dependent_ || depends_;
  return status;
}

Status SystemOde::rates(double t, std::span<const double> y, std::span<double> dydt) {
  const State x = state(t, y);
  system_.inputs(t, u_);
  system_.qdot(x.q, x.v, dydt.first(x.q.size()));
  Status status =
      accelerate(x, dydt.subspan(x.q.size(), x.v.size()), dydt.subspan(x.q.size() + x.v.size(), x.z.size()));
  // Inside a step rows may contradict each other for being off the constraints; whether they do so on them, the
  // projection finds out.
  if (status.trouble == Trouble::inconsistent) status = {};
  dydt.back() = status.good() ? system_.energies(x, u_).power : 0.0;
  return status;
}

Status SystemOde::project(double t, std::span<double> y, bool& moved) {
  const auto nq = static_cast<std::size_t>(sizes_.nq), nv = static_cast<std::size_t>(sizes_.nv);
  if (sizes_.na > 0) system_.tidy(y.first(nq));
  return projection_.project(t, y.first(nq), y.subspan(nq, nv), moved);
}

State SystemOde::state(double t, std::span<const double> y) const {
  const auto nq = static_cast<std::size_t>(sizes_.nq), nv = static_cast<std::size_t>(sizes_.nv);
  return {t, y.first(nq), y.subspan(nq, nv), y.subspan(nq + nv, static_cast<std::size_t>(sizes_.nz))};
}

Status SystemOde::accelerate(const State& x, System::Out vdot, System::Out zdot) {
  Status status = system_.accelerate(x, u_, vdot, zdot, {});
  if (sizes_.na > 0) {
    depends_ = projection_.change_in_sight() || system_.rows_depend();
    if (passage_.near() && passage_.accelerate(x, status.good(), vdot)) return {};
  }
  if (status.index >= 0 && !of_row(status)) status.index += sizes_.nq;
  return status;
}

int SystemOde::speed_of(int i) const {
  if (i < 0 || i >= sizes_.nq + sizes_.nv) return -1;
  return i < sizes_.nq ? system_.speed_of(i) : i - sizes_.nq;
}

}  // namespace alembert
