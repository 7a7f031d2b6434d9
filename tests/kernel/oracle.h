/// Newton and Euler body by body in the world, from poses differentiated by dual numbers: an oracle for the recursions.
#pragma once
#include "alembert/scalar/dual.h"
#include "kernel/random_tree.h"

namespace alembert::testing {

/// [body][speed] how a body turns, and how its mass centre moves, in world axes, for a unit speed.
struct PartialVelocities {
  std::vector<std::vector<Vec3<double>>> angular, linear;
};

template <class D>
Vec3<double> derivative(const Vec3<D>& a, int direction) {
  return {a.x.d[direction], a.y.d[direction], a.z.d[direction]};
}
template <class D>
Mat3<double> derivative(const Mat3<D>& a, int direction) {
  return {derivative(a.r0, direction), derivative(a.r1, direction), derivative(a.r2, direction)};
}

/// Displacements delta for eight directions of a Dual<8> from `first` on.
template <class D>
std::vector<D> seeds(const Tree& tree, std::size_t first) {
  std::vector<D> delta(tree.nv());
  for (std::size_t d = first; d < std::min(tree.nv(), first + 8); ++d)
    delta[d] = D::variable(0.0, static_cast<int>(d - first));
  return delta;
}

inline Vec3<double> center_of(const Inertia<double>& I) { return (1.0 / I.m) * I.h; }

inline PartialVelocities partial_velocities(const Tree& tree, const Numbers& q) {
  using D = Dual<8>;
  PartialVelocities J;
  J.angular.assign(tree.bodies(), std::vector<Vec3<double>>(tree.nv()));
  J.linear = J.angular;
  const Params<D> par = alembert::cast<D>(tree.par);
  const std::vector<Transform<double>> X0 = poses(tree.plan, tree.par, q);
  for (std::size_t first = 0; first < tree.nv(); first += 8) {
    const auto X = poses(tree.plan, par, displaced(tree.plan, cast<D>(q), seeds<D>(tree, first)));
    for (std::size_t b = 1; b < tree.bodies(); ++b)
      for (std::size_t d = first; d < std::min(tree.nv(), first + 8); ++d) {
        const int lane = static_cast<int>(d - first);
        J.angular[b][d] = unskew(derivative(X[b].R, lane) * X0[b].R.transposed());
        J.linear[b][d] = derivative(X[b].point(cast<D>(center_of(tree.par.I_B[b]))), lane);
      }
  }
  return J;
}

/// M_ij = sum over bodies of m v_i . v_j + w_i . I w_j, plus the armature.
inline Numbers oracle_mass_matrix(const Tree& tree, const Numbers& q) {
  const PartialVelocities J = partial_velocities(tree, q);
  const auto X = poses(tree.plan, tree.par, q);
  const std::size_t nv = tree.nv();
  Numbers M(nv * nv);
  for (std::size_t b = 1; b < tree.bodies(); ++b) {
    const Inertia<double>& I = tree.par.I_B[b];
    const Sym3<double> central = rotated(X[b].R, I.I - I.m * point_inertia(center_of(I)));
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t j = 0; j < nv; ++j)
        M[i * nv + j] += I.m * dot(J.linear[b][i], J.linear[b][j]) + dot(J.angular[b][i], central * J.angular[b][j]);
  }
  for (std::size_t d = 0; d < nv; ++d) M[d * nv + d] += tree.par.armature[d];
  return M;
}

/// Coordinates along the motion as functions of time to second order: derivatives by time in both parts of the scalar.
using Moving = Dual<8, Dual<1>>;

inline std::vector<Moving> moving_coordinates(const Tree& tree, const State& x) {
  // q' = N(q) v, and q'' = N(q) vdot + N(q') v, except that the position of a free joint has N(quaternion): by duals.
  using D = Dual<8>;
  std::vector<D> q(x.q.size()), v(x.v.size()), rate(x.q.size());
  Numbers qdot(x.q.size());
  coordinate_rates<double>(tree.plan, x.q, x.v, qdot);
  for (std::size_t i = 0; i < q.size(); ++i) {
    q[i] = x.q[i];
    q[i].d.set(0, qdot[i]);
  }
  for (std::size_t d = 0; d < v.size(); ++d) {
    v[d] = x.v[d];
    v[d].d.set(0, x.vdot[d]);
  }
  coordinate_rates<D>(tree.plan, q, v, rate);
  std::vector<Moving> result(q.size());
  for (std::size_t i = 0; i < q.size(); ++i) {
    Dual<1> value(x.q[i]), speed(qdot[i]);
    value.d.set(0, qdot[i]);
    speed.d.set(0, rate[i].d[0]);
    result[i] = Moving(value);
    result[i].d.set(0, speed);
  }
  return result;
}

template <class F>
Vec3<double> parts(const Vec3<Moving>& a, F f) {
  return {f(a.x), f(a.y), f(a.z)};
}
template <class F>
Mat3<double> parts(const Mat3<Moving>& a, F f) {
  return {parts(a.r0, f), parts(a.r1, f), parts(a.r2, f)};
}
inline double first_rate(const Moving& a) { return a.d[0].x; }
inline double second_rate(const Moving& a) { return a.d[0].d[0]; }

/// tau_d = sum over bodies of v_d . (m (a - g) - f) + w_d . (I alpha + w x I w - n) + armature, about the mass centres.
inline Numbers oracle_inverse_dynamics(const Tree& tree, const State& x) {
  const PartialVelocities J = partial_velocities(tree, x.q);
  const auto X0 = poses(tree.plan, tree.par, x.q);
  const auto X = poses(tree.plan, alembert::cast<Moving>(tree.par), moving_coordinates(tree, x));
  Numbers tau(tree.nv());
  for (std::size_t b = 1; b < tree.bodies(); ++b) {
    const Inertia<double>& I = tree.par.I_B[b];
    const Vec3<double> center = center_of(I);
    const Mat3<double> R = X0[b].R, Rdot = parts(X[b].R, first_rate), Rddot = parts(X[b].R, second_rate);
    const Vec3<double> w = unskew(Rdot * R.transposed());
    const Vec3<double> alpha = unskew(Rddot * R.transposed() + Rdot * Rdot.transposed());
    const Vec3<double> a = parts(X[b].point(cast<Moving>(center)), second_rate);
    const Sym3<double> central = rotated(R, I.I - I.m * point_inertia(center));
    const Vec3<double> f_ext = R * x.F_ext[b].f, n_ext = R * (x.F_ext[b].n - cross(center, x.F_ext[b].f));
    const Vec3<double> force = I.m * (a - tree.par.gravity_W) - f_ext;
    const Vec3<double> moment = central * alpha + cross(w, central * w) - n_ext;
    for (std::size_t d = 0; d < tree.nv(); ++d) tau[d] += dot(J.linear[b][d], force) + dot(J.angular[b][d], moment);
  }
  for (std::size_t d = 0; d < tree.nv(); ++d) tau[d] += tree.par.armature[d] * x.vdot[d];
  return tau;
}

}  // namespace alembert::testing
