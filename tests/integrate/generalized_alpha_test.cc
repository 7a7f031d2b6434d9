// The generalised-alpha method on systems with known motions.
#include "alembert/integrate/generalized_alpha.h"

#include <gtest/gtest.h>

#include <functional>
#include <numbers>

#include "alembert/integrate/method.h"
#include "problems.h"
#include "small_systems.h"

namespace alembert::generalized_alpha_test {
namespace {

using namespace testing_systems;
constexpr double pi = std::numbers::pi;

StepControl tolerance(double value) {
  StepControl control;
  control.relative = control.absolute = value;
  return control;
}

Status run(Stepper& method) {
  Status status;
  while (status.good() && !method.done()) status = method.step();
  return status;
}

/// What a motion is known to be: y without work, then multipliers where they are known.
using Motion = std::function<Numbers(double t)>;

double largest_difference(System::In a, System::In b) {
  double most = 0.0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) most = std::fmax(most, std::abs(a[i] - b[i]));
  return most;
}

/// q = e^(-dt) (cos wt + d/w sin wt), z from zdot = q - 2 z by variation of constants, for w^2 + d^2 = 1.
Numbers damped(double d, double t) {
  const double w = std::sqrt(1 - d * d), e = std::exp(-d * t);
  const auto integral = [&](double a, double b) {  // of (a cos + b sin) e^((2 - d) s) from 0 to t, times e^(-2 t)
    const double k = 2 - d, n = k * k + w * w;
    const auto at = [&](double s) {
      return ((a * k - b * w) * std::cos(w * s) + (a * w + b * k) * std::sin(w * s)) / n;
    };
    return e * at(t) - std::exp(-2 * t) * at(0);
  };
  return {e * (std::cos(w * t) + d / w * std::sin(w * t)), -e / w * std::sin(w * t), integral(1, d / w)};
}

/// Angle and rate of a pendulum of length 1 from rest at 1 rad, by an independent method, as (x, y, vx, vy, lambda).
Numbers pendulum(double t) {
  testing_problems::Problem problem(2, [](double, System::In y, System::Out f) {
    f[0] = y[1];
    f[1] = -9.81 * std::sin(y[0]);
    return Status{};
  });
  RungeKutta method(problem, dormand_prince_8(), tolerance(1e-13));
  EXPECT_TRUE(method.start(0.0, Numbers{1, 0}, t).good());
  EXPECT_TRUE(run(method).good());
  const double a = method.y()[0], w = method.y()[1], s = std::sin(a), c = std::cos(a);
  return {s, -c, w * c, w * s, 9.81 * c + w * w};
}
const Numbers pendulum_start = {std::sin(1.0), -std::cos(1.0), 0, 0, 0};

/// A body with moments of inertia (1, 1, 2) and angular velocity (0.5, 0, 1.5): it turns about its angular momentum at
/// the rate L/A, and about its axis at (1 - C/A) w_z. It moves straight on, with (1, 2, 3) m/s.
Numbers top(double t) {
  const Vec3<double> L{0.5, 0, 3.0};
  const Quaternion<double> r = exp_quaternion(t * L) * exp_quaternion(Vec3<double>{0, 0, -1.5 * t});
  return {t, 2 * t, 3 * t, r.w, r.x, r.y, r.z, 0.5 * std::cos(1.5 * t), 0.5 * std::sin(1.5 * t), 1.5};
}
const Numbers top_start = {0, 0, 0, 1, 0, 0, 0, 0.5, 0, 1.5, 1, 2, 3, 0};

/// Of the two quaternions of the same turn the one nearer to the other motion's.
Numbers with_sign_of(System::In y, Numbers exact) {
  if (y[3] * exact[3] + y[4] * exact[4] + y[5] * exact[5] + y[6] * exact[6] < 0)
    for (std::size_t i = 3; i < 7; ++i) exact[i] = -exact[i];
  return exact;
}

/// Blade pushed by F = 0.5 from 1 m/s, turning at 1.3 rad/s: x = integral of u cos(wt), u = 1 + F t; lambda = -u w...
/// of the row -sin xdot + cos ydot, whose direction is to the left: m u w = -lambda.
Numbers sleigh(double t) {
  const double w = 1.3, u = 1 + 0.5 * t, s = std::sin(w * t), c = std::cos(w * t);
  return {u * s / w + 0.5 * (c - 1) / (w * w), (1 - u * c) / w + 0.5 * s / (w * w), w * t, u * c, u * s, w, -u * w};
}
const Numbers sleigh_start = {0, 0, 0, 1, 0, 1.3, 0};

struct Case {
  const char* name;
  std::shared_ptr<System> system;
  Numbers start;
  Motion motion;
  double end;
  int steps;  ///< for the order
};

std::vector<Case> cases() {
  return {{"Oscillator",
           std::make_shared<Oscillator>(1.0, 0.1),
           {1, 0, 0, 0},
           [](double t) { return damped(0.1, t); },
           10,
           100},
          {"Rod", std::make_shared<RodPendulum>(), pendulum_start, pendulum, 2, 200},
          {"Top", std::make_shared<Top>(1.0, 2.0), top_start, top, 5, 200},
          {"Sleigh", std::make_shared<Sleigh>(0.5), sleigh_start, sleigh, 3, 100}};
}

class Alpha : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(All, Alpha, ::testing::ValuesIn(cases()), [](const auto& test) { return test.param.name; });

/// (y, lambda) after n equal steps, less the exact ones.
double error_of_fixed_steps(const Case& c, double rho, int n) {
  SystemOde ode(*c.system);
  GeneralizedAlpha method(ode, tolerance(1e-8), rho, c.end / n);
  EXPECT_TRUE(method.start(0.0, c.start, c.end).good());
  EXPECT_TRUE(run(method).good());
  EXPECT_EQ(method.counts().steps, n);
  Numbers found(method.y().begin(), method.y().end() - 1);
  found.insert(found.end(), method.lambda().begin(), method.lambda().end());
  return largest_difference(found, c.system->sizes().nq == 7 ? with_sign_of(found, c.motion(c.end)) : c.motion(c.end));
}

// Halving the step divides the error in positions, speeds, extra states and multipliers by four. Measured: 1.99
// to 2.01, and 1.9 for rho = 0, where the oscillator's steps are the longest for it.
TEST_P(Alpha, SecondOrder) {
  for (const double rho : {1.0, 0.8, 0.0}) {
    // Without damping, multipliers keep a first-order oscillation from the start for ever: index 3 with rho = 1.
    if (rho == 1.0 && GetParam().system->sizes().na > 0) continue;
    const double order = std::log2(error_of_fixed_steps(GetParam(), rho, GetParam().steps) /
                                   error_of_fixed_steps(GetParam(), rho, 2 * GetParam().steps));
    EXPECT_NEAR(order, 2.0, 0.15) << "rho = " << rho;
  }
}

// The tolerance is that of the result, within the factor 100 for which the method's tightening is made. Measured: 0.2
// to 12 tolerances.
TEST_P(Alpha, ErrorFollowsTheTolerance) {
  for (const double tol : {1e-3, 1e-5, 1e-7}) {
    SystemOde ode(*GetParam().system);
    const std::unique_ptr<Stepper> method = make_stepper(Method::alpha, ode, tolerance(tol));
    ASSERT_TRUE(method->start(0.0, GetParam().start, GetParam().end).good());
    ASSERT_TRUE(run(*method).good());
    const System::In y = method->y().first(method->y().size() - 1);
    Numbers exact = GetParam().motion(GetParam().end);
    if (GetParam().system->sizes().nq == 7) exact = with_sign_of(y, exact);
    double error = 0.0;
    for (std::size_t i = 0; i < std::min(y.size(), exact.size()); ++i)
      error = std::fmax(error, std::abs(y[i] - exact[i]) / (1 + std::abs(exact[i])));
    EXPECT_LT(error, 30 * tol);
    EXPECT_GT(error, 0.01 * tol) << "more work than was asked for";
    EXPECT_LT(method->counts().rejected, method->counts().steps / 10);
  }
}

// Between the ends, where rows for output lie, the error is that of the steps; the ends are the steps' own numbers.
TEST_P(Alpha, DenseOutput) {
  Numbers errors;
  for (const int n : {GetParam().steps, 2 * GetParam().steps}) {
    SystemOde ode(*GetParam().system);
    GeneralizedAlpha method(ode, tolerance(1e-8), 0.8, GetParam().end / n);
    ASSERT_TRUE(method.start(0.0, GetParam().start, GetParam().end).good());
    Numbers y(GetParam().start.size()), before = GetParam().start;
    double error = 0.0;
    for (int k = 0; !method.done(); ++k) {
      ASSERT_TRUE(method.step().good());
      ASSERT_TRUE(method.interpolate(method.t_before(), y).good());
      EXPECT_EQ(y, before);
      ASSERT_TRUE(method.interpolate(method.t(), y).good());
      before.assign(method.y().begin(), method.y().end());
      EXPECT_EQ(y, before);
      if (k % (n / 5) != n / 10) continue;
      const double t = method.t_before() + 0.3 * (method.t() - method.t_before());
      ASSERT_TRUE(method.interpolate(t, y).good());
      Numbers exact = GetParam().motion(t);
      exact.resize(std::min(exact.size(), y.size() - 1));
      if (GetParam().system->sizes().nq == 7) exact = with_sign_of(y, exact);
      error = std::fmax(error, largest_difference(y, exact));
    }
    errors.push_back(error);
  }
  EXPECT_GT(std::log2(errors[0] / errors[1]), 1.8);
}

// Equal arguments, equal steps, whatever the object did before; and the run goes on as it would have, up to what the
// iteration leaves. Speeds projected on the constraints make no difference beyond their distance from them.
TEST_P(Alpha, Restart) {
  SystemOde ode(*GetParam().system), other_ode(*GetParam().system);
  GeneralizedAlpha method(ode, tolerance(1e-5), 0.8), other(other_ode, tolerance(1e-5), 0.8);
  ASSERT_TRUE(method.start(0.0, GetParam().start, GetParam().end).good());
  while (method.t() < 0.5 * GetParam().end) ASSERT_TRUE(method.step().good());
  const Numbers y(method.y().begin(), method.y().end()), memory = method.memory();
  const double t = method.t();
  ASSERT_TRUE(run(method).good());
  const Numbers straight(method.y().begin(), method.y().end());

  ASSERT_TRUE(method.restart(t, y, GetParam().end, memory).good());
  ASSERT_TRUE(other.restart(t, y, GetParam().end, memory).good());
  EXPECT_EQ(other.memory(), memory);
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    ASSERT_TRUE(other.step().good());
    ASSERT_EQ(method.t(), other.t());
    ASSERT_EQ(Numbers(method.y().begin(), method.y().end()), Numbers(other.y().begin(), other.y().end()));
  }
  ASSERT_TRUE(other.done());
  EXPECT_LT(largest_difference(method.y(), straight), 1e-5);
}

