// Momenta and their rates: derivatives of energies, and the equations of Hamilton and of Euler and Poincare.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <sstream>

#include "alembert/core/random.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/energies/lagrange_system.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "model_text.h"
#include "system/forceful_models.h"

namespace alembert::momentum_test {
namespace {

using Numbers = std::vector<double>;

std::string example(const std::string& name) {
  std::ifstream file(std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name + ".toml");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

double largest(const Numbers& list) {
  double result = 1.0;
  for (const double x : list) result = std::max(result, std::abs(x));
  return result;
}

struct Momenta {
  Numbers p, rate;
};

Momenta momenta(const System& system, const State& x, const Numbers& u) {
  Momenta m{Numbers(x.v.size()), Numbers(x.v.size())};
  EXPECT_TRUE(system.momentum(x, u, m.p, m.rate).good());
  return m;
}

/// d f/ds at 0 by central differences of fourth order: with h = 2e-4 truncation h^4 f^(5)/30 and rounding 1e-16 f / h
/// are both below 1e-11 f for motions of unit size and speed.
Numbers difference(const std::function<Numbers(double)>& f) {
  constexpr double h = 2e-4;
  const Numbers a = f(h), b = f(-h), c = f(2 * h), d = f(-2 * h);
  Numbers result(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result[i] = (8 * (a[i] - b[i]) - (c[i] - d[i])) / (12 * h);
  return result;
}

/// p is the derivative of T by the speeds (exact for a quadratic T but for rounding).
void expect_momenta(const System& system, const State& x, const Numbers& u) {
  const Numbers p = momenta(system, x, u).p;
  for (std::size_t j = 0; j < x.v.size(); ++j) {
    const Numbers slope = difference([&](double h) {
      Numbers v(x.v.begin(), x.v.end());
      v[j] += h;
      return Numbers{system.energies({x.t, x.q, v, x.z}, u).kinetic};
    });
    EXPECT_NEAR(p[j], slope[0], 1e-9 * largest(p)) << system.speed_name(static_cast<int>(j));
  }
}

/// pdot = ad*_v p + rate - A^T lambda along the motion; `coadjoint` adds the first term for the joints that have one.
void expect_motion(const System& system, const State& x, const Numbers& u,
                   const std::function<void(const Numbers& p, Numbers& force)>& coadjoint) {
  const Sizes sizes = system.sizes();
  Numbers vdot(x.v.size()), zdot(x.z.size()), lambda(static_cast<std::size_t>(sizes.na));
  ASSERT_TRUE(system.accelerate(x, u, vdot, zdot, lambda).good());
  const Numbers pdot = difference([&](double h) {
    // Along v for a time h, with speeds that change by h vdot: right to first order, which is all that counts.
    Numbers q(x.q.size()), dq(x.v.begin(), x.v.end()), v(x.v.begin(), x.v.end());
    for (std::size_t i = 0; i < v.size(); ++i) {
      dq[i] *= h;
      v[i] += h * vdot[i];
    }
    system.step(x.q, dq, q);
    return momenta(system, {x.t + h, q, v, x.z}, u).p;
  });
  const Momenta now = momenta(system, x, u);
  Numbers force = now.rate;
  coadjoint(now.p, force);
  SparseRows A;
  system.constraint_jacobian(x.t, x.q, A);
  for (std::size_t i = 0; i < lambda.size(); ++i)
    for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k)
      force[static_cast<std::size_t>(A.column[k])] -= A.value[k] * lambda[i];
  const double size = std::max(largest(pdot), largest(lambda));
  for (std::size_t j = 0; j < pdot.size(); ++j)
    EXPECT_NEAR(pdot[j], force[j], 1e-8 * size) << system.speed_name(static_cast<int>(j));
}

/// rate = d(T - V)/dq along the tangent, for systems without other forces. T at moved coordinates with the same speeds
/// is what dL/dq means also where speeds are no rates.
void expect_gradient(const System& system, const State& x, const Numbers& u) {
  const Numbers rate = momenta(system, x, u).rate;
  for (std::size_t j = 0; j < x.v.size(); ++j) {
    const Numbers slope = difference([&](double h) {
      Numbers q(x.q.size()), dq(x.v.size(), 0.0);
      dq[j] = h;
      system.step(x.q, dq, q);
      const Energies e = system.energies({x.t, q, x.v, x.z}, u);
      return Numbers{e.kinetic - e.potential};
    });
    EXPECT_NEAR(rate[j], slope[0], 1e-8 * largest(rate)) << system.speed_name(static_cast<int>(j));
  }
}

/// A mechanism at a state on its rows with random speeds.
struct Moving {
  explicit Moving(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))), setup(model), system(setup) {
    Random random(11);
    Numbers dq(setup.v0.size());
    const double reach = system.sizes().na > 0 ? 0.02 : 0.8;
    for (double& x : dq) x = random.uniform(-reach, reach);
    q = setup.q0;
    system.step(q, dq, q);
    v.resize(dq.size());
    for (double& x : v) x = random.uniform(-1.0, 1.0);
    if (system.sizes().na > 0) assemble(setup, 0.0, q, v);
    for (const ExtraState& state : model.states) z.push_back(setup.real(state.start));
    u.resize(model.inputs.size());
    system.inputs(0.0, u);
  }
  State state() const { return {0.0, q, v, z}; }

