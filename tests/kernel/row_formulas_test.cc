// Rows as formulas: short in planar models, and with the values that the numeric kernels give.
#include "alembert/kernel/rows/geometric_rows.h"
#include "alembert/kernel/rows/joint_rows.h"
#include "alembert/kernel/rows/measure_rows.h"
#include "alembert/plan/axis_choice.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/tape_machine.h"
#include "kernel/moving_bodies.h"

namespace alembert::row_formulas_test {
namespace {

using testing::tol;

/// A planar body with symbols x, y and th (with a suffix).
BodyMotion<Expr> symbolic_body(const std::string& suffix) {
  const auto s = [&](const std::string& name, int order) {
    return Expr::symbol(name + suffix, SymbolKind::coordinate, order);
  };
  const Expr zero(0.0);
  return {
      {rotation_z(s("th", 0)), {s("x", 0), s("y", 0), zero}}, {zero, zero, s("th", 1)}, {s("x", 1), s("y", 1), zero}};
}
Transform<Expr> at_x(const Expr& x) { return {Mat3<Expr>::identity(), {x, Expr(0.0), Expr(0.0)}}; }
FramePair<Expr> symbolic_pair(int first, const BodyMotion<Expr>& one, const Transform<Expr>& X_1F, int second,
                              const BodyMotion<Expr>& two, const Transform<Expr>& X_2M) {
  return {MovingFrame<Expr>(first, one, X_1F), MovingFrame<Expr>(second, two, X_2M)};
}

/// [body, x, y, angle] of each entry; whatever points out of the plane must be the number 0.
std::vector<std::string> planar_entries(const RowSet<Expr>& rows, int row) {
  std::vector<std::string> texts;
  for (const RowEntry<Expr>& e : rows.of(row)) {
    EXPECT_TRUE(e.n.x.is_zero() && e.n.y.is_zero() && e.f.z.is_zero());
    texts.push_back(std::to_string(e.body) + ": " + to_text(e.f.x) + ", " + to_text(e.f.y) + ", " + to_text(e.n.z));
  }
  return texts;
}

// Rod and roller of Shabana, Dynamics of Multibody Systems (planar, reference points in the mass centres): the rod is
// pinned to the ground at one end and to the roller's centre at the other.
TEST(RowFormulas, RodAndRollerComeOutAsInTheBook) {
  Graph graph;
  const GraphScope scope(graph);
  const Expr half = Expr::symbol("l", SymbolKind::parameter) * Expr(0.5);
  const BodyMotion<Expr> rod = symbolic_body("1"), roller = symbolic_body("2");
  RowSet<Expr> rows;
  const Expr none(0.0);
  add_joint_rows(JointType::revolute, true, symbolic_pair(0, {}, at_x(none), 1, rod, at_x(-half)), none, rows);
  add_joint_rows(JointType::revolute, true, symbolic_pair(1, rod, at_x(half), 2, roller, at_x(none)), none, rows);
  ASSERT_EQ(rows.size(), 4);
  using Texts = std::vector<std::string>;
  EXPECT_EQ(planar_entries(rows, 0), (Texts{"1: 1, 0, l*sin(th1)/2"}));
  EXPECT_EQ(planar_entries(rows, 1), (Texts{"1: 0, 1, -l*cos(th1)/2"}));
  EXPECT_EQ(planar_entries(rows, 2), (Texts{"1: 1, 0, -l*sin(th1)/2", "2: -1, 0, 0"}));
  EXPECT_EQ(planar_entries(rows, 3), (Texts{"1: 0, 1, l*cos(th1)/2", "2: 0, -1, 0"}));
  const Texts Qd{"-l*cos(th1)*th1'^2/2", "-l*sin(th1)*th1'^2/2", "l*cos(th1)*th1'^2/2", "l*sin(th1)*th1'^2/2"};
  const Texts phi{"x1 - l*cos(th1)/2", "y1 - l*sin(th1)/2", "x1 - x2 + l*cos(th1)/2", "y1 - y2 + l*sin(th1)/2"};
  for (std::size_t i = 0; i < 4; ++i) {
    EXPECT_EQ(to_text(rows.c[i]), Qd[i]);
    EXPECT_EQ(to_text(rows.phi[i]), phi[i]);
    EXPECT_TRUE(rows.b[i].is_zero());
  }
}

TEST(RowFormulas, PlanarSlidesAndLocksStayShort) {
  Graph graph;
  const GraphScope scope(graph);
  const BodyMotion<Expr> one = symbolic_body("1"), two = symbolic_body("2");
  const Expr zero(0.0), unity(1.0);
  Transform<Expr> along_x = at_x(zero);
  along_x.R = frame_along<Expr>({unity, zero, zero}, AxisChoice::x);
  RowSet<Expr> rows;
  add_joint_rows(JointType::prismatic, true, symbolic_pair(0, {}, along_x, 1, one, along_x), zero, rows);
  add_joint_rows(JointType::fixed, true, symbolic_pair(1, one, at_x(zero), 2, two, at_x(zero)), zero, rows);
  ASSERT_EQ(rows.size(), 5);
  using Texts = std::vector<std::string>;
  EXPECT_EQ(planar_entries(rows, 0), (Texts{"1: 0, 1, 0"}));
  EXPECT_EQ(to_text(rows.phi[0]), "y1");
  EXPECT_EQ(planar_entries(rows, 1), (Texts{"1: 0, 0, 1"}));
  EXPECT_EQ(planar_entries(rows, 2), (Texts{"1: 1, 0, 0", "2: -1, 0, 0"}));
  EXPECT_EQ(planar_entries(rows, 3), (Texts{"1: 0, 1, 0", "2: 0, -1, 0"}));
  EXPECT_EQ(planar_entries(rows, 4), (Texts{"1: 0, 0, 1", "2: 0, 0, -1"}));
  for (const Expr& c : rows.c) EXPECT_TRUE(c.is_zero()) << to_text(c);
}

TEST(RowFormulas, PlanarSpeedsStayShort) {
  Graph graph;
  const GraphScope scope(graph);
  const BodyMotion<Expr> one = symbolic_body("1"), two = symbolic_body("2");
  const Expr zero(0.0);
  RowSet<Expr> rows;
  add_speed_rows(JointType::free, true, "", symbolic_pair(0, {}, at_x(zero), 1, one, at_x(zero)), zero, {}, rows);
  add_speed_rows(JointType::revolute, true, "", symbolic_pair(1, one, at_x(zero), 2, two, at_x(zero)), zero, {}, rows);
  ASSERT_EQ(rows.size(), 4);
  using Texts = std::vector<std::string>;
  EXPECT_EQ(planar_entries(rows, 0), (Texts{"1: 1, 0, 0"}));
  EXPECT_EQ(to_text(rows.phi[0]), "x1");
  EXPECT_EQ(planar_entries(rows, 1), (Texts{"1: 0, 1, 0"}));
  EXPECT_EQ(planar_entries(rows, 2), (Texts{"1: 0, 0, 1"}));
  EXPECT_EQ(to_text(rows.phi[2]), "atan2(sin(th1), cos(th1))");
  EXPECT_EQ(planar_entries(rows, 3), (Texts{"1: 0, 0, -1", "2: 0, 0, 1"}));
  for (const Expr& c : rows.c) EXPECT_TRUE(c.is_zero()) << to_text(c);
}

/// Pose (roll, pitch, yaw, position), angular velocity and velocity of a body from twelve numbers.
template <Scalar S>
BodyMotion<S> motion_from(std::span<const S> x) {
  return {{rotation_rpy(x[0], x[1], x[2]), {x[3], x[4], x[5]}}, {x[6], x[7], x[8]}, {x[9], x[10], x[11]}};
}

/// Two bodies in space, as symbols and as numbers.
struct BothWays {
  Graph graph;
  GraphScope scope{graph};
  std::vector<Expr> symbols;
  std::vector<double> numbers;
  std::vector<BodyMotion<Expr>> formulas{BodyMotion<Expr>{}};
  std::vector<BodyMotion<double>> values{BodyMotion<double>{}};
  Transform<double> X_1F, X_2M;

