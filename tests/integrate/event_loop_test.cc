// Motions with events against closed forms: bounces, dry friction, formulas that switch.
#include "alembert/integrate/event_loop.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <functional>
#include <numbers>
#include <optional>

#include "alembert/integrate/simulate.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

namespace alembert::event_loop_test {
namespace {

using Numbers = std::vector<double>;
using std::numbers::pi;

struct Motion {
  SimulateResult result;
  std::vector<Happening> happenings;
};

/// Runs a mechanism and hands every row to `look`; `plain` leaves its events to the method of integration.
Motion run(const std::string& text, double end, double step, const std::function<void(const Row&)>& look,
           double tolerance = 1e-11, bool plain = false) {
  Mechanism model = std::get<Mechanism>(read_model(parse_toml(text, "model.toml")));
  const MechanismSetup setup(model);
  const MechanismSystem base(setup);
  const HybridSystem hybrid(base);
  SimulateOptions options;
  options.relative = options.absolute = tolerance;
  options.end_time = end;
  options.max_steps = 20'000;
  options.output_step = step;
  const Numbers z(static_cast<std::size_t>(base.sizes().nz), 0.0);
  const System& system = plain ? static_cast<const System&>(base) : hybrid;
  Motion motion;
  motion.result = simulate(system, {0.0, setup.q0, setup.v0, z}, options, [&](const Row& row) {
    look(row);
    return true;
  });
  motion.happenings = hybrid.happenings();
  return motion;
}

std::string slider(const std::string& more, const char* gravity = "[0, 0]") {
  return std::string("space = \"planar\"\ngravity = ") + gravity + R"toml(
[body.b]
mass = 1
[joint.x]
type = "prismatic"
bodies = ["ground", "b"]
axis = [0, 1]
)toml" + more;
}

/// A ball dropped from rest: where it is at t. Bounces at t_n = t_1 (1 + 2 (e + ... + e^n)).
double bouncing(double height, double g, double e, double t) {
  const double first = std::sqrt(2 * height / g);
  if (t < first) return height - g * t * t / 2;
  double begin = first, v = e * g * first;
  while (v > 1e-9 && t > begin + 2 * v / g) {
    begin += 2 * v / g;
    v *= e;
  }
  return v > 1e-9 ? v * (t - begin) - g * (t - begin) * (t - begin) / 2 : 0.0;
}

TEST(EventLoop, ABallBouncesEverLowerAndComesToRestInFiniteTime) {
  const double g = 10, e = 0.7, height = 2;
  const double rest = std::sqrt(2 * height / g) * (1 + e) / (1 - e);
  double worst = 0.0;
  const Motion motion =
      run(slider("start = 2\nlimits = [0, 100]\nrestitution = 0.7\n", "[0, -10]"), 5.0, 0.01, [&](const Row& row) {
        worst = std::max(worst, std::abs(row.x.q[0] - bouncing(height, g, e, row.x.t)));
        if (row.x.t > rest + 1e-6) {
          EXPECT_EQ(row.x.q[0], 0.0);
          EXPECT_EQ(row.x.v[0], 0.0);
        }
      });
  ASSERT_TRUE(motion.result.status.good());
  // Bounces are located to the clock's resolution and flights are parabolas, which the method has exactly.
  EXPECT_LT(worst, 1e-12);
  EXPECT_LT(motion.result.energy_drift, 1e-12);
  // Rebounds above 1e-8 of the first one: ln 1e-8 / ln 0.7 = 51.6.
  EXPECT_NEAR(static_cast<double>(motion.result.events), 52.0, 1.0);
  EXPECT_NEAR(motion.happenings.back().time, rest, 1e-6);
  EXPECT_EQ(motion.happenings.back().kind, Happening::Kind::rests);
  EXPECT_NEAR(motion.result.dissipated, g * height, 1e-10);
}

TEST(EventLoop, ElasticBouncesNeverEnd) {
  const Motion motion = run(slider("start = 2\nlimits = [0, 100]\nrestitution = 1\n", "[0, -10]"), 100.0, 1.0,
                            [](const Row& row) { EXPECT_NEAR(row.energies.conserved, 20.0, 1e-10); });
  ASSERT_TRUE(motion.result.status.good());
  EXPECT_EQ(motion.result.events, static_cast<long>((100.0 / std::sqrt(0.4) + 1) / 2));
}

TEST(EventLoop, ABoundFarFromZeroIsReachedToo) {
  double last = 0.0;
  const Motion motion = run(slider("start = 1003\nlimits = [1000, 1004]\nrestitution = 0.5\n", "[0, -10]"), 5.0, 0.1,
                            [&](const Row& row) { last = row.x.q[0]; });
  ASSERT_TRUE(motion.result.status.good());
  EXPECT_EQ(last, 1000.0);
}

TEST(EventLoop, APendulumAtAStopKeepsTheSquareOfItsRestitution) {
  // From the horizontal to a stop at the lowest point: 1/2 v^2 = g l there, e^2 of it behind.
  const char* const text = R"toml(
space = "planar"
gravity = [0, -9.81]
[body.bob]
mass = 2
center = [0, -0.8]
[joint.A]
type = "revolute"
bodies = ["ground", "bob"]
start = "pi/2"
limits = [0, 3]
restitution = 0.6
)toml";
  double highest = 0.0;
  bool hit = false;
  const Motion motion = run(text, 1.3, 0.001, [&](const Row& row) {
    if (row.x.v[0] > 0.0) hit = true;
    if (hit) highest = std::max(highest, row.x.q[0]);
    if (hit && row.x.v[0] > 0.0) {
      EXPECT_NEAR(row.energies.conserved, 2 * 9.81 * 0.8 * (0.36 - 1), 1e-8);
    }
  });
  ASSERT_TRUE(motion.result.status.good());
  // Rows come every millisecond: the highest is missed by at most a * (0.5 ms)^2 / 2.
  EXPECT_NEAR(highest, std::acos(1 - 0.36), 2e-6);
  EXPECT_LT(motion.result.energy_drift, 1e-9);
}

