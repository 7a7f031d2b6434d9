#pragma once
#include "alembert/kernel/energy.h"

namespace alembert {

template <Scalar S>
S kinetic_energy(const Plan& plan, const Params<S>& par, std::span<const S> v, const Workspace<S>& w) {
  S twice(0.0);
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) twice += dot(w.V_B[b], par.I_B[b] * w.V_B[b]);
  for (std::size_t d = 0; d < v.size(); ++d) twice += par.armature[d] * v[d] * v[d];
  return S(0.5) * twice;
}

template <Scalar S>
S gravity_energy(const Plan& plan, const Params<S>& par, const Workspace<S>& w) {
  Vec3<S> moment;  // sum of m p_WC
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 0; b < n; ++b) moment += w.X_WB[b].R * par.I_B[b].h + par.I_B[b].m * w.X_WB[b].p;
  return -dot(par.gravity_W, moment);
}

template <Scalar S>
Momentum<S> momentum(const Plan& plan, const Params<S>& par, bool mass_is_zero, const Workspace<S>& w) {
  Momentum<S> sum;
  Vec3<S> moment;
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 0; b < n; ++b) {
    const Transform<S>& X = w.X_WB[b];
    moment += X.R * par.I_B[b].h + par.I_B[b].m * X.p;
    sum.mass += par.I_B[b].m;
    if (b == 0) continue;
    const Force<S> h_W = X.to_parent(par.I_B[b] * w.V_B[b]);
    sum.linear += h_W.f;
    sum.angular += h_W.n;
  }
  if (!mass_is_zero) sum.center = (S(1.0) / sum.mass) * moment;
  return sum;
}

}  // namespace alembert
