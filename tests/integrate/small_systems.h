/// Systems of a few coordinates with known motions, for the tests of methods that work on a System.
#pragma once
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "alembert/linalg/dense_solve.h"
#include "alembert/spatial/rotations.h"
#include "alembert/system/system.h"

namespace alembert::testing_systems {

using Numbers = std::vector<double>;

/// A system from M(q) [nv x nv], f(x), A(q), b and the rest of what holds it. Accelerations and multipliers come from
/// the dense equations M vdot + A^T lambda = f, A vdot = c, derivatives of the residual from central differences.
class SmallSystem : public System {
 public:
  explicit SmallSystem(const Sizes& sizes) : sizes_(sizes) {}

  Sizes sizes() const override { return sizes_; }
  std::string coordinate_name(int i) const override { return "q" + std::to_string(i); }
  std::string speed_name(int i) const override { return "v" + std::to_string(i); }
  void inputs(double, Out) const override {}

  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const override {
    const std::size_t nv = x.v.size(), na = count(sizes_.na), n = nv + na;
    Numbers K(n * n), right(n), c(na), no_rates(nv), no_rows(na), r(nv);
    if (const Status status = residual(x, u, no_rates, no_rows, r, zdot); !status.good()) return status;
    constraint_acceleration(x, c);
    const Numbers M = mass(x.q), A = rows(x.t, x.q);
    for (std::size_t i = 0; i < nv; ++i) {
      right[i] = -r[i];
      for (std::size_t j = 0; j < nv; ++j) K[i * n + j] = M[i * nv + j];
      for (std::size_t j = 0; j < na; ++j) K[i * n + nv + j] = K[(nv + j) * n + i] = A[j * nv + i];
    }
    std::ranges::copy(c, right.begin() + static_cast<std::ptrdiff_t>(nv));
    const Numbers solution = solve_dense(static_cast<int>(n), static_cast<int>(n), K, right).x;
    std::copy_n(solution.begin(), nv, vdot.begin());
    if (!lambda.empty()) std::copy_n(solution.begin() + static_cast<std::ptrdiff_t>(nv), na, lambda.begin());
    return {};
  }
  Status accelerate_jacobian(const State& x, In, Out, Out, Out, Out) const override {
    return {Trouble::singular, -1, x.t};
  }

  Status residual(const State& x, In, In vdot, In lambda, Out r, Out zdot) const override {
    const std::size_t nv = x.v.size();
    force(x, r, zdot);
    const Numbers M = mass(x.q), A = rows(x.t, x.q);
    for (std::size_t i = 0; i < nv; ++i) {
      r[i] = -r[i];
      for (std::size_t j = 0; j < nv; ++j) r[i] += M[i * nv + j] * vdot[j];
      for (std::size_t j = 0; j < lambda.size(); ++j) r[i] += A[j * nv + i] * lambda[j];
    }
    return {};
  }
  Status residual_jacobian(const State& x, In u, In vdot, In lambda, ResidualJacobian& d) const override {
    const std::size_t nv = x.v.size(), nz = x.z.size();
    d.mass = sparse(mass(x.q), nv);
    Numbers by_q(nv * nv), by_v(nv * nv), by_z(nv * nz), z_by_q(nz * nv), z_by_v(nz * nv), z_by_z(nz * nz);
    const auto differentiate = [&](std::size_t columns, auto&& moved, Numbers& of_r, Numbers& of_z) {
      constexpr double h = 1e-5;
      Numbers r(nv), zdot(nz);
      for (std::size_t j = 0; j < columns; ++j)
        for (const double side : {1.0, -1.0}) {
          const auto [q, v, z] = moved(j, side * h);
          if (const Status status = residual({x.t, q, v, z}, u, vdot, lambda, r, zdot); !status.good()) return status;
          for (std::size_t i = 0; i < nv; ++i) of_r[i * columns + j] += side * r[i] / (2 * h);
          for (std::size_t i = 0; i < nz; ++i) of_z[i * columns + j] += side * zdot[i] / (2 * h);
        }
      return Status{};
    };
    struct Place {
      Numbers q, v, z;
    };
    const Place here = {{x.q.begin(), x.q.end()}, {x.v.begin(), x.v.end()}, {x.z.begin(), x.z.end()}};
    const auto along_q = [&](std::size_t j, double h) {
      Place there = here;
      Numbers dq(nv);
      dq[j] = h;
      step(here.q, dq, there.q);
      return there;
    };
    const auto along_v = [&](std::size_t j, double h) {
      Place there = here;
      there.v[j] += h;
      return there;
    };
    const auto along_z = [&](std::size_t j, double h) {
      Place there = here;
      there.z[j] += h;
      return there;
    };
    if (const Status status = differentiate(nv, along_q, by_q, z_by_q); !status.good()) return status;
    if (const Status status = differentiate(nv, along_v, by_v, z_by_v); !status.good()) return status;
    if (const Status status = differentiate(nz, along_z, by_z, z_by_z); !status.good()) return status;
    d.by_q = sparse(by_q, nv);
    d.by_v = sparse(by_v, nv);
    d.by_z = sparse(by_z, nz);
    d.z_by_q = sparse(z_by_q, nv);
    d.z_by_v = sparse(z_by_v, nv);
    d.z_by_z = sparse(z_by_z, nz);
    return {};
  }