TEST(EventLoop, DryFrictionTakesTheSameFromEveryHalfCycleAndStopsInItsDeadZone) {
  // m = 1, k = 4, F = 1: turning points (-1)^n (5.3 - 2 n F/k), half cycles of pi/2 s, rest when |x| <= F/k.
  const double width = 2 * 1.0 / 4.0;
  const auto exact = [&](double t) {
    const double half = pi / 2;
    const auto n = static_cast<int>(std::min(std::floor(t / half), 11.0));
    const double sign = n % 2 == 0 ? 1.0 : -1.0, from = sign * (5.3 - width * n), center = sign * width / 2;
    return n == 11 ? from : center + (from - center) * std::cos(2 * (t - n * half));
  };
  double worst = 0.0, last = 0.0;
  const Motion motion =
      run(slider("start = 5.3\nstiffness = 4\nfriction = 1\nfriction_width = 0\n"), 25.0, 0.05, [&](const Row& row) {
        worst = std::max(worst, std::abs(row.x.q[0] - exact(row.x.t)));
        last = row.x.q[0];
      });
  ASSERT_TRUE(motion.result.status.good());
  // Errors of the method at tolerance 1e-11 over eleven half cycles.
  EXPECT_LT(worst, 1e-9);
  EXPECT_NEAR(last, 0.2, 1e-9);
  EXPECT_EQ(motion.result.events, 11);
  EXPECT_LT(motion.result.energy_drift, 1e-9);
  EXPECT_NEAR(motion.result.dissipated, 2 * (5.3 * 5.3 - 0.2 * 0.2), 1e-7);
}

/// A block on a belt of speed V, held by a spring: friction 3 N when it slides, up to 5 N before.
const char* const belt = R"toml(
space = "planar"
gravity = [0, 0]
[body.belt]
mass = 1
[body.block]
mass = 2
[joint.belt]
type = "prismatic"
bodies = ["ground", "belt"]
motion = "0.25*t"
[joint.slip]
type = "prismatic"
bodies = ["belt", "block"]
friction = 5
friction_width = 0
effort = "if(slip' < 0, -2, 0)"
[force.spring]
type = "spring"
points = [["ground", [-10, 0]], "block.origin"]
stiffness = 50
length = 10
)toml";

TEST(EventLoop, StickAndSlipOnABeltFollowEachOther) {
  const double V = 0.25, k = 50, m = 2, Fs = 5, Fk = 3, omega = std::sqrt(k / m);
  const double slip = (2 * pi - 2 * std::atan((Fs - Fk) * omega / (k * V))) / omega, stick = 2 * (Fs - Fk) / (k * V);
  const double first = Fs / (k * V);
  const auto exact = [&](double t) {
    if (t < first) return V * t;
    const double phase = std::fmod(t - first, slip + stick);
    if (phase < slip) return Fk / k + (Fs - Fk) / k * std::cos(omega * phase) + V / omega * std::sin(omega * phase);
    return (2 * Fk - Fs) / k + V * (phase - slip);
  };
  double worst = 0.0;
  const Motion motion = run(belt, 10.0, 0.01, [&](const Row& row) {
    worst = std::max(worst, std::abs(row.x.q[0] + row.x.q[1] - exact(row.x.t)));
  });
  ASSERT_TRUE(motion.result.status.good());
  EXPECT_LT(worst, 1e-9);
  EXPECT_LT(motion.result.energy_drift, 1e-8);
}

