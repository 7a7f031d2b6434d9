/// Lagrangians with constraints as systems: closed forms, an independent right-hand side, awkward rows.
#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "alembert/system/constraints/describe_status.h"
#include "alembert/system/energies/lagrange_system.h"
#include "model_text.h"

namespace alembert::constrained_lagrange_test {
namespace {

using List = std::vector<double>;

struct Motion {
  List vdot, lambda;
  Status status;
};

/// A model with its system; the graph stays current.
struct Bench {
  explicit Bench(const std::string& text)
      : model(model_from(text)), scope(*model.graph), system(model, simplified(derive_lagrange(model))) {}

  Motion at(double t, const List& q, const List& v) const {
    Motion motion{List(v.size()), List(static_cast<std::size_t>(system.sizes().na)), {}};
    List u(static_cast<std::size_t>(system.sizes().nu));
    system.inputs(t, u);
    motion.status = system.accelerate({t, q, v, {}}, u, motion.vdot, {}, motion.lambda);
    return motion;
  }
  Energies energies(double t, const List& q, const List& v) const { return system.energies({t, q, v, {}}, {}); }

  Lagrangian model;
  GraphScope scope;
  LagrangeSystem system;
};

/// A pendulum in x and y; `more` is appended.
std::string pendulum(const std::string& more = {}) {
  return R"toml(
    [parameters]
    m = 1.7
    g = 9.81
    r = 1.3
    [coordinates]
    x = { start = "r" }
    y = 0
    [energy]
    kinetic = "m*(x'^2 + y'^2)/2"
    potential = "m*g*y"
    [constraint.rod]
    holonomic = "(x^2 + y^2 - r^2)/2"
    )toml" +
         more;
}

TEST(ConstrainedLagrange, PendulumInXAndY) {
  // S45: lambda = m (x'^2 + y'^2 - g y) / r^2
  const Bench bench(pendulum());
  EXPECT_EQ(bench.system.sizes().nc, 1);
  EXPECT_EQ(bench.system.sizes().na, 1);
  EXPECT_EQ(bench.system.row_name(0), "rod");
  for (const double th : {0.3, 1.2, -2.5}) {
    const double w = 0.9, x = 1.3 * std::cos(th), y = 1.3 * std::sin(th), vx = -w * y, vy = w * x;
    const Motion motion = bench.at(0.0, {x, y}, {vx, vy});
    const double lambda = 1.7 * (vx * vx + vy * vy - 9.81 * y) / (1.3 * 1.3);
    ASSERT_TRUE(motion.status.good());
    EXPECT_NEAR(motion.lambda[0], lambda, 1e-13);
    EXPECT_NEAR(motion.vdot[0], -lambda * x / 1.7, 1e-13);
    EXPECT_NEAR(motion.vdot[1], -9.81 - lambda * y / 1.7, 1e-13);
    EXPECT_EQ(bench.energies(0.0, {x, y}, {vx, vy}).power, 0.0);
  }
}

TEST(ConstrainedLagrange, RowsAsNumbers) {
  const Bench bench(pendulum("[constraint.slip]\npfaffian = \"y*x' - 3*t\"\n"));
  const List q{0.5, 1.2}, v{0.7, -0.4};
  EXPECT_EQ(bench.system.sizes().nc, 1);
  EXPECT_EQ(bench.system.sizes().na, 2);
  EXPECT_EQ(bench.system.row_name(1), "slip");
  List phi(1), b(2), c(2);
  SparseRows A;
  bench.system.constraint(2.0, q, phi);
  bench.system.constraint_jacobian(2.0, q, A);
  bench.system.constraint_speed(2.0, q, b);
  bench.system.constraint_acceleration({2.0, q, v, {}}, c);
  EXPECT_NEAR(phi[0], (0.25 + 1.44 - 1.69) / 2, 1e-15);
  EXPECT_EQ(A.first, (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(A.column, (std::vector<int>{0, 1, 0}));
  EXPECT_EQ(A.value, (List{0.5, 1.2, 1.2}));
  EXPECT_NEAR(b[0], 0.0, 1e-15);
  EXPECT_NEAR(b[1], 6.0, 1e-15);
  EXPECT_NEAR(c[0], -(0.49 + 0.16), 1e-15);
  EXPECT_NEAR(c[1], -(-0.4) * 0.7 + 3.0, 1e-15);
}

TEST(ConstrainedLagrange, WheeledRobot) {
  // S46: lambda = m (x' cos th + y' sin th) th'
  const Bench bench(
      "[parameters]\nm = 3\n[coordinates]\nx = 0\ny = 0\nth = 0\n[energy]\n"
      "kinetic = \"m*(x'^2 + y'^2)/2 + 0.4*th'^2/2\"\n[constraint.slip]\npfaffian = \"sin(th)*x' - cos(th)*y'\"\n");
  const double th = 0.8, speed = 1.4, turn = -0.6;
  const Motion motion = bench.at(0.0, {1, 2, th}, {speed * std::cos(th), speed * std::sin(th), turn});
  EXPECT_NEAR(motion.lambda[0], 3 * speed * turn, 1e-13);
  EXPECT_NEAR(motion.vdot[0], -speed * turn * std::sin(th), 1e-13);
  EXPECT_NEAR(motion.vdot[1], speed * turn * std::cos(th), 1e-13);
  EXPECT_NEAR(motion.vdot[2], 0.0, 1e-13);
}

TEST(ConstrainedLagrange, BeadOnADrivenHoop) {
  // phi = Omega t is a constraint: th'' = Omega^2 sin th cos th - (g/r) sin th; the drive exerts -lambda, which is the
  // rate of the angular momentum m r^2 sin^2(th) Omega, and its power is -lambda Omega.
  const Bench bench(R"toml(
    [parameters]
    m = 0.1
    r = 0.5
    g = 9.81
    Omega = 6
    [coordinates]
    th = 0.4
    ph = 0
    [energy]
    kinetic = "m*r^2*th'^2/2 + m*r^2*sin(th)^2*ph'^2/2"
    potential = "m*g*r*(1 - cos(th))"
    [constraint.drive]
    holonomic = "ph - Omega*t"
    )toml");
  const double th = 0.9, w = 0.7, s = std::sin(th), c = std::cos(th), t = 0.3;
  const Motion motion = bench.at(t, {th, 6 * t}, {w, 6});
  const double torque = 0.1 * 0.25 * 2 * s * c * w * 6;
  EXPECT_NEAR(motion.vdot[0], 36 * s * c - 9.81 / 0.5 * s, 1e-12);
  EXPECT_NEAR(motion.vdot[1], 0.0, 1e-13);
  EXPECT_NEAR(motion.lambda[0], -torque, 1e-13);
  EXPECT_NEAR(bench.energies(t, {th, 6 * t}, {w, 6}).power, torque * 6, 1e-12);
}

TEST(ConstrainedLagrange, PowerOfAStringThatIsPulledIn) {
  // dE/dt = m (x' x'' + y' y'') + m g y' must be what `power` says.
  const Bench bench(
      "[parameters]\nm = 2\ng = 9.81\n[coordinates]\nx = 1\ny = 0\n[energy]\nkinetic = \"m*(x'^2 + y'^2)/2\"\n"
      "potential = \"m*g*y\"\n[constraint.string]\nholonomic = \"x^2 + y^2 - (1 - 0.2*sin(3*t))^2\"\n");
  const double t = 0.5, l = 1 - 0.2 * std::sin(1.5), rate = -0.6 * std::cos(1.5), th = 0.7, w = 1.1;
  const List q{l * std::cos(th), l * std::sin(th)};
  const List v{rate * std::cos(th) - l * w * std::sin(th), rate * std::sin(th) + l * w * std::cos(th)};
  const Motion motion = bench.at(t, q, v);
  const double expected = 2 * (v[0] * motion.vdot[0] + v[1] * motion.vdot[1]) + 2 * 9.81 * v[1];
  EXPECT_GT(std::abs(expected), 0.1);
  EXPECT_NEAR(bench.energies(t, q, v).power, expected, 1e-12);
}

/// The car axis as the Test Set for IVP Solvers states it (V09), solved for accelerations and multipliers by
/// elimination with pivoting. Its multipliers have the other sign.
std::array<double, 6> car_axis(double t, const List& q, const List& v) {
  const double k = 10 * 1e-4 / 2, g = 1, L = 1, L0 = 0.5, r = 0.1, w = 10;
  const double yb = r * std::sin(w * t), dyb = r * w * std::cos(w * t), ddyb = -w * w * yb;
  const double xb = std::sqrt(L * L - yb * yb), dxb = -yb * dyb / xb;
  const double ddxb = -(dyb * dyb + yb * ddyb + dxb * dxb) / xb;
  const double xl = q[0], yl = q[1], xr = q[2], yr = q[3];
  const double Ll = std::hypot(xl, yl), Lr = std::hypot(xr - xb, yr - yb);
  std::array<std::array<double, 7>, 6> a{};
  for (std::size_t i = 0; i < 4; ++i) a[i][i] = k;
  const std::array<std::array<double, 4>, 2> G{
      {{xb, yb, 0, 0}, {2 * (xl - xr), 2 * (yl - yr), -2 * (xl - xr), -2 * (yl - yr)}}};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t row = 0; row < 2; ++row) {
      a[i][4 + row] = -G[row][i];
      a[4 + row][i] = G[row][i];
    }
  a[0][6] = (L0 - Ll) * xl / Ll;
  a[1][6] = (L0 - Ll) * yl / Ll - k * g;
  a[2][6] = (L0 - Lr) * (xr - xb) / Lr;
  a[3][6] = (L0 - Lr) * (yr - yb) / Lr - k * g;
  a[4][6] = -(ddxb * xl + 2 * dxb * v[0] + ddyb * yl + 2 * dyb * v[1]);
  a[5][6] = -2 * ((v[0] - v[2]) * (v[0] - v[2]) + (v[1] - v[3]) * (v[1] - v[3]));
  for (std::size_t j = 0; j < 6; ++j) {
    std::size_t pivot = j;
    for (std::size_t i = j; i < 6; ++i)
      if (std::abs(a[i][j]) > std::abs(a[pivot][j])) pivot = i;
    std::swap(a[j], a[pivot]);
    for (std::size_t i = 0; i < 6; ++i) {
      if (i == j) continue;
      const double factor = a[i][j] / a[j][j];
      for (std::size_t c = j; c < 7; ++c) a[i][c] -= factor * a[j][c];
    }
  }
  std::array<double, 6> result{};
  for (std::size_t j = 0; j < 6; ++j) result[j] = a[j][6] / a[j][j];
  return result;
}

TEST(ConstrainedLagrange, CarAxis) {
  const Bench bench(R"toml(
    [parameters]
    k = "10*0.01^2/2"
    g = 1
    L = 1
    L0 = 0.5
    [coordinates]
    xl = { start = 0, rate = -0.5 }
    yl = 0.5
    xr = { start = 1, rate = -0.5 }
    yr = 0.5
    [let]
    yb = "0.1*sin(10*t)"
    xb = "sqrt(L^2 - yb^2)"
    [energy]
    kinetic = "k*(xl'^2 + yl'^2 + xr'^2 + yr'^2)/2"
    potential = "(sqrt(xl^2 + yl^2) - L0)^2/2 + (sqrt((xr - xb)^2 + (yr - yb)^2) - L0)^2/2 + k*g*(yl + yr)"
    [constraint.line]
    holonomic = "xb*xl + yb*yl"
    [constraint.axle]
    holonomic = "(xl - xr)^2 + (yl - yr)^2 - L^2"
    )toml");
  // At the published start both multipliers are zero: the wheels fall freely.
  const Motion start = bench.at(0.0, {0, 0.5, 1, 0.5}, {-0.5, 0, -0.5, 0});
  const List falling{0, -1, 0, -1};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(start.vdot[i], falling[i], 1e-12);
  for (const double lambda : start.lambda) EXPECT_NEAR(lambda, 0.0, 1e-15);
  // The published end state, good to 12 places, with its multipliers.
  const List q{0.0493455784275402809, 0.496989460230171154, 1.04174252488542152, 0.373911027265361257};
  const List v{-0.0770583684040972358, 0.00744686658723778553, 0.0175568157537232222, 0.770341043779251976};
  const Motion end = bench.at(3.0, q, v);
  EXPECT_NEAR(end.lambda[0], 0.473688659084893325e-2, 1e-11);
  EXPECT_NEAR(end.lambda[1], 0.110468033125734369e-2, 1e-11);
  for (const double t : {0.0, 0.37, 3.0}) {
    const List p{0.1 * t, 0.5 - 0.1 * t, 1.1, 0.45}, speeds{-0.4, 0.2, -0.5, 0.3 * t};
    const std::array<double, 6> expected = car_axis(t, p, speeds);
    const Motion found = bench.at(t, p, speeds);
    // Accelerations are of order 1e3, because the masses are small.
    for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(found.vdot[i], expected[i], 1e-12 * (1e3 + std::abs(expected[i])));
    for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(found.lambda[i], -expected[4 + i], 1e-13);
  }
}

TEST(ConstrainedLagrange, RowWrittenTwice) {
  // The same motion; the multipliers a, b of phi and 3 phi are the shortest with a + 3 b = lambda.
  const Bench once(pendulum()), twice(pendulum("[constraint.again]\nholonomic = \"3*(x^2 + y^2 - r^2)/2\"\n"));
  const List q{0.5, -1.2}, v{1.2, 0.5};
  const Motion expected = once.at(0.0, q, v), found = twice.at(0.0, q, v);
  ASSERT_TRUE(found.status.good());
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(found.vdot[i], expected.vdot[i], 1e-13);
  EXPECT_NEAR(found.lambda[0], expected.lambda[0] / 10, 1e-13);
  EXPECT_NEAR(found.lambda[1], 3 * expected.lambda[0] / 10, 1e-13);
}

TEST(ConstrainedLagrange, CoordinateWithoutInertiaThatRowsHold) {
  // A spring at s = 2 x: m x'' = -4 k x.
  const Bench bench(
      "[coordinates]\nx = 1\ns = 2\n[energy]\nkinetic = \"0.5*x'^2\"\npotential = \"3*s^2/2\"\n"
      "[constraint.lever]\nholonomic = \"s - 2*x\"\n");
  const Motion motion = bench.at(0.0, {0.4, 0.8}, {0, 0});
  ASSERT_TRUE(motion.status.good());
  EXPECT_NEAR(motion.vdot[0], -4 * 3 * 0.4, 1e-14);
  EXPECT_NEAR(motion.vdot[1], -8 * 3 * 0.4, 1e-14);
  EXPECT_NEAR(motion.lambda[0], -3 * 0.8, 1e-14);
}

TEST(ConstrainedLagrange, SingularNamesTheCoordinate) {
  const Bench bench(
      "[coordinates]\nx = 0\ny = 0\nz = 0\n[energy]\nkinetic = \"x'^2/2 + z'^2/2\"\n"
      "[constraint.c]\nholonomic = \"x - 2*z\"\n");
  const Motion motion = bench.at(1.5, {0, 0, 0}, {0, 0, 0});
  EXPECT_EQ(motion.status.trouble, Trouble::singular);
  EXPECT_NE(describe(motion.status, bench.system).find("'y'"), std::string::npos);
}

TEST(ConstrainedLagrange, StepOfAProjection) {
  // M x + A^T lambda = f, A x = c with M = m 1 and A = (x, y): what projections and impulses ask for.
  const Bench bench(pendulum());
  const List q{0.5, 1.2}, f{0.3, -0.8}, c{0.25};
  List x(2), lambda(1);
  ASSERT_TRUE(bench.system.constrained_solve(0.0, q, f, c, x, lambda).good());
  EXPECT_NEAR(1.7 * x[0] + 0.5 * lambda[0], 0.3, 1e-15);
  EXPECT_NEAR(1.7 * x[1] + 1.2 * lambda[0], -0.8, 1e-15);
  EXPECT_NEAR(0.5 * x[0] + 1.2 * x[1], 0.25, 1e-15);
}

TEST(ConstrainedLagrange, JacobiansMatchCentralDifferences) {
  const Bench bench(R"toml(
    [parameters]
    m = 1.3
    [inputs]
    F = 2
    [coordinates]
    x = 0.8
    y = 0.6
    th = 0.3
    [energy]
    kinetic = "m*(x'^2 + (1 + x^2)*y'^2)/2 + 0.4*th'^2/2 + 0.1*cos(th)*x'*th'"
    potential = "9.81*m*y + sin(th)*x"
    [work]
    x = "F*cos(th)"
    [constraint.string]
    holonomic = "x^2 + y^2 - (1 + 0.1*t)^2"
    [constraint.slip]
    pfaffian = "sin(th)*x' - cos(th)*y' + 0.2*th' - 0.1*t*x"
    )toml");
  const List q{0.8, 0.55, 0.4}, v{0.3, -0.5, 0.9}, u{1.9};
  const double t = 0.6;
  List by_q(9), by_v(9), by_u(3);
  ASSERT_TRUE(bench.system.accelerate_jacobian({t, q, v, {}}, u, by_q, by_v, {}, by_u).good());
  // Error of a central difference: h^2 f'''/6 + eps f/h, about 1e-9 for h = 1e-5 and f of order 10.
  const double h = 1e-5, tolerance = 1e-7;
  const auto slope = [&](int which, std::size_t j, std::size_t i) {
    const auto shifted = [&](double by) {
      List a = q, b = v, d = u, vdot(3), lambda(2);
      (which == 0 ? a : which == 1 ? b : d)[j] += by;
      EXPECT_TRUE(bench.system.accelerate({t, a, b, {}}, d, vdot, {}, lambda).good());
      return vdot[i];
    };
    return (shifted(h) - shifted(-h)) / (2 * h);
  };
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(by_q[3 * i + j], slope(0, j, i), tolerance * (1 + std::abs(by_q[3 * i + j])));
      EXPECT_NEAR(by_v[3 * i + j], slope(1, j, i), tolerance * (1 + std::abs(by_v[3 * i + j])));
    }
    EXPECT_NEAR(by_u[i], slope(2, 0, i), tolerance * (1 + std::abs(by_u[i])));
  }
}

}  // namespace
}  // namespace alembert::constrained_lagrange_test
