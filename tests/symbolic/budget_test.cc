/// Deep, wide and huge formulas: every step ends, in time, with a result or with a clear refusal.
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <functional>

#include "alembert/core/error.h"
#include "alembert/symbolic/antiderivative.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/normal_form.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/zero_test.h"
#include "symbolic/formulas.h"

namespace alembert::budget_test {
namespace {

using testing::number;
using testing::square;

#ifdef __SANITIZE_ADDRESS__
constexpr int deep = 20'000;  // frames are several times larger and everything is slower
#else
constexpr int deep = 100'000;
#endif

/// The formula that `step` makes of x when applied n times.
Expr repeated(int n, const std::function<Expr(Expr, int)>& step) {
  Expr e = testing::coordinate("x");
  for (int k = 0; k < n; ++k) e = step(e, k);
  return e;
}

std::vector<Expr> many_symbols(int n) {
  std::vector<Expr> symbols;
  for (int i = 0; i < n; ++i) symbols.push_back(testing::coordinate("q" + std::to_string(i)));
  return symbols;
}

class BudgetTest : public testing::WithGraph {
 protected:
  /// Runs a step that may refuse with Error (too_large) or FormTooLarge, and nothing else, within a minute: seconds are
  /// expected, the rest is room for slow builds with sanitizers.
  template <class Step>
  static void expect_ends(const char* what, const Step& step) {
    const auto start = std::chrono::steady_clock::now();
    try {
      step();
    } catch (const Error& e) {
      EXPECT_EQ(e.code(), Error::Code::too_large) << what << ": " << e.what();
    } catch (const FormTooLarge&) {
    }
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    EXPECT_LT(time.count(), 60.0) << what;
    RecordProperty(what, std::to_string(time.count()));
    if (std::getenv("ALEMBERT_SHOW_TIMES") != nullptr) std::printf("    %-28s %8.3f s\n", what, time.count());
  }