// The work of the damper is what the energy has lost: W = E(t) - E(0), of second order as q and v are.
TEST(AlphaWork, KeepsTheAccount) {
  Oscillator system(1.0, 0.1);
  SystemOde ode(system);
  Numbers errors;
  for (const double h : {0.1, 0.05}) {
    GeneralizedAlpha method(ode, tolerance(1e-8), 0.8, h);
    ASSERT_TRUE(method.start(0.0, Numbers{1, 0, 0, 0}, 10.0).good());
    ASSERT_TRUE(run(method).good());
    const Numbers exact = damped(0.1, 10.0);
    errors.push_back(method.y()[3] - 0.5 * (exact[0] * exact[0] + exact[1] * exact[1] - 1));
  }
  EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.1);
}

// At infinite frequency the three numbers (q, h v, h^2 a) are multiplied by a matrix whose eigenvalues are all -rho:
// v_n = (-rho)^n (c0 + c1 n + c2 n^2), so third differences of v_n / (-rho)^n vanish. The frequency is 1e7 per step,
// its influence 1e-14.
TEST(AlphaDamping, SpectralRadiusAtInfiniteFrequency) {
  for (const double rho : {0.3, 0.5, 0.8, 1.0}) {
    Oscillator system(1e7);
    SystemOde ode(system);
    GeneralizedAlpha method(ode, tolerance(1e-8), rho, 1.0);
    ASSERT_TRUE(method.start(0.0, Numbers{0, 1, 0, 0}, 40.0).good());
    Numbers scaled;
    for (int n = 1; n <= 12; ++n) {
      ASSERT_TRUE(method.step().good());
      if (n > 3) scaled.push_back(method.y()[1] / std::pow(-rho, n));
    }
    double largest = 0.0;
    for (const double x : scaled) largest = std::fmax(largest, std::abs(x));
    ASSERT_GT(largest, 0.0);
    for (std::size_t i = 3; i < scaled.size(); ++i)
      EXPECT_NEAR(scaled[i] - 3 * scaled[i - 1] + 3 * scaled[i - 2] - scaled[i - 3], 0.0, 1e-6 * largest) << rho;
  }
}

