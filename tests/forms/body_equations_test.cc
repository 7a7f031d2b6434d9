// Equations of motion in body coordinates: the textbook's rod and roller as formulas, a cloud of particles, power.
#include "alembert/forms/bodies/body_equations.h"

#include <gtest/gtest.h>

#include <cmath>

#include "alembert/scalar/dual.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "forms/body_fixture.h"

namespace alembert::body_equations_test {
namespace {

/// A rod pinned to the ground at O, its frame's origin, and a roller pinned to its other end.
const char* const rod_roller = R"toml(
space = "planar"
gravity = [0, "-g"]
[parameters]
m2 = 1.5
m3 = 0.8
J2 = 0.05
J3 = 0.002
l = 0.6
g = 9.81
[inputs]
M2 = 3
M3 = 1
[body.rod]
mass = "m2"
inertia = "J2"
center = ["l/2", 0]
[body.roller]
mass = "m3"
inertia = "J3"
[joint.O]
type = "revolute"
bodies = ["ground", "rod"]
at = [[0, 0], [0, 0]]
[joint.A]
type = "revolute"
bodies = ["rod", "roller"]
at = [["l", 0], [0, 0]]
[force.M2]
type = "torque"
body = "rod"
value = "M2"
[force.M3]
type = "torque"
body = "roller"
value = "M3"
)toml";

class RodRoller : public BodyFixture<Expr> {
 public:
  explicit RodRoller(BodyReference reference) : BodyFixture<Expr>(rod_roller, reference) {
    for (std::size_t b = 1; b < bodies.size(); ++b) {
      const std::string name = model.bodies[b].name;
      const auto symbol = [&](const char* word, int order) {
        return Expr::symbol(name + word, SymbolKind::coordinate, order);
      };
      bodies[b].X_W = {rotation_z(symbol(".th", 0)), {symbol(".x", 0), symbol(".y", 0), Expr(0.0)}};
      bodies[b].w = {Expr(0.0), Expr(0.0), symbol(".th", 1)};
      bodies[b].v = {symbol(".x", 1), symbol(".y", 1), Expr(0.0)};
    }
    const std::vector<Written> formulas = force_formulas(model);
    for (std::size_t i = 0; i < formulas.size(); ++i) forces[i] = formulas[i].formula;
    evaluate();
  }
  Expr parameter(const char* name) const { return Expr::symbol(name, SymbolKind::parameter); }
};

void expect_equal(Expr found, Expr expected) {
  EXPECT_TRUE(identical(simplify(found - expected), Expr(0.0))) << to_text(found) << " is not " << to_text(expected);
}

TEST(BodyEquations, rod_and_roller_have_the_matrices_of_the_textbook) {
  const RodRoller system(BodyReference::center);
  const Expr th = Expr::symbol("rod.th", SymbolKind::coordinate),
             rate = Expr::symbol("rod.th", SymbolKind::coordinate, 1);
  const Expr half = system.parameter("l") / Expr(2.0), s = half * sin(th), c = half * cos(th);
  EXPECT_TRUE(identical(system.par.joints[0].X_2M.p.x, -half));
  EXPECT_TRUE(identical(system.par.joints[1].X_1F.p.x, half));

  const char* const masses[] = {"m2", "m3"};
  const char* const inertias[] = {"J2", "J3"};
  const char* const moments[] = {"M2", "M3"};
  for (std::size_t b = 1; b <= 2; ++b) {
    const Expr mass = system.parameter(masses[b - 1]);
    EXPECT_TRUE(identical(system.equations.inertia[b].m, mass));
    EXPECT_TRUE(identical(system.equations.inertia[b].I.zz, system.parameter(inertias[b - 1])));
    EXPECT_TRUE(system.equations.inertia[b].h.x.is_zero() && system.equations.inertia[b].h.y.is_zero());
    expect_equal(system.equations.applied[b].f.x, Expr(0.0));
    expect_equal(system.equations.applied[b].f.y, -(mass * system.parameter("g")));
    expect_equal(system.equations.applied[b].n.z, Expr::symbol(moments[b - 1], SymbolKind::input));
    EXPECT_TRUE(system.equations.velocity[b].n.z.is_zero() && system.equations.velocity[b].f.x.is_zero());
  }

  const std::vector<std::string> names{"O.tx", "O.ty", "A.tx", "A.ty"};
  ASSERT_EQ(system.plan.rows.size(), names.size());
  const Expr one(1.0), zero(0.0);
  const std::vector<std::vector<Expr>> Cq{{one, zero, s, zero, zero, zero},
                                          {zero, one, -c, zero, zero, zero},
                                          {one, zero, -s, -one, zero, zero},
                                          {zero, one, c, zero, -one, zero}};
  const Expr rate2 = rate * rate;
  const std::vector<Expr> Qd{-(rate2 * c), -(rate2 * s), rate2 * c, rate2 * s};
  for (int r = 0; r < 4; ++r) {
    EXPECT_EQ(system.plan.rows[index(r)].name, names[index(r)]);
    for (int b = 1; b <= 2; ++b) {
      const RowEntry<Expr> e = system.entry(r, b);
      const Expr* expected = &Cq[index(r)][index(3 * (b - 1))];
      expect_equal(e.f.x, expected[0]);
      expect_equal(e.f.y, expected[1]);
      expect_equal(e.n.z, expected[2]);
    }
    expect_equal(system.equations.rows.c[index(r)], Qd[index(r)]);
  }
  // The pin's own equation: R2 + A2 u = 0.
  expect_equal(system.equations.rows.phi[0], Expr::symbol("rod.x", SymbolKind::coordinate) - c);
  expect_equal(system.equations.rows.phi[1], Expr::symbol("rod.y", SymbolKind::coordinate) - s);
}

TEST(BodyEquations, the_frame_as_reference_couples_force_and_moment) {
  const RodRoller system(BodyReference::frame);
  const Expr th = Expr::symbol("rod.th", SymbolKind::coordinate),
             rate = Expr::symbol("rod.th", SymbolKind::coordinate, 1);
  const Expr m = system.parameter("m2"), half = system.parameter("l") / Expr(2.0), g = system.parameter("g");
  const Inertia<Expr>& I = system.equations.inertia[1];
  expect_equal(I.h.x, m * half * cos(th));
  expect_equal(I.h.y, m * half * sin(th));
  expect_equal(I.I.zz, system.parameter("J2") + m * half * half);
  expect_equal(system.equations.velocity[1].f.x, m * half * cos(th) * rate * rate);
  expect_equal(system.equations.velocity[1].f.y, m * half * sin(th) * rate * rate);
  expect_equal(system.equations.applied[1].n.z, Expr::symbol("M2", SymbolKind::input) - m * g * half * cos(th));
  // The pin is at the frame's origin: x = y = 0.
  const RowEntry<Expr> e = system.entry(0, 1);
  EXPECT_TRUE(e.f.x.is_one() && e.f.y.is_zero() && e.n.z.is_zero());
}

TEST(BodyEquations, inertia_and_velocity_terms_are_those_of_a_cloud_of_particles) {
  // Four particles, whose mass properties the body has.
  const double masses[] = {0.3, 0.5, 0.2, 0.4};
  const Vec3<double> places[] = {{0.1, 0.4, -0.3}, {-0.2, 0.3, 0.5}, {0.6, -0.1, 0.2}, {0.3, 0.2, 0.7}};
  double mass = 0.0;
  Vec3<double> center;
  for (int i = 0; i < 4; ++i) {
    mass += masses[i];
    center += masses[i] * places[i];
  }
  center = (1.0 / mass) * center;
  Sym3<double> central;
  for (int i = 0; i < 4; ++i) central += masses[i] * point_inertia(places[i] - center);
  Random random(3);
  for (const BodyReference reference : {BodyReference::center, BodyReference::frame}) {
    BodyFixture<double> system("gravity = [1, 2, -9]\n[body.a]\nmass = 1\ninertia = [1, 1, 1]\n", reference);
    const Vec3<double> origin = reference == BodyReference::center ? center : Vec3<double>{};
    system.par.mass[1] = mass;
    system.par.center[1] = center - origin;
    system.par.inertia[1] = central;
    const BodyMotion<double> motion = system.bodies[1] = random_motion(random);
    system.evaluate();
    const Vec3<double> a = random_vector(random, 3), alpha = random_vector(random, 3);

    Force<double> expected;  // sum of m_i a_i and its moment about the reference point
    Force<double> weight;
    for (int i = 0; i < 4; ++i) {
      const Vec3<double> r = motion.X_W.R * (places[i] - origin);
      const Vec3<double> f = masses[i] * (a + cross(alpha, r) + cross(motion.w, cross(motion.w, r)));
      expected += {cross(r, f), f};
      const Vec3<double> g = masses[i] * Vec3<double>{1, 2, -9};
      weight += {cross(r, g), g};
    }
    const Force<double> found = system.equations.inertia[1] * Motion<double>{alpha, a} - system.equations.velocity[1];
    // Sums of four terms below 30.
    expect_near(found.f, expected.f, 1e-13);
    expect_near(found.n, expected.n, 1e-13);
    expect_near(system.equations.applied[1].f, weight.f, 1e-13);
    expect_near(system.equations.applied[1].n, weight.n, 1e-13);
  }
}

/// Everything that pushes, on two bodies in space.
const char* const pushed = R"toml(
gravity = [0, 0, 0]
[body.a]
mass = 2
center = [0.1, 0.2, -0.1]
inertia = [0.3, 0.4, 0.5]
[body.b]
mass = 1
center = [0, 0.3, 0.1]
inertia = [0.03, 0.05, 0.04]
[joint.F]
type = "free"
bodies = ["ground", "a"]
[joint.J]
type = "prismatic"
bodies = ["a", "b"]
at = [[0.2, 0, 0.1], [0, 0.1, 0]]
axis = [1, 2, 2]
effort = 3
damping = 0.4
stiffness = 5
rest = 0.1
friction = [0.6, 0.9]
friction_width = 0.05
armature = 0.7
[force.push]
type = "force"
body = "b"
at = [0.3, 0, 0.2]
value = [1, 2, 3]
frame = "body"
[force.twist]
type = "torque"
body = "a"
value = [0.5, -0.4, 0.3]
[force.rope]
type = "spring"
points = [["ground", [2, 1, 0]], ["b", [0.1, 0.2, 0.3]]]
stiffness = 40
damping = 3
length = 0.8
actuator = 7
)toml";

