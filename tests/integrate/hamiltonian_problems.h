/// Small systems that know their momenta, for the tests of geometric integration methods.
#pragma once
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "alembert/integrate/variational.h"
#include "alembert/spatial/rotations.h"

namespace alembert::testing_problems {

using Numbers = std::vector<double>;

/// What the systems below share: M x + A^T lambda = f, A x = c by Gaussian elimination of the whole.
class Small : public System {
 public:
  std::string coordinate_name(int i) const override { return "q" + std::to_string(i); }
  std::string speed_name(int i) const override { return "v" + std::to_string(i); }
  void inputs(double, Out) const override {}
  /// Row-major [nv x nv].
  virtual Numbers mass(double t, In q) const = 0;

  Status constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const override {
    const auto nv = static_cast<std::size_t>(sizes().nv), na = static_cast<std::size_t>(sizes().na), n = nv + na;
    const Numbers M = mass(t, q);
    Numbers K(n * n, 0.0), r(n);
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t j = 0; j < nv; ++j) K[i * n + j] = M[i * nv + j];
    SparseRows A;
    if (na > 0) constraint_jacobian(t, q, A);
    for (std::size_t i = 0; i < na; ++i)
      for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k) {
        const auto j = static_cast<std::size_t>(A.column[k]);
        K[(nv + i) * n + j] = K[j * n + nv + i] = A.value[k];
      }
    for (std::size_t i = 0; i < n; ++i) r[i] = i < nv ? f[i] : c[i - nv];
    eliminate(K, r);
    for (std::size_t i = 0; i < n; ++i) (i < nv ? x[i] : lambda[i - nv]) = r[i];
    return {};
  }

  Status accelerate(const State& x, In u, Out vdot, Out, Out lambda) const override {
    // M vdot = rate + ad*_v p - (dp/dq) v, the last by a central difference: good to 1e-10.
    const auto nv = static_cast<std::size_t>(sizes().nv), na = static_cast<std::size_t>(sizes().na);
    Numbers p(nv), rate(nv), after(nv), before(nv), unused(nv), dq(nv), q1(x.q.size()), f(nv), c(na), l(na);
    constexpr double dt = 1e-5;
    momentum(x, u, p, rate);
    const auto moved = [&](double time, Out momenta) {
      for (std::size_t i = 0; i < nv; ++i) dq[i] = time * x.v[i];
      step(x.q, dq, q1);
      momentum({x.t + time, q1, x.v, x.z}, u, momenta, unused);
    };
    moved(dt, after);
    moved(-dt, before);
    Turns(*this).coadjoint(x.v, p, f);
    for (std::size_t i = 0; i < nv; ++i) f[i] += rate[i] - (after[i] - before[i]) / (2 * dt);
    constraint_acceleration(x, c);
    const Status status = constrained_solve(x.t, x.q, f, c, vdot, l);
    std::copy_n(l.begin(), lambda.size(), lambda.begin());
    return status;
  }
  Status accelerate_jacobian(const State&, In, Out, Out, Out, Out) const override { return {}; }

 private:
  static void eliminate(Numbers& K, Numbers& r) {
    const std::size_t n = r.size();
    for (std::size_t k = 0; k < n; ++k) {
      std::size_t pivot = k;
      for (std::size_t i = k + 1; i < n; ++i)
        if (std::abs(K[i * n + k]) > std::abs(K[pivot * n + k])) pivot = i;
      for (std::size_t j = k; j < n; ++j) std::swap(K[k * n + j], K[pivot * n + j]);
      std::swap(r[k], r[pivot]);
      for (std::size_t i = k + 1; i < n; ++i) {
        const double factor = K[i * n + k] / K[k * n + k];
        for (std::size_t j = k; j < n; ++j) K[i * n + j] -= factor * K[k * n + j];
        r[i] -= factor * r[k];
      }
    }
    for (std::size_t k = n; k-- > 0;) {
      for (std::size_t j = k + 1; j < n; ++j) r[k] -= K[k * n + j] * r[j];
      r[k] /= K[k * n + k];
    }
  }
};

/// Two equal pendulums (1 kg, 1 m, g = 9.81), absolute angles from below, with a damper c at the first hinge.
class DoublePendulum : public Small {
 public:
  double damping = 0.0;
  Sizes sizes() const override { return {.nq = 2, .nv = 2}; }
  Numbers mass(double, In q) const override {
    const double c = std::cos(q[0] - q[1]);
    return {2, c, c, 1};
  }
  Status constrained_solve(double, In q, In f, In, Out x, Out) const override {
    const double c = std::cos(q[0] - q[1]), det = 2 - c * c;
    x[0] = (f[0] - c * f[1]) / det;
    x[1] = (2 * f[1] - c * f[0]) / det;
    return {};
  }
  Status momentum(const State& x, In, Out p, Out rate) const override {
    const double c = std::cos(x.q[0] - x.q[1]), s = std::sin(x.q[0] - x.q[1]), turn = x.v[0] * x.v[1] * s;
    p[0] = 2 * x.v[0] + c * x.v[1];
    p[1] = c * x.v[0] + x.v[1];
    rate[0] = -turn - 2 * 9.81 * std::sin(x.q[0]) - damping * x.v[0];
    rate[1] = turn - 9.81 * std::sin(x.q[1]);
    return {};
  }
  Energies energies(const State& x, In) const override {
    const double T = x.v[0] * x.v[0] + 0.5 * x.v[1] * x.v[1] + x.v[0] * x.v[1] * std::cos(x.q[0] - x.q[1]);
    const double V = -9.81 * (2 * std::cos(x.q[0]) + std::cos(x.q[1]));
    return {T, V, T + V, -damping * x.v[0] * x.v[0]};
  }
};

