// Rows that read rates of measures: compared with derivatives of the measures themselves.
#include "alembert/kernel/rows/measure_rows.h"

#include "alembert/spatial/rotations.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/print.h"
#include "kernel/moving_bodies.h"

namespace alembert::measure_rows_test {
namespace {

using testing::Timed;
using testing::tol;
using testing::Twice;

Measure measure(Measure::Kind kind, int index, int component = 0) {
  Measure m;
  m.kind = kind;
  m.index = index;
  m.component = component;
  return m;
}

/// Two moving bodies whose poses are known as functions of time, in quaternions as well.
struct Scene {
  std::array<Transform<Twice>, 3> X;
  std::array<Quaternion<Twice>, 3> q;
  std::vector<BodyMotion<Timed>> bodies;
  Vec3<double> point{-0.1, 0.4, 0.3};

  explicit Scene(Random& random) {
    const Twice t = testing::time_at(random.uniform(-1.0, 1.0));
    X[0] = Transform<Twice>::identity();
    for (std::size_t b = 1; b < 3; ++b) {
      const Vec3<Twice> axis{Twice(0.6), Twice(0.0), Twice(0.8)}, other{Twice(0.0), Twice(1.0), Twice(0.0)};
      // Angles up to two turns: both signs of the quaternion come.
      const Twice first = testing::wave(random, 4.0, t), second = testing::wave(random, 4.0, t);
      q[b] = quaternion(axis, first) * quaternion(other, second);
      X[b] = {rotation(q[b]), testing::wave_vector(random, 0.7, t, false)};
    }
    for (const Transform<Twice>& pose : X) bodies.push_back(testing::motion_of(pose));
  }

  static Vec3<Twice> cast(const Vec3<double>& a) { return {Twice(a.x), Twice(a.y), Twice(a.z)}; }
  static Vec3<Timed> timed(const Vec3<double>& a) { return {Timed(a.x), Timed(a.y), Timed(a.z)}; }

  RowSet<Timed> row(const Measure& m, const Timed& value = Timed(0.0)) const {
    RowSet<Timed> rows;
    add_measure_row(m, std::span<const BodyMotion<Timed>>(bodies), timed(point), value, rows);
    return rows;
  }

  /// The row reads the first and second derivative of a function of time.
  void expect_reads(const Measure& m, const Twice& expected, const std::string& what) const {
    const RowSet<Timed> rows = row(m, expected.x);
    ASSERT_EQ(rows.size(), 1) << what;
    const testing::RowClaims claim = testing::claims(rows, 0, bodies);
    // Positions of size 1, rates of 10, accelerations of 100.
    EXPECT_NEAR(rows.phi[0].x, expected.x.x, tol(1e-14)) << what;
    EXPECT_NEAR(claim.speed, expected.d[0].x, tol(1e-13)) << what;
    EXPECT_NEAR(claim.acceleration, testing::rate(expected.d[0]), tol(1e-12)) << what;
  }
};

TEST(MeasureRows, ReadPointsAndQuaternions) {
  Random random(1);
  bool negative = false;
  for (int trial = 0; trial < 30; ++trial) {
    const Scene scene(random);
    for (std::size_t b = 0; b < 3; ++b) {
      const int body = static_cast<int>(b);
      const Vec3<Twice> p = scene.X[b].point(Scene::cast(scene.point));
      const std::array<Twice, 3> point{p.x, p.y, p.z};
      for (int k = 0; k < 3; ++k)
        scene.expect_reads(measure(Measure::Kind::point, body, k), point[static_cast<std::size_t>(k)], "point");
      const Quaternion<Twice>& q = scene.q[b];
      const std::array<Twice, 4> parts{q.w, q.x, q.y, q.z};
      for (int k = 0; k < 4; ++k)
        scene.expect_reads(measure(Measure::Kind::quaternion, body, k), parts[static_cast<std::size_t>(k)],
                           "quaternion");
      negative = negative || q.w.x.x < 0.0;
    }
  }
  EXPECT_TRUE(negative);
}

TEST(MeasureRows, ReadAngularVelocityAlongTheBodysAxes) {
  Random random(2);
  const Scene scene(random);
  for (std::size_t b = 1; b < 3; ++b) {
    const Vec3<Timed> w = unskew(testing::lower(scene.X[b].R).transposed() * testing::derivative(scene.X[b].R));
    const std::array<Timed, 3> along{w.x, w.y, w.z};
    for (std::size_t k = 0; k < 3; ++k) {
      const RowSet<Timed> rows =
          scene.row(measure(Measure::Kind::angular_velocity, static_cast<int>(b), static_cast<int>(k)));
      const testing::RowClaims claim = testing::claims(rows, 0, scene.bodies);
      EXPECT_EQ(rows.phi[0].x, 0.0);
      EXPECT_NEAR(claim.speed, along[k].x, tol(1e-13));
      EXPECT_NEAR(claim.acceleration, testing::rate(along[k]), tol(1e-12));
    }
  }
}

TEST(MeasureRows, PlantedFaultsAreNoticed) {
  Random random(3);
  const Scene scene(random);
  RowSet<Timed> rows = scene.row(measure(Measure::Kind::point, 1, 0));
  const double speed = testing::claims(rows, 0, scene.bodies).speed;
  rows.entries[0].n = -rows.entries[0].n;
  EXPECT_GT(std::abs(testing::claims(rows, 0, scene.bodies).speed - speed), 1e-3);
}

// In a planar model: angle and point of a body as one would write them by hand.
TEST(MeasureRows, PlanarRowsStayShort) {
  Graph graph;
  const GraphScope scope(graph);
  const auto s = [](const char* name, int order) { return Expr::symbol(name, SymbolKind::coordinate, order); };
  const Expr zero(0.0), l = Expr::symbol("l", SymbolKind::parameter), counted = s("counted", 0);
  const std::vector<BodyMotion<Expr>> bodies{
      {},
      {{rotation_z(s("th", 0)), {s("x", 0), s("y", 0), zero}}, {zero, zero, s("th", 1)}, {s("x", 1), s("y", 1), zero}}};
  RowSet<Expr> rows;
  const auto add = [&](const Measure& m) {
    add_measure_row(m, std::span<const BodyMotion<Expr>>(bodies), {l, zero, zero}, counted, rows);
  };
  add(measure(Measure::Kind::angle, 1));
  add(measure(Measure::Kind::point, 1, 1));
  const auto text = [&](int row) {
    const RowEntry<Expr>& e = rows.of(row)[0];
    EXPECT_TRUE(e.n.x.is_zero() && e.n.y.is_zero() && e.f.z.is_zero());
    return to_text(e.f.x) + ", " + to_text(e.f.y) + ", " + to_text(e.n.z);
  };
  EXPECT_EQ(text(0), "0, 0, 1");
  EXPECT_EQ(to_text(rows.phi[0]), "counted");
  EXPECT_TRUE(rows.c[0].is_zero());
  EXPECT_EQ(text(1), "0, 1, l*cos(th)");
  EXPECT_EQ(to_text(rows.phi[1]), "y + l*sin(th)");
  EXPECT_EQ(to_text(rows.c[1]), "l*sin(th)*th'^2");
}

}  // namespace
}  // namespace alembert::measure_rows_test
