/// Body frames in which base parameters read well, and what of a body's inertia its parent may carry instead.
#pragma once
#include <span>
#include <vector>

#include "alembert/plan/compile.h"
#include "alembert/symbolic/simplify.h"

namespace alembert {

/// An axis of a model's body that lies at right angles to the joint that moves it; body -1 where there is none.
struct FollowedAxis {
  int body = -1;
  int axis = 0;  ///< 0 x, 1 y, 2 z
};

/// [body of the plan] the axis that the x axis of its frame is to follow: the first such of the body next to the joint.
std::vector<FollowedAxis> axes_to_follow(const Compiled& compiled, const Params<double>& par);

namespace regroup_detail {

inline double simplified(double x) { return x; }
inline Expr simplified(Expr e) { return simplify(e); }
template <Scalar S>
Vec3<S> simplified(const Vec3<S>& a) {
  return {simplified(a.x), simplified(a.y), simplified(a.z)};
}
template <Scalar S>
Transform<S> simplified(const Transform<S>& X) {
  return {{simplified(X.R.r0), simplified(X.R.r1), simplified(X.R.r2)}, simplified(X.p)};
}

/// The turn about z that carries x onto (x, y, 0), a unit vector.
template <Scalar S>
Mat3<S> turn_to(const S& x, const S& y) {
  const S zero(0.0), one(1.0);
  return {{x, -y, zero}, {y, x, zero}, {zero, zero, one}};
}

}  // namespace regroup_detail

/// The same mechanism in body frames that are turned about their joints' axes, so that x follows the axes given. The
/// coordinates keep their meaning: turns about one axis commute.
template <Scalar S>
Params<S> with_frames_along(const Compiled& compiled, std::span<const FollowedAxis> axes, const Params<S>& par) {
  using regroup_detail::simplified;
  const Plan& plan = compiled.plan;
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  std::vector<Mat3<S>> R_BD(n, Mat3<S>::identity());  // D: the new frame
  for (std::size_t b = 1; b < n; ++b) {
    if (axes[b].body < 0) continue;
    const Mat3<S> R_BU = par.X_BU[static_cast<std::size_t>(axes[b].body)].R;
    const Vec3<S> x = axes[b].axis == 0 ? R_BU.c0() : axes[b].axis == 1 ? R_BU.c1() : R_BU.c2();
    R_BD[b] = regroup_detail::turn_to(simplified(x.x), simplified(x.y));
  }
  const auto into = [&](std::size_t b, const Transform<S>& X) {
    return Transform<S>{R_BD[b].transposed() * X.R, R_BD[b].transpose_times(X.p)};
  };
  Params<S> result = par;
  for (std::size_t b = 1; b < n; ++b) {
    const Transform<S> X = into(static_cast<std::size_t>(plan.parent[b]), par.X_PF[b]);
    result.X_PF[b] = simplified(Transform<S>{X.R * R_BD[b], X.p});
    result.I_B[b] = transformed(Transform<S>{R_BD[b].transposed(), {}}, par.I_B[b]);
  }
  for (std::size_t k = 0; k < plan.carrier.size(); ++k)
    result.X_BU[k] = simplified(into(static_cast<std::size_t>(plan.carrier[k]), par.X_BU[k]));
  return result;
}

/// The part J of an inertia that does the same when it is fixed to frame F: one that the joint's motion leaves as it is
/// in F, and that has no momentum under that motion, J H = 0.
///
///   revolute    m, (0, 0, hz), diag(Iyy, Iyy, 0)        spherical   m
///   prismatic   I                                       free        nothing
///   screw       diag(Iyy, Iyy, 0)
///
/// Ref: Gautier and Khalil 1990, Direct calculation of minimum set of inertial parameters of serial robots, eq. (12).
template <Scalar S>
Inertia<S> carried_by_parent(JointKind kind, const Inertia<S>& i) {
  const S zero(0.0);
  const Sym3<S> across{i.I.yy, i.I.yy, zero, zero, zero, zero};
  switch (kind) {
    case JointKind::revolute: return {i.m, {zero, zero, i.h.z}, across};
    case JointKind::prismatic: return {zero, {}, i.I};
    case JointKind::screw: return {zero, {}, across};
    case JointKind::spherical: return {i.m, {}, {}};
    case JointKind::free: break;
  }
  return {};
}

/// [body] the inertias with all that can move towards the world moved there, from the tips on. They give the same
/// equations of motion. [0] is what has come to rest on the world.
template <Scalar S>
std::vector<Inertia<S>> regrouped(const Plan& plan, const Params<S>& par) {
  std::vector<Inertia<S>> I = par.I_B;
  for (auto b = static_cast<std::size_t>(plan.n_bodies()) - 1; b > 0; --b) {
    const Inertia<S> part = carried_by_parent(plan.kind[b], I[b]);
    I[b].m -= part.m;
    I[b].h -= part.h;
    I[b].I -= part.I;
    I[static_cast<std::size_t>(plan.parent[b])] += transformed(par.X_PF[b], part);
  }
  return I;
}

}  // namespace alembert