  Mechanism model;
  MechanismSetup setup;
  MechanismSystem system;
  Numbers q, v, z, u;
};

const auto no_coadjoint = [](const Numbers&, Numbers&) {};

/// Adds n x w + f x v and f x w of a joint whose speeds begin at d; `free` joints have f and v.
void add_coadjoint(const Numbers& v, const Numbers& p, std::size_t d, bool free, Numbers& force) {
  const auto cross_at = [&](std::size_t a, std::size_t b, std::size_t to) {
    for (std::size_t k = 0; k < 3; ++k)
      force[to + k] += p[a + (k + 1) % 3] * v[b + (k + 2) % 3] - p[a + (k + 2) % 3] * v[b + (k + 1) % 3];
  };
  cross_at(d, d, d);
  if (!free) return;
  cross_at(d + 3, d + 3, d);
  cross_at(d + 3, d, d + 3);
}

TEST(Momentum, OfTreesAndLoopsObeysHamilton) {
  for (const char* const name : {"andrews", "four-bar", "manipulator", "slider-crank", "flyball", "chaplygin-sleigh",
                                 "two-wheeled-cart", "differential"}) {
    SCOPED_TRACE(name);
    const Moving m(example(name));
    ASSERT_TRUE(m.system.quaternions().empty());
    expect_momenta(m.system, m.state(), m.u);
    expect_motion(m.system, m.state(), m.u, no_coadjoint);
  }
}

TEST(Momentum, HoldsArmaturesOfClosingJoints) {
  const Moving m(forceful_loop);
  expect_momenta(m.system, m.state(), m.u);
  expect_motion(m.system, m.state(), m.u, no_coadjoint);
}

TEST(Momentum, RateIsTheGradientOfTheLagrangianWhereNothingElsePushes) {
  for (const char* const name : {"parallel-cranks", "bennett", "spatial-slider-crank"}) {
    SCOPED_TRACE(name);
    const Moving m(example(name));
    expect_gradient(m.system, m.state(), m.u);
  }
}

TEST(Momentum, OfQuaternionJointsObeysEulerAndPoincare) {
  const Moving m(forceful_tree);
  // Speeds: A, S (3), P, D, F (6).
  const std::size_t S = 1, F = 6;
  ASSERT_EQ(m.system.speed_name(static_cast<int>(S)), "S.wx");
  ASSERT_EQ(m.system.speed_name(static_cast<int>(F)), "F.wx");
  expect_momenta(m.system, m.state(), m.u);
  expect_motion(m.system, m.state(), m.u, [&](const Numbers& p, Numbers& force) {
    add_coadjoint(m.v, p, S, false, force);
    add_coadjoint(m.v, p, F, true, force);
  });
}

TEST(Momentum, OfAFreeBodyIsConstantInSpace) {
  const Moving m("gravity = [0, 0, 0]\n[body.b]\nmass = 2\ninertia = [1, 2, 3]\nrate = { wx = 1 }\n");
  const Momenta now = momenta(m.system, m.state(), m.u);
  for (const double x : now.rate) EXPECT_NEAR(x, 0.0, 1e-14);  // nothing pushes: all change is that of the frame
}

TEST(Momentum, OfALagrangianHoldsPartsLinearInTheRates) {
  // A charge in a magnetic field: L = m (x'^2 + y'^2) / 2 + B x y' - k x^2 / 2, with a force u on x.
  const Lagrangian model = model_from(
      "[parameters]\nm = 2\nB = 0.7\nk = 3\n[inputs]\nu = \"cos(t)\"\n[coordinates]\nx = 1\ny = 0\n"
      "[energy]\nlagrangian = \"m*(x'^2 + y'^2)/2 + B*x*y' - k*x^2/2\"\n[work]\nx = \"u\"\n");
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, derive_lagrange(model));
  const Numbers q{0.3, -0.4}, v{1.5, 2.5}, u{0.6};
  const Momenta m = momenta(system, {0.2, q, v, {}}, u);
  EXPECT_NEAR(m.p[0], 2 * 1.5, 1e-15);
  EXPECT_NEAR(m.p[1], 2 * 2.5 + 0.7 * 0.3, 1e-15);
  EXPECT_NEAR(m.rate[0], 0.7 * 2.5 - 3 * 0.3 + 0.6, 1e-15);
  EXPECT_NEAR(m.rate[1], 0.0, 1e-15);
}

TEST(Momentum, OfARichLagrangianObeysHamilton) {
  const Lagrangian model = rich_model();
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, derive_lagrange(model));
  const Numbers q{0.2, 0.6}, v{0.1, -0.4}, z{0.3}, u{1.3};
  expect_motion(system, {0.5, q, v, z}, u, no_coadjoint);
}

}  // namespace
}  // namespace alembert::momentum_test