  explicit BothWays(Random& random)
      : X_1F(testing::random_pose(random, false)), X_2M(testing::random_pose(random, false)) {
    for (int i = 0; i < 24; ++i) {
      symbols.push_back(Expr::symbol("s" + std::to_string(i), SymbolKind::coordinate));
      numbers.push_back(random.uniform(-1.0, 1.0));
    }
    for (const std::size_t from : {0U, 12U}) {
      formulas.push_back(motion_from(std::span<const Expr>(symbols).subspan(from, 12)));
      values.push_back(motion_from(std::span<const double>(numbers).subspan(from, 12)));
    }
  }

  template <Scalar S>
  FramePair<S> pair(const std::vector<BodyMotion<S>>& bodies) const {
    return {MovingFrame<S>(1, bodies[1], testing::constant_pose<S>(X_1F)),
            MovingFrame<S>(2, bodies[2], testing::constant_pose<S>(X_2M))};
  }

  template <Scalar S>
  static std::vector<S> flat(const RowSet<S>& rows) {
    std::vector<S> all;
    for (const auto* list : {&rows.phi, &rows.b, &rows.c}) all.insert(all.end(), list->begin(), list->end());
    for (const RowEntry<S>& e : rows.entries) all.insert(all.end(), {e.n.x, e.n.y, e.n.z, e.f.x, e.f.y, e.f.z});
    return all;
  }