// Vibrations that the steps follow keep their amplitude: after ten periods of 200 steps, rho = 0.8 has taken less than
// 1e-3 of it (numerical damping of third order), and rho = 1 nothing but rounding and what the iteration leaves.
TEST(AlphaDamping, SlowVibrationsAreKept) {
  for (const double rho : {0.8, 1.0}) {
    Oscillator system;
    SystemOde ode(system);
    GeneralizedAlpha method(ode, tolerance(1e-8), rho, 2 * pi / 200);
    ASSERT_TRUE(method.start(0.0, Numbers{1, 0, 0, 0}, 20 * pi).good());
    ASSERT_TRUE(run(method).good());
    EXPECT_NEAR(std::hypot(method.y()[0], method.y()[1]), 1.0, rho == 1.0 ? 1e-6 : 1e-3);
  }
}

// Rows to rounding at every step, speeds to second order; three copies of a row share its multiplier equally.
TEST(AlphaConstraints, PositionsHoldAndCopiesShare) {
  for (const int copies : {1, 3}) {
    RodPendulum system(9.81, copies);
    SystemOde ode(system);
    GeneralizedAlpha method(ode, tolerance(1e-5), 0.8);
    Numbers start = pendulum_start;
    ASSERT_TRUE(method.start(0.0, start, 5.0).good());
    while (!method.done()) {
      ASSERT_TRUE(method.step().good());
      const System::In y = method.y();
      EXPECT_NEAR(y[0] * y[0] + y[1] * y[1], 1.0, 1e-14);
      EXPECT_NEAR(y[0] * y[2] + y[1] * y[3], 0.0, 1e-3);
      for (const double lambda : method.lambda()) EXPECT_NEAR(lambda, method.lambda()[0], 1e-6);
    }
    const Numbers exact = pendulum(5.0);
    double sum = 0.0;
    for (const double lambda : method.lambda()) sum += lambda;
    EXPECT_NEAR(sum, exact[4], 1e-2);
    EXPECT_LT(largest_difference(method.y().first(4), exact), 1e-3);
  }
}

