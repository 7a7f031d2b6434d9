// Centroidal momentum, the mass centre's Jacobian, power, and the regressor of inertial parameters.
#include "alembert/spatial/momentum.h"
#include "alembert/kernel/aba.h"
#include "alembert/kernel/centroidal.h"
#include "alembert/kernel/energy.h"
#include "alembert/kernel/regressor.h"
#include "alembert/kernel/rnea.h"
#include "alembert/kernel/world_columns.h"
#include "kernel/oracle.h"

namespace alembert::momentum_test {
namespace {

using testing::cast;
using testing::flat;
using testing::Numbers;
using testing::residual;
using testing::State;
using testing::tol;
using testing::Tree;
using D = Dual<8>;

template <class F>
void for_samples(F f) {
  Random random(29);
  for (const Tree& tree : testing::sample_trees())
    for (int i = 0; i < 3; ++i) {
      const State x = testing::random_state(tree.plan, random);
      Workspace<double> w(tree.plan);
      WorldWorkspace<double> ww(tree.plan);
      joint_poses<double>(tree.plan, tree.par, x.q, w);
      world_poses<double>(tree.plan, w);
      velocities<double>(tree.plan, tree.par, x.v, w);
      world_columns<double>(tree.plan, tree.par, w, ww);
      world_velocities<double>(tree.plan, x.v, ww);
      composite_inertias<double>(tree.plan, tree.par, ww);
      f(tree, x, w, ww);
    }
}

/// Coordinates and speeds along the motion: the derivative in direction 0 is that by time.
std::pair<std::vector<D>, std::vector<D>> along_motion(const Tree& tree, const State& x) {
  Numbers qdot(x.q.size());
  coordinate_rates<double>(tree.plan, x.q, x.v, qdot);
  std::vector<D> q = cast<D>(x.q), v = cast<D>(x.v);
  for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, qdot[i]);
  for (std::size_t d = 0; d < v.size(); ++d) v[d].d.set(0, x.vdot[d]);
  return {q, v};
}

TEST(Centroidal, MatrixTimesSpeedsIsTheMomentum) {
  for_samples([](const Tree& tree, const State& x, Workspace<double>& w, WorldWorkspace<double>& ww) {
    Numbers A(6 * tree.nv()), J(3 * tree.nv());
    centroidal_matrix<double>(tree.plan, tree.par, false, A, ww);
    center_jacobian<double>(tree.plan, tree.par, false, J, ww);
    const Momentum<double> sum = momentum<double>(tree.plan, tree.par, false, w);
    const Force<double> h = about_point(Force<double>{sum.angular, sum.linear}, sum.center);
    EXPECT_LE(residual(testing::times(A, x.v), flat(h)), tol(1e-13)) << tree.bodies();
    EXPECT_LE(residual(testing::times(J, x.v), flat((1.0 / sum.mass) * sum.linear)), tol(1e-13)) << tree.bodies();

    const CentroidalMotion<double> motion = centroidal_motion<double>(tree.plan, tree.par, false, x.v, ww);
    EXPECT_LE(residual(flat(motion.momentum), flat(h)), tol(1e-13)) << tree.bodies();
    EXPECT_LE(residual(flat(motion.center), flat(sum.center)), tol(1e-13)) << tree.bodies();
    EXPECT_LE(residual(flat(motion.velocity), testing::times(J, x.v)), tol(1e-13)) << tree.bodies();
    EXPECT_NEAR(motion.mass, sum.mass, tol(1e-13 * sum.mass));
  });
}

// The mass centre moves as its Jacobian says, and dA/dt v is the bias: by duals along the motion.
TEST(Centroidal, RatesMatchDuals) {
  for_samples([](const Tree& tree, const State& x, Workspace<double>& /*w*/, WorldWorkspace<double>& ww) {
    const CentroidalMotion<double> motion = centroidal_motion<double>(tree.plan, tree.par, false, x.v, ww);
    const auto [q, v] = along_motion(tree, x);
    const Params<D> par = alembert::cast<D>(tree.par);
    Workspace<D> w(tree.plan);
    WorldWorkspace<D> dual(tree.plan);
    joint_poses<D>(tree.plan, par, q, w);
    world_columns<D>(tree.plan, par, w, dual);
    composite_inertias<D>(tree.plan, par, dual);
    std::vector<D> A(6 * tree.nv());
    centroidal_matrix<D>(tree.plan, par, false, A, dual);
    Numbers rate;
    for (const D& element : A) rate.push_back(element.d[0]);
    EXPECT_LE(residual(flat(motion.bias), testing::times(rate, x.v), 1.0), tol(2e-13)) << tree.bodies();
    world_velocities<D>(tree.plan, v, dual);
    const CentroidalMotion<D> moving = centroidal_motion<D>(tree.plan, par, false, v, dual);
    EXPECT_LE(residual(flat(motion.velocity), flat(testing::derivative(moving.center, 0))), tol(1e-13));
    // d(A v)/dt = A vdot + dA/dt v.
    Numbers plain(6 * tree.nv());
    centroidal_matrix<double>(tree.plan, tree.par, false, plain, ww);
    Numbers sum = testing::times(plain, x.vdot);
    const Numbers bias = flat(motion.bias);
    for (std::size_t k = 0; k < 6; ++k) sum[k] += bias[k];
    const Force<double> total{testing::derivative(moving.momentum.n, 0), testing::derivative(moving.momentum.f, 0)};
    EXPECT_LE(residual(sum, flat(total), 1.0), tol(2e-13)) << tree.bodies();
  });
}

// Bodies on one free body, efforts between them only: no force from outside but gravity, which acts at the mass centre.
TEST(Centroidal, MomentumObeysForcesFromOutside) {
  Random random(31);
  for (int i = 0; i < 10; ++i) {
    Tree tree;
    add_body(tree.plan, 0, JointKind::free, 0, 0);
    int q = 7, v = 6;
    for (int b = 1; b < 8; ++b) {
      const JointKind kind = testing::all_kinds()[static_cast<std::size_t>(random.uniform(0, 4))];
      add_body(tree.plan, b % 3 == 0 ? 1 : b, kind, q, v);
      q += coordinates_of(kind);
      v += speeds_of(kind);
    }
    finish(tree.plan);
    testing::randomize(tree, random);
    tree.par.I_B[0] = {};
    std::fill(tree.par.armature.begin(), tree.par.armature.end(), 0.0);  // rotors would store momentum of their own
    const State x = testing::random_state(tree.plan, random);
    Numbers tau = x.vdot, vdot(tree.nv()), A(6 * tree.nv());
    std::fill_n(tau.begin(), 6, 0.0);
    Workspace<double> w(tree.plan);
    WorldWorkspace<double> ww(tree.plan);
    joint_poses<double>(tree.plan, tree.par, x.q, w);
    aba<double>(tree.plan, tree.par, x.v, tau, {}, vdot, w);
    world_columns<double>(tree.plan, tree.par, w, ww);
    world_velocities<double>(tree.plan, x.v, ww);
    composite_inertias<double>(tree.plan, tree.par, ww);
    centroidal_matrix<double>(tree.plan, tree.par, false, A, ww);
    const CentroidalMotion<double> motion = centroidal_motion<double>(tree.plan, tree.par, false, x.v, ww);
    Numbers rate = testing::times(A, vdot);
    double size = 0;  // of the terms that cancel
    for (const double r : rate) size = std::max(size, std::abs(r));
    const Numbers bias = flat(motion.bias);
    for (std::size_t k = 0; k < 6; ++k) rate[k] += bias[k];
    EXPECT_LE(residual(rate, flat(Force<double>{{}, motion.mass * tree.par.gravity_W}), size), tol(1e-12));
  }
}

TEST(Centroidal, ZeroMassHasNoCenter) {
  Tree tree;
  add_body(tree.plan, 0, JointKind::revolute, 0, 0);
  finish(tree.plan);
  tree.par = empty_params<double>(tree.plan);
  Workspace<double> w(tree.plan);
  WorldWorkspace<double> ww(tree.plan);
  joint_poses<double>(tree.plan, tree.par, Numbers{0.3}, w);
  world_columns<double>(tree.plan, tree.par, w, ww);
  world_velocities<double>(tree.plan, Numbers{1.0}, ww);
  composite_inertias<double>(tree.plan, tree.par, ww);
  Numbers A(6), J(3);
  centroidal_matrix<double>(tree.plan, tree.par, true, A, ww);
  center_jacobian<double>(tree.plan, tree.par, true, J, ww);
  EXPECT_EQ(A, Numbers(6, 0.0));
  EXPECT_EQ(J, Numbers(3, 0.0));
  const CentroidalMotion<double> motion = centroidal_motion<double>(tree.plan, tree.par, true, Numbers{1.0}, ww);
  EXPECT_EQ(flat(motion.center), Numbers(3, 0.0));
  EXPECT_EQ(flat(motion.momentum), Numbers(6, 0.0));
}

// d(T + P)/dt is the power of the efforts that inverse dynamics finds; the left side by duals along the motion.
TEST(EffortPower, IsTheRateOfTheEnergy) {
  for_samples([](const Tree& tree, const State& x, Workspace<double>& plain, WorldWorkspace<double>& /*ww*/) {
    Numbers tau(tree.nv());
    rnea<double>(tree.plan, tree.par, x.v, x.vdot, {}, tau, plain);
    const auto [q, v] = along_motion(tree, x);
    const Params<D> par = alembert::cast<D>(tree.par);
    Workspace<D> w(tree.plan);
    joint_poses<D>(tree.plan, par, q, w);
    world_poses<D>(tree.plan, w);
    velocities<D>(tree.plan, par, v, w);
    const D E = kinetic_energy<D>(tree.plan, par, v, w) + gravity_energy<D>(tree.plan, par, w);
    double size = 0;
    for (std::size_t d = 0; d < tree.nv(); ++d) size += std::abs(x.v[d] * tau[d]);
    EXPECT_NEAR(effort_power<double>(x.v, tau), E.d[0], tol(1e-13 * size)) << tree.bodies();
  });
}

// tau = Y pi + armature vdot for parameters other than those that Y was made with.
TEST(Regressor, TimesParametersIsInverseDynamics) {
  Random random(37);
  for_samples([&](Tree tree, const State& x, Workspace<double>& w, WorldWorkspace<double>& ww) {
    Numbers tau(tree.nv()), Y(tree.nv() * 10 * (tree.bodies() - 1)), pi;
    rnea<double>(tree.plan, tree.par, x.v, x.vdot, {}, tau, w);
    regressor<double>(tree.plan, w, ww, Y);
    for (std::size_t b = 1; b < tree.bodies(); ++b) {
      tree.par.I_B[b] = testing::random_inertia(random);
      for (const double p : inertial_parameters(tree.par.I_B[b])) pi.push_back(p);
    }
    rnea<double>(tree.plan, tree.par, x.v, x.vdot, {}, tau, w);
    Numbers product = testing::times(Y, pi);
    for (std::size_t d = 0; d < tree.nv(); ++d) product[d] += tree.par.armature[d] * x.vdot[d];
    EXPECT_LE(residual(product, tau), tol(1e-13)) << tree.bodies();
  });
}

}  // namespace
}  // namespace alembert::momentum_test
