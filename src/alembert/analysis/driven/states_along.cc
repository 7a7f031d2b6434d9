#include "alembert/analysis/driven/states_along.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"

namespace alembert {

Status DrivenPath::at(double t) {
  if (here_.time() == t) return {};
  here_ = kept_;
  const Status status = here_.advance(t);
  if (!status.good()) here_ = kept_;
  return status;
}

Status DrivenPath::approach(double t) {
  here_ = kept_;
  const Status status = here_.approach(t);
  if (!status.good())
    here_ = kept_;
  else
    kept_.take_pace(here_);
  return status;
}

StatesAlong::StatesAlong(const System& system, DrivenPath& path)
    : system_(system), path_(path), lambda_(index(system.sizes().na)), rest_(index(system.sizes().nv)) {}

Sizes StatesAlong::sizes() const {
  Sizes sizes;
  sizes.nz = system_.sizes().nz;
  sizes.nu = system_.sizes().nu;
  return sizes;
}

Status StatesAlong::accelerate(const State& x, In u, Out /*vdot*/, Out zdot, Out /*lambda*/) const {
  if (const Status status = path_.at(x.t); !status.good()) return {Trouble::not_finite, -1, x.t};
  const DrivenMotion& motion = path_.here();
  // Only the rates of the states count here, whatever the forces are.
  system_.residual({x.t, motion.q(), motion.v(), x.z}, u, motion.a(), lambda_, rest_, zdot);
  const bool finite = std::ranges::all_of(zdot, [](double rate) { return std::isfinite(rate); });
  return finite ? Status{} : Status{Trouble::not_finite, -1, x.t};
}

Status StatesAlong::accelerate_jacobian(const State& /*x*/, In /*u*/, Out /*by_q*/, Out /*by_v*/, Out /*by_z*/,
                                        Out /*by_u*/) const {
  return {};  // there are no accelerations
}

Status StatesAlong::residual_jacobian(const State& x, In u, In /*vdot*/, In /*lambda*/, ResidualJacobian& out) const {
  if (const Status status = path_.at(x.t); !status.good()) return {Trouble::not_finite, -1, x.t};
  const DrivenMotion& motion = path_.here();
  const State whole{x.t, motion.q(), motion.v(), x.z};
  if (const Status status = system_.residual_jacobian(whole, u, motion.a(), lambda_, whole_); !status.good())
    return status;
  out = {};
  out.z_by_z = whole_.z_by_z;
  out.z_by_q.first.assign(x.z.size() + 1, 0);
  out.z_by_v.first.assign(x.z.size() + 1, 0);
  return {};
}

}  // namespace alembert