TEST(EventLoop, BangBangForceAgainstItsParabolas) {
  // x'' = -3 sign(x) from rest at 1.5: quarter periods of 1 s.
  double worst = 0.0;
  const Motion motion = run(slider("start = 1.5\neffort = \"-3*sign(x)\"\n"), 20.0, 0.03, [&](const Row& row) {
    const double phase = std::fmod(row.x.t, 4.0), s = phase < 2 ? phase : phase - 2;
    const double x = s < 1 ? 1.5 * (1 - s * s) : -1.5 * (1 - (2 - s) * (2 - s));
    worst = std::max(worst, std::abs(row.x.q[0] - (phase < 2 ? x : -x)));
  });
  ASSERT_TRUE(motion.result.status.good());
  EXPECT_LT(worst, 1e-11);  // rounding of ten switches
  EXPECT_EQ(motion.result.events, 10);
  EXPECT_EQ(motion.result.counts.rejected, 0);
}

TEST(EventLoop, ASpringWithTwoRatesAndFarFewerRejectedSteps) {
  // k = 9 below zero and 1 above: half periods pi/3 and pi, speed 2 at zero.
  const std::string text = slider("rate = 2\neffort = \"if(x < 0, -9*x, -x)\"\n");
  const auto exact = [&](double t) {
    const double phase = std::fmod(t, pi + pi / 3);
    return phase < pi ? 2 * std::sin(phase) : -2.0 / 3 * std::sin(3 * (phase - pi));
  };
  double worst = 0.0;
  const Motion events =
      run(text, 60.0, 0.1, [&](const Row& row) { worst = std::max(worst, std::abs(row.x.q[0] - exact(row.x.t))); });
  const Motion plain = run(
      text, 60.0, 0.1, [](const Row&) {}, 1e-11, true);
  ASSERT_TRUE(events.result.status.good());
  EXPECT_LT(worst, 1e-9);
  EXPECT_LT(10 * events.result.counts.rejected, plain.result.counts.rejected);
  EXPECT_LT(events.result.counts.evaluations, plain.result.counts.evaluations);
}

TEST(EventLoop, ForcesThatSwitchInTimeSwitchThere) {
  // A push of 2 N for a second.
  const Motion motion = run(slider("effort = \"if(t < 1, 2, 0)\"\n"), 3.0, 0.25, [](const Row& row) {
    const double t = row.x.t;
    EXPECT_NEAR(row.x.q[0], t < 1 ? t * t : 1 + 2 * (t - 1), 1e-13);
  });
  EXPECT_EQ(motion.result.events, 1);
}

TEST(EventLoop, AComparisonThatTurnsOnTheSpotIsLetGoNotLoopedForever) {
  // sign(x') as friction: at rest both answers are wrong. The run ends, one way or the other.
  const Motion motion = run(
      slider("rate = 1\neffort = \"-2*sign(x')\"\n"), 1.0, 0.1, [](const Row&) {}, 1e-6);
  EXPECT_LT(motion.result.events, 1000);
}

TEST(EventLoop, ARunStillEndsWhereItsModelSays) {
  const Motion motion =
      run(slider("start = 2\nlimits = [0, 9]\nrestitution = 0.5\n[simulate]\nuntil = \"t - 1.25\"\n", "[0, -10]"), 5.0,
          0.1, [](const Row&) {});
  EXPECT_TRUE(motion.result.stopped_by_event);
  EXPECT_NEAR(motion.result.time, 1.25, 1e-12);
}