TEST(AlphaConstraints, QuaternionsKeepTheirLength) {
  Top system(1.0, 2.0);
  SystemOde ode(system);
  GeneralizedAlpha method(ode, tolerance(1e-4), 0.8);
  ASSERT_TRUE(method.start(0.0, top_start, 20.0).good());
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    double square = 0.0;
    for (const double x : method.y().subspan(3, 4)) square += x * x;
    ASSERT_NEAR(square, 1.0, 1e-15);
  }
}

// A spring of 1e8 N/m in place of the rod, from where it carries the mass: 1e4 rad/s that nothing excites. The swing of
// 2 s has 3000 such vibrations; a method that had to follow them would need more steps than that.
TEST(AlphaStiff, SpringLikeARod) {
  SpringPendulum system(1e8);
  SystemOde ode(system);
  const std::unique_ptr<Stepper> method = make_stepper(Method::alpha, ode, tolerance(1e-3));
  const double r = 1 + 9.81 * std::cos(1.0) / 1e8;
  ASSERT_TRUE(method->start(0.0, Numbers{r * std::sin(1.0), -r * std::cos(1.0), 0, 0, 0}, 2.0).good());
  ASSERT_TRUE(run(*method).good());
  EXPECT_LT(method->counts().steps, 1000);
  EXPECT_LT(largest_difference(method->y().first(4), pendulum(2.0)), 3e-2);
}

