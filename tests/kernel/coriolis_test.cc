// The Coriolis matrix: its laws, and Christoffel symbols from a differentiated mass matrix.
#include "alembert/kernel/coriolis.h"

#include "alembert/kernel/crba.h"
#include "alembert/kernel/rnea.h"
#include "kernel/oracle.h"

namespace alembert::coriolis_test {
namespace {

using testing::cast;
using testing::Numbers;
using testing::residual;
using testing::State;
using testing::tol;
using testing::Tree;
using D = Dual<8>;

struct Matrices {
  Numbers C, M;
};

Matrices coriolis_at(const Tree& tree, const State& x) {
  Matrices result{Numbers(tree.nv() * tree.nv()), Numbers(tree.nv() * tree.nv())};
  Workspace<double> w(tree.plan);
  DerivativeWorkspace<double> dw(tree.plan);
  joint_poses<double>(tree.plan, tree.par, x.q, w);
  coriolis_matrix<double>(tree.plan, tree.par, x.v, result.C, result.M, w, dw);
  return result;
}

/// The mass matrix in body coordinates at coordinates that carry derivatives.
std::vector<D> mass_matrix(const Tree& tree, const std::vector<D>& q) {
  const Params<D> par = alembert::cast<D>(tree.par);
  Workspace<D> w(tree.plan);
  std::vector<D> M(tree.nv() * tree.nv());
  joint_poses<D>(tree.plan, par, q, w);
  crba<D>(tree.plan, par, M, w);
  return M;
}

template <class F>
void for_samples(const std::vector<Tree>& trees, F f) {
  Random random(17);
  for (const Tree& tree : trees)
    for (int i = 0; i < 3; ++i) f(tree, testing::random_state(tree.plan, random));
}

TEST(Coriolis, GivesTheMassMatrixToo) {
  for_samples(testing::sample_trees(), [](const Tree& tree, const State& x) {
    EXPECT_LE(residual(coriolis_at(tree, x).M, testing::oracle_mass_matrix(tree, x.q)), tol(1e-13));
  });
}

TEST(Coriolis, TimesSpeedsAndGravityAreTheBias) {
  for_samples(testing::sample_trees(), [](const Tree& tree, const State& x) {
    Workspace<double> w(tree.plan);
    joint_poses<double>(tree.plan, tree.par, x.q, w);
    Numbers bias(tree.nv()), g(tree.nv());
    rnea<double>(tree.plan, tree.par, x.v, {}, {}, bias, w);
    gravity_vector<double>(tree.plan, tree.par, g, w);
    Numbers sum = testing::times(coriolis_at(tree, x).C, x.v);
    for (std::size_t d = 0; d < tree.nv(); ++d) sum[d] += g[d];
    EXPECT_LE(residual(sum, bias), tol(1e-13)) << tree.bodies();
  });
}

// Mdot = C + C^T, so Mdot - 2 C = C^T - C is skew; Mdot from the mass matrix along the motion.
TEST(Coriolis, AndItsTransposeAreTheRateOfTheMassMatrix) {
  for_samples(testing::sample_trees(), [](const Tree& tree, const State& x) {
    Numbers qdot(x.q.size());
    coordinate_rates<double>(tree.plan, x.q, x.v, qdot);
    std::vector<D> q = cast<D>(x.q);
    for (std::size_t i = 0; i < q.size(); ++i) q[i].d.set(0, qdot[i]);
    Numbers rate, sum;
    for (const D& element : mass_matrix(tree, q)) rate.push_back(element.d[0]);
    const Numbers C = coriolis_at(tree, x).C;
    const std::size_t nv = tree.nv();
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t j = 0; j < nv; ++j) sum.push_back(C[i * nv + j] + C[j * nv + i]);
    EXPECT_LE(residual(sum, rate, 1.0), tol(2e-14)) << tree.bodies();
  });
}

// S06: C_ij = sum over k of (dM_ij/dq_k + dM_ik/dq_j - dM_jk/dq_i) v_k / 2 where v = dq/dt.
TEST(Coriolis, IsMadeOfChristoffelSymbols) {
  for_samples(testing::single_axis_trees(), [](const Tree& tree, const State& x) {
    const std::size_t nv = tree.nv();
    std::vector<Numbers> slope(nv, Numbers(nv * nv));  // [k] dM/dq_k
    for (std::size_t first = 0; first < nv; first += 8) {
      const std::vector<D> M =
          mass_matrix(tree, testing::displaced(tree.plan, cast<D>(x.q), testing::seeds<D>(tree, first)));
      for (std::size_t k = first; k < std::min(nv, first + 8); ++k)
        for (std::size_t i = 0; i < nv * nv; ++i) slope[k][i] = M[i].d[static_cast<int>(k - first)];
    }
    Numbers expected(nv * nv);
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t j = 0; j < nv; ++j)
        for (std::size_t k = 0; k < nv; ++k)
          expected[i * nv + j] += 0.5 * (slope[k][i * nv + j] + slope[j][i * nv + k] - slope[i][j * nv + k]) * x.v[k];
    EXPECT_LE(residual(coriolis_at(tree, x).C, expected, 1.0), tol(5e-14)) << tree.bodies();
  });
}

}  // namespace
}  // namespace alembert::coriolis_test