/// Rows of a run, of rk8 in short steps, from the start or from a checkpoint.
std::vector<Numbers> rows_of(const std::string& text, const Checkpoint* from, std::optional<Checkpoint>& last,
                             Method method = Method::rk8) {
  Mechanism model = std::get<Mechanism>(read_model(parse_toml(text, "model.toml")));
  const MechanismSetup setup(model);
  const MechanismSystem base(setup);
  const HybridSystem hybrid(base);
  SimulateOptions options;
  options.end_time = 6.0;
  options.output_step = 0.1;
  options.method = method;
  if (method == Method::rk8) options.max_step = 0.005;
  options.checkpoint_steps = 500;
  options.from = from;
  if (from == nullptr) options.checkpoint = [&](const Checkpoint& point) { last = point; };
  std::vector<Numbers> rows;
  simulate(hybrid, {0.0, setup.q0, setup.v0, {}}, options, [&](const Row& row) {
    rows.push_back({row.x.t, row.x.q.back(), row.x.v.back(), row.work});
    return true;
  });
  rows.push_back({static_cast<double>(hybrid.events()), static_cast<double>(hybrid.happenings().size())});
  return rows;
}

/// A push given at many times, and a spring given at places.
std::string with_tables() {
  std::string x, y;
  for (int k = 0; k < 4000; ++k) {
    x += "'" + std::to_string(k) + "/640', ";  // not where rows are
    y += std::to_string(k * k % 11 - 5) + ", ";
  }
  return slider("effort = 'push(t) - spring(x)'\n[table.push]\nx = [" + x + "]\ny = [" + y +
                "]\n[table.spring]\nx = [-2, -1, -0.1, 0, 0.1, 1, 2]\ny = [-90, -30, -2, 0, 5, 20, 60]\n");
}

void expect_same_from_checkpoint(const std::string& text, Method method) {
  std::optional<Checkpoint> point, none;
  const std::vector<Numbers> whole = rows_of(text, nullptr, point, method);
  ASSERT_TRUE(point.has_value());
  ASSERT_GT(point->next_row, 20);
  const std::vector<Numbers> rest = rows_of(text, &*point, none, method);
  ASSERT_EQ(rest.size(), whole.size() - static_cast<std::size_t>(point->next_row));
  for (std::size_t i = 0; i < rest.size(); ++i) EXPECT_EQ(rest[i], whole[whole.size() - rest.size() + i]) << i;
}

TEST(EventLoop, ARunGoesOnFromACheckpointWithItsSwitchesAsTheyWere) {
  for (const std::string& text : {std::string(belt), with_tables()}) expect_same_from_checkpoint(text, Method::rk8);
}

TEST(EventLoop, FewStepsThatTakeManyEvaluationsHaveCheckpointsToo) {
  // Behind each of some 70 bounces the variational method looks for its step anew.
  expect_same_from_checkpoint(slider("start = 2\nlimits = [0, 9]\nrestitution = 0.8\n", "[0, -10]"),
                              Method::variational);
}

TEST(EventLoop, StopsAreHitBetweenThePointsOfATable) {
  // Pulled down by 10 + t, given at points of that line: x = x0 + v0 s - (10 + t0) s^2/2 - s^3/6 from an impact at t0
  // to the next, where 0.8 of the speed is left.
  const std::string text = slider(
      "start = 2\nlimits = [0, 9]\nrestitution = 0.8\neffort = \"pull(t)\"\n"
      "[table.pull]\nx = [0, 0.3, 0.5, 1.1, 2, 4]\ny = [-10, -10.3, -10.5, -11.1, -12, -14]\n");
  std::array<double, 3> from{0.0, 2.0, 0.0};  // t0, x0, v0 of the present flight
  const auto place = [&](double t) {
    const double s = t - from[0];
    return from[1] + s * (from[2] - s * ((10 + from[0]) / 2 + s / 6));
  };
  const auto speed = [&](double t) {
    const double s = t - from[0];
    return from[2] - s * (10 + from[0] + s / 2);
  };
  const auto impact = [&] {
    double t = from[0] + 1.0;  // beyond it: from there Newton's steps come back to it
    for (int k = 0; k < 60; ++k) t -= place(t) / speed(t);
    return t;
  };
  double next = impact(), worst = 0.0;
  int impacts = 0;
  const Motion motion = run(text, 2.5, 0.01, [&](const Row& row) {
    while (row.x.t > next) {
      from = {next, 0.0, -0.8 * speed(next)};
      next = impact();
      ++impacts;
    }
    worst = std::max(worst, std::abs(row.x.q[0] - place(row.x.t)));
  });
  ASSERT_TRUE(motion.result.status.good());
  EXPECT_GE(impacts, 2);
  EXPECT_LT(worst, 1e-10);
  EXPECT_EQ(motion.result.events, impacts + 4);
  EXPECT_EQ(motion.result.counts.rejected, 0);
}

}  // namespace
}  // namespace alembert::event_loop_test
