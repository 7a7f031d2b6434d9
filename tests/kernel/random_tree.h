/// Random mechanisms and states for the tests of kernel/, displacements on their configuration spaces, and comparison.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <span>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/plan/params.h"
#include "alembert/spatial/rotations.h"
#include "scalar/ulp.h"

namespace alembert::testing {

using Numbers = std::vector<double>;

struct Tree {
  Plan plan;
  Params<double> par;

  std::size_t nv() const { return static_cast<std::size_t>(plan.nv); }
  std::size_t bodies() const { return static_cast<std::size_t>(plan.n_bodies()); }
};

inline Vec3<double> random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}
inline Mat3<double> random_rotation(Random& random) {
  constexpr double pi = std::numbers::pi;
  return rotation_rpy(random.uniform(-pi, pi), random.uniform(-pi, pi), random.uniform(-pi, pi));
}
/// A body that exists: second moments positive, so principal moments obey the triangle inequality.
inline Inertia<double> random_inertia(Random& random) {
  const double a = random.uniform(0.01, 0.2), b = random.uniform(0.01, 0.2), c = random.uniform(0.01, 0.2);
  const Sym3<double> central = rotated(random_rotation(random), Sym3<double>{b + c, a + c, a + b, 0, 0, 0});
  return Inertia<double>::about_center(random.uniform(0.5, 2.0), random_vector(random, 0.3), central);
}

/// Fills the parameters at random. Armature on joints of one coordinate only, as models have it.
inline void randomize(Tree& tree, Random& random) {
  tree.par = empty_params<double>(tree.plan);
  tree.par.gravity_W = random_vector(random, 10.0);
  for (std::size_t b = 1; b < tree.bodies(); ++b) {
    tree.par.X_PF[b] = {random_rotation(random), random_vector(random, 0.5)};
    tree.par.I_B[b] = random_inertia(random);
    tree.par.pitch[b] = random.uniform(-0.3, 0.3);
    if (speeds_of(tree.plan.kind[b]) == 1)
      tree.par.armature[static_cast<std::size_t>(tree.plan.first_v[b])] = random.uniform(0.0, 0.1);
  }
  tree.par.I_B[0] = random_inertia(random);
}

/// Bodies depth first, each carried by the last body or by one above it (by the world in one case of `branching`).
/// @param kinds     to choose joints from
/// @param shuffled  coordinates stand in q and v in an order of their own, as in a model file
/// @param reversed  spherical and free joints have the coordinates of the parent's side in the child
inline Tree random_tree(Random& random, int bodies, const std::vector<JointKind>& kinds, double branching,
                        bool shuffled, bool reversed = false) {
  const auto index = [&](std::size_t n) { return static_cast<std::size_t>(random.uniform(0, static_cast<double>(n))); };
  std::vector<JointKind> kind;
  for (int b = 0; b < bodies; ++b) kind.push_back(kinds[index(kinds.size())]);
  std::vector<std::size_t> place(kind.size());
  std::iota(place.begin(), place.end(), 0U);
  if (shuffled)
    for (std::size_t i = place.size(); i > 1; --i) std::swap(place[i - 1], place[index(i)]);
  std::vector<int> first_q(kind.size()), first_v(kind.size());
  int q = 0, v = 0;
  for (const std::size_t b : place) {
    first_q[b] = q;
    first_v[b] = v;
    q += coordinates_of(kind[b]);
    v += speeds_of(kind[b]);
  }
  Tree tree;
  for (std::size_t b = 0; b < kind.size(); ++b) {
    int parent = static_cast<int>(b);
    while (parent > 0 && random.uniform(0, 1) < branching) parent = tree.plan.parent[static_cast<std::size_t>(parent)];
    add_body(tree.plan, parent, kind[b], first_q[b], first_v[b], reversed && speeds_of(kind[b]) > 1);
  }
  finish(tree.plan);
  randomize(tree, random);
  return tree;
}

/// Revolute joints with parallel axes in a plane, links along x, gravity in the plane.
inline Tree planar_chain(Random& random, int links) {
  Tree tree;
  for (int b = 0; b < links; ++b) add_body(tree.plan, b, JointKind::revolute, b, b);
  finish(tree.plan);
  tree.par = empty_params<double>(tree.plan);
  tree.par.gravity_W = {0, -9.81, 0};
  for (std::size_t b = 1; b < tree.bodies(); ++b) {
    if (b > 1) tree.par.X_PF[b].p = {random.uniform(0.3, 1.0), 0, 0};
    tree.par.I_B[b] = Inertia<double>::about_center(random.uniform(0.5, 2), {random.uniform(0.1, 0.5), 0, 0},
                                                    {0.1, 0.1, 0.1, 0, 0, 0});
  }
  return tree;
}

inline const std::vector<JointKind>& all_kinds() {
  static const std::vector<JointKind> kinds{JointKind::revolute, JointKind::prismatic, JointKind::screw,
                                            JointKind::spherical, JointKind::free};
  return kinds;
}
inline const std::vector<JointKind>& single_axis_kinds() {
  static const std::vector<JointKind> kinds{JointKind::revolute, JointKind::prismatic, JointKind::screw};
  return kinds;
}

