// simulate(): exact rows, account of energy, and statuses in terms of speeds.
#include "alembert/integrate/simulate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

namespace alembert::simulate_test {
namespace {

using Numbers = std::vector<double>;

/// Two masses of 1 kg on springs to the ground, k = 4 and 9 N/m, with dampers c [N s/m] and a push u(t) = push sin t
/// on the first; z is the time integral of q[0].
class Springs : public System {
 public:
  double c = 0.0, push = 0.0;
  std::function<Status(const State&, Out vdot)> spoil;  ///< may change the accelerations

  Sizes sizes() const override { return {.nq = 2, .nv = 2, .nz = 1, .nu = 1}; }
  std::string coordinate_name(int i) const override { return i == 0 ? "a" : "b"; }
  std::string speed_name(int i) const override { return i == 0 ? "a'" : "b'"; }
  void inputs(double t, Out u) const override { u[0] = push * std::sin(t); }

  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out) const override {
    vdot[0] = -4 * x.q[0] - c * x.v[0] + u[0];
    vdot[1] = -9 * x.q[1] - c * x.v[1];
    zdot[0] = x.q[0];
    return spoil ? spoil(x, vdot) : Status{};
  }
  Status accelerate_jacobian(const State&, In, Out, Out, Out, Out) const override { return {}; }