// Back in time, to where it came from.
TEST(AlphaDriver, BothDirections) {
  Oscillator system;
  SystemOde ode(system);
  GeneralizedAlpha method(ode, tolerance(1e-6), 1.0);
  ASSERT_TRUE(method.start(2.0, Numbers{std::cos(2.0), -std::sin(2.0), 0, 0}, 0.0).good());
  ASSERT_TRUE(run(method).good());
  EXPECT_EQ(method.t(), 0.0);
  EXPECT_NEAR(method.y()[0], 1.0, 1e-5);
  EXPECT_NEAR(method.y()[1], 0.0, 1e-5);
}

TEST(AlphaDriver, KeepsToLimits) {
  Oscillator system;
  SystemOde ode(system);
  StepControl control = tolerance(1e-2);
  control.max_step = 0.05;
  control.first_step = 0.01;
  GeneralizedAlpha method(ode, control, 0.8);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0, 0, 0}, 3.0).good());
  ASSERT_TRUE(method.step().good());
  EXPECT_EQ(method.t(), 0.01);
  while (!method.done()) {
    ASSERT_TRUE(method.step().good());
    EXPECT_LE(method.t() - method.t_before(), 0.05 * 1.01);
  }
  EXPECT_EQ(method.t(), 3.0);
  EXPECT_GT(method.counts().evaluations, method.counts().steps);
  EXPECT_LT(method.counts().jacobians, method.counts().steps / 4) << "a linear system needs new derivatives seldom";
  ASSERT_TRUE(method.start(1.0, Numbers{1, 0, 0, 0}, 1.0).good());
  EXPECT_TRUE(method.done());
}

/// A falling mass whose force ceases to be a number at t = 1, or grows without bound.
class Troubled : public SmallSystem {
 public:
  enum class Kind { not_a_number, explodes };
  explicit Troubled(Kind kind) : SmallSystem({2, 2}), kind_(kind) {}

 protected:
  Numbers mass(In) const override { return diagonal({1, 1}); }
  void force(const State& x, Out f, Out) const override {
    f[0] = 0;
    f[1] = kind_ == Kind::explodes ? 6 * x.q[1] * x.q[1] : x.t < 1 ? -1 : std::nan("");
  }
  Kind kind_;
};

TEST(AlphaTrouble, NotFinite) {
  Troubled system(Troubled::Kind::not_a_number);
  SystemOde ode(system);
  GeneralizedAlpha method(ode, tolerance(1e-6), 0.8);
  EXPECT_EQ(method.start(0.0, Numbers{0, 0, std::nan(""), 0, 0}, 1.0).index, 2);
  EXPECT_EQ(method.start(2.0, Numbers{0, 0, 0, 0, 0}, 3.0).trouble, Trouble::not_finite);
  ASSERT_TRUE(method.start(0.0, Numbers{0, 0, 0, 0, 0}, 2.0).good());
  const Status status = run(method);
  EXPECT_EQ(status.trouble, Trouble::not_finite);
  EXPECT_EQ(status.index, 3);
  EXPECT_NEAR(status.time, 1.0, 1e-12);
  EXPECT_NEAR(method.y()[1], -0.5, 1e-10);
  EXPECT_LT(method.counts().steps + method.counts().rejected, 500);
}