  /// Angles (phi of the rows) may differ by whole turns where formulas do not `count` them.
  void expect_same(const RowSet<Expr>& got, const RowSet<double>& expected, const std::string& what,
                   bool count = false) {
    const std::vector<Expr> outputs = flat(got);
    const std::vector<double> right = flat(expected);
    ASSERT_EQ(outputs.size(), right.size()) << what;
    TapeMachine<double> machine(Tape(symbols, outputs));
    std::vector<double> left(outputs.size());
    machine.run(numbers, left);
    for (std::size_t i = 0; i < left.size(); ++i) {
      double difference = left[i] - right[i];
      if (!count && i < expected.phi.size()) difference = std::remainder(difference, 2.0 * std::numbers::pi);
      EXPECT_NEAR(difference, 0.0, tol(1e-11 * (1.0 + std::abs(right[i])))) << what << " number " << i;
    }
  }
};

TEST(RowFormulas, JointsHaveTheValuesOfTheNumericKernel) {
  Random random(11);
  for (const JointType type : {JointType::revolute, JointType::prismatic, JointType::cylindrical, JointType::universal,
                               JointType::spherical, JointType::planar, JointType::screw, JointType::gimbal,
                               JointType::free, JointType::translation, JointType::fixed}) {
    BothWays both(random);
    RowSet<Expr> formulas;
    RowSet<double> values;
    add_joint_rows(type, false, both.pair(both.formulas), Expr(0.25), formulas);
    add_joint_rows(type, false, both.pair(both.values), 0.25, values);
    add_speed_rows(type, false, "", both.pair(both.formulas), Expr(0.25), {}, formulas);
    add_speed_rows(type, false, "", both.pair(both.values), 0.25, {}, values);
    both.expect_same(formulas, values, std::string(name_of(type)));
  }
}

// Formulas of screws and racks hold the whole turns, too.
TEST(RowFormulas, ScrewsAndRacksAreInTheTurnOfTheNumericKernel) {
  Random random(14);
  for (int trial = 0; trial < 10; ++trial) {
    BothWays both(random);
    const double pitch = random.uniform(-0.1, 0.1);
    RowSet<Expr> formulas;
    RowSet<double> values;
    add_joint_rows(JointType::screw, false, both.pair(both.formulas), Expr(pitch), formulas);
    add_joint_rows(JointType::screw, false, both.pair(both.values), pitch, values);
    add_speed_rows(JointType::screw, false, "", both.pair(both.formulas), Expr(pitch), {}, formulas);
    add_speed_rows(JointType::screw, false, "", both.pair(both.values), pitch, {}, values);
    GeometricRowReals<Expr> reals;
    reals.radius = Expr(pitch);
    add_geometric_rows(Rack{}, false, reals, both.pair(both.formulas), {Expr(0.5), {}, {}}, Expr(), formulas);
    add_geometric_rows<double>(Rack{}, false, {0, 0, {}, {}, pitch, {}}, both.pair(both.values), {0.5, 0.0, 0.0}, 0.0,
                               values);
    both.expect_same(formulas, values, "pitch " + std::to_string(pitch), true);
  }
}

TEST(RowFormulas, EulerRatesFollowTheChosenTriple) {
  Random random(12);
  for (const std::string sequence : {"zyx", "xyz", "zxz", "yxy"}) {
    BothWays both(random);
    const bool proper = sequence[0] == sequence[2];
    // What the numbers give near nothing in particular, then near the other triple of the same rotation.
    RowSet<double> first;
    add_speed_rows(JointType::gimbal, false, sequence, both.pair(both.values), 0.0, {}, first);
    const double pi = std::numbers::pi, b = first.phi[1];
    const std::vector<std::vector<double>> triples{{first.phi[0], b, first.phi[2]},
                                                   {first.phi[0] + pi, proper ? -b : pi - b, first.phi[2] + pi}};
    std::vector<double> middle_rates;
    for (const std::vector<double>& near : triples) {
      RowSet<Expr> formulas;
      RowSet<double> values;
      add_speed_rows(JointType::gimbal, false, sequence, both.pair(both.formulas), Expr(0.0), near, formulas);
      add_speed_rows(JointType::gimbal, false, sequence, both.pair(both.values), 0.0, near, values);
      for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(values.phi[i], near[i], tol(1e-13)) << sequence;
      both.expect_same(formulas, values, sequence);
      middle_rates.push_back(values.entries[2].n.x);
    }
    EXPECT_NEAR(middle_rates[0], -middle_rates[1], tol(1e-13)) << sequence;
  }
}

TEST(RowFormulas, ConstraintsAndMeasuresHaveTheValuesOfTheNumericKernel) {
  Random random(13);
  Rolling disc, ellipsoid;
  ellipsoid.shape = Rolling::Shape::ellipsoid;
  Rack rack;
  rack.normal = true;
  for (const MechanismConstraint& constraint :
       std::vector<MechanismConstraint>{NoSlip{}, Distance{}, InLine{}, InPlane{}, disc, ellipsoid, rack}) {
    BothWays both(random);
    GeometricRowReals<Expr> reals;
    reals.radius = Expr(0.25);
    reals.semiaxes = {Expr(0.5), Expr(0.25), Expr(0.75)};
    RowSet<Expr> formulas;
    RowSet<double> values;
    add_geometric_rows(constraint, false, reals, both.pair(both.formulas), {}, Expr(), formulas);
    add_geometric_rows<double>(constraint, false, {0, 0, {}, {}, 0.25, {0.5, 0.25, 0.75}}, both.pair(both.values), {},
                               0.0, values);
    both.expect_same(formulas, values, "constraint " + std::to_string(constraint.index()));
  }
  BothWays both(random);
  Measure point, quaternion;
  point.kind = Measure::Kind::point;
  point.index = 2;
  quaternion.kind = Measure::Kind::quaternion;
  quaternion.index = 1;
  quaternion.component = 2;
  for (const Measure& m : {point, quaternion}) {
    RowSet<Expr> formulas;
    RowSet<double> values;
    add_measure_row(m, std::span<const BodyMotion<Expr>>(both.formulas), {}, Expr(-0.5), formulas);
    add_measure_row(m, std::span<const BodyMotion<double>>(both.values), {}, -0.5, values);
    both.expect_same(formulas, values, "measure");
  }
}

}  // namespace
}  // namespace alembert::row_formulas_test
