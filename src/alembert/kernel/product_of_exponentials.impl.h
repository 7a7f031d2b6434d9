#pragma once
#include <numeric>

#include "alembert/kernel/product_of_exponentials.h"
#include "alembert/spatial/quaternion.h"

namespace alembert {
namespace poe {

/// Screw axis of a joint in its own frame.
template <Scalar S>
Motion<S> local_axis(JointKind kind, const S& pitch) {
  const Vec3<S> z{S(0.0), S(0.0), S(1.0)};
  switch (kind) {
    case JointKind::revolute: return {z, {}};
    case JointKind::prismatic: return {{}, z};
    case JointKind::screw: return {z, pitch * z};
    case JointKind::spherical:
    case JointKind::free: break;
  }
  return {};
}

/// exp(A q) for a screw axis with |w| = 1 or w = 0. What exp_se3() gives, but that divides by the angle and so needs
/// a series near zero; here the axis is a unit vector, and formulas have no cases.
///   R = 1 + sin q [w]x + (1 - cos q) [w]x^2,   p = (q 1 + (1 - cos q) [w]x + (q - sin q) [w]x^2) v
template <Scalar S>
Transform<S> exp_screw(const Motion<S>& A, const S& q) {
  S s(0.0), c(0.0);
  sincos(q, s, c);
  const Mat3<S> W = skew(A.w);
  const Vec3<S> wv = cross(A.w, A.v);
  return {Mat3<S>::identity() + s * W + (S(1.0) - c) * (W * W), q * A.v + (S(1.0) - c) * wv + (q - s) * cross(A.w, wv)};
}

/// The displacement of a joint without a single screw: X_FM, of a reversed one X_MF.
template <Scalar S>
Transform<S> displacement(JointKind kind, const S* q) {
  if (kind == JointKind::spherical) return {rotation(Quaternion<S>{q[0], q[1], q[2], q[3]}), {}};
  return {rotation(Quaternion<S>{q[3], q[4], q[5], q[6]}), {q[0], q[1], q[2]}};
}

/// The twist with 1 in place k of its six numbers.
template <Scalar S>
Motion<S> unit_twist(int k) {
  S x[6] = {S(0.0), S(0.0), S(0.0), S(0.0), S(0.0), S(0.0)};
  x[k] = S(1.0);
  return {{x[0], x[1], x[2]}, {x[3], x[4], x[5]}};
}

}  // namespace poe

template <Scalar S>
ProductOfExponentials<S>::ProductOfExponentials(const Plan& plan, const Params<S>& par) : plan_(plan), par_(par) {
  const auto n = static_cast<std::size_t>(plan.n_bodies());
  X_WB0_.assign(n, Transform<S>::identity());
  product_ = X_WB0_;
  axis_.resize(n);
  for (std::size_t b = 1; b < n; ++b) {
    X_WB0_[b] = X_WB0_[static_cast<std::size_t>(plan.parent[b])] * par.X_PF[b];
    axis_[b] = X_WB0_[b].to_parent(poe::local_axis(plan.kind[b], par.pitch[b]));
  }
  X_WB_ = X_WB0_;
}

template <Scalar S>
void ProductOfExponentials<S>::set_position(std::span<const S> q) {
  for (std::size_t b = 1; b < X_WB_.size(); ++b) {
    const S* qb = q.data() + plan_.first_q[b];
    const JointKind kind = plan_.kind[b];
    const auto about_joint = [&](const Transform<S>& X) { return X_WB0_[b] * X * X_WB0_[b].inverse(); };
    Transform<S> factor;
    if (speeds_of(kind) == 1)
      factor = poe::exp_screw(axis_[b], qb[0]);
    else if (plan_.reversed[b])
      factor = about_joint(poe::displacement(kind, qb).inverse());
    else
      factor = about_joint(poe::displacement(kind, qb));
    product_[b] = product_[static_cast<std::size_t>(plan_.parent[b])] * factor;
    X_WB_[b] = product_[b] * X_WB0_[b];
  }
}

template <Scalar S>
std::vector<S> ProductOfExponentials<S>::body_jacobian(int body) const {
  const auto nv = static_cast<std::size_t>(plan_.nv);
  std::vector<S> J(6 * nv, S(0.0));
  const Transform<S>& X = X_WB_[static_cast<std::size_t>(body)];
  for (auto a = static_cast<std::size_t>(body); a > 0; a = static_cast<std::size_t>(plan_.parent[a])) {
    const auto p = static_cast<std::size_t>(plan_.parent[a]);
    for (int k = 0; k < speeds_of(plan_.kind[a]); ++k) {
      Motion<S> in_world;
      if (speeds_of(plan_.kind[a]) == 1)
        in_world = product_[p].to_parent(axis_[a]);
      else if (plan_.reversed[a])
        in_world = -(product_[p] * X_WB0_[a]).to_parent(poe::unit_twist<S>(k));
      else
        in_world = X_WB_[a].to_parent(poe::unit_twist<S>(k));
      const Motion<S> V = X.to_child(in_world);
      const S column[6] = {V.w.x, V.w.y, V.w.z, V.v.x, V.v.y, V.v.z};
      for (std::size_t i = 0; i < 6; ++i) J[i * nv + static_cast<std::size_t>(plan_.first_v[a] + k)] = column[i];
    }
  }
  return J;
}

template <Scalar S>
std::vector<S> ProductOfExponentials<S>::mass_matrix() const {
  std::vector<int> all(static_cast<std::size_t>(plan_.nv));
  std::iota(all.begin(), all.end(), 0);
  return mass_columns(all);
}

template <Scalar S>
std::vector<S> ProductOfExponentials<S>::mass_columns(std::span<const int> columns) const {
  const auto nv = static_cast<std::size_t>(plan_.nv);
  const std::size_t width = columns.size();
  std::vector<S> M(nv * width, S(0.0));
  for (int b = 1; b < plan_.n_bodies(); ++b) {
    const std::vector<S> J = body_jacobian(b);
    const auto column = [&](std::size_t c) -> Motion<S> {
      return {{J[c], J[nv + c], J[2 * nv + c]}, {J[3 * nv + c], J[4 * nv + c], J[5 * nv + c]}};
    };
    for (std::size_t k = 0; k < width; ++k) {
      const Force<S> G_J = par_.I_B[static_cast<std::size_t>(b)] * column(static_cast<std::size_t>(columns[k]));
      for (std::size_t r = 0; r < nv; ++r) M[r * width + k] += dot(column(r), G_J);
    }
  }
  for (std::size_t k = 0; k < width; ++k) {
    const auto c = static_cast<std::size_t>(columns[k]);
    M[c * width + k] += par_.armature[c];
  }
  return M;
}

template <Scalar S>
S ProductOfExponentials<S>::gravity_energy() const {
  S P(0.0);
  for (std::size_t b = 0; b < X_WB_.size(); ++b)
    P -= dot(par_.gravity_W, X_WB_[b].R * par_.I_B[b].h + par_.I_B[b].m * X_WB_[b].p);
  return P;
}

template <Scalar S>
std::vector<S> ProductOfExponentials<S>::gravity_vector() const {
  const auto nv = static_cast<std::size_t>(plan_.nv);
  std::vector<S> g(nv, S(0.0));
  for (int b = 1; b < plan_.n_bodies(); ++b) {
    const auto i = static_cast<std::size_t>(b);
    const Vec3<S> pull = X_WB_[i].R.transpose_times(par_.gravity_W);
    const Vec3<S> n = cross(par_.I_B[i].h, pull), f = par_.I_B[i].m * pull;
    const S weight[6] = {n.x, n.y, n.z, f.x, f.y, f.z};
    const std::vector<S> J = body_jacobian(b);
    for (std::size_t k = 0; k < 6; ++k)
      for (std::size_t d = 0; d < nv; ++d) g[d] -= J[k * nv + d] * weight[k];
  }
  return g;
}

}  // namespace alembert
