// RobotState against closed forms and published numbers.
#include "alembert/workbench/robot/robot_state.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>

#include "workbench/robot_models.h"

namespace alembert::robot_state_test {
namespace {

using testing::example;
using testing::Numbers;
using testing::robot_from;
using V3 = Vec3<double>;

// Results are sums of a few products, so errors are a few roundings of the largest number.
void expect_near(const Numbers& got, const Numbers& expected, double digits = 1e-14) {
  ASSERT_EQ(got.size(), expected.size());
  double scale = 0.0;
  for (const double x : expected) scale = std::fmax(scale, std::fabs(x));
  for (std::size_t i = 0; i < got.size(); ++i) EXPECT_NEAR(got[i], expected[i], digits * std::fmax(1.0, scale)) << i;
}
Numbers list(const V3& a) { return {a.x, a.y, a.z}; }
Numbers list(const Motion<double>& m) { return {m.w.x, m.w.y, m.w.z, m.v.x, m.v.y, m.v.z}; }

/// Asks for n numbers.
template <class F>
Numbers ask(std::size_t n, F&& f) {
  Numbers out(n);
  f(std::span<double>(out));
  return out;
}
Numbers product(const Numbers& A, const Numbers& x) {
  Numbers y(A.size() / x.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) y[i] += A[i * x.size() + j] * x[j];
  return y;
}

// V14: the arm with three joints of Murray, Li and Sastry at the validation state.
TEST(RobotState, ElbowArm) {
  const Robot robot = example("arm-3r.toml");
  RobotState s(robot);
  s.set(Numbers{0.3, 0.4, -0.7}, Numbers{1, -0.5, 0.8});
  const Numbers M{0.8278824399708952, 0, 0, 0, 0.8494526561853468, 0.19472632809267337, 0, 0.19472632809267337, 0.08};
  const Numbers h{0.2857651912064438, -13.936321562555054, -2.8985633275247937};
  const Numbers g{0, -14.10606572645704, -2.8115552874966596}, a{0.2, -1.1, 0.6};
  expect_near(ask(9, [&](auto out) { s.mass_matrix(out); }), M);
  expect_near(ask(3, [&](auto out) { s.bias(out); }), h);
  expect_near(ask(3, [&](auto out) { s.gravity(out); }), g);
  Numbers tau = product(M, a), Cv(3);
  for (std::size_t i = 0; i < 3; ++i) {
    tau[i] += h[i];
    Cv[i] = h[i] - g[i];
  }
  expect_near(ask(3, [&](auto out) { s.inverse_dynamics(a, out); }), tau);
  expect_near(ask(3, [&](auto out) { s.inverse_dynamics({}, out); }), h);
  expect_near(ask(3, [&](auto out) { s.forward_dynamics(tau, out); }), a, 1e-13);
  expect_near(ask(3, [&](auto out) { s.mass_solve(product(M, a), out); }), a, 1e-13);
  const Numbers inverse = ask(9, [&](auto out) { s.mass_inverse(out); });
  expect_near(product(inverse, product(M, a)), a, 1e-13);
  Numbers M_too(9);
  const Numbers C = ask(9, [&](auto out) { s.coriolis_matrix(out, M_too); });
  expect_near(product(C, {1, -0.5, 0.8}), Cv);
  expect_near(M_too, M);
  // T = v M v / 2
  const Numbers p = product(M, {1, -0.5, 0.8});
  EXPECT_NEAR(s.kinetic_energy(), 0.5 * (p[0] - 0.5 * p[1] + 0.8 * p[2]), 1e-15);
}

// V47: accelerations of small trees at rest, figures of Featherstone's spatial_v1 as in the tests of RBDL.
TEST(RobotState, SmallTrees) {
  const auto body = [](const std::string& name, const std::string& on, const std::string& at, const std::string& axis,
                       const std::string& center) {
    return "[body." + name + "]\nmass = 1\ncenter = " + center + "\ninertia = [1, 1, 1]\n[joint.q" + name +
           "]\ntype = \"revolute\"\nbodies = [\"" + on + "\", \"" + name + "\"]\nat = [" + at +
           ", [0, 0, 0]]\naxis = " + axis + "\n";
  };
  const std::string o = "[0, 0, 0]", x = "[1, 0, 0]", y = "[0, 1, 0]", z = "[0, 0, 1]";
  const auto accelerations = [](const std::string& bodies) {
    const Robot robot = robot_from("gravity = [0, -9.81, 0]\n" + bodies);
    RobotState s(robot);
    return ask(robot.nv(), [&](auto out) { s.forward_dynamics(Numbers(robot.nv()), out); });
  };
  expect_near(accelerations(body("a", "ground", o, z, x) + body("b", "a", x, z, x)), {-5.886, 3.924});
  expect_near(accelerations(body("a", "ground", o, z, x) + body("b", "a", x, y, y) + body("c", "b", y, x, z) +
                            body("d", "a", "[-0.5, 0, 0]", y, y) + body("e", "d", "[0, -0.5, 0]", x, z)),
              {-1.60319066147860, -0.534396887159533, 4.10340466926070, 0.267198443579767, 5.30579766536965});
}

/// Two links of lengths 0.7 and 0.4 that turn about z; a frame at the tip with the link's axes.
Robot two_links() {
  return robot_from(R"toml(
    gravity = [0, 0, 0]
    [body.upper]
    mass = 2
    center = [0.3, 0, 0]
    inertia = [0.01, 0.1, 0.1]
    [body.fore]
    mass = 1
    center = [0.2, 0, 0]
    inertia = [0.01, 0.05, 0.05]
    frames.tip = { at = [0.4, 0, 0] }
    frames.tool = { at = [0.4, 0, 0], rotation = { rpy = [0, 0, "pi/2"] } }
    [joint.one]
    type = "revolute"
    bodies = ["ground", "upper"]
    at = [[0, 0, 0], [0, 0, 0]]
    [joint.two]
    type = "revolute"
    bodies = ["upper", "fore"]
    at = [[0.7, 0, 0], [0, 0, 0]]
    )toml");
}

TEST(RobotState, FramesInClosedForm) {
  const Robot robot = two_links();
  RobotState s(robot);
  const double a = 0.7, b = 0.4, q1 = 0.5, q2 = -1.2, v1 = 0.9, v2 = 1.6, q12 = q1 + q2, w = v1 + v2;
  const Numbers v{v1, v2};
  s.set(Numbers{q1, q2}, v);
  const double x = a * std::cos(q1) + b * std::cos(q12), y = a * std::sin(q1) + b * std::sin(q12);
  const double c = std::cos(q12), sn = std::sin(q12);
  const PlanFrame tip = robot.frame("fore.tip");
  const auto J = [&](TwistFrame as) { return ask(12, [&](auto out) { s.jacobian(tip, as, out); }); };
  const auto Jdot = [&](TwistFrame as) { return ask(12, [&](auto out) { s.jacobian_rate(tip, as, out); }); };

  expect_near(list(s.pose(tip).p), {x, y, 0});
  expect_near(list(s.pose(tip).R.r0), {c, -sn, 0});
  expect_near(list(s.pose(robot.frame("fore.tool")).R.r0), {-sn, -c, 0});
  expect_near(list(s.pose(robot.frame("upper.center")).p), {0.3 * std::cos(q1), 0.3 * std::sin(q1), 0});
  expect_near(list(s.pose(robot.frame("ground")).p), {0, 0, 0});

  // Mixed: the gradient of (x, y), and its rate.
  const double xd1 = -y, xd2 = -b * sn, yd1 = x, yd2 = b * c;
  expect_near(J(TwistFrame::mixed), {0, 0, 0, 0, 1, 1, xd1, xd2, yd1, yd2, 0, 0});
  const double vx = xd1 * v1 + xd2 * v2, vy = yd1 * v1 + yd2 * v2;
  expect_near(Jdot(TwistFrame::mixed), {0, 0, 0, 0, 0, 0, -vy, -b * c * w, vx, -b * sn * w, 0, 0});
  expect_near(list(s.velocity(tip, TwistFrame::mixed)), {0, 0, w, vx, vy, 0});
  // World: the joints' axes as screws; the second passes through the elbow (ex, ey), v = -w x p.
  const double ex = a * std::cos(q1), ey = a * std::sin(q1);
  expect_near(J(TwistFrame::world), {0, 0, 0, 0, 1, 1, 0, ey, 0, -ex, 0, 0});
  expect_near(Jdot(TwistFrame::world), {0, 0, 0, 0, 0, 0, 0, ex * v1, 0, ey * v1, 0, 0});
  expect_near(list(s.velocity(tip, TwistFrame::world)), {0, 0, w, ey * v2, -ex * v2, 0});
  // Body: the same velocities along the link's axes.
  const double s2 = std::sin(q2), c2 = std::cos(q2);
  expect_near(J(TwistFrame::body), {0, 0, 0, 0, 1, 1, a * s2, 0, a * c2 + b, b, 0, 0});
  expect_near(Jdot(TwistFrame::body), {0, 0, 0, 0, 0, 0, a * c2 * v2, 0, -a * s2 * v2, 0, 0, 0});
  expect_near(list(s.velocity(tip, TwistFrame::body)), {0, 0, w, a * s2 * v1, (a * c2 + b) * v1 + b * v2, 0});
}

// A force at the tip needs tau = -J^T F to be held, however it is expressed.
TEST(RobotState, ForcesFromOutside) {
  const Robot robot = two_links();
  RobotState s(robot);
  const Numbers q{0.5, -1.2};
  s.set(q);
  const PlanFrame tip = robot.frame("fore.tip");
  const Transform<double> X = s.pose(tip);
  const double fx = 3, fy = -2, n = 0.7;  // along world axes, at the tip
  const Force<double> mixed{{0, 0, n}, {fx, fy, 0}};
  const Force<double> body{{0, 0, n}, X.R.transpose_times(mixed.f)};
  const Force<double> world{{0, 0, n + X.p.x * fy - X.p.y * fx}, mixed.f};
  const double x2 = 0.4 * std::cos(q[0] + q[1]), y2 = 0.4 * std::sin(q[0] + q[1]);
  const Numbers held{-(n + X.p.x * fy - X.p.y * fx), -(n + x2 * fy - y2 * fx)};
  const auto effort = [&](const Force<double>& F, TwistFrame as) {
    s.set(q);
    s.add_force(tip, F, as);
    return ask(2, [&](auto out) { s.inverse_dynamics({}, out); });
  };
  expect_near(effort(mixed, TwistFrame::mixed), held);
  expect_near(effort(body, TwistFrame::body), held);
  expect_near(effort(world, TwistFrame::world), held);
  expect_near(ask(2, [&](auto out) { s.forward_dynamics(held, out); }), {0, 0});
  expect_near(ask(2, [&](auto out) { s.bias(out); }), {0, 0});
  s.set(q);  // forgets it
  expect_near(ask(2, [&](auto out) { s.inverse_dynamics({}, out); }), {0, 0});
}

// A pendulum, m l^2 th'' + m g l sin th = tau, with a spring, a damper, friction and a spring to the ground.
TEST(RobotState, PendulumWithPassiveForcesAndDerivatives) {
  const Robot robot = robot_from(R"toml(
    gravity = [0, -9.81, 0]
    ground.points.nail = [1, 0, 0]
    [body.bob]
    mass = 2
    center = [0, -0.5, 0]
    inertia = [0, 0, 0]
    points.end = [0, -0.5, 0]
    [joint.th]
    type = "revolute"
    bodies = ["ground", "bob"]
    at = [[0, 0, 0], [0, 0, 0]]
    stiffness = 3
    rest = 0.2
    damping = 0.4
    friction = 0.1
    friction_width = 0.5
    armature = 0.25
    [force.band]
    type = "spring"
    points = ["ground.nail", "bob.end"]
    stiffness = 10
    length = 0.3
    )toml");
  RobotState s(robot);
  const double th = 0.6, w = 0.8, tau = 1.5, m = 2, l = 0.5, g = 9.81, inertia = m * l * l + 0.25;
  s.set(Numbers{th}, Numbers{w});
  const double x = l * std::sin(th), y = -l * std::cos(th), length = std::hypot(x - 1, y);
  const double band = -10 * (length - 0.3) * ((x - 1) * -y + y * x) / length;  // -k stretch d(length)/dth
  const double joint = -3 * (th - 0.2) - 0.4 * w - 0.1 * std::tanh(w / 0.5);
  expect_near(ask(1, [&](auto out) { s.passive_forces(out); }), {joint + band});
  const double stored = 1.5 * std::pow(th - 0.2, 2) + 5 * std::pow(length - 0.3, 2);
  EXPECT_NEAR(s.potential_energy(), m * g * y + stored, 1e-14);
  EXPECT_NEAR(s.kinetic_energy(), 0.5 * inertia * w * w, 1e-15);

  Numbers dq(1), dv(1), M(1), vdot(1);
  s.inverse_dynamics_derivatives(Numbers{2.0}, dq, dv, M);
  expect_near({dq[0], dv[0], M[0]}, {m * g * l * std::cos(th), 0, inertia});
  s.forward_dynamics_derivatives(Numbers{tau}, vdot, dq, dv, M);
  const double a = (tau - m * g * l * std::sin(th)) / inertia;
  expect_near({vdot[0], dq[0], dv[0], M[0]}, {a, -m * g * l * std::cos(th) / inertia, 0, 1 / inertia});
}

// Columns of the regressor times parameters, plus armature, is inverse dynamics.
TEST(RobotState, Regressor) {
  const Robot robot = testing::rich_robot();
  RobotState s(robot);
  Numbers q = robot.start_q(), v(robot.nv()), a(robot.nv());
  for (std::size_t i = 0; i < v.size(); ++i) {
    v[i] = std::sin(1.0 + static_cast<double>(i));
    a[i] = std::cos(2.0 * static_cast<double>(i));
  }
  robot.step(q, v, q);
  s.set(q, v);
  const std::size_t columns = 10 * robot.moving_bodies().size();
  Numbers tau =
      product(ask(robot.nv() * columns, [&](auto out) { s.regressor(a, out); }), robot.regressor_parameters());
  tau[robot.speed("rail")] += 0.05 * a[robot.speed("rail")];
  expect_near(tau, ask(robot.nv(), [&](auto out) { s.inverse_dynamics(a, out); }), 1e-13);
}

// S28: a free body away from its mass centre; quaternions are given unit length.
TEST(RobotState, MomentaOfAFreeBody) {
  const Robot robot = robot_from(
      "gravity = [0, 0, 0]\n[body.b]\nmass = 2.5\ncenter = [0.3, -0.2, 0.1]\n"
      "inertia = [0.4, 0.5, 0.6]\n");
  RobotState s(robot);
  const V3 w{0.3, -1.2, 0.7}, v{1.5, 0.4, -0.6}, c{0.3, -0.2, 0.1};
  s.set(Numbers{1, 2, 3, 2 * std::cos(0.5), 0, 2 * std::sin(0.5), 0}, Numbers{w.x, w.y, w.z, v.x, v.y, v.z});
  const Mat3<double> R{{std::cos(1), 0, std::sin(1)}, {0, 1, 0}, {-std::sin(1), 0, std::cos(1)}};
  const V3 place = V3{1, 2, 3} + R * c, velocity = R * (v + cross(w, c)), p = 2.5 * velocity;
  const V3 spin = R * V3{0.4 * w.x, 0.5 * w.y, 0.6 * w.z};
  const Momentum<double> momentum = s.momentum();
  expect_near(list(momentum.center), list(place));
  expect_near(list(momentum.linear), list(p));
  expect_near(list(momentum.angular), list(spin + cross(place, p)));
  const CentroidalMotion<double> centroidal = s.centroidal();
  expect_near(list(centroidal.momentum.n), list(spin));
  expect_near(list(centroidal.momentum.f), list(p));
  const Numbers speeds(s.v().begin(), s.v().end());
  const Numbers h = product(ask(36, [&](auto out) { s.centroidal_matrix(out); }), speeds);
  expect_near(h, {spin.x, spin.y, spin.z, p.x, p.y, p.z});
  expect_near(product(ask(18, [&](auto out) { s.center_jacobian(out); }), speeds), list(velocity));
}

TEST(RobotState, BeginsAtTheStartAndMayMove) {
  const Robot robot = example("arm-7.toml");
  RobotState first(robot);
  expect_near(Numbers(first.q().begin(), first.q().end()), robot.start_q());
  const V3 there = first.pose(robot.frame("link7.flange")).p;
  RobotState second(std::move(first));
  expect_near(list(second.pose(robot.frame("link7.flange")).p), list(there));
  EXPECT_EQ(&second.robot(), &robot);
}

}  // namespace
}  // namespace alembert::robot_state_test