/// Planar motion about a centre, mu = 1.
class Kepler : public Small {
 public:
  Sizes sizes() const override { return {.nq = 2, .nv = 2}; }
  Numbers mass(double, In) const override { return {1, 0, 0, 1}; }
  Status momentum(const State& x, In, Out p, Out rate) const override {
    const double r2 = x.q[0] * x.q[0] + x.q[1] * x.q[1], r3 = r2 * std::sqrt(r2);
    for (std::size_t i = 0; i < 2; ++i) {
      p[i] = x.v[i];
      rate[i] = -x.q[i] / r3;
    }
    return {};
  }
  Energies energies(const State& x, In) const override {
    const double T = 0.5 * (x.v[0] * x.v[0] + x.v[1] * x.v[1]), V = -1 / std::hypot(x.q[0], x.q[1]);
    return {T, V, T + V, 0};
  }
};

/// A mass of 1 kg in x, y on a rod of 1 m, turning about the origin under gravity.
class RodPendulum : public Small {
 public:
  Sizes sizes() const override { return {.nq = 2, .nv = 2, .nc = 1, .na = 1}; }
  Numbers mass(double, In) const override { return {1, 0, 0, 1}; }
  Status momentum(const State& x, In, Out p, Out rate) const override {
    p[0] = x.v[0];
    p[1] = x.v[1];
    rate[0] = 0;
    rate[1] = -9.81;
    return {};
  }
  void constraint(double, In q, Out phi) const override { phi[0] = 0.5 * (q[0] * q[0] + q[1] * q[1] - 1); }
  void constraint_jacobian(double, In q, SparseRows& A) const override { A = {{0, 2}, {0, 1}, {q[0], q[1]}}; }
  void constraint_acceleration(const State& x, Out c) const override { c[0] = -x.v[0] * x.v[0] - x.v[1] * x.v[1]; }
  Energies energies(const State& x, In) const override {
    const double T = 0.5 * (x.v[0] * x.v[0] + x.v[1] * x.v[1]), V = 9.81 * x.q[1];
    return {T, V, T + V, 0};
  }
};

/// A sleigh (1 kg, 1 kg m^2, mass centre above the blade) on a level plane: x, y, angle; no motion across the blade.
class Sleigh : public Small {
 public:
  Sizes sizes() const override { return {.nq = 3, .nv = 3, .nc = 0, .na = 1}; }
  Numbers mass(double, In) const override { return {1, 0, 0, 0, 1, 0, 0, 0, 1}; }
  Status momentum(const State& x, In, Out p, Out rate) const override {
    std::ranges::copy(x.v, p.begin());
    std::ranges::fill(rate, 0.0);
    rate[0] = slope;
    return {};
  }
  void constraint_jacobian(double, In q, SparseRows& A) const override {
    A = {{0, 2}, {0, 1}, {std::sin(q[2]), -std::cos(q[2])}};
  }
  void constraint_acceleration(const State& x, Out c) const override {
    c[0] = -x.v[2] * (std::cos(x.q[2]) * x.v[0] + std::sin(x.q[2]) * x.v[1]);
  }
  Energies energies(const State& x, In) const override {
    const double T = 0.5 * (x.v[0] * x.v[0] + x.v[1] * x.v[1] + x.v[2] * x.v[2]), V = -slope * x.q[0];
    return {T, V, T + V, 0};
  }
  double slope = 2.0;  ///< [N] along x
};

/// A rigid body with quaternion: held at its origin (nq = 4) or free (nq = 7), its mass centre off the origin.
class RigidBody : public System {
 public:
  RigidBody(bool free, double gravity) : free_(free), gravity_(gravity) {}
  Vec3<double> center{0.1, -0.2, 0.3}, inertia{1.0, 2.0, 2.5};  ///< inertia about the mass centre, principal axes
  double m = 1.5;

  Sizes sizes() const override { return free_ ? Sizes{.nq = 7, .nv = 6} : Sizes{.nq = 4, .nv = 3}; }
  std::string coordinate_name(int i) const override { return "q" + std::to_string(i); }
  std::string speed_name(int i) const override { return "v" + std::to_string(i); }
  int speed_of(int) const override { return 0; }
  std::vector<int> quaternions() const override { return {free_ ? 3 : 0}; }
  void inputs(double, Out) const override {}

