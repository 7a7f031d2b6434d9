/// Tapes run on every scalar give what a plain recursive evaluator gives.
#include "alembert/symbolic/tape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/error.h"
#include "alembert/scalar/dual.h"
#include "alembert/scalar/pack.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/tape_machine.h"
#include "symbolic/formulas.h"

namespace alembert::tape_test {
namespace {

using testing::number;
using testing::square;

class TapeTest : public testing::WithGraph {
 protected:
  std::vector<Expr> symbols{x, y, z};

  double run(Expr e, const std::vector<double>& in) const {
    std::array<double, 1> out{};
    TapeMachine<double>(Tape(symbols, std::vector<Expr>{e})).run(in, out);
    return out[0];
  }

  testing::Point<double> point(const std::vector<double>& in) const {
    return {{x.id(), in[0]}, {y.id(), in[1]}, {z.id(), in[2]}};
  }

  std::vector<Expr> random_formulas(std::uint64_t seed, std::size_t n) const {
    Random random(seed);
    testing::Recipe recipe;
    recipe.symbols = {"x", "y", "z"};
    recipe.functions = {"sin", "cos", "tan", "exp", "tanh", "atan", "sinh", "cosh", "abs", "sign"};
    recipe.exponents = {2, 3, 5, -1, -2};
    std::vector<Expr> formulas;
    while (formulas.size() < n) {
      const Expr e = testing::build_tree(testing::random_tree(random, recipe, 3), random);
      const bool defined = std::isfinite(testing::value_of(e, point({0.81, 1.27, 0.57})));  // 1/(x - x) is not
      if (defined) formulas.push_back(atan(e));
    }
    return formulas;
  }
};

/// Formulas of depth 3 in values near 1 lose a few digits by cancellation: 1e-9 is far above that and far below a wrong
/// instruction. Points where a formula is not finite, or is steep (tan at a pole), are skipped by the callers.
constexpr double formula_tolerance = 1e-9;

TEST_F(TapeTest, EveryFunction) {
  const Expr u = (x + y) / number(5);
  const std::vector<double> in{0.7, 1.3, -0.4};
  for (const Expr e : {x,
                       number(7, 3),
                       Expr::pi(),
                       x + y,
                       x - y,
                       y - x,
                       -x - y,
                       -x,
                       x * y,
                       -x * y,
                       x / y,
                       number(1) / x,
                       number(3) / (x * y),
                       x * z / y,
                       sqrt(u),
                       pow(u, number(3, 2)),
                       pow(u, number(-1, 2)),
                       pow(x, y),
                       square(x),
                       pow(x, number(7)),
                       pow(x, number(64)),
                       pow(x, number(65)),
                       pow(x, number(-7)),
                       sin(u),
                       cos(u),
                       sin(x) * cos(x),
                       tan(u),
                       asin(u),
                       acos(u),
                       atan(x),
                       atan2(x, z),
                       sinh(x),
                       cosh(x),
                       tanh(x),
                       exp(x),
                       log(x),
                       abs(z),
                       sign(z),
                       min(x, z),
                       max(x, z),
                       less(x, y),
                       less(y, x),
                       less_equal(x, y),
                       less_equal(y, x),
                       select(less(x, y), z, u),
                       select(less(y, x), z, u),
                       sin(Expr::pi() / number(5)) * cos(Expr::pi() / number(5)),
                       x + Expr::pi(),
                       number(2) * x - number(2) * y,
                       sqrt(number(2)) * x}) {
    const double expected = testing::value_of(e, point(in));
    // The same few operations, in another order: some ulp.
    EXPECT_NEAR(run(e, in), expected, testing::tol(1e-14) * std::max(1.0, std::abs(expected))) << to_text(e);
  }
}

TEST_F(TapeTest, RandomFormulasOnDoubleAndPack) {
  const std::vector<Expr> formulas = random_formulas(21, 120);
  const Tape tape(symbols, formulas);
  TapeMachine<double> single(tape);
  TapeMachine<Pack<8>> eight(tape);
  Random random(22);
  std::vector<Pack<8>> in8(3, Pack<8>(0.0)), out8(formulas.size(), Pack<8>(0.0));
  std::array<std::vector<double>, 8> in;
  for (int lane = 0; lane < 8; ++lane)
    for (std::size_t i = 0; i < 3; ++i) {
      in[static_cast<std::size_t>(lane)].push_back(random.uniform(0.3, 1.7));
      in8[i].set(lane, in[static_cast<std::size_t>(lane)][i]);
    }
  eight.run(in8, out8);
  int compared = 0;
  for (int lane = 0; lane < 8; ++lane) {
    const std::vector<double>& at = in[static_cast<std::size_t>(lane)];
    std::vector<double> out(formulas.size());
    single.run(at, out);
    for (std::size_t k = 0; k < formulas.size(); ++k) {
      const double expected = testing::value_of(formulas[k], point(at));
      const std::vector<double> moved{at[0] * (1 + 1e-13), at[1], at[2] * (1 - 1e-13)};
      const bool steep = !(std::abs(testing::value_of(formulas[k], point(moved)) - expected) < formula_tolerance / 10);
      if (!std::isfinite(expected) || steep) continue;
      ++compared;
      EXPECT_NEAR(out[k], expected, testing::tol(formula_tolerance)) << to_text(formulas[k]);
      EXPECT_NEAR(out8[k][lane], expected, testing::tol(formula_tolerance)) << to_text(formulas[k]);
    }
  }
  EXPECT_GT(compared, 700);  // of 960
}

TEST_F(TapeTest, DualsAndNestedDualsAgainstDifferencesOfTheEvaluator) {
  const std::vector<Expr> formulas = random_formulas(23, 60);
  const Tape tape(symbols, formulas);
  using testing::Digits50;
  using Dual2 = Dual<8, Dual<1>>;
  TapeMachine<Dual<8>> first(tape);
  TapeMachine<Dual2> second(tape);
  const std::array<double, 3> at{0.81, 1.27, 0.57};
  std::vector<Dual<8>> in, out(formulas.size(), Dual<8>(0.0));
  std::vector<Dual2> in2, out2(formulas.size(), Dual2(0.0));
  for (int i = 0; i < 3; ++i) {
    in.push_back(Dual<8>::variable(at[static_cast<std::size_t>(i)], i));
    // inner direction: x; outer directions: x, y, z
    Dual<1> inner(at[static_cast<std::size_t>(i)]);
    if (i == 0) inner = Dual<1>::variable(at[0], 0);
    in2.push_back(Dual2::variable(inner, i));
  }
  first.run(in, out);
  second.run(in2, out2);
  const auto value = [&](Expr e, double dx, double dy, double scale) {
    const Digits50 h = Digits50(scale);
    return testing::value_of(e, testing::Point<Digits50>{{x.id(), Digits50(at[0]) + Digits50(dx) * h},
                                                         {y.id(), Digits50(at[1]) + Digits50(dy) * h},
                                                         {z.id(), Digits50(at[2])}});
  };
  int compared = 0;
  for (std::size_t k = 0; k < formulas.size(); ++k) {
    const Expr e = formulas[k];
    constexpr double h = 1e-12;
    const Digits50 dx = (value(e, 1, 0, h) - value(e, -1, 0, h)) / (2 * Digits50(h));
    const Digits50 dy = (value(e, 0, 1, h) - value(e, 0, -1, h)) / (2 * Digits50(h));
    const Digits50 dxy =
        (value(e, 1, 1, h) - value(e, 1, -1, h) - value(e, -1, 1, h) + value(e, -1, -1, h)) / (4 * Digits50(h) * h);
    const auto usable = [](const Digits50& d) { return isfinite(d) && abs(d) < 1e6; };
    if (!usable(dx) || !usable(dy) || !usable(dxy)) continue;
    ++compared;
    const auto near = [&](double got, const Digits50& expected) {
      const auto number_expected = expected.convert_to<double>();
      // Derivatives below 1e6 of formulas near 1: cancellation costs up to that factor.
      EXPECT_NEAR(got, number_expected, testing::tol(1e-8) * std::max(1.0, std::abs(number_expected))) << to_text(e);
    };
    near(out[k].d[0], dx);
    near(out[k].d[1], dy);
    near(out2[k].d[1].x, dy);
    near(out2[k].x.d[0], dx);
    near(out2[k].d[1].d[0], dxy);
  }
  EXPECT_GT(compared, 45);  // of 60
}

TEST_F(TapeTest, RegistersAreReused) {
  // A chain of products and sines needs two temporaries however long it is.
  std::vector<Expr> inputs;
  for (int i = 0; i < 400; ++i) inputs.push_back(testing::coordinate("q" + std::to_string(i)));
  Expr chain = inputs[0];
  for (int i = 1; i < 400; ++i) chain = sin(chain) * inputs[static_cast<std::size_t>(i)];
  const Tape tape(inputs, std::vector<Expr>{chain});
  EXPECT_LE(tape.registers(), inputs.size() + tape.constants().size() + 2);
  EXPECT_EQ(tape.program().size(), 2U * 399U);
}

TEST_F(TapeTest, CommonPartsAreComputedOnce) {
  const Expr part = sin(x) * exp(y);
  const Tape tape(symbols, std::vector<Expr>{part + z, part * z, part});
  const auto count = [&](TapeOp op) {
    return std::ranges::count_if(tape.program(), [&](const Instruction& i) { return i.op == op; });
  };
  EXPECT_EQ(count(TapeOp::sin), 1);
  EXPECT_EQ(count(TapeOp::exp), 1);
  const Tape both(symbols, std::vector<Expr>{sin(x) + cos(x), number(1) / (x * y)});
  EXPECT_EQ(std::ranges::count_if(both.program(), [](const Instruction& i) { return i.op == TapeOp::sincos; }), 1);
  EXPECT_EQ(std::ranges::count_if(both.program(), [](const Instruction& i) { return i.op == TapeOp::divide; }), 1);
}

TEST_F(TapeTest, ARegisterMayBeReadAndWrittenAtOnce) {
  // Every operand ends at its instruction, so results take operands' places.
  const std::vector<double> in{0.3, 0.5, 0.7};
  const Expr e = sin(sin(x) * cos(sin(x))) * cos(sin(x) * cos(sin(x)));
  const double s = std::sin(0.3), p = s * std::cos(s);
  EXPECT_NEAR(run(e, in), std::sin(p) * std::cos(p), testing::tol(1e-15));  // a few ulp
  EXPECT_NEAR(run(square(x - y) * (x - y), in), -0.008, testing::tol(1e-15));
}

TEST_F(TapeTest, OutputsMayBeInputsConstantsOrRepeated) {
  const Tape tape(symbols, std::vector<Expr>{y, number(5, 2), x + y, y, number(0), x + y});
  std::array<double, 6> out{};
  TapeMachine<double>(tape).run(std::vector<double>{1, 2, 3}, out);
  EXPECT_EQ(out, (std::array<double, 6>{2, 2.5, 3, 2, 0, 3}));  // exact in binary
}

TEST_F(TapeTest, AMachineRunsManyTimes) {
  TapeMachine<double> machine(Tape(symbols, std::vector<Expr>{x * y + z}));
  for (int k = 0; k < 5; ++k) {
    std::array<double, 1> out{};
    machine.run(std::vector<double>{1.0 * k, 2.0, 3.0}, out);
    EXPECT_EQ(out[0], 2.0 * k + 3.0);
  }
}

TEST_F(TapeTest, MissingSymbolIsNamed) {
  try {
    const Tape tape(symbols, std::vector<Expr>{x * m});
    FAIL() << "no error";
  } catch (const Error& e) {
    EXPECT_EQ(e.code(), Error::Code::unknown_name);
    EXPECT_NE(e.message().find("'m'"), std::string::npos) << e.message();
  }
}

TEST_F(TapeTest, AZeroHasNoSign) {
  // Half a turn is pi and atan2(0, 0) is 0, however the zeros came about.
  const double pi = std::acos(-1.0);
  const Expr below = -square(x);
  const std::vector<std::pair<Expr, double>> at_zero{{atan2(-x, y), pi},
                                                     {atan2(below, y), pi},
                                                     {atan2(x, below), 0.0},
                                                     {atan2(below, below), 0.0},
                                                     {atan2(-x, x), 0.0},
                                                     {atan2(min(z, x) * max(z, x), y), pi},
                                                     {atan2(below, y) + atan2(-below, y), 2 * pi}};
  const std::vector<double> in{0.0, -1.0, -0.5};
  for (const auto& [e, expected] : at_zero) {
    EXPECT_EQ(run(e, in), expected) << to_text(e);
    const Tape tape(symbols, std::vector<Expr>{e});
    std::vector<Pack<4>> lanes(in.begin(), in.end());
    std::array<Pack<4>, 1> out{};
    TapeMachine<Pack<4>>(tape).run(lanes, out);
    EXPECT_EQ(out[0][3], expected) << to_text(e);
  }
}

/// Formulas of x that have no value at x = -1, because a part has none that min, a comparison, or a power would hide.
TEST_F(TapeTest, WhatHasNoValueLeavesNone) {
  const Expr none = log(x), zero = y - number(1);
  const std::vector<Expr> formulas{min(none, y),
                                   min(y, none),
                                   max(none, y),
                                   max(y, none),
                                   min(max(none, number(-1)), number(1)),
                                   less(none, y),
                                   less(y, none),
                                   less_equal(none, y),
                                   less_equal(y, none),
                                   number(1) - less(none, y),
                                   select(less(none, y), y, z),
                                   sign(none),
                                   floor(none),
                                   abs(none),
                                   pow(none, zero),
                                   pow(y, none),
                                   less(z, y) * less(none, y)};
  const Tape tape(symbols, formulas);
  std::vector<double> out(formulas.size());
  TapeMachine<double>(tape).run(std::vector<double>{-1.0, 1.0, 2.0}, out);
  std::vector<Pack<4>> lanes{-1.0, 1.0, 2.0}, lanes_out(formulas.size());
  lanes[0].set(1, 3.0);
  TapeMachine<Pack<4>>(tape).run(lanes, lanes_out);
  std::vector<Dual<8>> dual{Dual<8>::variable(-1.0, 0), Dual<8>(1.0), Dual<8>(2.0)}, dual_out(formulas.size());
  TapeMachine<Dual<8>>(tape).run(dual, dual_out);
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    EXPECT_TRUE(std::isnan(out[i])) << to_text(formulas[i]) << " is " << out[i];
    EXPECT_TRUE(std::isnan(lanes_out[i][0])) << to_text(formulas[i]);
    EXPECT_TRUE(std::isfinite(lanes_out[i][1])) << to_text(formulas[i]);
    EXPECT_TRUE(std::isnan(dual_out[i].x)) << to_text(formulas[i]);
  }
}

TEST_F(TapeTest, TheSideNotTakenNeedsNoValue) {
  const Expr chosen = select(less(number(0), x), max(log(x), number(0)) + less(sqrt(x), y), square(x));
  EXPECT_EQ(run(chosen, {-3.0, 1.0, 0.0}), 9.0);
  EXPECT_EQ(run(derivative(chosen, x), {-3.0, 1.0, 0.0}), -6.0);
  EXPECT_EQ(run(gradient(chosen, std::vector<Expr>{x})[0], {-3.0, 1.0, 0.0}), -6.0);
  const Expr root = select(less(number(0), x), pow(x, number(5, 2)), square(x));
  EXPECT_EQ(run(gradient(root, std::vector<Expr>{x})[0], {-3.0, 1.0, 0.0}), -6.0);
  EXPECT_EQ(run(gradient(root, std::vector<Expr>{x})[0], {4.0, 1.0, 0.0}), 20.0);
}

TEST_F(TapeTest, WideFormula) {
  std::vector<Expr> inputs, terms;
  std::vector<double> in;
  double expected = 0;
  for (int i = 0; i < 20000; ++i) {
    inputs.push_back(testing::coordinate("w" + std::to_string(i)));
    terms.push_back(number(i) * inputs.back());
    in.push_back(i % 7);
    expected += i * (i % 7);
  }
  std::array<double, 1> out{};
  TapeMachine<double>(Tape(inputs, std::vector<Expr>{sum(terms)})).run(in, out);
  EXPECT_EQ(out[0], expected);  // integers below 2^53: exact
}

}  // namespace
}  // namespace alembert::tape_test
