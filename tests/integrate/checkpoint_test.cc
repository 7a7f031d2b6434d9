// Checkpoints: a simulation that goes on from any of them is the one that never stopped, bit for bit.
#include "alembert/integrate/checkpoint.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "alembert/integrate/simulate.h"

namespace alembert::checkpoint_test {
namespace {

using Numbers = std::vector<double>;

/// A pendulum with a damper and a push, l = 1 m, m = 1 kg, in polar coordinates; z is the angle's integral.
class Pendulum : public System {
 public:
  double c = 0.05, push = 0.5;
  Sizes sizes() const override { return {.nq = 1, .nv = 1, .nz = 1, .nu = 1, .nc = 0, .na = 0, .events = 0}; }
  std::string coordinate_name(int) const override { return "th"; }
  std::string speed_name(int) const override { return "th'"; }
  void inputs(double t, Out u) const override { u[0] = push * std::sin(t); }
  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out) const override {
    vdot[0] = -9.81 * std::sin(x.q[0]) - c * x.v[0] + u[0];
    zdot[0] = x.q[0];
    return {};
  }
  Status accelerate_jacobian(const State& x, In, Out by_q, Out by_v, Out by_z, Out by_u) const override {
    by_q[0] = -9.81 * std::cos(x.q[0]);
    by_v[0] = -c;
    by_z[0] = 0.0;
    by_u[0] = 1.0;
    return {};
  }
  Energies energies(const State& x, In u) const override {
    Energies e;
    e.kinetic = 0.5 * x.v[0] * x.v[0];
    e.potential = -9.81 * std::cos(x.q[0]);
    e.conserved = e.kinetic + e.potential;
    e.dissipation = c * x.v[0] * x.v[0];
    e.power = u[0] * x.v[0] - e.dissipation;
    return e;
  }
  bool dissipates() const override { return c != 0.0; }
};

const Numbers q0 = {2.0}, v0 = {0.0}, z0 = {0.0};
const State start = {0.0, q0, v0, z0};

SimulateOptions options_for(Method method) {
  SimulateOptions options;
  options.method = method;
  options.relative = options.absolute = 1e-9;
  options.end_time = 400.0;
  options.output_step = 0.7;
  options.checkpoint_steps = 500;
  return options;
}

/// Rows, result and checkpoints of a simulation.
struct Record {
  Numbers rows;
  SimulateResult result;
  std::vector<Checkpoint> points;
};

Record record(const System& system, SimulateOptions options) {
  Record r;
  options.checkpoint = [&](const Checkpoint& point) { r.points.push_back(point); };
  r.result = simulate(system, start, options, [&](const Row& row) {
    for (const double x : {row.x.t, row.x.q[0], row.x.v[0], row.x.z[0], row.work, row.energies.kinetic})
      r.rows.push_back(x);
    return true;
  });
  return r;
}

TEST(Checkpoints, GoOnBitForBit) {
  const Pendulum pendulum;
  for (const Method method : {Method::rk5, Method::rk8}) {
    SCOPED_TRACE(std::string(name_of(method)));
    const Record whole = record(pendulum, options_for(method));
    ASSERT_TRUE(whole.result.status.good());
    ASSERT_GE(whole.points.size(), 3U);
    EXPECT_EQ(whole.points.size(),
              1 + static_cast<std::size_t>((whole.result.counts.steps - 1) / 500));  // and the start
    for (const Checkpoint& point : {whole.points[0], whole.points[1], whole.points.back()}) {
      SimulateOptions options = options_for(method);
      options.from = &point;
      const Record rest = record(pendulum, options);
      const auto begin = whole.rows.begin() + 6 * point.next_row;
      EXPECT_EQ(rest.rows, Numbers(begin, whole.rows.end()));
      EXPECT_EQ(rest.result.counts.steps, whole.result.counts.steps);
      EXPECT_EQ(rest.result.counts.evaluations, whole.result.counts.evaluations);
      EXPECT_EQ(rest.result.counts.rejected, whole.result.counts.rejected);
      Numbers one, two;
      Account::each(whole.result, [&](const char*, auto number) { one.push_back(static_cast<double>(number)); });
      Account::each(rest.result, [&](const char*, auto number) { two.push_back(static_cast<double>(number)); });
      EXPECT_EQ(one, two);
    }
  }
}

// The same steps are taken whether or not somebody asks for checkpoints.
TEST(Checkpoints, ChangeNothing) {
  const Pendulum pendulum;
  const Record whole = record(pendulum, options_for(Method::rk8));
  Numbers rows;
  const SimulateResult result = simulate(pendulum, start, options_for(Method::rk8), [&](const Row& row) {
    for (const double x : {row.x.t, row.x.q[0], row.x.v[0], row.x.z[0], row.work, row.energies.kinetic})
      rows.push_back(x);
    return true;
  });
  EXPECT_EQ(rows, whole.rows);
  EXPECT_EQ(result.counts.evaluations, whole.result.counts.evaluations);
}

TEST(Checkpoints, StopAfterAStep) {
  SimulateOptions options = options_for(Method::rk8);
  double last = 0.0;
  options.go_on = [&](double t) {
    last = t;
    return t < 50.0;
  };
  const SimulateResult result = simulate(Pendulum(), start, options, [](const Row&) { return true; });
  EXPECT_EQ(result.status.trouble, Trouble::interrupted);
  EXPECT_EQ(result.status.time, last);
  EXPECT_GE(last, 50.0);
  EXPECT_LE(result.time, last);
  EXPECT_GT(result.time, last - 0.7);
}

// Without a push, what is lost is what the damper took. With one, supplied - dissipated is the change of energy. The
// dissipated energy is a quadrature of its own, so both are independent of the work that rides along; tolerances are
// those of the integration, 1e-9, with a reserve for the quadrature, whose steps are chosen for the motion.
TEST(Accounting, SuppliedAndDissipated) {
  Pendulum pendulum;
  pendulum.push = 0.0;
  for (const Method method : {Method::rk5, Method::rk8}) {
    const SimulateResult damped = simulate(pendulum, start, options_for(method), [](const Row&) { return true; });
    const double lost = damped.kinetic_start + damped.potential_start - damped.kinetic_end - damped.potential_end;
    EXPECT_NEAR(damped.dissipated, lost, 1e-6 * lost) << name_of(method);
    EXPECT_NEAR(damped.supplied(), 0.0, 1e-6 * lost) << name_of(method);
  }
  pendulum.push = 0.5;
  const SimulateResult driven = simulate(pendulum, start, options_for(Method::rk8), [](const Row&) { return true; });
  const double change = driven.kinetic_end + driven.potential_end - driven.kinetic_start - driven.potential_start;
  EXPECT_NEAR(driven.supplied() - driven.dissipated, change, 1e-8 * driven.dissipated);
  EXPECT_GT(driven.supplied(), 0.0);
  EXPECT_NEAR(driven.balance, 0.0, 1e-7);
  pendulum.c = 0.0;
  pendulum.push = 0.0;
  const SimulateResult free = simulate(pendulum, start, options_for(Method::rk8), [](const Row&) { return true; });
  EXPECT_EQ(free.dissipated, 0.0);
  EXPECT_EQ(free.supplied(), 0.0);
}

}  // namespace
}  // namespace alembert::checkpoint_test
