// Rows of constraints that are written as formulas, in body coordinates, against differences in time.
#include <gtest/gtest.h>

#include <cmath>

#include "alembert/spatial/rotations.h"
#include "forms/body_fixture.h"

namespace alembert::body_rows_test {
namespace {

/// Rows that hold coordinates of quaternion joints, points and angular velocities.
const char* const written = R"toml(
[body.a]
mass = 2
center = [0.1, 0.2, -0.1]
inertia = [0.3, 0.4, 0.5]
points.tip = [0.4, -0.2, 0.3]
[body.b]
mass = 1
center = [0, 0.3, 0.1]
inertia = [0.03, 0.05, 0.04]
[joint.F]
type = "free"
bodies = ["ground", "a"]
[joint.S]
type = "spherical"
bodies = ["a", "b"]
at = [[0.2, 0, 0.1], [0, 0.1, 0]]
[constraint.turn]
holonomic = "F.qy"
[constraint.ball]
holonomic = "S.qx"
[constraint.place]
holonomic = "F.z"
[constraint.tip]
holonomic = "3*a.tip.y"
[constraint.spin]
pfaffian = "S.wz + 2*F.vx"
[constraint.both]
holonomic = "F.x + a.tip.x"
)toml";

/// What the rows above are functions of, for bodies that turn and move with constant w and v.
struct WrittenMotion {
  Transform<double> X_a, X_b;  // of the user's frames at t = 0
  Vec3<double> w_a, w_b, v_a, v_b;

  Mat3<double> turned(const Mat3<double>& R, const Vec3<double>& w, double t) const {
    return rotation_about(unit(w), norm(w) * t) * R;
  }
  Mat3<double> R_a(double t) const { return turned(X_a.R, w_a, t); }
  Mat3<double> R_b(double t) const { return turned(X_b.R, w_b, t); }
  Vec3<double> p_a(double t) const { return X_a.p + t * v_a; }
  /// [constraint] turn, ball, place, tip, spin, both
  std::vector<double> values(double t) const {
    const Quaternion<double> F = quaternion(R_a(t)), S = quaternion(R_a(t).transposed() * R_b(t));
    const Vec3<double> tip = p_a(t) + R_a(t) * Vec3<double>{0.4, -0.2, 0.3};
    const Vec3<double> w_S = R_b(t).transpose_times(w_b - w_a), v_F = R_a(t).transpose_times(v_a);
    return {F.y, S.x, p_a(t).z, 3 * tip.y, w_S.z + 2 * v_F.x, p_a(t).x + tip.x};
  }
};

TEST(BodyRows, of_formulas_read_rates_and_accelerations) {
  for (const BodyReference reference : {BodyReference::frame, BodyReference::center}) {
    BodyFixture<double> system(written, reference);
    Random random(5);
    WrittenMotion motion;
    // Small turns, so that quaternions keep their sign.
    motion.X_a = {rotation_rpy(0.3, -0.2, 0.4), random_vector(random)};
    motion.X_b = {rotation_rpy(0.1, 0.5, -0.3), random_vector(random)};
    motion.w_a = random_vector(random, 2);
    motion.w_b = random_vector(random, 2);
    motion.v_a = random_vector(random, 2);
    motion.v_b = random_vector(random, 2);
    const Quaternion<double> F = quaternion(motion.X_a.R), S = quaternion(motion.X_a.R.transposed() * motion.X_b.R);
    const Vec3<double> w_F = motion.X_a.R.transpose_times(motion.w_a), v_F = motion.X_a.R.transpose_times(motion.v_a);
    const Vec3<double> w_S = motion.X_b.R.transpose_times(motion.w_b - motion.w_a);
    system.bodies[1] = reference_motion(system.par, 1, motion.X_a, motion.w_a, motion.v_a);
    system.bodies[2] = reference_motion(system.par, 2, motion.X_b, motion.w_b, motion.v_b);
    system.coordinates = {motion.X_a.p.x, motion.X_a.p.y, motion.X_a.p.z, F.w, F.x, F.y, F.z, S.w, S.x, S.y, S.z};
    system.speeds = {w_F.x, w_F.y, w_F.z, v_F.x, v_F.y, v_F.z, w_S.x, w_S.y, w_S.z};
    // Coefficients of the variables, in the order that formula_rows() found them; phi, b and c are zero.
    for (std::size_t f = 0; f < system.plan.formulas.size(); ++f)
      for (std::size_t k = 0; k < system.plan.formulas[f].coefficients.size(); ++k)
        system.rows[index(system.plan.first_value[f]) + k] = system.real(system.plan.formulas[f].coefficients[k]);
    system.evaluate();

    const double h = 1e-4;
    const std::vector<double> before = motion.values(-h), now = motion.values(0), after = motion.values(h);
    for (std::size_t i = 0; i < now.size(); ++i) {
      const bool is_speed =
          system.model.constraints[i].index() == 0 && std::get<Constraint>(system.model.constraints[i]).pfaffian;
      const double rate = (after[i] - before[i]) / (2 * h), second = (after[i] - 2 * now[i] + before[i]) / (h * h);
      const int r = system.row(name_of(system.model.constraints[i]));
      double read = 0.0, accelerated = 0.0;
      for (int b = 1; b <= 2; ++b) {
        const RowEntry<double> e = system.entry(r, b);
        const BodyMotion<double>& body = system.bodies[index(b)];
        read += dot(e.n, body.w) + dot(e.f, body.v);
        // User's frames move without acceleration: that of the reference point is w x (w x r).
        accelerated += dot(e.f, cross(body.w, cross(body.w, body.X_W.R * system.par.origin[index(b)])));
      }
      // Differences are exact to h^2 times a third derivative below 30, and to 1e-16/h^2.
      EXPECT_NEAR(read, is_speed ? now[i] : rate, 3e-7) << i;
      EXPECT_NEAR(accelerated - system.equations.rows.c[index(r)], is_speed ? rate : second, 1e-6) << i;
    }
  }
}

}  // namespace
}  // namespace alembert::body_rows_test
