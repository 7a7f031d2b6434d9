#pragma once
#include "alembert/kernel/centroidal.h"
#include "alembert/kernel/world_columns.impl.h"
#include "alembert/spatial/momentum.h"

namespace alembert {
namespace recursion {

/// Mass and first moment of everything, about the world's origin. Needs composite_inertias.
template <Scalar S>
Inertia<S> total_mass(const Plan& plan, const Params<S>& par, const WorldWorkspace<S>& ww) {
  Inertia<S> sum{par.I_B[0].m, par.I_B[0].h, {}};
  for (std::size_t b = 1; b < ww.I_C.size(); ++b) {
    if (plan.parent[b] != 0) continue;
    sum.m += ww.I_C[b].m;
    sum.h += ww.I_C[b].h + ww.I_C[b].m * ww.p_WO[b];
  }
  return sum;
}

}  // namespace recursion

template <Scalar S>
void centroidal_matrix(const Plan& plan, const Params<S>& par, bool mass_is_zero, std::span<S> A,
                       const WorldWorkspace<S>& ww) {
  const ColumnOrder& order = ww.order;
  const std::size_t nv = order.size();
  Vec3<S> center;
  if (!mass_is_zero) center = mass_center(recursion::total_mass(plan, par, ww));
  for (std::size_t c = 0; c < nv; ++c) {
    const Force<S> h = about_point(ww.I_C_J[c], center - ww.p_WO[order.body[c]]);
    S* element = A.data() + order.speed[c];
    for (const S& x : {h.n.x, h.n.y, h.n.z, h.f.x, h.f.y, h.f.z}) {
      *element = x;
      element += nv;
    }
  }
}

template <Scalar S>
void center_jacobian(const Plan& plan, const Params<S>& par, bool mass_is_zero, std::span<S> J,
                     const WorldWorkspace<S>& ww) {
  const std::size_t nv = ww.order.size();
  S scale(0.0);
  if (!mass_is_zero) scale = S(1.0) / recursion::total_mass(plan, par, ww).m;
  for (std::size_t c = 0; c < nv; ++c) {
    const Vec3<S> v = scale * ww.I_C_J[c].f;
    S* element = J.data() + ww.order.speed[c];
    element[0] = v.x;
    element[nv] = v.y;
    element[2 * nv] = v.z;
  }
}

template <Scalar S>
CentroidalMotion<S> centroidal_motion(const Plan& plan, const Params<S>& par, bool mass_is_zero, std::span<const S> v,
                                      WorldWorkspace<S>& ww) {
  world_accelerations<S>(plan, {}, v, {}, ww);
  // Sums about the world's origin.
  Inertia<S> sum{par.I_B[0].m, par.I_B[0].h, {}};
  Force<S> momentum, rate;
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  for (std::size_t b = 1; b < n; ++b) {
    const Vec3<S> back = -ww.p_WO[b];  // the world's origin as seen from O
    const Inertia<S> I = transformed(ww.X_OB[b], par.I_B[b]);
    momentum += about_point(I * ww.V[b], back);
    rate += about_point(newton_euler_force(I, ww.V[b], ww.A[b]), back);
    sum.m += I.m;
    sum.h += I.h + I.m * ww.p_WO[b];
  }
  CentroidalMotion<S> motion;
  motion.mass = sum.m;
  if (!mass_is_zero) {
    motion.center = mass_center(sum);
    motion.velocity = (S(1.0) / sum.m) * momentum.f;
  }
  // G moves along the momentum, so its motion adds nothing to the rate of the moment about it.
  motion.momentum = about_point(momentum, motion.center);
  motion.bias = about_point(rate, motion.center);
  return motion;
}

template <Scalar S>
S effort_power(std::span<const S> v, std::span<const S> tau) {
  S sum(0.0);
  for (std::size_t d = 0; d < v.size(); ++d) sum += v[d] * tau[d];
  return sum;
}

}  // namespace alembert
