// The variational integrator: order, bounded energy, momenta and constraints to rounding, steps taken back.
#include "alembert/integrate/variational.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "alembert/integrate/symplectic_euler.h"
#include "hamiltonian_problems.h"
#include "problems.h"

namespace alembert::variational_test {
namespace {

using namespace testing_problems;  // NOLINT: the systems of these tests

/// A system with its stepper; order 0 and no step: from the tolerance.
struct Trip {
  SystemOde ode;
  Variational method;
  Trip(const System& system, double h, int order, double tolerance = 1e-8)
      : ode(system), method(ode, testing_problems::tolerance(tolerance), options(h, order)) {}
  static Variational::Options options(double h, int order) {
    Variational::Options result;
    if (h > 0.0) result.fixed_step = h;
    if (order > 0) result.order = order;
    return result;
  }
  /// From y = (q, v), to which the work is added.
  Numbers to(double end, Numbers y, double t = 0.0) {
    y.resize(static_cast<std::size_t>(ode.size()), 0.0);
    Status status = method.start(t, y, end);
    while (status.good() && !method.done()) status = method.step();
    EXPECT_TRUE(status.good()) << static_cast<int>(status.trouble) << " at " << status.time;
    return {method.y().begin(), method.y().end()};
  }
  double energy() const { return ode.system().energies(ode.state(method.t(), method.y()), {}).conserved; }
};

// A formal check of the order conditions. A symmetric map of order two is exp(h X1 + h^3 X3 + h^5 X5 + ...) with X that
// do not commute; the product of the parts must agree with exp(h X1) in every word of weight up to the order.
using Word = std::vector<int>;
using Series = std::map<Word, double>;

int weight(const Word& word) {
  int sum = 0;
  for (const int letter : word) sum += letter;
  return sum;
}

Series product(const Series& a, const Series& b, int most) {
  Series result;
  for (const auto& [u, x] : a)
    for (const auto& [v, y] : b) {
      if (weight(u) + weight(v) > most) continue;
      Word w = u;
      w.insert(w.end(), v.begin(), v.end());
      result[w] += x * y;
    }
  return result;
}

Series exponential(const Series& x, int most) {
  Series sum{{{}, 1.0}}, power = sum;
  for (int k = 1; k <= most; ++k) {
    power = product(power, x, most);
    for (auto& [word, value] : power) value /= k;
    for (const auto& [word, value] : power) sum[word] += value;
  }
  return sum;
}

TEST(Composition, OrderConditions) {
  for (const int order : {2, 4, 6, 8}) {
    const Composition& composition = composition_of_order(order);
    ASSERT_EQ(composition.order, order);
    const int most = order + 1;
    Series whole{{{}, 1.0}};
    for (const double g : composition.part) {
      Series generator;
      for (int letter = 1; letter <= most; letter += 2) generator[{letter}] = std::pow(g, letter);
      whole = product(whole, exponential(generator, most), most);
    }
    const Series exact = exponential({{{1}, 1.0}}, most);
    double beyond = 0.0;
    for (const auto& [word, value] : whole) {
      const double off = std::abs(value - (exact.contains(word) ? exact.at(word) : 0.0));
      if (weight(word) <= order)
        EXPECT_LT(off, 1e-13) << "order " << order << ", a word of weight " << weight(word);
      else
        beyond = std::max(beyond, off);
    }
    EXPECT_GT(beyond, 1e-6) << "the order is not higher than it says";
  }
}

/// log2 of the ratio of errors with h and h/2, errors against h/8 of order 8.
double observed_order(const System& system, const Numbers& y, double end, double h, int order) {
  const Numbers exact = Trip(system, h / 8, 8).to(end, y);
  const auto error = [&](double step) { return distance(Trip(system, step, order).to(end, y), exact); };
  return std::log2(error(h) / error(h / 2));
}

const Numbers swing{1.0, -0.5, 0.0, 2.0};                             // double pendulum
const Numbers on_rod{0.6, -0.8, 0.8 * 1.5, 0.6 * 1.5};                // tangential speed 1.5
const Numbers spin{1, 0, 0, 0, 0.3, 2.0, -0.4};                       // held body
const Numbers flight{0, 0, 0, 0.8, 0.6, 0, 0, 0.3, 2, -1, 1, 0, -2};  // free body
const Numbers slide{0, 0, 0.4, 1.5 * std::cos(0.4), 1.5 * std::sin(0.4), 0.7};

TEST(Variational, Order) {
  const RigidBody top(false, 9.81), thrown(true, 9.81);
  DoublePendulum damped;
  damped.damping = 0.4;
  struct Case {
    const System& system;
    const Numbers& y;
    double h[3];  // where orders 2, 4 and 6 show: above rounding, below the size of the motion
  };
  const Kepler kepler;
  const Numbers orbit = kepler_start(0.3);
  const RodPendulum rod;
  const Sleigh sleigh;
  for (const Case& c : {Case{damped, swing, {0.01, 0.02, 0.04}}, Case{top, spin, {0.01, 0.02, 0.04}},
                        Case{thrown, flight, {0.01, 0.04, 0.08}}, Case{kepler, orbit, {0.02, 0.05, 0.1}},
                        Case{rod, on_rod, {0.01, 0.02, 0.04}}, Case{sleigh, slide, {0.02, 0.04, 0.16}}})
    for (const int order : {2, 4, 6})
      EXPECT_NEAR(observed_order(c.system, c.y, 1.28, c.h[order / 2 - 1], order), order, 0.35)
          << "order " << order << " of the system that starts at " << c.y[1] << " " << c.y[2];
}

// Independent solutions: Kepler's equation, and the Runge-Kutta method of order 8, which knows no momenta.
TEST(Variational, FollowsTheMotion) {
  for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
    Numbers exact = kepler_exact(0.6, 20.0);
    exact.push_back(0.0);
    EXPECT_LT(distance(Trip(Kepler(), 0, 0, tolerance).to(20.0, kepler_start(0.6)), exact), 100 * tolerance);
  }
  const RigidBody thrown(true, 9.81), top(false, 9.81);
  const DoublePendulum pendulum;
  const RodPendulum rod;
  const std::pair<const System*, Numbers> cases[] = {
      {&thrown, flight}, {&top, spin}, {&pendulum, swing}, {&rod, on_rod}};
  for (const auto& [system, start] : cases) {
    SystemOde ode(*system);
    Numbers y = start;
    y.push_back(0.0);
    RungeKutta other(ode, dormand_prince_8(), testing_problems::tolerance(1e-12));
    ASSERT_TRUE(other.start(0.0, y, 4.0).good());
    ASSERT_TRUE(run_to_end(other).good());
    for (const double tolerance : {1e-3, 1e-4, 1e-6, 1e-8}) {
      Trip run(*system, 0, 0, tolerance);
      const double error = distance(run.to(4.0, start), other.y());
      EXPECT_LT(error, 100 * tolerance) << run.method.order() << " with step " << run.method.step_size();
      EXPECT_GT(error, 1e-5 * tolerance) << "steps far too small: " << run.method.step_size();
    }
  }
}

/// Extremes of the energy's error in the first and in the last tenth of a run.
struct Drift {
  double first = 0.0, last = 0.0;
};
Drift energy_over(const System& system, const Numbers& start, double h, long steps, int order) {
  Trip run(system, h, order);
  Numbers y = start;
  y.push_back(0.0);
  EXPECT_TRUE(run.method.start(0.0, y, h * static_cast<double>(steps)).good());
  const double E = run.energy();
  Drift result;
  for (long k = 0; k < steps; ++k) {
    if (!run.method.step().good()) return {0.0, 1e300};
    if (k < steps / 10) result.first = std::max(result.first, std::abs(run.energy() - E));
    if (k >= steps - steps / 10) result.last = std::max(result.last, std::abs(run.energy() - E));
  }
  EXPECT_TRUE(run.method.done());
  return result;
}

// A method that is not symplectic loses energy in proportion to time: ten times more in the last tenth than in the
// first one. Extremes of a chaotic motion are found sooner or later, hence 1.5 instead of 1.
TEST(Variational, EnergyStaysWithinBoundsForAMillionSteps) {
  const Drift pendulum = energy_over(DoublePendulum(), swing, 0.01, 1'000'000, 2);
  EXPECT_GT(pendulum.first, 1e-4) << "a step at which the error shows";
  EXPECT_LT(pendulum.last, 1.5 * pendulum.first);
  const Drift top = energy_over(RigidBody(false, 0.0), spin, 0.05, 1'000'000, 2);
  EXPECT_GT(top.first, 1e-5);
  EXPECT_LT(top.last, 1.2 * top.first);
  const Drift heavy = energy_over(RigidBody(false, 9.81), spin, 0.02, 100'000, 2);
  EXPECT_LT(heavy.last, 1.5 * heavy.first);
  const Drift rod = energy_over(RodPendulum(), on_rod, 0.02, 100'000, 2);
  EXPECT_LT(rod.last, 1.2 * rod.first);
  const Drift fourth = energy_over(DoublePendulum(), swing, 0.02, 100'000, 4);
  EXPECT_LT(fourth.last, 2 * fourth.first);
}

// Rounding of n steps adds up like a random walk, sqrt(n) eps of the size; a factor 20 on top.
double rounding(double size, double steps) { return 20 * 2.3e-16 * std::sqrt(steps) * size; }

TEST(Variational, KeepsMomenta) {
  const auto moment = [](std::span<const double> y) { return y[0] * y[3] - y[1] * y[2]; };
  for (const int order : {2, 8}) {
    const Numbers orbit = kepler_start(0.5);
    EXPECT_NEAR(moment(Trip(Kepler(), 0.02, order).to(200.0, orbit)), moment(orbit), rounding(1.5, 1e4));

    const RigidBody drifting(true, 0.0);
    const Numbers y = Trip(drifting, 0.02, order).to(200.0, flight);
    const Vec3<double> before = drifting.spin(flight), after = drifting.spin(y);
    EXPECT_LT(norm(after - before), rounding(1.5 * 400 * 3, 1e4)) << "moment arms grow to 400 m";

    const RigidBody thrown(true, 9.81);
    const Numbers falling = Trip(thrown, 0.02, order).to(2.0, flight);
    const auto linear = [&](std::span<const double> x) {
      return thrown.m * (thrown.R(x.first(7)) * thrown.center_velocity(x.subspan(7, 6)));
    };
    const Vec3<double> change = linear(falling) - linear(flight);
    EXPECT_NEAR(change.x, 0.0, 1e-12);
    EXPECT_NEAR(change.y, 0.0, 1e-12);
    EXPECT_NEAR(change.z, -thrown.m * 9.81 * 2.0, 1e-11);

    const RigidBody top(false, 9.81);
    EXPECT_NEAR(top.spin(Trip(top, 0.01, order).to(20.0, spin)).z, top.spin(spin).z, rounding(6, 2e3));
  }
}

TEST(Variational, HoldsConstraints) {
  const RodPendulum rod;
  Numbers phi(1);
  for (const int order : {2, 6}) {
    Trip run(rod, 0.01, order);
    Numbers y = on_rod, row(5);
    y.push_back(0.0);
    ASSERT_TRUE(run.method.start(0.0, y, 20.0).good());
    while (!run.method.done()) {
      ASSERT_TRUE(run.method.step().good());
      ASSERT_TRUE(run.method.interpolate(run.method.t() - 0.004, row).good());
      for (const std::span<const double> x : {run.method.y(), std::span<const double>(row)}) {
        rod.constraint(0.0, x.first(2), phi);
        ASSERT_LT(std::abs(phi[0]), 2e-15);
        ASSERT_LT(std::abs(x[0] * x[2] + x[1] * x[3]), 1e-14);
      }
    }
  }
  const Sleigh sleigh;
  Trip blade(sleigh, 0.01, 4);
  const Numbers y = blade.to(5.0, slide);
  EXPECT_NEAR(std::sin(y[2]) * y[3] - std::cos(y[2]) * y[4], 0.0, 1e-14);
}

// The angle of a sleigh whose mass centre is above the blade turns at a constant rate, and along the blade
// u' = slope cos(angle): u = u0 + slope (sin(angle) - sin(angle0)) / rate (Lagrange-d'Alembert by hand).
TEST(Variational, NonholonomicClosedForm) {
  const Numbers y = Trip(Sleigh(), 0.01, 6).to(5.0, slide);
  const double angle = 0.4 + 0.7 * 5.0, u = 1.5 + 2.0 * (std::sin(angle) - std::sin(0.4)) / 0.7;
  EXPECT_NEAR(y[2], angle, 1e-12);
  EXPECT_NEAR(y[3], u * std::cos(angle), 1e-8);
  EXPECT_NEAR(y[4], u * std::sin(angle), 1e-8);
}

// Forward, speeds reversed, forward again; and backward in time.
TEST(Variational, CanBeTakenBack) {
  const RigidBody thrown(true, 9.81);
  const RodPendulum rod;
  const Sleigh sleigh;
  const DoublePendulum pendulum;
  const std::pair<const System*, Numbers> cases[] = {
      {&thrown, flight}, {&rod, on_rod}, {&sleigh, slide}, {&pendulum, swing}};
  for (const auto& [system, start] : cases)
    for (const int order : {2, 4}) {
      Numbers y = Trip(*system, 0.02, order).to(1.0, start);
      const Numbers back = Trip(*system, 0.02, order).to(0.0, y, 1.0);
      for (std::size_t i = 0; i < start.size(); ++i) EXPECT_NEAR(back[i], start[i], 1e-12);
      const auto nq = static_cast<std::size_t>(system->sizes().nq);
      for (std::size_t i = nq; i < start.size(); ++i) y[i] = -y[i];
      const Numbers again = Trip(*system, 0.02, order).to(1.0, y);
      for (std::size_t i = 0; i < start.size(); ++i) EXPECT_NEAR(again[i], i < nq ? start[i] : -start[i], 1e-12);
    }
}

TEST(Variational, WorkOfADamper) {
  DoublePendulum damped;
  damped.damping = 0.5;
  Trip run(damped, 0.02, 6);
  const Numbers y = run.to(6.0, swing);
  Numbers start = swing;
  start.push_back(0.0);
  const double E0 = damped.energies(run.ode.state(0.0, start), {}).conserved;
  EXPECT_LT(y[4], -5.0) << "there is work to account for";
  EXPECT_NEAR(run.energy() - E0, y[4], 1e-6);
}

TEST(Variational, RestartsBitForBit) {
  const RigidBody thrown(true, 9.81);
  const RodPendulum rod;
  const std::pair<const System*, Numbers> cases[] = {{&thrown, flight}, {&rod, on_rod}};
  for (const auto& [system, start] : cases) {
    Trip first(*system, 0, 0, 1e-7);
    Numbers y = start;
    y.push_back(0.0);
    ASSERT_TRUE(first.method.start(0.0, y, 3.0).good());
    for (int k = 0; k < 5; ++k) ASSERT_TRUE(first.method.step().good());
    const Numbers at(first.method.y().begin(), first.method.y().end()), memory = first.method.memory();
    Trip second(*system, 0, 0, 1e-7);
    ASSERT_TRUE(second.method.restart(first.method.t(), at, 3.0, memory).good());
    while (!first.method.done()) {
      ASSERT_TRUE(first.method.step().good());
      ASSERT_TRUE(second.method.step().good());
      ASSERT_EQ(first.method.t(), second.method.t());
      ASSERT_TRUE(std::ranges::equal(first.method.y(), second.method.y()));
    }
  }
}

TEST(Variational, InterpolatesWithTheErrorOfAStep) {
  const Kepler kepler;
  Trip run(kepler, 0.1, 6);
  Numbers y = kepler_start(0.3), row(5);
  y.push_back(0.0);
  ASSERT_TRUE(run.method.start(0.0, y, 5.0).good());
  while (!run.method.done()) {
    ASSERT_TRUE(run.method.step().good());
    for (const double share : {0.0, 0.3, 0.9, 1.0}) {
      const double t = share == 1.0 ? run.method.t() : run.method.t_before() + share * 0.1;
      ASSERT_TRUE(run.method.interpolate(t, row).good());
      Numbers exact = kepler_exact(0.3, t);
      exact.push_back(0.0);
      EXPECT_LT(distance(row, exact), 1e-5);
    }
  }
}

// Trouble is a status that names a speed: a step that Newton's method cannot do is made in parts first.
TEST(Variational, Trouble) {
  const DoublePendulum pendulum;
  Trip coarse(pendulum, 3.0, 2);
  EXPECT_NEAR(coarse.to(6.0, swing).back(), 0.0, 0.0);
  EXPECT_GT(coarse.method.counts().rejected, 0);

  class NoMomenta : public Kepler {
    Status momentum(const State& x, In, Out, Out) const override { return {Trouble::singular, 1, x.t}; }
  };
  const NoMomenta none;
  SystemOde ode(none);
  Variational method(ode, testing_problems::tolerance(1e-6), {});
  const Status status = method.start(0.0, Numbers{1, 0, 0, 1, 0}, 1.0);
  EXPECT_EQ(status.trouble, Trouble::singular);
  EXPECT_EQ(status.index, 3);

  const Kepler kepler;
  Trip tiny(kepler, 1e-9, 2);
  EXPECT_EQ(tiny.method.start(0.0, Numbers{1, 0, 0, 1, 0}, 1e3).trouble, Trouble::too_many_steps);
}

// First order; the energy of a separable system stays bounded.
TEST(SymplecticEuler, OrderEnergyAndConstraints) {
  const Kepler kepler;
  const auto run = [&](const System& system, double h, Numbers y, double end) {
    SystemOde ode(system);
    SymplecticEuler method(ode, testing_problems::tolerance(1e-6), h);
    y.push_back(0.0);
    EXPECT_TRUE(method.start(0.0, y, end).good());
    while (!method.done() && method.step().good()) {
    }
    EXPECT_TRUE(method.done());
    return Numbers(method.y().begin(), method.y().end());
  };
  Numbers exact = kepler_exact(0.2, 3.0);
  exact.push_back(0.0);
  const double coarse = distance(run(kepler, 1e-3, kepler_start(0.2), 3.0), exact);
  EXPECT_NEAR(coarse / distance(run(kepler, 5e-4, kepler_start(0.2), 3.0), exact), 2.0, 0.1);
  EXPECT_NEAR(kepler_energy(run(kepler, 1e-2, kepler_start(0.2), 2000.0)), -0.5, 5e-3);
  const Numbers y = run(RodPendulum(), 1e-3, on_rod, 5.0);
  EXPECT_NEAR(std::hypot(y[0], y[1]), 1.0, 1e-12);
}

}  // namespace
}  // namespace alembert::variational_test