  Energies energies(const State& x, In u) const override {
    Energies e;
    e.kinetic = 0.5 * (x.v[0] * x.v[0] + x.v[1] * x.v[1]);
    e.potential = 0.5 * (4 * x.q[0] * x.q[0] + 9 * x.q[1] * x.q[1]);
    e.conserved = e.kinetic + e.potential;
    e.power = u[0] * x.v[0] - c * (x.v[0] * x.v[0] + x.v[1] * x.v[1]);
    return e;
  }
};

const Numbers q0 = {1, 0.5}, v0 = {0, 0}, z0 = {0};
const State start = {0.0, q0, v0, z0};

SimulateOptions options_for(double end, double step, double tolerance = 1e-9, Method method = Method::rk8) {
  SimulateOptions options;
  options.method = method;
  options.relative = options.absolute = tolerance;
  options.end_time = end;
  options.output_step = step;
  return options;
}

Numbers row_times(double end, double step) {
  Numbers times;
  const SimulateResult result = simulate(Springs(), start, options_for(end, step, 1e-4), [&times](const Row& row) {
    times.push_back(row.x.t);
    return true;
  });
  EXPECT_TRUE(result.status.good());
  EXPECT_EQ(result.rows, static_cast<long>(times.size()));
  EXPECT_EQ(result.time, times.back());
  return times;
}

TEST(Simulate, RowsAtExactTimes) {
  const Numbers times = row_times(10.0, 0.01);
  ASSERT_EQ(times.size(), 1001U);
  for (std::size_t k = 0; k < times.size(); ++k) EXPECT_EQ(times[k], static_cast<double>(k) * 0.01);

  EXPECT_EQ(row_times(0.3, 0.1), (Numbers{0, 0.1, 0.2, 0.3})) << "3 * 0.1 > 0.3 in binary: the end wins";
  EXPECT_EQ(row_times(0.25, 0.1), (Numbers{0, 0.1, 0.2, 0.25})) << "the end is a row though no multiple";
  EXPECT_EQ(row_times(0.05, 0.1), (Numbers{0, 0.05}));
  EXPECT_EQ(row_times(0.0, 0.1), Numbers{0});
}

// Closed form: q = q0 cos(w t), w = 2 and 3; z = sin(2 t) / 2. The tolerance is what the user asked for; times 3 for
// the errors of 20 s that add up. vdot follows from q by the equation itself.
TEST(Simulate, FollowsTheClosedForm) {
  for (const Method method : {Method::rk5, Method::rk8})
    for (const double tolerance : {1e-5, 1e-8, 1e-11}) {
      const SimulateOptions options = options_for(20.0, 0.05, tolerance, method);
      double most = 0.0;
      const SimulateResult result = simulate(Springs(), start, options, [&](const Row& row) {
        const double t = row.x.t;
        EXPECT_NEAR(row.x.q[0], std::cos(2 * t), 3 * tolerance);
        EXPECT_NEAR(row.x.q[1], 0.5 * std::cos(3 * t), 3 * tolerance);
        EXPECT_NEAR(row.x.z[0], 0.5 * std::sin(2 * t), 3 * tolerance);
        EXPECT_EQ(row.vdot[0], -4 * row.x.q[0] + row.u[0]);
        const double kinetic = 2 * std::pow(std::sin(2 * t), 2) + 1.125 * std::pow(std::sin(3 * t), 2);
        most = std::max(most, kinetic);
        return true;
      });
      EXPECT_TRUE(result.status.good());
      EXPECT_EQ(result.rows, 401);
      EXPECT_LT(result.energy_drift, 10 * tolerance);
      EXPECT_NEAR(result.swing, 2 * most, 30 * tolerance);  // kinetic from 0, and potential back by the same amount
      EXPECT_NEAR(result.level, 2 + 1.125, 30 * tolerance);
    }
}

// Damped: what is lost is the work integral; driven: what is won. q of the damped mass is known in closed form:
// exp(-c t / 2) (cos w t + c / (2 w) sin w t), w^2 = 4 - c^2 / 4.
TEST(Simulate, WorkBalancesTheEnergy) {
  Springs springs;
  springs.c = 0.2;
  const double w = std::sqrt(4 - 0.01);
  double lost = 0.0;
  const SimulateResult damped = simulate(springs, start, options_for(30.0, 0.1, 1e-10), [&](const Row& row) {
    const double t = row.x.t;
    EXPECT_NEAR(row.x.q[0], std::exp(-0.1 * t) * (std::cos(w * t) + 0.1 / w * std::sin(w * t)), 3e-10);
    lost = row.work;
    EXPECT_NEAR(row.energies.conserved, 2 + 1.125 + row.work, 1e-9);
    return true;
  });
  EXPECT_LT(lost, -3.1);
  EXPECT_LT(damped.drift, 1e-9);
  EXPECT_LT(damped.energy_drift, 1e-9);

  springs.push = 3.0;
  const SimulateResult driven = simulate(springs, start, options_for(30.0, 0.1, 1e-10), [](const Row& row) {
    EXPECT_EQ(row.u[0], 3.0 * std::sin(row.x.t));
    return true;
  });
  EXPECT_LT(driven.energy_drift, 1e-9);
}

// At rest there is no energy to compare with: the drift is 0, not 0 / 0.
TEST(Simulate, DriftAtRestIsZero) {
  const Numbers nowhere = {0, 0};
  const State rest = {0.0, nowhere, nowhere, z0};
  const SimulateResult result = simulate(Springs(), rest, options_for(1.0, 0.1), [](const Row&) { return true; });
  EXPECT_TRUE(result.status.good());
  EXPECT_EQ(result.energy_drift, 0.0);
}

TEST(Simulate, SinkStops) {
  const SimulateResult result =
      simulate(Springs(), start, options_for(10.0, 0.1), [](const Row& row) { return row.x.t < 0.75; });
  EXPECT_EQ(result.status.trouble, Trouble::interrupted);
  EXPECT_EQ(result.time, 8 * 0.1);
  EXPECT_EQ(result.status.time, result.time);
  EXPECT_EQ(result.rows, 9);
}

TEST(Simulate, TroubleNamesTheSpeed) {
  Springs springs;
  springs.spoil = [](const State& x, System::Out vdot) {
    if (x.t > 1.0) vdot[1] = std::numeric_limits<double>::infinity();
    return Status{};
  };
  double last = 0.0;
  const Sink sink = [&last](const Row& row) {
    last = row.x.t;
    return true;
  };
  SimulateResult result = simulate(springs, start, options_for(2.0, 0.1), sink);
  EXPECT_EQ(result.status.trouble, Trouble::not_finite);
  EXPECT_EQ(result.status.index, 1);
  EXPECT_NEAR(result.status.time, 1.0, 1e-12);
  EXPECT_GE(last, 0.9);  // every row before the trouble has come

  springs.spoil = [](const State& x, System::Out) { return x.t > 1.0 ? Status{Trouble::singular, 0} : Status{}; };
  result = simulate(springs, start, options_for(2.0, 0.1), sink);
  EXPECT_EQ(result.status.trouble, Trouble::singular);
  EXPECT_EQ(result.status.index, 0);

  springs.spoil = {};
  SimulateOptions options = options_for(1000.0, 0.1);
  options.max_steps = 50;
  result = simulate(springs, start, options, sink);
  EXPECT_EQ(result.status.trouble, Trouble::too_many_steps);
  EXPECT_EQ(result.counts.steps + result.counts.rejected, 50);
  EXPECT_LE(last, result.status.time);
}

TEST(Simulate, MethodNames) {
  EXPECT_EQ(method_named("rk5"), Method::rk5);
  EXPECT_EQ(method_named("rk8"), Method::rk8);
  EXPECT_FALSE(method_named("RK8") || method_named(""));
  EXPECT_EQ(name_of(Method::rk5), "rk5");
}

}  // namespace
}  // namespace alembert::simulate_test
