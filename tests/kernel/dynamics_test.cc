// Recursions against Newton and Euler body by body, and against each other.
#include "alembert/kernel/aba.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/energy.h"
#include "alembert/kernel/jacobian.h"
#include "alembert/kernel/product_of_exponentials.h"
#include "alembert/kernel/rnea.h"
#include "alembert/kernel/world_columns.h"
#include "kernel/oracle.h"

namespace alembert::dynamics_test {
namespace {

using testing::cast;
using testing::Numbers;
using testing::random_state;
using testing::residual;
using testing::State;
using testing::tol;
using testing::Tree;

/// Runs f(tree, state, workspace with poses) on several states of every sample tree.
template <class F>
void for_samples(F f) {
  Random random(11);
  for (const Tree& tree : testing::sample_trees())
    for (int i = 0; i < 3; ++i) {
      const State x = random_state(tree.plan, random);
      Workspace<double> w(tree.plan);
      joint_poses<double>(tree.plan, tree.par, x.q, w);
      f(tree, x, w);
    }
}

// Tolerances: some hundred roundings of numbers of the result's size, 1e-13; the duals of the oracle add as many.

TEST(Rnea, MatchesNewtonAndEulerInTheWorld) {
  for_samples([](const Tree& tree, const State& x, Workspace<double>& w) {
    Numbers tau(tree.nv());
    rnea<double>(tree.plan, tree.par, x.v, x.vdot, x.F_ext, tau, w);
    EXPECT_LE(residual(tau, testing::oracle_inverse_dynamics(tree, x)), tol(2e-13)) << tree.bodies();
  });
}

TEST(Crba, MatchesKineticEnergyOfThePoses) {
  for_samples([](const Tree& tree, const State& x, Workspace<double>& w) {
    Numbers M(tree.nv() * tree.nv());
    crba<double>(tree.plan, tree.par, M, w);
    EXPECT_LE(residual(M, testing::oracle_mass_matrix(tree, x.q)), tol(1e-13)) << tree.bodies();
    // T = v^T M v / 2.
    velocities<double>(tree.plan, tree.par, x.v, w);
    const Numbers p = testing::times(M, x.v);
    double twice = 0;
    for (std::size_t d = 0; d < tree.nv(); ++d) twice += x.v[d] * p[d];
    EXPECT_NEAR(kinetic_energy<double>(tree.plan, tree.par, x.v, w), 0.5 * twice, tol(1e-13 * twice));
  });
}

// World axes against body axes, for a mechanism near the world's origin and one far from it: distance must not cost
// digits.
TEST(Crba, IsTheSameInWorldAxes) {
  for_samples([](Tree tree, const State& x, Workspace<double>& w) {
    Numbers M(tree.nv() * tree.nv()), M_W(M.size()), best(M.size());
    crba<double>(tree.plan, tree.par, M, w);
    WorldWorkspace<double> ww(tree.plan);
    world_crba<double>(tree.plan, tree.par, M_W, w, ww);
    EXPECT_LE(residual(M_W, M), tol(1e-14)) << tree.bodies();
    crba<double>(tree.plan, tree.par, best, w, ww);
    EXPECT_LE(residual(best, M), tol(1e-14)) << tree.bodies();

    for (std::size_t b = 1; b < tree.bodies(); ++b)
      if (tree.plan.parent[b] == 0) tree.par.X_PF[b].p += Vec3<double>{1e6, -2e6, 3e6};
    joint_poses<double>(tree.plan, tree.par, x.q, w);
    world_crba<double>(tree.plan, tree.par, M_W, w, ww);
    EXPECT_LE(residual(M_W, M), tol(1e-14)) << tree.bodies();
  });
}

// Joints in the order of the bodies or not, deep or not: both ways of the choice.
TEST(Crba, ChoosesByDepth) {
  Random random(5);
  const Tree chain = testing::random_tree(random, 40, testing::single_axis_kinds(), 0.0, true);
  const State x = random_state(chain.plan, random);
  Workspace<double> w(chain.plan);
  WorldWorkspace<double> ww(chain.plan);
  Numbers M(chain.nv() * chain.nv()), best(M.size());
  joint_poses<double>(chain.plan, chain.par, x.q, w);
  crba<double>(chain.plan, chain.par, M, w);
  crba<double>(chain.plan, chain.par, best, w, ww);
  EXPECT_LE(residual(best, M), tol(1e-14));
}

TEST(Aba, UndoesInverseDynamics) {
  for_samples([](const Tree& tree, const State& x, Workspace<double>& w) {
    Numbers tau(tree.nv()), vdot(tree.nv()), again(tree.nv());
    rnea<double>(tree.plan, tree.par, x.v, x.vdot, x.F_ext, tau, w);
    aba<double>(tree.plan, tree.par, x.v, tau, x.F_ext, vdot, w);
    EXPECT_LE(residual(vdot, x.vdot), tol(1e-12)) << tree.bodies();
    rnea<double>(tree.plan, tree.par, x.v, vdot, x.F_ext, again, w);
    EXPECT_LE(residual(again, tau), tol(1e-12)) << tree.bodies();
  });
}

TEST(Aba, FactorsSolveWithTheMassMatrix) {
  for_samples([](const Tree& tree, const State& x, Workspace<double>& w) {
    Numbers vdot(tree.nv()), y(tree.nv()), M(tree.nv() * tree.nv()), inverse(M.size()), scratch(tree.nv());
    crba<double>(tree.plan, tree.par, M, w);
    aba<double>(tree.plan, tree.par, x.v, x.v, {}, vdot, w);
    mass_solve<double>(tree.plan, tree.par, x.vdot, y, w);
    EXPECT_LE(residual(testing::times(M, y), x.vdot), tol(1e-12)) << tree.bodies();
    mass_inverse<double>(tree.plan, tree.par, inverse, scratch, w);
    EXPECT_LE(residual(testing::times(inverse, testing::times(M, x.vdot)), x.vdot), tol(1e-12)) << tree.bodies();
  });
}

// g = dP/dq along the speeds, P from poses of duals.
TEST(GravityVector, IsTheGradientOfTheEnergy) {
  using D = Dual<8>;
  for_samples([](const Tree& tree, const State& x, Workspace<double>& w) {
    Numbers g(tree.nv()), gradient(tree.nv());
    gravity_vector<double>(tree.plan, tree.par, g, w);
    const Params<D> par = alembert::cast<D>(tree.par);
    Workspace<D> dual(tree.plan);
    for (std::size_t first = 0; first < tree.nv(); first += 8) {
      const auto q = testing::displaced(tree.plan, cast<D>(x.q), testing::seeds<D>(tree, first));
      joint_poses<D>(tree.plan, par, q, dual);
      world_poses<D>(tree.plan, dual);
      const D P = gravity_energy<D>(tree.plan, par, dual);
      for (std::size_t d = first; d < std::min(tree.nv(), first + 8); ++d)
        gradient[d] = P.d[static_cast<int>(d - first)];
    }
    EXPECT_LE(residual(g, gradient), tol(1e-13)) << tree.bodies();
  });
}

// J^T F with Jacobians of every body.
TEST(GeneralizedForce, IsTheTransposedJacobian) {
  for_samples([](const Tree& tree, const State& x, Workspace<double>& w) {
    Numbers tau(tree.nv()), expected(tree.nv()), J(6 * tree.nv());
    generalized_force<double>(tree.plan, tree.par, x.F_ext, tau, w);
    WorldWorkspace<double> ww(tree.plan);
    world_columns<double>(tree.plan, tree.par, w, ww);
    for (std::size_t b = 1; b < tree.bodies(); ++b) {
      jacobian<double>(ww, static_cast<int>(b), Transform<double>::identity(), TwistFrame::body, J);
      const Numbers F = testing::flat(x.F_ext[b]);
      for (std::size_t k = 0; k < 6; ++k)
        for (std::size_t d = 0; d < tree.nv(); ++d) expected[d] += J[k * tree.nv() + d] * F[k];
    }
    EXPECT_LE(residual(tau, expected), tol(1e-13)) << tree.bodies();
  });
}

// S05: M, poses, energy and gravity vector by products of exponentials, which share no code with the recursions.
TEST(ProductOfExponentials, GivesTheMassMatrixOfTheRecursion) {
  for_samples([](const Tree& tree, const State& x, Workspace<double>& w) {
    ProductOfExponentials<double> poe(tree.plan, tree.par);
    poe.set_position(x.q);
    Numbers M(tree.nv() * tree.nv()), g(tree.nv()), J(6 * tree.nv());
    crba<double>(tree.plan, tree.par, M, w);
    EXPECT_LE(residual(poe.mass_matrix(), M), tol(1e-13)) << tree.bodies();
    gravity_vector<double>(tree.plan, tree.par, g, w);
    EXPECT_LE(residual(poe.gravity_vector(), g), tol(1e-13)) << tree.bodies();
    world_poses<double>(tree.plan, w);
    EXPECT_NEAR(poe.gravity_energy(), gravity_energy<double>(tree.plan, tree.par, w), tol(1e-12));
    WorldWorkspace<double> ww(tree.plan);
    world_columns<double>(tree.plan, tree.par, w, ww);
    for (std::size_t b = 1; b < tree.bodies(); ++b) {
      const int body = static_cast<int>(b);
      EXPECT_LE(residual(testing::flat(poe.X_WB(body).p), testing::flat(w.X_WB[b].p)), tol(1e-13));
      jacobian<double>(ww, body, Transform<double>::identity(), TwistFrame::body, J);
      EXPECT_LE(residual(poe.body_jacobian(body), J), tol(1e-13));
    }
  });
}

}  // namespace
}  // namespace alembert::dynamics_test
