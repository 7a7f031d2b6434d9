// What accelerations and multipliers leave of the equations of motion: zero at the solution, exact derivatives.
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

namespace alembert::residual_test {
namespace {

using Numbers = std::vector<double>;

/// A system with a state at random near its start; rows need not hold there.
struct Case {
  explicit Case(const System& s) : system(s), sizes(s.sizes()) {}

  State state() const { return {t, q, v, z}; }
  Numbers residual() const {
    Numbers r(v.size() + z.size());
    EXPECT_TRUE(
        system.residual(state(), u, vdot, lambda, std::span(r).first(v.size()), std::span(r).last(z.size())).good());
    return r;
  }
  /// A v - b.
  Numbers speed_excess() const {
    Numbers excess(static_cast<std::size_t>(sizes.na));
    SparseRows A;
    system.constraint_speed(t, q, excess);
    system.constraint_jacobian(t, q, A);
    for (std::size_t i = 0; i < excess.size(); ++i) {
      excess[i] = -excess[i];
      for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k)
        excess[i] += A.value[k] * v[static_cast<std::size_t>(A.column[k])];
    }
    return excess;
  }
  void randomize(std::uint64_t seed) {
    Random random(seed);
    Numbers dq(static_cast<std::size_t>(sizes.nv));
    for (double& x : dq) x = random.uniform(-0.1, 0.1);
    system.step(q, dq, q);
    const auto fill = [&](Numbers& list, int n) {
      list.resize(static_cast<std::size_t>(n));
      for (double& x : list) x = random.uniform(-2.0, 2.0);
    };
    fill(v, sizes.nv);
    fill(z, sizes.nz);
    fill(vdot, sizes.nv);
    fill(lambda, sizes.na);
    u.resize(static_cast<std::size_t>(sizes.nu));
    system.inputs(t, u);
  }

  const System& system;
  Sizes sizes;
  double t = 0.4;
  Numbers q, v, z, u, vdot, lambda;
};

double largest(const Numbers& list) {
  double result = 0.0;
  for (const double x : list) result = std::max(result, std::abs(x));
  return result;
}

/// d f(x)/dx at 0 by central differences of sixth order.
Numbers difference(const std::function<Numbers(double)>& f) {
  constexpr double h = 2e-3;
  Numbers sum(f(0.0).size());
  const double weights[] = {45.0 / 60, -9.0 / 60, 1.0 / 60};
  for (int k = 1; k <= 3; ++k) {
    const Numbers plus = f(k * h), minus = f(-k * h);
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += weights[k - 1] * (plus[i] - minus[i]) / h;
  }
  return sum;
}

/// Column j as a list, zeros where the pattern has nothing; counts elements outside of it.
Numbers column(const SparseRows& matrix, int j) {
  Numbers result(matrix.first.size() - 1, 0.0);
  for (std::size_t i = 0; i < result.size(); ++i)
    for (auto k = static_cast<std::size_t>(matrix.first[i]); k < static_cast<std::size_t>(matrix.first[i + 1]); ++k)
      if (matrix.column[k] == j) result[i] = matrix.value[k];
  return result;
}

Numbers joined(Numbers a, const Numbers& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

void expect_close(const Numbers& got, const Numbers& expected, double tolerance, const std::string& what) {
  ASSERT_EQ(got.size(), expected.size()) << what;
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], tolerance) << what << " element " << i;
}

/// Sixth-order differences: truncation h^6 f^(7) / 140, which is 1e-18 f for motions of unit length and grows with the
/// seventh power of curvature (springs that are nearly slack, friction that turns within 0.2), and rounding 1e-16 f /
/// h.
constexpr double difference_error = 2e-8;

