// Rows of geometric constraints: derivatives of each other on any motion, and what they mean, from other formulas.
#include "alembert/kernel/rows/geometric_rows.h"

#include "alembert/plan/axis_choice.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/print.h"
#include "kernel/moving_bodies.h"

namespace alembert::geometric_rows_test {
namespace {

using testing::Timed;
using testing::tol;
using testing::Twice;
using V3 = Vec3<double>;

Rolling rolling(Rolling::Shape shape, Rolling::Rows rows = Rolling::Rows::all) {
  Rolling c;
  c.shape = shape;
  c.rows = rows;
  return c;
}
Rack rack(bool normal) {
  Rack c;
  c.normal = normal;
  return c;
}

struct Case {
  std::string name;
  MechanismConstraint constraint;
};
std::vector<Case> all_cases() {
  return {{"no-slip", NoSlip{}},
          {"distance", Distance{}},
          {"in-line", InLine{}},
          {"in-plane", InPlane{}},
          {"rack", rack(false)},
          {"rack with normal", rack(true)},
          {"disc", rolling(Rolling::Shape::disc)},
          {"sphere", rolling(Rolling::Shape::sphere)},
          {"ellipsoid", rolling(Rolling::Shape::ellipsoid)},
          {"sideways of a disc", rolling(Rolling::Shape::disc, Rolling::Rows::sideways)},
          {"normal of an ellipsoid", rolling(Rolling::Shape::ellipsoid, Rolling::Rows::normal)}};
}

/// F on body `first` (0: the ground), M on body 2, moving in any way.
struct Scene {
  bool planar = false;
  std::vector<BodyMotion<Timed>> bodies;
  GeometricRowReals<Timed> reals;
  RowDrive<Timed> drive;
  Timed turn;