  void constraint_jacobian(double t, In q, SparseRows& A) const override { A = sparse(rows(t, q), count(sizes_.nv)); }
  Energies energies(const State&, In) const override { return {}; }

 protected:
  virtual Numbers mass(In q) const = 0;
  virtual void force(const State& x, Out f, Out zdot) const = 0;
  virtual Numbers rows(double /*t*/, In /*q*/) const { return {}; }  ///< A [na x nv]

  static std::size_t count(int n) { return static_cast<std::size_t>(n); }
  static Numbers diagonal(const Numbers& m) {
    Numbers M(m.size() * m.size());
    for (std::size_t i = 0; i < m.size(); ++i) M[i * m.size() + i] = m[i];
    return M;
  }

 private:
  static SparseRows sparse(const Numbers& dense, std::size_t columns) {
    SparseRows result;
    const std::size_t rows = columns == 0 ? 0 : dense.size() / columns;
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        result.column.push_back(static_cast<int>(j));
        result.value.push_back(dense[i * columns + j]);
      }
      result.first.push_back(static_cast<int>(result.column.size()));
    }
    return result;
  }

  Sizes sizes_;
};

/// m = 1: vdot = -w^2 q - 2 d v, with a filter zdot = q - 2 z, and the work of the damper.
class Oscillator : public SmallSystem {
 public:
  explicit Oscillator(double w = 1.0, double d = 0.0) : SmallSystem({1, 1, 1, 0, 0, 0, 0}), w_(w), d_(d) {}
  Energies energies(const State& x, In) const override {
    const double kinetic = 0.5 * x.v[0] * x.v[0], potential = 0.5 * w_ * w_ * x.q[0] * x.q[0];
    return {kinetic, potential, kinetic + potential, -2 * d_ * x.v[0] * x.v[0]};
  }

 protected:
  Numbers mass(In) const override { return {1.0}; }
  void force(const State& x, Out f, Out zdot) const override {
    f[0] = -w_ * w_ * x.q[0] - 2 * d_ * x.v[0];
    zdot[0] = x.q[0] - 2 * x.z[0];
  }
  double w_, d_;
};

/// A mass 1 in a vertical plane (x, y up) on a massless rod of length 1; the row (x^2 + y^2 - 1)/2 as often as wanted.
class RodPendulum : public SmallSystem {
 public:
  explicit RodPendulum(double g = 9.81, int copies = 1)
      : SmallSystem({2, 2, 0, 0, copies, copies, 0}), g_(g), copies_(copies) {}
  void constraint(double, In q, Out phi) const override {
    std::ranges::fill(phi, 0.5 * (q[0] * q[0] + q[1] * q[1] - 1));
  }
  void constraint_acceleration(const State& x, Out c) const override {
    std::ranges::fill(c, -x.v[0] * x.v[0] - x.v[1] * x.v[1]);
  }

 protected:
  Numbers mass(In) const override { return diagonal({1, 1}); }
  void force(const State&, Out f, Out) const override {
    f[0] = 0;
    f[1] = -g_;
  }
  Numbers rows(double, In q) const override {
    Numbers A;
    for (int i = 0; i < copies_; ++i) A.insert(A.end(), q.begin(), q.end());
    return A;
  }
  double g_;
  int copies_;
};

