// Rows S10, S13 to S21 as formulas: the matrices of the notes, misprints corrected, proved entry by entry.
#include <gtest/gtest.h>

#include "alembert/forms/classical/classical_forms.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/walk.h"
#include "alembert/symbolic/zero_test.h"
#include "planar_blocks.h"

namespace alembert::classical_formulas_test {
namespace {

using testing::add_driver;
using testing::Link;
using testing::PlanarChain;

Expr parameter(const char* name) { return Expr::symbol(name, SymbolKind::parameter); }
Expr coordinate(const std::string& name, int order = 0) { return Expr::symbol(name, SymbolKind::coordinate, order); }

/// Cq at some values of its symbols, all different.
Dense<double> numbers_of(const Dense<Expr>& m) {
  const Walk walk(m.a);
  std::vector<Expr> symbols;
  std::vector<double> values;
  for (const Expr e : walk)
    if (e.is_symbol()) {
      symbols.push_back(e);
      values.push_back(0.4 + 0.23 * static_cast<double>(symbols.size()));
    }
  const Tape tape(symbols, m.a);
  TapeMachine<double> machine(tape);
  Dense<double> result(m.rows, m.cols);
  machine.run(values, result.a);
  return result;
}

void complete(Blocks<Expr>& blocks) {
  fill_reach(blocks);
  choose_independent(blocks, numbers_of(blocks.Cq), body_angles(blocks), {});
}

void expect_equal(const std::vector<Expr>& a, const std::vector<Expr>& b, const std::string& what) {
  ASSERT_EQ(a.size(), b.size()) << what;
  for (std::size_t i = 0; i < a.size(); ++i)
    EXPECT_TRUE(proved_zero(a[i] - b[i]))
        << what << " entry " << i << ": " << to_text(a[i]) << " against " << to_text(b[i]);
}
const NamedBlock<Expr>& block(const FormSystem<Expr>& system, const std::string& name) {
  for (const NamedBlock<Expr>& b : system.blocks)
    if (b.name == name) return b;
  throw std::runtime_error("no block " + name);
}

class Formulas : public ::testing::Test {
 protected:
  Graph graph_;
  GraphScope scope_{graph_};
};

class RodRoller : public Formulas {
 protected:
  Expr l = parameter("l"), m2 = parameter("m2"), m3 = parameter("m3"), J2 = parameter("J2"), J3 = parameter("J3"),
       g = parameter("g"), M2 = Expr::symbol("M2", SymbolKind::input), M3 = Expr::symbol("M3", SymbolKind::input);
  Expr th = coordinate("rod.angle"), w = coordinate("rod.angle", 1);
  Expr s = sin(th), c = cos(th), h = l / Expr(2.0), O = Expr(0.0), I = Expr(1.0);
  Blocks<Expr> blocks = make();