/// Joints of one coordinate each: trees and chains.
inline std::vector<Tree> single_axis_trees() {
  Random random(7);
  std::vector<Tree> trees;
  for (int i = 0; i < 4; ++i) trees.push_back(random_tree(random, 1 + 3 * i, single_axis_kinds(), 0.4, i % 2 == 1));
  trees.push_back(random_tree(random, 24, {JointKind::revolute}, 0.0, false));
  trees.push_back(planar_chain(random, 8));
  return trees;
}
/// The same and trees with every kind of joint, some of several parts.
inline std::vector<Tree> sample_trees() {
  Random random(3);
  std::vector<Tree> trees = single_axis_trees();
  for (const JointKind kind : all_kinds()) trees.push_back(random_tree(random, 1, {kind}, 0.0, false));
  for (int i = 0; i < 6; ++i) trees.push_back(random_tree(random, 4 + 2 * i, all_kinds(), 0.3, i % 2 == 1));
  for (const JointKind kind : {JointKind::spherical, JointKind::free})
    trees.push_back(random_tree(random, 1, {kind}, 0.0, false, true));
  for (int i = 0; i < 3; ++i) trees.push_back(random_tree(random, 4 + 2 * i, all_kinds(), 0.3, i % 2 == 1, true));
  return trees;
}

struct State {
  Numbers q, v, vdot;
  std::vector<Force<double>> F_ext;  ///< [body]
};

inline State random_state(const Plan& plan, Random& random) {
  State x;
  x.q.resize(static_cast<std::size_t>(plan.nq));
  for (double& q : x.q) q = random.uniform(-1.5, 1.5);
  for (std::size_t b = 1; b < plan.kind.size(); ++b) {
    if (speeds_of(plan.kind[b]) == 1) continue;
    const std::size_t at = static_cast<std::size_t>(plan.first_q[b]) + (plan.kind[b] == JointKind::free ? 3U : 0U);
    const Quaternion<double> q = quaternion(random_rotation(random));
    std::copy_n(std::initializer_list<double>{q.w, q.x, q.y, q.z}.begin(), 4, x.q.begin() + static_cast<long>(at));
  }
  for (int d = 0; d < plan.nv; ++d) {
    x.v.push_back(random.uniform(-1.5, 1.5));
    x.vdot.push_back(random.uniform(-1.5, 1.5));
  }
  for (std::size_t b = 0; b < plan.kind.size(); ++b)
    x.F_ext.push_back({random_vector(random, 2.0), random_vector(random, 2.0)});
  return x;
}

template <Scalar S>
std::vector<S> cast(const Numbers& x) {
  return std::vector<S>(x.begin(), x.end());
}
template <Scalar S>
Vec3<S> cast(const Vec3<double>& x) {
  return {S(x.x), S(x.y), S(x.z)};
}

/// q displaced by delta [nv]: q + delta, for quaternions q exp(delta) in the moving frame, for a free joint the shift
/// of the origin in the moving frame as well.
template <Scalar S>
std::vector<S> displaced(const Plan& plan, const std::vector<S>& q, const std::vector<S>& delta) {
  std::vector<S> result = q;
  for (std::size_t b = 1; b < plan.kind.size(); ++b) {
    S* x = result.data() + plan.first_q[b];
    const S* d = delta.data() + plan.first_v[b];
    if (speeds_of(plan.kind[b]) == 1) {
      x[0] += d[0];
      continue;
    }
    S* r = plan.kind[b] == JointKind::free ? x + 3 : x;
    const Quaternion<S> before{r[0], r[1], r[2], r[3]};
    if (plan.kind[b] == JointKind::free) {
      const Vec3<S> shift = rotation(before) * Vec3<S>{d[3], d[4], d[5]};
      x[0] += shift.x;
      x[1] += shift.y;
      x[2] += shift.z;
    }
    const Quaternion<S> after = before * exp_quaternion(Vec3<S>{d[0], d[1], d[2]});
    r[0] = after.w;
    r[1] = after.x;
    r[2] = after.y;
    r[3] = after.z;
  }
  return result;
}

/// Poses of all bodies in the world.
template <Scalar S>
std::vector<Transform<S>> poses(const Plan& plan, const Params<S>& par, const std::vector<S>& q) {
  Workspace<S> w(plan);
  joint_poses<S>(plan, par, q, w);
  world_poses<S>(plan, w);
  return w.X_WB;
}

/// |a - b| relative to the largest element of b, or to `at_least` if that is more: the size of what cancels in b.
inline double residual(std::span<const double> a, std::span<const double> b, double at_least = 0) {
  if (a.size() != b.size()) return inf;
  double largest = at_least, worst = 0;
  for (const double x : b) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double e = std::abs(a[i] - b[i]);
    worst = std::max(worst, std::isnan(e) ? inf : e);
  }
  return largest > 0 ? worst / largest : worst;
}

inline Numbers flat(const Motion<double>& V) { return {V.w.x, V.w.y, V.w.z, V.v.x, V.v.y, V.v.z}; }
inline Numbers flat(const Force<double>& F) { return {F.n.x, F.n.y, F.n.z, F.f.x, F.f.y, F.f.z}; }
inline Numbers flat(const Vec3<double>& a) { return {a.x, a.y, a.z}; }

/// A x for a row-major matrix.
inline Numbers times(std::span<const double> A, std::span<const double> x) {
  Numbers y(A.size() / x.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t k = 0; k < x.size(); ++k) y[i] += A[i * x.size() + k] * x[k];
  return y;
}

}  // namespace alembert::testing