void expect_derivatives(Case c) {
  ResidualJacobian J;
  ASSERT_TRUE(c.system.residual_jacobian(c.state(), c.u, c.vdot, c.lambda, J).good());
  const double size = std::max({1.0, largest(c.residual()), largest(J.by_q.value), largest(J.by_v.value)});
  const auto along = [&](Numbers& list, std::size_t j) {
    return difference([&, j](double h) {
      const double before = list[j];
      list[j] = before + h;
      Numbers result = c.residual();
      list[j] = before;
      return result;
    });
  };
  const auto no_states = Numbers(c.z.size(), 0.0);
  for (std::size_t j = 0; j < c.v.size(); ++j) {
    const auto column_of = [&](const SparseRows& m) { return column(m, static_cast<int>(j)); };
    expect_close(joined(column_of(J.by_v), column_of(J.z_by_v)), along(c.v, j), difference_error * size,
                 "by speed " + c.system.speed_name(static_cast<int>(j)));
    // Linear: differences have rounding alone.
    expect_close(joined(column_of(J.mass), no_states), along(c.vdot, j), 1e-12 * size,
                 "by acceleration " + c.system.speed_name(static_cast<int>(j)));
    const Numbers q = c.q;
    const auto moved = [&](double h, const auto& f) {
      Numbers dq(c.v.size(), 0.0);
      dq[j] = h;
      c.system.step(q, dq, c.q);
      const Numbers result = f();
      c.q = q;
      return result;
    };
    const Numbers by_q = difference([&](double h) { return moved(h, [&] { return c.residual(); }); });
    expect_close(joined(column_of(J.by_q), column_of(J.z_by_q)), by_q, difference_error * size,
                 "by coordinate of " + c.system.speed_name(static_cast<int>(j)));
    const Numbers rows = difference([&](double h) { return moved(h, [&] { return c.speed_excess(); }); });
    expect_close(column_of(J.rows_by_q), rows, difference_error * size,
                 "rows by coordinate of " + c.system.speed_name(static_cast<int>(j)));
  }
  for (std::size_t j = 0; j < c.z.size(); ++j)
    expect_close(joined(column(J.by_z, static_cast<int>(j)), column(J.z_by_z, static_cast<int>(j))), along(c.z, j),
                 difference_error * size, "by state");
  // By lambda: A^T.
  SparseRows A;
  c.system.constraint_jacobian(c.t, c.q, A);
  for (std::size_t i = 0; i < c.lambda.size(); ++i) {
    Numbers row(c.v.size() + c.z.size(), 0.0);
    for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k)
      row[static_cast<std::size_t>(A.column[k])] = A.value[k];
    expect_close(along(c.lambda, i), row, 1e-12 * size, c.system.row_name(static_cast<int>(i)));
  }
}

/// r = 0 at what accelerate() gives, for states on the constraints.
void expect_zero(Case c) {
  Numbers zdot(c.z.size());
  ASSERT_TRUE(c.system.accelerate(c.state(), c.u, c.vdot, zdot, c.lambda).good());
  const Numbers r = c.residual();
  Numbers parts(c.v.size() + c.z.size());
  const Numbers none(c.lambda.size(), 0.0), rest(c.v.size(), 0.0);
  c.system.residual(c.state(), c.u, rest, none, std::span(parts).first(c.v.size()), std::span(parts).last(c.z.size()));
  const double size = std::max({1.0, largest(parts), largest(c.lambda)});
  for (std::size_t i = 0; i < c.v.size(); ++i) EXPECT_NEAR(r[i], 0.0, 1e-10 * size) << i;
  for (std::size_t i = 0; i < c.z.size(); ++i) EXPECT_EQ(r[c.v.size() + i], zdot[i]);
}

/// x = M^-1 f, also where there are no rows.
void expect_solve(Case c) {
  std::ranges::fill(c.v, 0.0);
  Numbers f(c.v.size()), c_side(c.lambda.size(), 0.0), x(c.v.size()), lambda(c.lambda.size());
  Random random(5);
  for (double& value : f) value = random.uniform(-1.0, 1.0);
  ASSERT_TRUE(c.system.constrained_solve(c.t, c.q, f, c_side, x, lambda).good());
  // r(x, lambda) - r(0, 0) = M x + A^T lambda.
  c.vdot = x;
  c.lambda = lambda;
  Numbers with = c.residual();
  std::ranges::fill(c.vdot, 0.0);
  std::ranges::fill(c.lambda, 0.0);
  const Numbers without = c.residual();
  const double size = std::max({1.0, largest(with), largest(without)});
  for (std::size_t i = 0; i < f.size(); ++i) EXPECT_NEAR(with[i] - without[i], f[i], 1e-9 * size) << i;
}