  Blocks<Expr> make() {
    Blocks<Expr> result =
        PlanarChain<Expr>(
            {{"rod", m2, J2, th, w, h, h, O, O, M2},
             {"roller", m3, J3, coordinate("roller.angle"), coordinate("roller.angle", 1), O, O, O, O, M3}},
            g)
            .pinned({"O", "A"});
    complete(result);
    return result;
  }
};

TEST_F(RodRoller, VelocityTransformation) {
  EXPECT_EQ(blocks.independent, (std::vector<int>{2, 5}));
  EXPECT_EQ(blocks.dependent, (std::vector<int>{0, 1, 3, 4}));
  expect_equal(blocks.B.a, {-h * s, O, h * c, O, I, O, -l * s, O, l * c, O, O, I}, "B");
  const Expr k = w * w * l, half = Expr(0.5);
  expect_equal(blocks.gamma, {-k * half * c, -k * half * s, O, -k * c, -k * s, O}, "gamma");
}

TEST_F(RodRoller, AugmentedWithReactions) {
  const FormSystem<Expr> system = augmented_reactions_form(blocks, {});
  const std::vector<Expr> matrix{m2, O,  O,      O,  O,  O,  -I,     O,     I,      O,      //
                                 O,  m2, O,      O,  O,  O,  O,      -I,    O,      I,      //
                                 O,  O,  J2,     O,  O,  O,  -h * s, h * c, -h * s, h * c,  //
                                 O,  O,  O,      m3, O,  O,  O,      O,     -I,     O,      //
                                 O,  O,  O,      O,  m3, O,  O,      O,     O,      -I,     //
                                 O,  O,  O,      O,  O,  J3, O,      O,     O,      O,      //
                                 -I, O,  -h * s, O,  O,  O,  O,      O,     O,      O,      //
                                 O,  -I, h * c,  O,  O,  O,  O,      O,     O,      O,      //
                                 O,  O,  -l * s, -I, O,  O,  O,      O,     O,      O,      //
                                 O,  O,  l * c,  O,  -I, O,  O,      O,     O,      O};
  expect_equal(system.matrix.a, matrix, "matrix");
  const Expr w2 = w * w;
  expect_equal(system.right, {O, -m2 * g, M2, O, -m3 * g, M3, w2 * h * c, w2 * h * s, w2 * l * c, w2 * l * s},
               "right side");
  EXPECT_EQ(system.unknowns[6], "O.fx");
  EXPECT_EQ(system.unknowns[2], "rod.angle''");
}

TEST_F(RodRoller, LagrangeMultipliers) {
  const FormSystem<Expr> system = augmented_form(blocks, {});
  expect_equal(block(system, "Cq").value.a, {I, O, h * s,  O,  O, O, O, I, -h * c, O, O,  O,  //
                                             I, O, -h * s, -I, O, O, O, I, h * c,  O, -I, O},
               "Cq");
  const Expr k = w * w * h;
  expect_equal(block(system, "Qd").value.a, {-k * c, -k * s, k * c, k * s}, "Qd");
  for (int i = 0; i < 10; ++i)
    for (int j = 0; j < 10; ++j) EXPECT_TRUE(identical(system.matrix(i, j), system.matrix(j, i)));
  // lambda = (-F12x, -F12y, F23x, F23y).
  expect_equal(reactions_of_multipliers(blocks).a, {-I, O, O, O, O, -I, O, O, O, O, I, O, O, O, O, I}, "reactions");
}

TEST_F(RodRoller, Elimination) {
  const FormSystem<Expr> system = eliminated_form(blocks, {});
  expect_equal(block(system, "MB").value.a,
               {-m2 * h * s, O, m2 * h * c, O, J2, O, -m3 * l * s, O, m3 * l * c, O, O, J3}, "M B");
  const Expr w2 = w * w;
  expect_equal(system.right,
               {m2 * h * w2 * c, m2 * h * w2 * s - m2 * g, M2, m3 * l * w2 * c, m3 * l * w2 * s - m3 * g, M3}, "b");
  const Dense<Expr> zero = transposed(blocks.B) * transposed(blocks.Cq);
  expect_equal(zero.a, std::vector<Expr>(8, O), "B^T Cq^T");
}

TEST_F(RodRoller, Embedding) {
  const FormSystem<Expr> system = embedded_form(blocks, {});
  expect_equal(system.matrix.a, {J2 + m2 * h * h + m3 * l * l, O, O, J3}, "B^T M B");
  expect_equal(system.right, {M2 - (m2 * h + m3 * l) * g * c, M3}, "Qi");
}

TEST_F(RodRoller, DAlembertAboutThePin) {
  const FormSystem<Expr> system = dalembert_form(blocks, {});
  EXPECT_EQ(system.equations[2], "moment rod.angle about O");
  // About O the rod's moment equation is free of O's reaction; A's acts at the end.
  std::vector<Expr> row, wanted{J2 + m2 * h * h, O, O, O, -l * s, l * c};
  for (int j = 0; j < 6; ++j) row.push_back(system.matrix(2, j));
  expect_equal(row, wanted, "moment about O");
  expect_equal({system.right[2]}, {M2 - m2 * g * h * c}, "applied moment");
}

TEST_F(RodRoller, Amalgamated) {
  const FormSystem<Expr> system = amalgamated_form(blocks, {});
  ASSERT_EQ(system.matrix.rows, 14);
  for (int i = 0; i < 14; ++i)
    for (int j = 0; j < 14; ++j) EXPECT_TRUE(identical(system.matrix(i, j), system.matrix(j, i))) << i << " " << j;
}

TEST_F(Formulas, RodOnAMovingBase) {
  // S10: the pin moves as z(t) along x; (J + m l^2/4) th'' = M - m g (l/2) cos th + m z'' (l/2) sin th.
  const Expr l = parameter("l"), m = parameter("m"), J = parameter("J"), g = parameter("g"), O(0.0), h = l / Expr(2.0);
  const Expr M = Expr::symbol("M", SymbolKind::input), th = coordinate("rod.angle"), w = coordinate("rod.angle", 1);
  const Expr zdd = coordinate("z", 2);
  Blocks<Expr> blocks = PlanarChain<Expr>({{"rod", m, J, th, w, h, h, O, O, M}}, g).pinned({"O"});
  blocks.Qd[0] += zdd;
  complete(blocks);
  const FormSystem<Expr> system = dalembert_form(blocks, {});
  expect_equal({system.matrix(2, 0), system.matrix(2, 1), system.matrix(2, 2), system.right[2]},
               {J + m * h * h, O, O, M - m * g * h * cos(th) + m * zdd * h * sin(th)}, "moment about the pin");
  // Its forces: Fx = m ax, Fy = m (ay + g).
  expect_equal({system.matrix(0, 0), system.matrix(0, 1), system.right[0]},
               {-m * h * sin(th), Expr(-1.0), m * h * cos(th) * w * w - m * zdd}, "force along x");
}

class TwoArm : public Formulas {
 protected:
  Expr m2 = parameter("m2"), m3 = parameter("m3"), J2 = parameter("J2"), J3 = parameter("J3"), lO = parameter("lO2"),
       lA2 = parameter("lA2"), lA3 = parameter("lA3"), lB = parameter("lB3"), g = parameter("g"), O = Expr(0.0),
       I = Expr(1.0);
  Expr t2 = coordinate("two.angle"), t3 = coordinate("three.angle");
  Blocks<Expr> blocks = make();