TEST(BodyEquations, forces_have_their_power) {
  Random random(11);
  for (const BodyReference reference : {BodyReference::center, BodyReference::frame}) {
    BodyFixture<double> system(pushed, reference);
    system.bodies[1] = random_motion(random);
    system.bodies[2] = random_motion(random);
    // Power does not ask whether the joint's equations hold, except for the speed that its row reads.
    const double q = 0.35, v = -0.02;
    system.coordinates.back() = q;
    system.speeds.back() = v;
    system.forces = {3, 1, 2, 3, 0.5, -0.4, 0.3, 7};
    system.evaluate();

    const BodyMotion<double>&a = system.bodies[1], &b = system.bodies[2];
    double found = 0.0;
    for (std::size_t i = 1; i < 3; ++i)
      found += dot(Motion<double>{system.bodies[i].w, system.bodies[i].v}, system.equations.applied[i]);

    const auto velocity = [&](const BodyMotion<double>& body, int i, const Vec3<double>& p_U) {
      return body.v + cross(body.w, body.X_W.R * (p_U - system.par.origin[index(i)]));
    };
    const auto place = [&](const BodyMotion<double>& body, int i, const Vec3<double>& p_U) {
      return body.X_W.point(p_U - system.par.origin[index(i)]);
    };
    double expected = dot(b.X_W.R * Vec3<double>{1, 2, 3}, velocity(b, 2, {0.3, 0, 0.2}));
    expected += dot(Vec3<double>{0.5, -0.4, 0.3}, a.w);
    const Vec3<double> rope = place(b, 2, {0.1, 0.2, 0.3}) - Vec3<double>{2, 1, 0};
    const double length = norm(rope);
    const double length_rate = dot(rope, velocity(b, 2, {0.1, 0.2, 0.3})) / length;
    expected -= (40 * (length - 0.8) + 3 * length_rate - 7) * length_rate;
    // Along the axis, as the first body carries it.
    const Vec3<double> axis = a.X_W.R * Vec3<double>{1.0 / 3, 2.0 / 3, 2.0 / 3};
    const Vec3<double> apart = place(b, 2, {0, 0.1, 0}) - place(a, 1, {0.2, 0, 0.1});
    const double slide_rate =
        dot(axis, velocity(b, 2, {0, 0.1, 0}) - velocity(a, 1, {0.2, 0, 0.1})) + dot(cross(a.w, axis), apart);
    const double effort = 3 - 0.4 * v - 5 * (q - 0.1) + 0.9 * std::tanh(0.02 / 0.05);
    expected += effort * slide_rate;
    // Terms are below 200.
    EXPECT_NEAR(found, expected, 1e-12);

    ASSERT_EQ(system.equations.armature_rows.size(), 1);
    EXPECT_EQ(system.equations.armature[0], 0.7);
    double read = 0.0;
    for (const RowEntry<double>& e : system.equations.armature_rows.of(0))
      read += dot(e.n, system.bodies[index(e.body)].w) + dot(e.f, system.bodies[index(e.body)].v);
    EXPECT_NEAR(read, slide_rate, 1e-13);
  }
}

