/// A mechanism described in joint coordinates and in body coordinates, solved both ways at a state.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "alembert/core/random.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"
#include "alembert/system/reactions/body_dynamics.h"
#include "alembert/system/reactions/body_state.h"

namespace alembert {

/// A mechanism in both descriptions.
struct Both {
  explicit Both(const std::string& text, BodyReference reference = BodyReference::center)
      : model(std::get<Mechanism>(read_model(parse_toml(text, "model.toml")))),
        setup(model),
        plan(model, setup.constraints.rows.formulas),
        par(number_body_params<double>(model, setup.choices, reference, setup.real, setup.lengths)),
        dynamics(setup),
        reader(setup, plan, par),
        bodies(plan, par),
        q(setup.q0),
        v(setup.v0) {
    for (const ExtraState& state : model.states) z.push_back(setup.real(state.start));
    u.assign(model.inputs.size(), 0.8);
  }

  /// Solves at (q, v) both ways.
  void solve() {
    dynamics.at(t, q, v, z, u);
    vdot.assign(v.size(), 0.0);
    lambda.assign(static_cast<std::size_t>(setup.constraints.rows.size()), 0.0);
    dynamics.accelerate({}, vdot, lambda);
    report = bodies.solve(reader.read(dynamics, t, q, v, z, u));
    accelerations<double>(dynamics.plan(), dynamics.params(), v, vdot, dynamics.workspace());
  }
  /// The acceleration of a body's reference point and its angular one, by the recursive algorithm.
  BodyAcceleration<double> recursive(int body) {
    const auto& w = dynamics.workspace();
    const BodyAcceleration<double> user = body_acceleration(dynamics.plan(), dynamics.params(), w, body);
    const BodyMotion<double> motion = body_motion(dynamics.plan(), dynamics.params(), w, body);
    const Vec3<double> r = motion.X_W.R * par.origin[static_cast<std::size_t>(body)];
    return {user.angular, user.linear + cross(user.angular, r) + cross(motion.w, cross(motion.w, r))};
  }
  const JointReaction& reaction(const std::string& joint) const {
    for (std::size_t j = 0; j < model.joints.size(); ++j)
      if (model.joints[j].name == joint) return bodies.reactions()[j];
    ADD_FAILURE() << joint;
    return bodies.reactions().front();
  }

  Mechanism model;
  MechanismSetup setup;
  BodyPlan plan;
  BodyParams<double> par;
  MechanismDynamics<double> dynamics;
  BodyStateReader reader;
  BodyDynamics bodies;
  double t = 0.0;
  std::vector<double> q, v, z, u, vdot, lambda;
  SparseKkt::Report report;
};

inline void expect_near(const Vec3<double>& a, const Vec3<double>& b, double tolerance, const std::string& what) {
  EXPECT_NEAR(a.x, b.x, tolerance) << what;
  EXPECT_NEAR(a.y, b.y, tolerance) << what;
  EXPECT_NEAR(a.z, b.z, tolerance) << what;
}

/// Another state: coordinates moved, by little where constraints must be met again, and random speeds.
inline void disturb(Both& both, Random& random) {
  const bool constrained = both.setup.constraints.rows.size() > 0;
  for (std::size_t i = 0; i < both.q.size(); ++i) {
    const MechanismCoordinate& c = both.model.coordinates[i];
    const bool quaternion = words(both.model, both.model.joints[static_cast<std::size_t>(c.joint)]).quaternion;
    if (!quaternion) both.q[i] += random.uniform(-1, 1) * (constrained ? 0.02 : 1.0);
  }
  for (double& speed : both.v) speed = random.uniform(-2, 2);
  if (constrained) assemble(both.setup, both.t, both.q, both.v);
}

inline void expect_agreement(const std::string& text) {
  Random random(7);
  for (const BodyReference reference : {BodyReference::center, BodyReference::frame}) {
    Both both(text, reference);
    for (int state = 0; state < 4; ++state) {
      both.solve();
      ASSERT_TRUE(both.report.solved) << both.report.residual;
      EXPECT_LT(both.report.violation, 1e-9);
      double size = 1.0;
      for (const auto& a : both.bodies.accelerations()) size = std::max({size, norm(a.angular), norm(a.linear)});
      for (std::size_t b = 1; b < both.model.bodies.size(); ++b) {
        const BodyAcceleration<double> expected = both.recursive(static_cast<int>(b));
        const std::string& name = both.model.bodies[b].name;
        // Both solve equations whose condition is up to 1e5.
        expect_near(both.bodies.accelerations()[b].linear, expected.linear, 1e-10 * size, name);
        expect_near(both.bodies.accelerations()[b].angular, expected.angular, 1e-10 * size, name);
      }
      disturb(both, random);
    }
  }
}

}  // namespace alembert
