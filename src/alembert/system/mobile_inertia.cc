#include "alembert/system/mobile_inertia.h"

#include <cmath>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/kernel/aba.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/linalg/pivot_noise.h"
#include "alembert/linalg/symmetric_eigen.h"
#include "alembert/system/rank/general_rank.h"

namespace alembert {
namespace {

/// Inertia of each body with all that it carries, in its frame.
std::vector<Inertia<double>> carried(const Plan& plan, const Params<double>& par, const Workspace<double>& w) {
  std::vector<Inertia<double>> sum = par.I_B;
  for (auto b = static_cast<std::size_t>(plan.n_bodies()) - 1; b > 0; --b)
    sum[static_cast<std::size_t>(plan.parent[b])] += transformed(w.X_PB[b], sum[b]);
  return sum;
}

/// Inertia that a unit speed would have if all joints further out were locked, or an upper bound of it.
double locked(const Inertia<double>& i, JointKind kind, int k, double pitch) {
  const double angular = i.I.xx + i.I.yy + i.I.zz;
  switch (kind) {
    case JointKind::revolute: return i.I.zz;
    case JointKind::prismatic: return i.m;
    case JointKind::screw: return i.I.zz + pitch * pitch * i.m;
    case JointKind::spherical: return angular;
    case JointKind::free: break;
  }
  return k < 3 ? angular : i.m;
}

/// Pivots of the last articulated-body recursion along the joint of body b.
double pivot(const Plan& plan, const Workspace<double>& w, std::size_t b, int k) {
  const auto n = static_cast<std::size_t>(speeds_of(plan.kind[b]));
  const double* pivots = w.D.data() + w.first_D[b];
  return n == 1 ? 1.0 / pivots[0] : pivots[static_cast<std::size_t>(k) * (n + 1)];
}

std::vector<double> random_coordinates(const Plan& plan, Random& random) {
  std::vector<double> q(static_cast<std::size_t>(plan.nq));
  for (double& x : q) x = random.uniform(-1.0, 1.0);
  for (std::size_t b = 1; b < static_cast<std::size_t>(plan.n_bodies()); ++b) {
    if (coordinates_of(plan.kind[b]) == 1) continue;
    double* p = q.data() + plan.first_q[b] + (plan.kind[b] == JointKind::free ? 3 : 0);
    const double length = std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
    for (int k = 0; k < 4; ++k) p[k] /= length;
  }
  return q;
}

[[noreturn]] void fail_without_inertia(const Mechanism& model, int speed) {
  const MechanismCoordinate& which = model.speeds[static_cast<std::size_t>(speed)];
  const Joint& joint = model.joints[static_cast<std::size_t>(which.joint)];
  const auto name = [&](int body) { return "'" + model.bodies[static_cast<std::size_t>(body)].name + "'"; };
  throw Error(Error::Code::bad_value,
              "joint '" + joint.name + "' between " + name(joint.first) + " and " + name(joint.second) +
                  " moves nothing that has inertia along " + which.name,
              joint.source, "give the bodies that it carries a mass or an inertia, or the joint an armature");
}

}  // namespace

int speed_without_inertia(const Plan& plan, const Params<double>& par, std::span<const double> q) {
  Workspace<double> w(plan);
  joint_poses<double>(plan, par, q, w);
  const std::vector<double> zero(static_cast<std::size_t>(plan.nv), 0.0);
  std::vector<double> vdot(zero.size());
  aba<double>(plan, par, zero, zero, {}, vdot, w);
  std::vector<Inertia<double>> sum = carried(plan, par, w);
  for (auto b = static_cast<std::size_t>(plan.n_bodies()) - 1; b > 0; --b) {
    const int n = speeds_of(plan.kind[b]);
    if (plan.reversed[b]) sum[b] = transformed(w.X_BF[b].inverse(), sum[b]);  // speeds are about the frame F
    for (int k = 0; k < n; ++k) {
      const auto d = static_cast<std::size_t>(plan.first_v[b]) + static_cast<std::size_t>(k);
      const double scale = locked(sum[b], plan.kind[b], k, par.pitch[b]) + par.armature[d];
      const double p = pivot(plan, w, b, k);
      if (!(p > pivot_noise(n) * scale) || !std::isfinite(p)) return static_cast<int>(d);
    }
  }
  return -1;
}

void check_mobile_inertia(const Mechanism& model, const Plan& plan, const Params<double>& par,
                          std::span<const double> q) {
  int speed = speed_without_inertia(plan, par, q);
  if (speed < 0) return;
  Random random(1);
  for (int trial = 0; trial < 3 && speed >= 0; ++trial)
    speed = speed_without_inertia(plan, par, random_coordinates(plan, random));
  if (speed < 0) return;  // singular at the start alone: whoever computes there says so
  fail_without_inertia(model, speed);
}

void check_constrained_inertia(const Mechanism& model, std::vector<double> M, const ConstraintSystem& system,
                               std::span<const double> q) {
  const std::size_t nv = model.speeds.size();
  const RankResult rank = rank_at(system, 0.0, q, system.sizes().na);
  const std::vector<double> units = system.row_scales(0.0, q).units;
  for (std::size_t i = 0; i < nv; ++i)
    for (std::size_t j = 0; j < nv; ++j) M[i * nv + j] *= units[i] * units[j];
  const std::size_t free = nv - static_cast<std::size_t>(rank.rank);
  if (free == 0) return;
  // Z^T M Z must be positive definite for the null space Z of the rows.
  std::vector<double> MZ(nv * free, 0.0), K(free * free, 0.0);
  for (std::size_t i = 0; i < nv; ++i)
    for (std::size_t k = 0; k < nv; ++k)
      for (std::size_t j = 0; j < free; ++j) MZ[i * free + j] += M[i * nv + k] * rank.null_space[k * free + j];
  for (std::size_t i = 0; i < free; ++i)
    for (std::size_t k = 0; k < nv; ++k)
      for (std::size_t j = 0; j < free; ++j) K[i * free + j] += rank.null_space[k * free + i] * MZ[k * free + j];
  const SymmetricEigen eigen = symmetric_eigen(static_cast<int>(free), K);
  constexpr double noise = 1e-13;  // of the largest inertia: what rounding in M and Z leaves of a zero
  if (eigen.values.front() > noise * eigen.values.back()) return;
  std::size_t speed = 0;
  double largest = -1.0;
  for (std::size_t i = 0; i < nv; ++i) {
    double moved = 0.0;
    for (std::size_t j = 0; j < free; ++j) moved += rank.null_space[i * free + j] * eigen.vectors[j * free];
    if (std::abs(moved) <= largest) continue;
    largest = std::abs(moved);
    speed = i;
  }
  fail_without_inertia(model, static_cast<int>(speed));
}

}  // namespace alembert