  FramePair<Timed> pair() const {
    return {MovingFrame<Timed>(reals.first, bodies[static_cast<std::size_t>(reals.first)], reals.X_1F),
            MovingFrame<Timed>(reals.second, bodies[2], reals.X_2M)};
  }
  RowSet<Timed> rows(const MechanismConstraint& constraint) const {
    RowSet<Timed> result;
    add_geometric_rows(constraint, planar, reals, pair(), drive, turn, result);
    return result;
  }
};

/// A frame whose z is a random direction in the x-y plane.
Mat3<double> in_plane(Random& random) {
  const double angle = random.uniform(-3.0, 3.0);
  const V3 axis{std::cos(angle), std::sin(angle), 0.0};
  return frame_along(axis, choose_frame(axis));
}

Scene random_scene(bool planar, int first, const MechanismConstraint& constraint, Random& random) {
  const Twice t = testing::time_at(random.uniform(-1.0, 1.0));
  Scene scene;
  scene.planar = planar;
  scene.bodies = {{},
                  testing::motion_of(testing::wave_pose(random, t, planar)),
                  testing::motion_of(testing::wave_pose(random, t, planar))};
  Transform<double> X_1F = testing::random_pose(random, planar), X_2M = testing::random_pose(random, planar);
  if (planar) X_1F.R = in_plane(random);
  if (planar && std::holds_alternative<NoSlip>(constraint)) X_2M.R = in_plane(random);
  scene.reals = {first,
                 2,
                 testing::constant_pose<Timed>(X_1F),
                 testing::constant_pose<Timed>(X_2M),
                 Timed(0.3),
                 {Timed(0.3), Timed(0.5), Timed(0.2)}};
  const Twice length = testing::wave(random, 1.0, t);
  scene.drive = {length.x, length.d[0], Timed(testing::rate(length.d[0]))};
  // The pinion's angle in the plane: whatever was counted, with a known rate.
  const FramePair<Timed> pair = scene.pair();
  scene.turn = Timed(random.uniform(-20.0, 20.0));
  scene.turn.d.set(0, dot(testing::value(pair.M.R.c2()), testing::value(pair.M.w - pair.F.w)));
  return scene;
}

TEST(GeometricRows, AreDerivativesOfEachOtherOnAnyMotion) {
  Random random(1);
  for (const Case& c : all_cases())
    for (const bool planar : {false, true})
      for (const int first : {0, 1})
        for (int trial = 0; trial < 10; ++trial) {
          const Scene scene = random_scene(planar, first, c.constraint, random);
          std::vector<bool> holonomic;
          for (const RowWord& word : geometric_row_words(c.constraint, planar)) holonomic.push_back(word.holonomic);
          const RowSet<Timed> rows = scene.rows(c.constraint);
          testing::expect_derivatives(rows, scene.bodies, holonomic, c.name + (planar ? " planar" : ""));
          if (planar) testing::dense(rows, 2, true);
          for (std::size_t i = 0; i < holonomic.size(); ++i)
            EXPECT_TRUE(holonomic[i] || rows.phi[i].x == 0.0) << c.name;
        }
}

TEST(GeometricRows, PlantedFaultsAreNoticed) {
  Random random(2);
  const MechanismConstraint disc = rolling(Rolling::Shape::disc);
  const Scene scene = random_scene(false, 1, disc, random);
  const RowSet<Timed> sound = scene.rows(disc);
  for (int row = 0; row < 3; ++row) {
    const auto i = static_cast<std::size_t>(row);
    RowSet<Timed> wrong = sound;
    wrong.c[i] = -wrong.c[i];
    EXPECT_GT(testing::claims(wrong, row, scene.bodies).acceleration_fault, 1e-3);
    wrong = sound;
    auto& entry = wrong.entries[static_cast<std::size_t>(wrong.first[i])];
    entry.n = -entry.n;
    EXPECT_GT(testing::claims(wrong, row, scene.bodies).acceleration_fault, 1e-3);
  }
  RowSet<Timed> wrong = sound;
  wrong.entries[0].f = -wrong.entries[0].f;
  EXPECT_GT(testing::claims(wrong, 0, scene.bodies).position_fault, 1e-3);
}

TEST(GeometricRows, NamesAreThoseOfTheRowsWritten) {
  const auto words = [](const MechanismConstraint& constraint, bool planar) {
    std::string text;
    for (const RowWord& word : geometric_row_words(constraint, planar))
      text += "[" + word.suffix + (word.holonomic ? "]" : "*]");
    return text;
  };
  const MechanismConstraint disc = rolling(Rolling::Shape::disc);
  EXPECT_EQ(words(disc, false), "[normal][forward*][sideways*]");
  EXPECT_EQ(words(disc, true), "[normal][forward*]");
  EXPECT_EQ(words(rolling(Rolling::Shape::sphere, Rolling::Rows::forward), false), "[*]");
  EXPECT_EQ(words(rolling(Rolling::Shape::disc, Rolling::Rows::sideways), true), "");
  EXPECT_EQ(words(InLine{}, false), "[tx][ty]");
  EXPECT_EQ(words(InLine{}, true), "[]");
  EXPECT_EQ(words(rack(false), true), "[]");
  EXPECT_EQ(words(rack(true), true), "[forward][normal]");
  EXPECT_EQ(words(NoSlip{}, false), "[*]");
  EXPECT_EQ(words(Distance{}, false), "[]");
}

V3 value(const Vec3<Timed>& a) { return testing::value(a); }

/// A point in the world moving with a body.
struct Particle {
  V3 p, v;
};
Particle particle(const MovingFrame<Timed>& frame, const V3& p) {
  return {p, value(frame.v) + cross(value(frame.w), p - value(frame.p))};
}

/// The lowest point over the plane of F, by searching the shape: parametrised by two angles, or one of a disc's rim.
V3 lowest_point(Rolling::Shape shape, const Scene& scene) {
  const FramePair<Timed> pair = scene.pair();
  const V3 n = value(pair.F.R.c2()), x = value(pair.M.R.c0()), y = value(pair.M.R.c1()), z = value(pair.M.R.c2());
  const V3 size = shape == Rolling::Shape::ellipsoid ? value(scene.reals.semiaxes) : V3{0.3, 0.3, 0.3};
  const bool disc = shape == Rolling::Shape::disc;
  const auto point = [&](double a, double b) {
    return value(pair.M.p) + (size.x * std::cos(b) * std::cos(a)) * x + (size.y * std::cos(b) * std::sin(a)) * y +
           (size.z * std::sin(b)) * z;
  };
  double best_a = 0.0, best_b = 0.0, step = 0.5;
  const auto height = [&](double a, double b) { return dot(n, point(a, b)); };
  for (double a = 0.0; a < 6.3; a += 0.1)
    for (double b = disc ? 0.0 : -1.5; b <= (disc ? 0.0 : 1.5); b += 0.1)
      if (height(a, b) < height(best_a, best_b)) best_a = a, best_b = b;
  while (step > 1e-10) {
    bool better = false;
    for (const auto& [da, db] : {std::pair{step, 0.0}, {-step, 0.0}, {0.0, step}, {0.0, -step}})
      if ((db == 0.0 || !disc) && height(best_a + da, best_b + db) < height(best_a, best_b)) {
        best_a += da;
        best_b += db;
        better = true;
      }
    if (!better) step *= 0.5;
  }
  return point(best_a, best_b);
}

TEST(Rolling, TouchesAtTheLowestPointAndMeasuresSlipThere) {
  Random random(3);
  for (const auto shape : {Rolling::Shape::disc, Rolling::Shape::sphere, Rolling::Shape::ellipsoid})
    for (const int first : {0, 1})
      for (int trial = 0; trial < 5; ++trial) {
        const MechanismConstraint constraint = rolling(shape);
        const Scene scene = random_scene(false, first, constraint, random);
        const FramePair<Timed> pair = scene.pair();
        const RowSet<Timed> rows = scene.rows(constraint);
        const V3 n = value(pair.F.R.c2()), p = lowest_point(shape, scene);
        // A search by heights finds the point to the root of rounding, the height to rounding.
        EXPECT_NEAR(rows.phi[0].x, dot(n, p - value(pair.F.p)), tol(1e-12));
        const V3 slip = particle(pair.M, p).v - particle(pair.F, p).v;
        const V3 across_axis = cross(value(pair.M.R.c2()), n);
        const V3 forward = shape == Rolling::Shape::disc ? unit(across_axis) : value(pair.F.R.c0());
        EXPECT_NEAR(testing::claims(rows, 1, scene.bodies).speed, dot(forward, slip), tol(1e-5));
        EXPECT_NEAR(testing::claims(rows, 2, scene.bodies).speed, dot(cross(n, forward), slip), tol(1e-5));
      }
}

// A disc that leans at an angle to the normal has its centre at radius sin(angle) over the plane, even almost flat.
TEST(Rolling, HeightOfADiscKeepsItsDigits) {
  for (const double lean : {1.5, 0.3, 1e-3, 1e-6}) {
    Scene scene;
    scene.bodies.resize(3);
    scene.bodies[2].X_W.R = rotation_x(Timed(lean));
    scene.reals.second = 2;
    scene.reals.radius = Timed(0.3);
    EXPECT_NEAR(scene.rows(rolling(Rolling::Shape::disc)).phi[0].x, -0.3 * std::sin(lean), tol(1e-15 * lean));
  }
}

TEST(GeometricRows, PointsOnLinesAndPlanesHaveNoResidual) {
  Random random(4);
  for (const bool planar : {false, true}) {
    Scene scene = random_scene(planar, 1, InLine{}, random);
    const FramePair<Timed> pair = scene.pair();
    const auto put = [&](const V3& p_W) {
      const Transform<Timed>& X = scene.bodies[2].X_W;
      const V3 p = p_W - value(X.p);
      const auto in_body = Vec3<Timed>{Timed(p.x), Timed(p.y), Timed(p.z)};
      const V3 r = value(X.R.transpose_times(in_body));
      scene.reals.X_2M.p = {Timed(r.x), Timed(r.y), Timed(r.z)};
    };
    put(value(pair.F.p) + 0.7 * value(pair.F.R.c2()));
    for (const Timed& phi : scene.rows(InLine{}).phi) EXPECT_NEAR(phi.x, 0.0, tol(1e-15));
    EXPECT_NEAR(scene.rows(InPlane{}).phi[0].x, 0.7, tol(1e-15));
    put(value(pair.F.p) + 0.4 * value(pair.F.R.c0()) - 0.2 * value(pair.F.R.c1()));
    EXPECT_NEAR(scene.rows(InPlane{}).phi[0].x, 0.0, tol(1e-15));
  }
}

// A pinion whose pitch circle touches the pitch line: the row of the rack is the slip of the two where they touch.
TEST(Rack, RowIsTheSlipAtThePitchPoint) {
  Random random(5);
  for (const double radius : {0.3, -0.3})
    for (int trial = 0; trial < 5; ++trial) {
      Scene scene = random_scene(true, 1, rack(true), random);
      scene.drive = {};
      scene.reals.radius = Timed(radius);
      const MovingFrame<Timed> line = scene.pair().F;
      const V3 along = value(line.R.c2()), touch = value(line.p) + 0.7 * along;
      // Counterclockwise turns move the centre along the line when it is on the right of it.
      const V3 center = touch + radius * V3{along.y, -along.x, 0.0};
      const Transform<Timed>& X = scene.bodies[2].X_W;
      const V3 p = center - value(X.p);
      const V3 r = value(X.R.transpose_times(Vec3<Timed>{Timed(p.x), Timed(p.y), Timed(p.z)}));
      scene.reals.X_2M.p = {Timed(r.x), Timed(r.y), Timed(r.z)};
      const FramePair<Timed> pair = scene.pair();
      const RowSet<Timed> rows = scene.rows(rack(true));
      EXPECT_NEAR(rows.phi[0].x, radius * scene.turn.x - 0.7, tol(1e-14));
      EXPECT_NEAR(rows.phi[1].x, 0.0, tol(1e-15));
      const V3 slip = particle(pair.M, touch).v - particle(pair.F, touch).v;
      EXPECT_NEAR(testing::claims(rows, 0, scene.bodies).speed, -dot(along, slip), tol(1e-13));
    }
}

// In space, with any motion of the axis: where it is at right angles to the line, the row is the slip where they touch.
TEST(Rack, RowIsTheSlipWhileTheAxisTilts) {
  Random random(7);
  for (int trial = 0; trial < 5; ++trial) {
    Scene scene = random_scene(false, 1, rack(true), random);
    scene.drive = {};
    const FramePair<Timed> before = scene.pair();
    const V3 along = value(before.F.R.c2()), axis = unit(cross(along, value(before.M.R.c0())));
    const V3 touch = value(before.F.p) + 0.7 * along, center = touch + 0.3 * cross(along, axis);
    const Transform<Timed>& X = scene.bodies[2].X_W;
    const auto on_body = [&](const V3& a) {
      const V3 r = value(X.R.transpose_times(Vec3<Timed>{Timed(a.x), Timed(a.y), Timed(a.z)}));
      return Vec3<Timed>{Timed(r.x), Timed(r.y), Timed(r.z)};
    };
    const Vec3<Timed> x = on_body(along), y = on_body(cross(axis, along)), z = on_body(axis);
    scene.reals.X_2M = {Mat3<Timed>{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}, on_body(center - value(X.p))};
    const FramePair<Timed> pair = scene.pair();
    ASSERT_GT(norm(cross(value(pair.M.w - pair.F.w), axis)), 1e-3) << "the axis does not tilt";
    const RowSet<Timed> rows = scene.rows(rack(true));
    EXPECT_NEAR(rows.phi[1].x, 0.0, tol(1e-15));
    const V3 slip = particle(pair.M, touch).v - particle(pair.F, touch).v;
    EXPECT_NEAR(testing::claims(rows, 0, scene.bodies).speed, -dot(along, slip), tol(1e-13));
  }
}

// In space the way along the line says how often a pinion has turned; `value` is where the two begin.
TEST(Rack, IsInTheTurnThatTheWayTells) {
  const auto still = Transform<double>::identity();
  for (const double radius : {0.02, -0.3})
    for (const double turn : {-300.0, -4.0, -3.2, 0.5, 4.0, 50.1})
      for (const double value : {0.0, 0.25}) {
        // Line and axis are z and x of the world, M's x is along the line where nothing has turned.
        const Mat3<double> axes = Mat3<double>::columns({0.0, 0.0, 1.0}, {0.0, -1.0, 0.0}, {1.0, 0.0, 0.0});
        const BodyMotion<double> pinion{{rotation_x(turn) * axes, {0.0, radius, radius * turn - value}}, {}, {}};
        const FramePair<double> pair{MovingFrame<double>(0, {}, still), MovingFrame<double>(1, pinion, still)};
        RowSet<double> rows;
        add_geometric_rows<double>(rack(false), false, {0, 1, still, still, radius, {}}, pair, {value, 0.0, 0.0}, 0.0,
                                   rows);
        EXPECT_NEAR(rows.phi[0], 0.0, tol(1e-15 * (1.0 + std::abs(radius * turn)))) << radius << " " << turn;
      }
}

// Crossed at an angle: the row keeps the distance between the pinion's axis and the pitch line, two skew lines.
TEST(Rack, NormalRowIsTheDistanceOfSkewLines) {
  Random random(6);
  Scene scene = random_scene(false, 1, rack(true), random);
  const FramePair<Timed> pair = scene.pair();
  const V3 d = value(pair.M.p - pair.F.p), u = value(pair.F.R.c2()), w = value(pair.M.R.c2());
  // The shortest way between p + s u and q + t w: normal equations in s and t.
  const double c = dot(u, w), det = 1.0 - c * c;
  const double s = (dot(d, u) - c * dot(d, w)) / det, t = (c * dot(d, u) - dot(d, w)) / det;
  const double shortest = norm(d + t * w - s * u);
  EXPECT_NEAR(std::abs(scene.rows(rack(true)).phi[1].x + 0.3), shortest, tol(1e-14));
}

// A wheel on the ground of a planar model: y = r and x' + r th' = 0 without a trace of sines.
TEST(Rolling, WheelOnALineStaysShort) {
  Graph graph;
  const GraphScope scope(graph);
  const auto s = [](const char* name, int order) { return Expr::symbol(name, SymbolKind::coordinate, order); };
  const Expr zero(0.0), one(1.0);
  GeometricRowReals<Expr> reals;
  reals.second = 1;
  reals.radius = Expr::symbol("r", SymbolKind::parameter);
  reals.X_1F.R = frame_along<Expr>({zero, one, zero}, AxisChoice::y);
  const BodyMotion<Expr> wheel{
      {rotation_z(s("th", 0)), {s("x", 0), s("y", 0), zero}}, {zero, zero, s("th", 1)}, {s("x", 1), s("y", 1), zero}};
  const FramePair<Expr> pair{MovingFrame<Expr>(0, {}, reals.X_1F), MovingFrame<Expr>(1, wheel, reals.X_2M)};
  RowSet<Expr> rows;
  add_geometric_rows(rolling(Rolling::Shape::disc), true, reals, pair, {}, zero, rows);
  ASSERT_EQ(rows.size(), 2);
  EXPECT_EQ(to_text(rows.phi[0]), "y - r");
  const auto text = [&](int row) {
    const RowEntry<Expr>& e = rows.of(row)[0];
    EXPECT_TRUE(e.n.x.is_zero() && e.n.y.is_zero() && e.f.z.is_zero());
    return to_text(e.f.x) + ", " + to_text(e.f.y) + ", " + to_text(e.n.z);
  };
  EXPECT_EQ(text(0), "0, 1, 0");
  EXPECT_EQ(text(1), "-1, 0, -r");
  for (const Expr& c : rows.c) EXPECT_TRUE(c.is_zero()) << to_text(c);

  rows.clear();
  add_geometric_rows(Distance{}, true, reals, pair, {}, zero, rows);
  EXPECT_EQ(text(0), "x/sqrt(x^2 + y^2), y/sqrt(x^2 + y^2), 0");
}

}  // namespace
}  // namespace alembert::geometric_rows_test