  static Vec3<double> vector(In x, std::size_t at) { return {x[at], x[at + 1], x[at + 2]}; }
  static void put(const Vec3<double>& a, Out x, std::size_t at) { x[at] = a.x, x[at + 1] = a.y, x[at + 2] = a.z; }
  Quaternion<double> turn(In q) const {
    const std::size_t k = free_ ? 3 : 0;
    return {q[k], q[k + 1], q[k + 2], q[k + 3]};
  }
  Mat3<double> R(In q) const { return rotation(turn(q)); }
  void step(In q, In dq, Out q_new) const override {
    const Quaternion<double> next = normalized(turn(q) * exp_quaternion(vector(dq, 0)));
    const std::size_t k = free_ ? 3 : 0;
    if (free_) put(vector(q, 0) + R(q) * vector(dq, 3), q_new, 0);
    q_new[k] = next.w;
    put({next.x, next.y, next.z}, q_new, k + 1);
  }
  void qdot(In q, In v, Out qd) const override {
    const Quaternion<double> now = turn(q), rate = now * Quaternion<double>{0, v[0], v[1], v[2]};
    const std::size_t k = free_ ? 3 : 0;
    if (free_) put(R(q) * vector(v, 3), qd, 0);
    qd[k] = 0.5 * rate.w;
    put(0.5 * Vec3<double>{rate.x, rate.y, rate.z}, qd, k + 1);
  }

  Vec3<double> times_inertia(const Vec3<double>& w) const {
    return {inertia.x * w.x, inertia.y * w.y, inertia.z * w.z};
  }
  Vec3<double> center_velocity(In v) const {
    return (free_ ? vector(v, 3) : Vec3<double>{0, 0, 0}) + cross(vector(v, 0), center);
  }
  Status momentum(const State& x, In, Out p, Out rate) const override {
    const Vec3<double> linear = m * center_velocity(x.v), weight = R(x.q).transpose_times({0, 0, -m * gravity_});
    put(times_inertia(vector(x.v, 0)) + cross(center, linear), p, 0);
    put(cross(center, weight), rate, 0);
    if (!free_) return {};
    put(linear, p, 3);
    put(weight, rate, 3);
    return {};
  }
  /// p = (I w + c x P, P) with P = m (v + w x c): solved by hand for (w, v); held, by elimination of v.
  Status constrained_solve(double, In, In f, In, Out x, Out) const override {
    if (free_) {
      const Vec3<double> moment = vector(f, 0) - cross(center, vector(f, 3));
      const Vec3<double> w{moment.x / inertia.x, moment.y / inertia.y, moment.z / inertia.z};
      put(w, x, 0);
      put((1 / m) * vector(f, 3) - cross(w, center), x, 3);
      return {};
    }
    const double c2 = dot(center, center);
    const Vec3<double> c = center;
    const Mat3<double> J = {{inertia.x + m * (c2 - c.x * c.x), -m * c.x * c.y, -m * c.x * c.z},
                            {-m * c.x * c.y, inertia.y + m * (c2 - c.y * c.y), -m * c.y * c.z},
                            {-m * c.x * c.z, -m * c.y * c.z, inertia.z + m * (c2 - c.z * c.z)}};
    const Vec3<double> r = vector(f, 0), a = cross(J.r1, J.r2), b = cross(J.r2, J.r0), d = cross(J.r0, J.r1);
    put((1 / dot(J.r0, a)) * (r.x * a + r.y * b + r.z * d), x, 0);
    return {};
  }
  /// M vdot = rate + ad*_v p: M is constant in the body.
  Status accelerate(const State& x, In u, Out vdot, Out, Out) const override {
    Numbers p(x.v.size()), rate(p), f(p);
    momentum(x, u, p, rate);
    Turns(*this).coadjoint(x.v, p, f);
    for (std::size_t i = 0; i < f.size(); ++i) f[i] += rate[i];
    return constrained_solve(x.t, x.q, f, {}, vdot, {});
  }
  Status accelerate_jacobian(const State&, In, Out, Out, Out, Out) const override { return {}; }
  Energies energies(const State& x, In) const override {
    const Vec3<double> w = vector(x.v, 0), v = center_velocity(x.v);
    const double T = 0.5 * (dot(w, times_inertia(w)) + m * dot(v, v));
    const double V = m * gravity_ * ((free_ ? x.q[2] : 0.0) + (R(x.q) * center).z);
    return {T, V, T + V, 0};
  }
  /// Angular momentum in world components, about the world's origin.
  Vec3<double> spin(In y) const {
    const In q = y.first(free_ ? 7 : 4), v = y.subspan(q.size(), free_ ? 6 : 3);
    const Vec3<double> P = m * center_velocity(v), arm = free_ ? vector(q, 0) : Vec3<double>{0, 0, 0};
    return R(q) * (times_inertia(vector(v, 0)) + cross(center, P)) + cross(arm, R(q) * P);
  }

 private:
  bool free_;
  double gravity_;
};

}  // namespace alembert::testing_problems
