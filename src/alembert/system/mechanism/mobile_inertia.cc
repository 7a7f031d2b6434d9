#include "alembert/system/mechanism/mobile_inertia.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "alembert/kernel/aba.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/linalg/pivot_noise.h"
#include "alembert/linalg/symmetric_eigen.h"

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

bool turns(JointKind kind, int k) {
  return kind == JointKind::revolute || kind == JointKind::spherical || (kind == JointKind::free && k < 3);
}

/// How far mass centres and the users' frames on bodies that move are from the joints, at most.
double farthest(const Plan& plan, const Params<double>& par) {
  double reach = 0.0;
  for (std::size_t b = 1; b < static_cast<std::size_t>(plan.n_bodies()); ++b) {
    if (par.I_B[b].m > 0.0) reach = std::max(reach, norm(par.I_B[b].h) / par.I_B[b].m);
  }
  for (std::size_t b = 1; b < par.X_BU.size(); ++b)
    if (plan.carrier[b] != 0) reach = std::max(reach, norm(par.X_BU[b].p));
  return reach;
}

/// Pivots of the last articulated-body recursion along the joint of body b.
double pivot(const Plan& plan, const Workspace<double>& w, std::size_t b, int k) {
  const auto n = static_cast<std::size_t>(speeds_of(plan.kind[b]));
  const double* pivots = w.D.data() + w.first_D[b];
  return n == 1 ? 1.0 / pivots[0] : pivots[static_cast<std::size_t>(k) * (n + 1)];
}

}  // namespace

int speed_without_inertia(const Plan& plan, const Params<double>& par, std::span<const double> q) {
  Workspace<double> w(plan);
  joint_poses<double>(plan, par, q, w);
  const std::vector<double> zero(static_cast<std::size_t>(plan.nv), 0.0);
  std::vector<double> vdot(zero.size());
  aba<double>(plan, par, zero, zero, {}, vdot, w);
  std::vector<Inertia<double>> sum = carried(plan, par, w);
  const double reach = farthest(plan, par);
  for (auto b = static_cast<std::size_t>(plan.n_bodies()) - 1; b > 0; --b) {
    const int n = speeds_of(plan.kind[b]);
    if (plan.reversed[b]) sum[b] = transformed(w.X_BF[b].inverse(), sum[b]);  // speeds are about the frame F
    for (int k = 0; k < n; ++k) {
      const auto d = static_cast<std::size_t>(plan.first_v[b]) + static_cast<std::size_t>(k);
      const double scale = locked(sum[b], plan.kind[b], k, par.pitch[b]) + par.armature[d];
      const double p = pivot(plan, w, b, k);
      // A mass on the axis has no inertia about it, but for rounding of what it has about other points.
      const double rounded = turns(plan.kind[b], k) ? pivot_noise(16) * sum[b].m * reach * reach : 0.0;
      if (!(p > pivot_noise(n) * scale + rounded) || !std::isfinite(p)) return static_cast<int>(d);
    }
  }
  return -1;
}

bool has_motion_without_inertia(const Plan& plan, const Params<double>& par, std::span<const double> q) {
  if (speed_without_inertia(plan, par, q) >= 0) return true;
  constexpr int most = 64;  // eigenvalues of larger matrices take longer than all else
  if (plan.nv == 0 || plan.nv > most) return false;
  const auto n = static_cast<std::size_t>(plan.nv);
  Workspace<double> w(plan);
  joint_poses<double>(plan, par, q, w);
  std::vector<double> M(n * n);
  crba<double>(plan, par, M, w);
  std::vector<double> scale(n);
  for (std::size_t i = 0; i < n; ++i) scale[i] = 1.0 / std::sqrt(M[i * n + i]);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) M[i * n + j] *= scale[i] * scale[j];
  constexpr int products = 4;  // roundings in an element of M, for each in its elimination
  return !(symmetric_eigen(plan.nv, M).values.front() > pivot_noise(products * plan.nv));
}

}  // namespace alembert