TEST(BodyEquations, rotational_springs_turn_both_bodies) {
  BodyFixture<double> system(R"toml(
space = "planar"
gravity = [0, 0]
[body.a]
mass = 1
inertia = 1
[body.b]
mass = 1
inertia = 1
[joint.P]
type = "free"
bodies = ["ground", "a"]
[joint.R]
type = "revolute"
bodies = ["a", "b"]
at = [[1, 0], [0, 0]]
[force.about]
type = "rotational-spring"
joint = "R"
stiffness = 3
damping = 0.5
rest = 0.1
actuator = 0.7
[force.between]
type = "rotational-spring"
bodies = ["ground", "b"]
stiffness = 2
damping = 0.25
)toml");
  system.angles = {0.0, 0.4, 0.9};
  system.bodies[1].w.z = 1.5;
  system.bodies[2].w.z = -0.5;
  system.coordinates.back() = 0.5;
  system.speeds.back() = -2.0;
  system.forces = {0.7};
  system.evaluate();
  const double about = 0.7 - 3 * 0.4 - 0.5 * -2.0, between = -2 * (0.9 - 0.2) - 0.25 * -0.5;
  EXPECT_NEAR(system.equations.applied[1].n.z, -about, 1e-15);
  EXPECT_NEAR(system.equations.applied[2].n.z, about + between, 1e-15);
}