  Blocks<Expr> make() {
    const Expr M2 = Expr::symbol("M2", SymbolKind::input), M3 = Expr::symbol("M3", SymbolKind::input);
    Blocks<Expr> result = PlanarChain<Expr>({{"two", m2, J2, t2, coordinate("two.angle", 1), lO, lA2, O, O, M2},
                                             {"three", m3, J3, t3, coordinate("three.angle", 1), lA3, lB, O, O, M3}},
                                            g)
                              .pinned({"O", "A"});
    complete(result);
    result.drives = {"M2", "M3"};
    result.drive_reach = Dense<Expr>(6, 2);
    result.drive_reach(2, 0) = result.drive_reach(5, 1) = I;
    result.drive_value = {M2, M3};
    result.unknown_drives = {0, 1};
    for (const std::string& name : result.coordinates) result.a.push_back(coordinate(name, 2));
    return result;
  }
};

TEST_F(TwoArm, SeparateBodies) {
  const FormSystem<Expr> system = separate_form(blocks, {});
  const std::vector<Expr>& a = blocks.a;
  expect_equal(system.right, {m2 * a[0], m2 * a[1] + m2 * g, m3 * a[3], m3 * a[4] + m3 * g, J2 * a[2], J3 * a[5]}, "b");
  std::vector<Expr> moments;
  for (int i = 4; i < 6; ++i)
    for (int j = 0; j < 6; ++j) moments.push_back(system.matrix(i, j));
  expect_equal(moments,
               {lO * sin(t2), -lO * cos(t2), lA2 * sin(t2), -lA2 * cos(t2), I, O,  //
                O, O, lA3 * sin(t3), -lA3 * cos(t3), O, I},
               "moment rows");
}

TEST_F(TwoArm, Subsystems) {
  const FormSystem<Expr> system = subsystem_form(blocks, {});
  const std::vector<Expr>& a = blocks.a;
  const Expr l2 = lO + lA2, F2x = m2 * a[0], F2y = m2 * a[1] + m2 * g, F3x = m3 * a[3], F3y = m3 * a[4] + m3 * g;
  const Expr M3 = J3 * a[5] - F3x * lA3 * sin(t3) + F3y * lA3 * cos(t3);
  const Expr M2 = J2 * a[2] - F2x * lO * sin(t2) + F2y * lO * cos(t2) - F3x * l2 * sin(t2) + F3y * l2 * cos(t2);
  EXPECT_EQ(system.unknowns, (std::vector<std::string>{"M2", "M3"}));
  expect_equal(system.matrix.a, {I, I, O, I}, "M2 + M3 about O, M3 about A");
  expect_equal(system.right, {M2 + M3, M3}, "right side");
}

TEST_F(Formulas, FourBarCutAtO) {
  // S21: about A the crank alone, about B crank and coupler, about C all three; unknown are F12 and M4.
  std::vector<Link<Expr>> links;
  std::vector<Expr> th, m, J, near, far;
  const Expr O(0.0), g = parameter("g"), M2 = Expr::symbol("M2", SymbolKind::input);
  const Expr Fx = Expr::symbol("Fx", SymbolKind::input), Fy = Expr::symbol("Fy", SymbolKind::input);
  for (const std::string i : {"2", "3", "4"}) {
    th.push_back(coordinate("b" + i + ".angle"));
    m.push_back(parameter(("m" + i).c_str()));
    J.push_back(parameter(("J" + i).c_str()));
    near.push_back(parameter(("n" + i).c_str()));
    far.push_back(parameter(("f" + i).c_str()));
    const bool coupler = i == "3";
    links.push_back({"b" + i, m.back(), J.back(), th.back(), coordinate("b" + i + ".angle", 1), near.back(), far.back(),
                     coupler ? Fx : O, coupler ? Fy : O, i == "2" ? M2 : O});
  }
  Blocks<Expr> blocks = PlanarChain<Expr>(links, g).pinned({"O", "A", "B", "C"});
  add_driver(blocks, 2, "M4", coordinate("b4.angle", 2));
  fill_reach(blocks);
  for (const std::string& name : blocks.coordinates) blocks.a.push_back(coordinate(name, 2));
  FormOptions<Expr> options;
  options.cut = {"O"};
  const FormSystem<Expr> system = subsystem_form(blocks, options);
  ASSERT_EQ(system.matrix.rows, 3);
  // Rows are ordered from the ground: C, B, A.
  const std::vector<Expr>& a = blocks.a;
  const Expr l2 = near[0] + far[0], l3 = near[1] + far[1];
  const auto row = [&](int i) {
    return std::vector<Expr>{system.matrix(i, 0), system.matrix(i, 1), system.matrix(i, 2),
                             system.right[static_cast<std::size_t>(i)]};
  };
  const Expr s2 = sin(th[0]), c2 = cos(th[0]), s3 = sin(th[1]), c3 = cos(th[1]);
  const Expr crank = J[0] * a[2] + m[0] * a[0] * far[0] * s2 - m[0] * a[1] * far[0] * c2 - M2 - m[0] * g * far[0] * c2;
  expect_equal(row(2), {l2 * s2, -l2 * c2, O, crank}, "about A");
  const Expr coupler = m[0] * a[0] * l3 * s3 - m[0] * a[1] * l3 * c3 + J[1] * a[5] + m[1] * a[3] * far[1] * s3 -
                       m[1] * a[4] * far[1] * c3 - m[0] * g * l3 * c3 - Fx * far[1] * s3 -
                       (m[1] * g - Fy) * far[1] * c3;
  expect_equal(row(1), {l2 * s2 + l3 * s3, -l2 * c2 - l3 * c3, O, crank + coupler}, "about B");
  EXPECT_TRUE(system.matrix(0, 2).is_one());
}

}  // namespace
}  // namespace alembert::classical_formulas_test
