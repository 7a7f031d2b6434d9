// Derivatives of inverse and forward dynamics against dual numbers and against differences on the group.
#include "alembert/kernel/aba.h"
#include "alembert/kernel/aba_derivatives.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/rnea.h"
#include "kernel/oracle.h"

namespace alembert::derivatives_test {
namespace {

using testing::cast;
using testing::Numbers;
using testing::residual;
using testing::State;
using testing::tol;
using testing::Tree;
using D = Dual<8>;

std::vector<Force<D>> cast_forces(const std::vector<Force<double>>& F) {
  std::vector<Force<D>> result;
  for (const Force<double>& f : F) result.push_back({cast<D>(f.n), cast<D>(f.f)});
  return result;
}

/// [nv x nv] derivatives of f(q, v) along displacements (which = 0) or speeds (1), by duals.
template <class F>
Numbers by_duals(const Tree& tree, const State& x, int which, F f) {
  const std::size_t nv = tree.nv();
  Numbers slope(nv * nv);
  for (std::size_t first = 0; first < nv; first += 8) {
    const std::vector<D> seeds = testing::seeds<D>(tree, first);
    std::vector<D> q = cast<D>(x.q), v = cast<D>(x.v);
    if (which == 0) q = testing::displaced(tree.plan, q, seeds);
    for (std::size_t d = 0; d < nv && which == 1; ++d) v[d] += seeds[d];
    const std::vector<D> y = f(q, v);
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t d = first; d < std::min(nv, first + 8); ++d)
        slope[i * nv + d] = y[i].d[static_cast<int>(d - first)];
  }
  return slope;
}

/// The same by central differences of step 1e-5: truncation and rounding of about 1e-10 relative each.
template <class F>
Numbers by_differences(const Tree& tree, const State& x, int which, F f) {
  const std::size_t nv = tree.nv();
  const double step = 1e-5;
  Numbers slope(nv * nv);
  for (std::size_t d = 0; d < nv; ++d) {
    Numbers y[2];
    for (const int side : {0, 1}) {
      Numbers q = x.q, v = x.v, delta(nv);
      delta[d] = side == 0 ? -step : step;
      if (which == 0)
        q = testing::displaced(tree.plan, q, delta);
      else
        v[d] += delta[d];
      y[side] = f(q, v);
    }
    for (std::size_t i = 0; i < nv; ++i) slope[i * nv + d] = (y[1][i] - y[0][i]) / (2 * step);
  }
  return slope;
}

template <Scalar S>
std::vector<S> inverse_dynamics(const Tree& tree, const Params<S>& par, const std::vector<S>& q,
                                const std::vector<S>& v, const std::vector<S>& vdot, const std::vector<Force<S>>& F) {
  Workspace<S> w(tree.plan);
  std::vector<S> tau(tree.nv());
  joint_poses<S>(tree.plan, par, q, w);
  rnea<S>(tree.plan, par, v, vdot, F, tau, w);
  return tau;
}

template <Scalar S>
std::vector<S> forward_dynamics(const Tree& tree, const Params<S>& par, const std::vector<S>& q,
                                const std::vector<S>& v, const std::vector<S>& tau, const std::vector<Force<S>>& F) {
  Workspace<S> w(tree.plan);
  std::vector<S> vdot(tree.nv());
  joint_poses<S>(tree.plan, par, q, w);
  aba<S>(tree.plan, par, v, tau, F, vdot, w);
  return vdot;
}

template <class F>
void for_samples(F f) {
  Random random(19);
  for (const Tree& tree : testing::sample_trees())
    for (int i = 0; i < 2; ++i) f(tree, testing::random_state(tree.plan, random));
}

TEST(RneaDerivatives, MatchDualsAndDifferences) {
  for_samples([](const Tree& tree, const State& x) {
    const std::size_t size = tree.nv() * tree.nv();
    Numbers dq(size), dv(size), M(size), expected_M(size);
    Workspace<double> w(tree.plan);
    DerivativeWorkspace<double> dw(tree.plan);
    joint_poses<double>(tree.plan, tree.par, x.q, w);
    rnea_derivatives<double>(tree.plan, tree.par, x.v, x.vdot, x.F_ext, dq, dv, M, w, dw);
    crba<double>(tree.plan, tree.par, expected_M, w);
    EXPECT_LE(residual(M, expected_M), tol(1e-14)) << tree.bodies();

    const Params<D> par = alembert::cast<D>(tree.par);
    const auto dual = [&](const std::vector<D>& q, const std::vector<D>& v) {
      return inverse_dynamics<D>(tree, par, q, v, cast<D>(x.vdot), cast_forces(x.F_ext));
    };
    EXPECT_LE(residual(dq, by_duals(tree, x, 0, dual), 1.0), tol(1e-13)) << tree.bodies();
    EXPECT_LE(residual(dv, by_duals(tree, x, 1, dual), 1.0), tol(1e-13)) << tree.bodies();
    const auto plain = [&](const Numbers& q, const Numbers& v) {
      return inverse_dynamics<double>(tree, tree.par, q, v, x.vdot, x.F_ext);
    };
    EXPECT_LE(residual(dq, by_differences(tree, x, 0, plain), 1.0), tol(1e-8)) << tree.bodies();
    EXPECT_LE(residual(dv, by_differences(tree, x, 1, plain), 1.0), tol(1e-8)) << tree.bodies();
  });
}

// Without accelerations and forces from outside: the spans may be empty.
TEST(RneaDerivatives, TakeEmptySpansForZero) {
  for_samples([](const Tree& tree, const State& x) {
    const std::size_t size = tree.nv() * tree.nv();
    Numbers dq(size), dv(size), M(size), dq0(size), dv0(size), M0(size);
    const Numbers zero(tree.nv());
    const std::vector<Force<double>> none(tree.bodies());
    Workspace<double> w(tree.plan);
    DerivativeWorkspace<double> dw(tree.plan);
    joint_poses<double>(tree.plan, tree.par, x.q, w);
    rnea_derivatives<double>(tree.plan, tree.par, x.v, {}, {}, dq, dv, M, w, dw);
    rnea_derivatives<double>(tree.plan, tree.par, x.v, zero, none, dq0, dv0, M0, w, dw);
    EXPECT_EQ(dq, dq0);
    EXPECT_EQ(dv, dv0);
    EXPECT_EQ(M, M0);
  });
}

TEST(AbaDerivatives, MatchDualsAndDifferences) {
  for_samples([](const Tree& tree, const State& x) {
    const std::size_t nv = tree.nv(), size = nv * nv;
    const Numbers& tau = x.vdot;
    const Numbers vdot = forward_dynamics<double>(tree, tree.par, x.q, x.v, tau, x.F_ext);
    Numbers dq(size), dv(size), inverse(size), M(size);
    Workspace<double> w(tree.plan);
    AbaDerivativeWorkspace<double> aw(tree.plan);
    joint_poses<double>(tree.plan, tree.par, x.q, w);
    aba_derivatives<double>(tree.plan, tree.par, x.v, vdot, x.F_ext, dq, dv, inverse, w, aw);

    // dvdot/dtau = M^-1: its product with M is 1, and aba is linear in tau.
    crba<double>(tree.plan, tree.par, M, w);
    Numbers product(size), one(size);
    for (std::size_t i = 0; i < nv; ++i) {
      one[i * nv + i] = 1.0;
      for (std::size_t k = 0; k < nv; ++k)
        for (std::size_t j = 0; j < nv; ++j) product[i * nv + j] += inverse[i * nv + k] * M[k * nv + j];
    }
    EXPECT_LE(residual(product, one), tol(1e-11)) << tree.bodies();

    const Params<D> par = alembert::cast<D>(tree.par);
    const auto dual = [&](const std::vector<D>& q, const std::vector<D>& v) {
      return forward_dynamics<D>(tree, par, q, v, cast<D>(tau), cast_forces(x.F_ext));
    };
    EXPECT_LE(residual(dq, by_duals(tree, x, 0, dual), 1.0), tol(1e-11)) << tree.bodies();
    EXPECT_LE(residual(dv, by_duals(tree, x, 1, dual), 1.0), tol(1e-11)) << tree.bodies();
    const auto plain = [&](const Numbers& q, const Numbers& v) {
      return forward_dynamics<double>(tree, tree.par, q, v, tau, x.F_ext);
    };
    EXPECT_LE(residual(dq, by_differences(tree, x, 0, plain), 1.0), tol(1e-6)) << tree.bodies();
    EXPECT_LE(residual(dv, by_differences(tree, x, 1, plain), 1.0), tol(1e-6)) << tree.bodies();
  });
}

// Sizes around the eight right sides that are solved at once, and past the blocks of 32.
TEST(AbaDerivatives, SolveAnyNumberOfRightSides) {
  Random random(23);
  for (const int n : {1, 2, 7, 8, 9, 15, 16, 17, 24, 25, 31, 32, 33, 41, 70}) {
    const Tree tree = testing::random_tree(random, n, testing::single_axis_kinds(), n % 2 == 0 ? 0.0 : 0.3, n % 3 == 0);
    const State x = testing::random_state(tree.plan, random);
    const std::size_t nv = tree.nv(), size = nv * nv;
    Numbers dq(size), dv(size), inverse(size), tau_q(size), tau_v(size), M(size);
    Workspace<double> w(tree.plan);
    AbaDerivativeWorkspace<double> aw(tree.plan);
    joint_poses<double>(tree.plan, tree.par, x.q, w);
    aba_derivatives<double>(tree.plan, tree.par, x.v, x.vdot, {}, dq, dv, inverse, w, aw);
    rnea_derivatives<double>(tree.plan, tree.par, x.v, x.vdot, {}, tau_q, tau_v, M, w, aw.inverse);
    // M times each column gives back minus that of inverse dynamics.
    for (const auto& [solution, side, sign] :
         {std::tuple{&dq, &tau_q, -1.0}, {&dv, &tau_v, -1.0}, {&inverse, &M, 0.0}}) {
      Numbers product(size), expected(size);
      for (std::size_t i = 0; i < nv; ++i)
        for (std::size_t j = 0; j < nv; ++j) {
          for (std::size_t k = 0; k < nv; ++k) product[i * nv + j] += M[i * nv + k] * (*solution)[k * nv + j];
          expected[i * nv + j] = sign == 0.0 ? (i == j ? 1.0 : 0.0) : sign * (*side)[i * nv + j];
        }
      EXPECT_LE(residual(product, expected), tol(1e-11)) << n;
    }
  }
}

}  // namespace
}  // namespace alembert::derivatives_test