TEST(BodyEquations, duals_carry_derivatives) {
  BodyFixture<double> numbers(pushed);
  BodyFixture<Dual<8>> duals(pushed);
  Random random(17);
  const BodyMotion<double> a = random_motion(random), b = random_motion(random);
  const auto force_on_b = [&](double x) {
    numbers.bodies[1] = a;
    numbers.bodies[2] = b;
    numbers.bodies[2].X_W.p.x += x;
    numbers.evaluate();
    return numbers.equations.applied[2];
  };
  const double h = 1e-6;
  const Force<double> before = force_on_b(-h), after = force_on_b(h);
  const auto cast = [](const BodyMotion<double>& m) {
    const auto vec = [](const Vec3<double>& v) { return Vec3<Dual<8>>{Dual<8>(v.x), Dual<8>(v.y), Dual<8>(v.z)}; };
    return BodyMotion<Dual<8>>{{{vec(m.X_W.R.r0), vec(m.X_W.R.r1), vec(m.X_W.R.r2)}, vec(m.X_W.p)}, vec(m.w), vec(m.v)};
  };
  duals.bodies[1] = cast(a);
  duals.bodies[2] = cast(b);
  duals.bodies[2].X_W.p.x = Dual<8>(b.X_W.p.x, 1.0);
  duals.evaluate();
  EXPECT_NEAR(duals.equations.applied[2].f.y.d[0], (after.f.y - before.f.y) / (2 * h), 1e-6);
  EXPECT_NEAR(duals.equations.applied[2].n.z.d[0], (after.n.z - before.n.z) / (2 * h), 1e-6);
}

}  // namespace
}  // namespace alembert::body_equations_test