  /// Every operation of the symbolic layer on one formula of x, each in a graph of its own: a graph that was filled
  /// refuses everything after.
  static void expect_all_end(const std::function<Expr()>& make) {
    const auto each = [&](const char* what, const std::function<void(Expr)>& step) {
      Graph own(500'000);  // less than is usual: the time to fill it, not the way it ends, depends on it
      const GraphScope own_scope(own);
      const Expr e = make();
      expect_ends(what, [&] { step(e); });
    };
    const auto symbol = [](const char* name) { return testing::coordinate(name); };
    each("derivative", [&](Expr e) { derivative(e, symbol("x")); });
    each("gradient", [&](Expr e) { gradient(e, std::array<Expr, 2>{symbol("x"), symbol("y")}); });
    each("time derivative", [](Expr e) { time_derivative(e); });
    each("substitute", [&](Expr e) {
      substitute(e, std::array<Expr, 1>{symbol("x")}, std::array<Expr, 1>{symbol("y") * symbol("z")});
    });
    each("text", [](Expr e) { to_text(e); });
    each("latex", [](Expr e) { to_latex(e); });
    each("operations", [](Expr e) { operations(e); });
    each("normal form", [](Expr e) { NormalForm form(std::array<Expr, 1>{e}); });
    each("zero test", [&](Expr e) { compare_values(e, e + symbol("x")); });
    each("simplify", [](Expr e) { simplify(e); });
    each("repeated parts", [](Expr e) { repeated_parts(std::array<Expr, 1>{e}, 2, "e"); });
  }

  double run(Expr e, double at) const {
    std::array<double, 1> out{};
    TapeMachine<double>(Tape(std::array<Expr, 1>{x}, std::array<Expr, 1>{e})).run(std::array<double, 1>{at}, out);
    return out[0];
  }
};

TEST_F(BudgetTest, SinesInSines) {
  const auto make = [] { return repeated(deep, [](Expr e, int) { return sin(e); }); };
  double expected = 0.7;
  for (int k = 0; k < deep; ++k) expected = std::sin(expected);
  EXPECT_NEAR(run(make(), 0.7), expected, testing::tol(1e-12));  // a contraction: errors do not grow
  EXPECT_EQ(operations(make()), static_cast<std::size_t>(deep));
  EXPECT_TRUE(contains(make(), x) && !contains(make(), y));
  expect_all_end(make);
}

TEST_F(BudgetTest, DerivativeOfAChain) {
  // d/dx of e_n with e_(k+1) = e_k/2 + sin(e_k)/3: the product over k of 1/2 + cos(e_k)/3.
  double value = 0.7, slope = 1.0;
  for (int k = 0; k < 50; ++k) {
    slope *= 0.5 + std::cos(value) / 3.0;
    value = value / 2.0 + std::sin(value) / 3.0;
  }
  const Expr chain = repeated(50, [](Expr a, int) { return a / number(2) + sin(a) / number(3); });
  EXPECT_NEAR(run(derivative(chain, x), 0.7), slope, testing::tol(1e-12));  // 50 factors below 1
}

TEST_F(BudgetTest, SinesOfTwoSymbols) {
  expect_all_end([] {
    Expr a = testing::coordinate("x"), b = testing::coordinate("y");
    for (int k = 0; k < deep / 10; ++k) {
      a = sin(a);
      b = sin(b);
    }
    return a * b + a + b;
  });
  // All levels of both chains in one sum: neighbours in the order are equally deep.
  expect_ends("sum of two chains", [&] {
    Expr a = x, b = y, total;
    for (int k = 0; k < 2000; ++k) total += (a = cos(a)) + (b = cos(b));
  });
}

TEST_F(BudgetTest, NestedSumsAndPowers) {
  expect_all_end(
      [] { return repeated(deep, [y = testing::coordinate("y")](Expr e, int) { return square(e + number(1)) + y; }); });
}

TEST_F(BudgetTest, NestedRoots) {
  const auto make = [] { return repeated(deep, [](Expr e, int) { return sqrt(e + number(2)); }); };
  EXPECT_NEAR(run(make(), 0.7), 2.0, testing::tol(1e-14));  // the fixed point of sqrt(e + 2)
  expect_all_end(make);
  const Expr product = repeated(deep, [&](Expr e, int) { return sqrt(e * y); });
  expect_ends("inverse of nested roots", [&] { NormalForm form(std::array<Expr, 1>{number(1) / product}); });
}

TEST_F(BudgetTest, NestedQuotients) {
  const auto make = [] { return repeated(deep, [](Expr e, int) { return number(1) / (number(1) + e); }); };
  EXPECT_NEAR(run(make(), 0.7), (std::sqrt(5.0) - 1.0) / 2.0, testing::tol(1e-14));  // the fixed point of 1/(1 + e)
  expect_all_end(make);
}

TEST_F(BudgetTest, NestedSelectsAndExponentials) {
  expect_all_end([] {
    const Expr a = testing::coordinate("y"), b = testing::coordinate("z");
    return repeated(deep, [&](Expr e, int k) { return k % 2 == 0 ? select(less(e, a), e, b) : exp(e) + abs(e); });
  });
}

TEST_F(BudgetTest, SharedDoubling) {
  // 2^100 terms when written out.
  expect_all_end([] { return repeated(100, [](Expr e, int) { return sin(e) * (e + number(1)) + cos(e); }); });
}

TEST_F(BudgetTest, WideSums) {
  expect_all_end([] {
    std::vector<Expr> terms = many_symbols(20'000);
    const Expr total = testing::coordinate("x") * sum(terms);
    for (Expr& t : terms) t = sin(t);
    return total + sum(terms);
  });
  expect_all_end([] {  // each half angle makes its base angle finer
    std::vector<Expr> terms = many_symbols(10'000);
    for (Expr& t : terms) t = sin(t) + cos(t / number(2));
    return testing::coordinate("x") + sum(terms);
  });
}

TEST_F(BudgetTest, WideProducts) {
  expect_all_end([] { return testing::coordinate("x") * product(many_symbols(20'000)); });
  expect_ends("gradient of a product", [] { gradient(product(many_symbols(20'000)), many_symbols(20'000)); });
}

TEST_F(BudgetTest, ManySymbols) {
  expect_ends("a hundred thousand symbols", [] { sum(many_symbols(100'000)); });
}

TEST_F(BudgetTest, PowersOfSums) {
  const auto make = [] {
    const std::array<Expr, 4> terms{testing::coordinate("x"), testing::coordinate("y"), testing::coordinate("z"),
                                    testing::parameter("m")};
    return pow(sum(terms), number(200));
  };
  EXPECT_THROW(NormalForm(std::array<Expr, 1>{make()}), FormTooLarge);
  expect_all_end(make);
}

TEST_F(BudgetTest, ManySquaredSinesInOneMonomial) {
  // (s1 ... s40 + x)^2 holds s1^2 ... s40^2 = (1 - c1^2) ... (1 - c40^2): 2^40 terms from one multiplication.
  const auto make = [] {
    std::vector<Expr> sines = many_symbols(40);
    for (Expr& s : sines) s = sin(s);
    return square(product(sines) + testing::coordinate("x"));
  };
  EXPECT_THROW(NormalForm(std::array<Expr, 1>{make()}), FormTooLarge);
  expect_all_end(make);
}

TEST_F(BudgetTest, LongNumbers) {
  const Rational long_number = *Rational::from_decimal("1." + std::string(3000, '7'));
  const auto symbol = [] { return testing::coordinate("x"); };
  expect_all_end([&] { return pow(Expr(long_number) + symbol(), number(200)) * sin(symbol()); });
  expect_all_end([&] { return pow(number(1234567890123456789, 1234567890123456787) + symbol(), number(1000)); });
  Expr e(long_number);
  EXPECT_THROW(for (int k = 0; k < 100; ++k) e = e * e, Error);
}

TEST_F(BudgetTest, HugeExponents) {
  const Rational huge = *Rational::from_decimal("1e18");
  const auto symbol = [] { return testing::coordinate("x"); };
  expect_all_end(
      [&] { return pow(symbol() + number(1), Expr(huge)) + pow(number(2), number(1'000'000'000)) * symbol(); });
  expect_all_end([&] { return pow(sin(symbol()), number(3000)) + pow(cos(symbol()), number(2999)) * symbol(); });
  expect_all_end(
      [&] { return sin(Expr(huge) * symbol()) + cos(number(200) * symbol()) * pow(cos(symbol()), number(100)); });
  expect_all_end([&] { return exp(exp(exp(exp(symbol() * Expr(huge))))); });
  expect_ends("antiderivative", [&] { antiderivative(cos(number(200) * x) * pow(cos(x), number(100)), x); });
}

TEST_F(BudgetTest, ManyAngles) {
  const auto make = [](bool nested) {
    std::vector<Expr> terms;
    const Expr angle = testing::coordinate("x");
    for (int i = 1; i < 60; ++i) {
      terms.push_back(sin(angle * number(i, 60 - i)));
      if (nested) terms.back() = sin(terms.back() * number(7) + angle / number(3));
    }
    return sum(terms);
  };
  expect_all_end([&] { return make(false); });
  expect_all_end([&] { return make(true); });
}

TEST_F(BudgetTest, TheGraphRefusesToGrowBeyondItsLimit) {
  Graph small(1000);
  const GraphScope inner(small);
  Expr e = testing::coordinate("x");
  try {
    for (int k = 0; k < 2000; ++k) e = sin(e);
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Error::Code::too_large);
    EXPECT_NE(error.message().find("1000 nodes"), std::string::npos) << error.message();
  }
  EXPECT_LE(small.size(), 1000U);
  EXPECT_EQ(operations(e), static_cast<std::size_t>(small.size() - 3));  // what was built is still there
}

TEST_F(BudgetTest, ArgumentsCountToo) {
  Graph small(2000);
  const GraphScope inner(small);
  EXPECT_THROW(
      {
        Expr total;
        for (int k = 0; k < 1500; ++k) total += testing::coordinate("q" + std::to_string(k));
      },
      Error);
}

}  // namespace
}  // namespace alembert::budget_test