std::string example(const std::string& name) {
  std::ifstream file(std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + name + ".toml");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

struct MechanismCase {
  explicit MechanismCase(const std::string& text)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))),
        setup(model),
        system(setup),
        state(system) {
    state.t = 0.0;
    state.q = setup.q0;
    state.randomize(3);
  }
  /// Back at the start, on the rows.
  void to_start() {
    state.q = setup.q0;
    state.v = setup.v0;
  }
  Mechanism model;
  MechanismSetup setup;
  MechanismSystem system;
  Case state;
};

void expect_mechanism(const std::string& text) {
  MechanismCase c(text);
  expect_derivatives(c.state);
  expect_derivatives(c.state);  // patterns and values stay
  c.to_start();
  expect_zero(c.state);
  expect_solve(c.state);
}

class ResidualOf : public ::testing::TestWithParam<const char*> {};

TEST_P(ResidualOf, AnExampleVanishesAndHasExactDerivatives) { expect_mechanism(example(GetParam())); }

INSTANTIATE_TEST_SUITE_P(Examples, ResidualOf,
                         ::testing::Values("andrews", "bennett", "chaplygin-sleigh", "differential", "excavator",
                                           "four-bar", "heavy-top", "knife-edge", "manipulator", "parallel-cranks",
                                           "quadruped", "rolling-disc", "slider-crank", "spatial-slider-crank",
                                           "stewart", "two-wheeled-cart"),
                         [](const auto& of) {
                           std::string name = of.param;
                           std::ranges::replace(name, '-', '_');
                           return name;
                         });

TEST(Residual, OfEveryKindOfForceVanishesAndHasExactDerivatives) { expect_mechanism(forceful_tree); }
TEST(Residual, OfAForcefulLoopVanishesAndHasExactDerivatives) { expect_mechanism(forceful_loop); }

TEST(Residual, PatternIsThatOfTheMechanism) {
  // Two pendulums side by side meet only through the spring between their first links' tips.
  const std::string text = R"toml(
space = "planar"
gravity = [0, -9.81]
[body.a]
mass = 1
inertia = 0.1
center = [0.5, 0]
[body.b]
mass = 1
inertia = 0.1
[body.c]
mass = 1
inertia = 0.1
center = [0.5, 0]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
[joint.B]
type = "revolute"
bodies = ["a", "b"]
at = [[1, 0], [0, 0]]
[joint.C]
type = "revolute"
bodies = ["ground", "c"]
at = [[3, 0], [0, 0]]
)toml";
  const auto elements = [](const std::string& model) {
    const MechanismCase c(model);
    ResidualJacobian J;
    EXPECT_TRUE(c.system.residual_jacobian(c.state.state(), c.state.u, c.state.vdot, c.state.lambda, J).good());
    return std::pair(J.mass.value.size(), J.by_q.value.size());
  };
  EXPECT_EQ(elements(text), std::pair(std::size_t{5}, std::size_t{5}));
  const std::string spring = R"toml(
[force.s]
type = "spring"
points = [["a", [0.5, 0]], ["c", [0.5, 0]]]
stiffness = 3
length = 1
)toml";
  EXPECT_EQ(elements(text + spring), std::pair(std::size_t{5}, std::size_t{7}));
}

TEST(Residual, OfALagrangianVanishesAndHasExactDerivatives) {
  const Lagrangian model = rich_model();
  const GraphScope scope(*model.graph);
  const LagrangeSystem system(model, derive_lagrange(model));
  Case c(system);
  c.q = {0.2, 0.6};
  c.randomize(2);
  expect_derivatives(c);
  expect_zero(c);
  expect_solve(c);
}

TEST(Residual, OfAConstrainedLagrangianVanishesAndHasExactDerivatives) {
  for (const char* const name : {"pendulum-xy", "car-axis"}) {
    const Lagrangian model = model_from(example(name));
    const GraphScope scope(*model.graph);
    const LagrangeSystem system(model, derive_lagrange(model));
    Case c(system);
    c.t = 0.3;
    while (c.q.size() < model.coordinates.size()) c.q.push_back(0.7 + 0.1 * static_cast<double>(c.q.size()));
    c.randomize(4);
    expect_derivatives(c);
    expect_zero(c);
    expect_solve(c);
  }
}

}  // namespace
}  // namespace alembert::residual_test
