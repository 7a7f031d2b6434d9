/// Every question that a RobotState answers, as a list, and robots to put them to.
#pragma once
#include <gtest/gtest.h>

#include <cmath>

#include "workbench/robot_models.h"

namespace alembert::testing {

/// A question with the numbers of its answer. Calls of `ask` allocate nothing themselves.
struct Question {
  const char* name;
  std::size_t (*size)(const Robot&);
  void (*ask)(RobotState&, const Numbers& x, std::span<double> answer);  ///< x [nv]: accelerations or efforts
};

inline void put(const Transform<double>& X, double* out) {
  for (const Vec3<double>& a : {X.R.r0, X.R.r1, X.R.r2, X.p})
    for (const double x : {a.x, a.y, a.z}) *out++ = x;
}
inline void put(const Vec3<double>& a, const Vec3<double>& b, double* out) {
  for (const double x : {a.x, a.y, a.z, b.x, b.y, b.z}) *out++ = x;
}
/// On the last body of the tree, away from its origin.
inline PlanFrame some_frame(const Robot& robot) {
  return {robot.plan().n_bodies() - 1, {{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, {0.1, 0.2, -0.3}}};
}

namespace sizes {
inline std::size_t one(const Robot& /*r*/) { return 1; }
inline std::size_t six(const Robot& /*r*/) { return 6; }
inline std::size_t pose(const Robot& /*r*/) { return 12; }
inline std::size_t vector(const Robot& r) { return r.nv(); }
inline std::size_t matrix(const Robot& r) { return r.nv() * r.nv(); }
inline std::size_t jacobian(const Robot& r) { return 6 * r.nv(); }
}  // namespace sizes

inline const std::vector<Question>& questions() {
  using S = RobotState&;
  using X = const Numbers&;
  using Out = std::span<double>;
  constexpr TwistFrame mixed = TwistFrame::mixed;
  static const std::vector<Question> list{
      {"pose", sizes::pose, [](S s, X, Out a) { put(s.pose(some_frame(s.robot())), a.data()); }},
      {"velocity", sizes::six,
       [](S s, X, Out a) {
         const Motion<double> V = s.velocity(some_frame(s.robot()), mixed);
         put(V.w, V.v, a.data());
       }},
      {"jacobian", sizes::jacobian, [](S s, X, Out a) { s.jacobian(some_frame(s.robot()), mixed, a); }},
      {"jacobian_rate", sizes::jacobian, [](S s, X, Out a) { s.jacobian_rate(some_frame(s.robot()), mixed, a); }},
      {"inverse_dynamics", sizes::vector, [](S s, X x, Out a) { s.inverse_dynamics(x, a); }},
      {"forward_dynamics", sizes::vector, [](S s, X x, Out a) { s.forward_dynamics(x, a); }},
      {"bias", sizes::vector, [](S s, X, Out a) { s.bias(a); }},
      {"gravity", sizes::vector, [](S s, X, Out a) { s.gravity(a); }},
      {"passive_forces", sizes::vector, [](S s, X, Out a) { s.passive_forces(a); }},
      {"mass_matrix", sizes::matrix, [](S s, X, Out a) { s.mass_matrix(a); }},
      {"mass_solve", sizes::vector, [](S s, X x, Out a) { s.mass_solve(x, a); }},
      {"mass_inverse", sizes::matrix, [](S s, X, Out a) { s.mass_inverse(a); }},
      {"coriolis_matrix", sizes::matrix, [](S s, X, Out a) { s.coriolis_matrix(a); }},
      {"inverse_dynamics_derivatives", [](const Robot& r) { return 3 * r.nv() * r.nv(); },
       [](S s, X x, Out a) {
         const std::size_t n = a.size() / 3;
         s.inverse_dynamics_derivatives(x, a.first(n), a.subspan(n, n), a.last(n));
       }},
      {"forward_dynamics_derivatives", [](const Robot& r) { return r.nv() * (1 + 3 * r.nv()); },
       [](S s, X x, Out a) {
         const std::size_t n = x.size() * x.size();
         s.forward_dynamics_derivatives(x, a.first(x.size()), a.subspan(x.size(), n), a.subspan(x.size() + n, n),
                                        a.last(n));
       }},
      {"regressor", [](const Robot& r) { return r.nv() * 10 * r.moving_bodies().size(); },
       [](S s, X x, Out a) { s.regressor(x, a); }},
      {"kinetic_energy", sizes::one, [](S s, X, Out a) { a[0] = s.kinetic_energy(); }},
      {"potential_energy", sizes::one, [](S s, X, Out a) { a[0] = s.potential_energy(); }},
      {"momentum", sizes::six,
       [](S s, X, Out a) {
         const Momentum<double> p = s.momentum();
         put(p.angular, p.linear, a.data());
       }},
      {"centroidal", sizes::six,
       [](S s, X, Out a) {
         const CentroidalMotion<double> c = s.centroidal();
         put(c.momentum.n, c.bias.f, a.data());
       }},
      {"centroidal_matrix", sizes::jacobian, [](S s, X, Out a) { s.centroidal_matrix(a); }},
      {"center_jacobian", [](const Robot& r) { return 3 * r.nv(); }, [](S s, X, Out a) { s.center_jacobian(a); }},
  };
  return list;
}

/// Coordinates and speeds that are neither zero nor equal; `seed` makes others.
inline void some_state(const Robot& robot, double seed, Numbers& q, Numbers& v, Numbers& x) {
  q = robot.start_q();
  v = x = Numbers(robot.nv());
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double k = seed + static_cast<double>(i);
    v[i] = std::sin(1.7 * k);
    x[i] = std::cos(2.3 * k);
  }
  robot.step(q, v, q);
}

/// Tests that run with several robots.
class EachRobot : public ::testing::TestWithParam<const char*> {
 protected:
  static Robot robot() {
    const std::string name = GetParam();
    return name == "rich" ? rich_robot() : example(name);
  }
};
inline auto each_robot() {
  return ::testing::Values("rich", "arm-7.toml", "small-arm.urdf", "humanoid.toml", "quadruped.toml");
}
inline std::string robot_test_name(const ::testing::TestParamInfo<const char*>& which) {
  std::string name = which.param;
  std::erase_if(name, [](char c) { return c == '-' || c == '.'; });
  return name;
}

}  // namespace alembert::testing
