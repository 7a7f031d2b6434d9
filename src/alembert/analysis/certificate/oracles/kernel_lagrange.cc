#include "alembert/analysis/certificate/oracles/kernel_lagrange.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/kernel/energy.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.impl.h"
#include "alembert/scalar/dual.h"

namespace alembert {
namespace {

constexpr int directions = 8;
using Inner = Dual<1>;                  ///< along the motion
using Outer = Dual<directions, Inner>;  ///< along speeds or displacements

Inner moving(double value, double rate) {
  Inner inner(value);
  inner.d.set(0, rate);
  return inner;
}

}  // namespace

struct KernelLagrange::Memory {
  Params<Outer> par;
  Workspace<Outer> w;
  std::vector<Inner> q, v, unit, rate;
  std::vector<Outer> q_wide, v_wide;

  Memory(const Plan& plan, const Params<double>& numbers)
      : par(cast<Outer>(numbers)),
        w(plan),
        q(index(plan.nq)),
        v(index(plan.nv)),
        unit(index(plan.nv)),
        rate(index(plan.nq)),
        q_wide(index(plan.nq)),
        v_wide(index(plan.nv)) {}

  void reset() {
    for (std::size_t i = 0; i < q.size(); ++i) q_wide[i] = Outer(q[i]);
    for (std::size_t i = 0; i < v.size(); ++i) v_wide[i] = Outer(v[i]);
  }
  void bodies(const Plan& plan) {
    joint_poses<Outer>(plan, par, q_wide, w);
    world_poses(plan, w);
    velocities<Outer>(plan, par, v_wide, w);
  }
  Outer kinetic(const Plan& plan) { return kinetic_energy<Outer>(plan, par, v_wide, w); }
  Outer gravity(const Plan& plan) const { return gravity_energy<Outer>(plan, par, w); }
};

KernelLagrange::KernelLagrange(const Plan& plan, const Params<double>& par)
    : plan_(plan), memory_(std::make_unique<Memory>(plan, par)) {}
KernelLagrange::~KernelLagrange() = default;

std::vector<KernelLagrange::Sized> KernelLagrange::inverse_dynamics(std::span<const double> q,
                                                                    std::span<const double> v,
                                                                    std::span<const double> vdot) {
  Memory& m = *memory_;
  std::vector<Sized> tau(v.size());
  const auto add = [&](int i, double term) {
    tau[index(i)].value += term;
    tau[index(i)].size += std::abs(term);
  };
  std::vector<double> qdot(q.size()), p(v.size());
  coordinate_rates<double>(plan_, q, v, qdot);
  for (std::size_t i = 0; i < q.size(); ++i) m.q[i] = moving(q[i], qdot[i]);
  for (std::size_t i = 0; i < v.size(); ++i) m.v[i] = moving(v[i], vdot[i]);

  for (int first = 0; first < plan_.nv; first += directions) {
    const int count = std::min(directions, plan_.nv - first);
    // Momenta and their rates: outer directions along the speeds.
    m.reset();
    for (int k = 0; k < count; ++k) m.v_wide[index(first + k)].d.set(k, Inner(1.0));
    m.bodies(plan_);
    const Outer T = m.kinetic(plan_);
    for (int k = 0; k < count; ++k) {
      p[index(first + k)] = T.d[k].x;
      add(first + k, T.d[k].d[0]);
    }
    // -dL/dq: outer directions along displacements.
    m.reset();
    for (int k = 0; k < count; ++k) {
      std::ranges::fill(m.unit, Inner(0.0));
      m.unit[index(first + k)] = Inner(1.0);
      coordinate_rates<Inner>(plan_, m.q, m.unit, m.rate);
      for (std::size_t i = 0; i < m.rate.size(); ++i) m.q_wide[i].d.set(k, m.rate[i]);
    }
    m.bodies(plan_);
    const Outer T_moved = m.kinetic(plan_), V_moved = m.gravity(plan_);
    for (int k = 0; k < count; ++k) {
      add(first + k, -T_moved.d[k].x);
      add(first + k, V_moved.d[k].x);
    }
  }
  // Terms of frames that turn with the body.
  for (std::size_t b = 1; b < index(plan_.n_bodies()); ++b) {
    if (speeds_of(plan_.kind[b]) == 1) continue;
    const int d = plan_.first_v[b];
    const auto vector = [&](std::span<const double> x, int at) {
      return Vec3<double>{x[index(at)], x[index(at + 1)], x[index(at + 2)]};
    };
    const auto add_vector = [&](int at, const Vec3<double>& a) {
      add(at, a.x);
      add(at + 1, a.y);
      add(at + 2, a.z);
    };
    const Vec3<double> w = vector(v, d);
    add_vector(d, -cross(vector(p, d), w));
    if (plan_.kind[b] != JointKind::free) continue;
    add_vector(d, -cross(vector(p, d + 3), vector(v, d + 3)));
    add_vector(d + 3, -cross(vector(p, d + 3), w));
  }
  return tau;
}

}  // namespace alembert