/// The same with a stiff spring in place of the rod.
class SpringPendulum : public SmallSystem {
 public:
  explicit SpringPendulum(double stiffness, double g = 9.81) : SmallSystem({2, 2}), stiffness_(stiffness), g_(g) {}

 protected:
  Numbers mass(In) const override { return diagonal({1, 1}); }
  void force(const State& x, Out f, Out) const override {
    const double r = std::hypot(x.q[0], x.q[1]), pull = stiffness_ * (r - 1) / r;
    f[0] = -pull * x.q[0];
    f[1] = -pull * x.q[1] - g_;
  }
  double stiffness_, g_;
};

/// A free body with moments of inertia (A, A, C) and mass 1: q = (position, quaternion), v = (angular, linear) in the
/// body.
class Top : public SmallSystem {
 public:
  Top(double A, double C) : SmallSystem({7, 6}), A_(A), C_(C) {}
  int speed_of(int) const override { return 0; }
  std::vector<int> quaternions() const override { return {3}; }

  void qdot(In q, In v, Out qd) const override {
    const Quaternion<double> r = turn(q), rate = r * Quaternion<double>{0, 0.5 * v[0], 0.5 * v[1], 0.5 * v[2]};
    put(rotated(r, {v[3], v[4], v[5]}), qd);
    put(rate, qd.subspan(3));
  }
  void step(In q, In dq, Out q_new) const override {
    const Quaternion<double> r = turn(q);
    const Vec3<double> position{q[0], q[1], q[2]};
    put(position + rotated(r, {dq[3], dq[4], dq[5]}), q_new);
    put(r * exp_quaternion(Vec3<double>{dq[0], dq[1], dq[2]}), q_new.subspan(3));
  }
  void tidy(Out q) const override {
    const double size = std::sqrt(q[3] * q[3] + q[4] * q[4] + q[5] * q[5] + q[6] * q[6]);
    for (std::size_t i = 3; i < 7; ++i) q[i] /= size;
  }
  void difference(In from, In to, Out dq) const override {
    const Quaternion<double> back = turn(from).conjugate();
    put(log_quaternion(back * turn(to)), dq);
    put(rotated(back, {to[0] - from[0], to[1] - from[1], to[2] - from[2]}), dq.subspan(3));
  }

 protected:
  Numbers mass(In) const override { return diagonal({A_, A_, C_, 1, 1, 1}); }
  void force(const State& x, Out f, Out) const override {
    const Vec3<double> w{x.v[0], x.v[1], x.v[2]}, u{x.v[3], x.v[4], x.v[5]}, L{A_ * w.x, A_ * w.y, C_ * w.z};
    put(cross(L, w), f);
    put(cross(u, w), f.subspan(3));
  }

 private:
  static Quaternion<double> turn(In q) { return {q[3], q[4], q[5], q[6]}; }
  static Vec3<double> rotated(const Quaternion<double>& r, const Vec3<double>& a) {
    const Quaternion<double> result = r * Quaternion<double>{0, a.x, a.y, a.z} * r.conjugate();
    return {result.x, result.y, result.z};
  }
  static void put(const Vec3<double>& a, Out x) {
    x[0] = a.x;
    x[1] = a.y;
    x[2] = a.z;
  }
  static void put(const Quaternion<double>& r, Out x) {
    x[0] = r.w;
    put(Vec3<double>{r.x, r.y, r.z}, x.subspan(1));
  }
  double A_, C_;
};

/// A blade at the mass centre of a body with mass and moment of inertia 1, pushed forward by a force F: (x, y, theta),
/// row -sin(theta) xdot + cos(theta) ydot = 0.
class Sleigh : public SmallSystem {
 public:
  explicit Sleigh(double F) : SmallSystem({3, 3, 0, 0, 0, 1, 0}), F_(F) {}
  void constraint_acceleration(const State& x, Out c) const override {
    c[0] = x.v[2] * (std::cos(x.q[2]) * x.v[0] + std::sin(x.q[2]) * x.v[1]);
  }

 protected:
  Numbers mass(In) const override { return diagonal({1, 1, 1}); }
  void force(const State& x, Out f, Out) const override {
    f[0] = F_ * std::cos(x.q[2]);
    f[1] = F_ * std::sin(x.q[2]);
    f[2] = 0;
  }
  Numbers rows(double, In q) const override { return {-std::sin(q[2]), std::cos(q[2]), 0}; }
  double F_;
};

}  // namespace alembert::testing_systems