// q'' = 6 q^2 from (1, 2): q = 1/(1 - t)^2, which no step passes.
TEST(AlphaTrouble, StepTooSmallNamesTheComponent) {
  Troubled system(Troubled::Kind::explodes);
  SystemOde ode(system);
  GeneralizedAlpha method(ode, tolerance(1e-4), 0.8);
  ASSERT_TRUE(method.start(0.0, Numbers{0, 1, 0, 2, 0}, 2.0).good());
  const Status status = run(method);
  EXPECT_EQ(status.trouble, Trouble::step_too_small);
  EXPECT_EQ(status.index, 3) << "the speed runs away first";
  EXPECT_NEAR(method.t(), 1.0, 1e-2);
}

TEST(AlphaTrouble, TooManySteps) {
  Oscillator system;
  SystemOde ode(system);
  StepControl control = tolerance(1e-6);
  control.max_steps = 10;
  GeneralizedAlpha method(ode, control, 0.8);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0, 0, 0}, 100.0).good());
  EXPECT_EQ(run(method).trouble, Trouble::too_many_steps);
  EXPECT_EQ(method.counts().steps + method.counts().rejected, 10);
}

/// The rod with a second row that wants another length, from t = 0.5 on; or whose length, by both rows, begins to
/// change then at once.
class Torn : public RodPendulum {
 public:
  explicit Torn(bool at_once) : RodPendulum(9.81, 2), at_once_(at_once) {}
  void constraint(double t, In q, Out phi) const override {
    RodPendulum::constraint(t, q, phi);
    const double late = std::fmax(0.0, t - 0.5);
    phi[1] += at_once_ ? late : late * late * late;
    if (at_once_) phi[0] += late;
  }

 private:
  bool at_once_;
};

// Rows may differ by 1e-6, which they do 0.01 s later.
TEST(AlphaTrouble, ContradictingRowsAreLost) {
  Torn system(false);
  SystemOde ode(system);
  GeneralizedAlpha method(ode, tolerance(1e-4), 0.8);
  ASSERT_TRUE(method.start(0.0, pendulum_start, 2.0).good());
  const Status status = run(method);
  EXPECT_EQ(status.trouble, Trouble::lost);
  EXPECT_NEAR(method.t(), 0.51, 5e-3);
  EXPECT_LT(method.counts().steps + method.counts().rejected, 2000);
}

// Speeds would have to jump: no step is short enough.
TEST(AlphaTrouble, JumpsOfSpeedsEndTheRun) {
  Torn system(true);
  SystemOde ode(system);
  GeneralizedAlpha method(ode, tolerance(1e-4), 0.8);
  ASSERT_TRUE(method.start(0.0, pendulum_start, 2.0).good());
  const Status status = run(method);
  EXPECT_EQ(status.trouble, Trouble::step_too_small);
  EXPECT_NEAR(method.t(), 0.5, 1e-6);
  EXPECT_LT(method.counts().steps + method.counts().rejected, 2000);
}

/// Only accelerations, no residual.
class Poor : public Oscillator {
 public:
  Status accelerate(const State& x, In, Out vdot, Out zdot, Out) const override {
    vdot[0] = -x.q[0];
    zdot[0] = 0;
    return {};
  }
  Status residual_jacobian(const State& x, In, In, In, ResidualJacobian&) const override {
    return {Trouble::singular, 0, x.t};
  }
};

TEST(AlphaTrouble, SystemWithoutDerivatives) {
  Poor system;
  SystemOde ode(system);
  GeneralizedAlpha method(ode, tolerance(1e-6), 0.8);
  ASSERT_TRUE(method.start(0.0, Numbers{1, 0, 0, 0}, 1.0).good());
  const Status status = run(method);
  EXPECT_EQ(status.trouble, Trouble::singular);
  EXPECT_EQ(status.index, 1);
}

}  // namespace
}  // namespace alembert::generalized_alpha_test
