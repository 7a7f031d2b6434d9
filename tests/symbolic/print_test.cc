#include "alembert/symbolic/print.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "alembert/core/random.h"
#include "alembert/symbolic/graph.h"
#include "known_names.h"

namespace alembert::print_test {
namespace {

class Print : public ::testing::Test {
 protected:
  Expr parse(std::string_view text) const { return parse_expression(text, names, {"test", 1, 1}); }

  /// `text` must print as `expected` and read back as the same formula.
  void expect_text(std::string_view text, std::string_view expected) const {
    const Expr e = parse(text);
    EXPECT_EQ(to_text(e), expected);
    EXPECT_TRUE(identical(parse(to_text(e)), e)) << text;
  }

  void expect_latex(std::string_view text, std::string_view expected) const {
    EXPECT_EQ(to_latex(parse(text)), expected) << text;
  }

  Graph graph;
  GraphScope scope{graph};
  KnownNames names{{"x", "y", "th", "theta", "phi", "th1", "th2", "pi", "sin", "left-knee", "a`b", "link[0].x", "θ"},
                   {"a", "b", "c", "m", "m1", "m2", "l", "l1", "r", "g", "I", "k", "F", "n"}};
};

TEST_F(Print, FactorsReadInOrder) {
  expect_text("th''*l*cos(th)*m2", "m2*l*cos(th)*th''");
  expect_text("l^2*m2*I", "m2*I*l^2");
  expect_text("theta'^2*m*l^2/2", "m*l^2*theta'^2/2");
  expect_text("(m1 + m2)*l1^2*th1''", "(m1 + m2)*l1^2*th1''");
  expect_text("x*t*u*a*pi*2", "2*pi*a*u*t*x");
}

TEST_F(Print, SumsReadInOrder) {
  expect_text("x^2 + y^2 - r^2", "x^2 + y^2 - r^2");
  expect_text("k*x - F + m*x''", "m*x'' + k*x - F");
  expect_text("-cos(theta) + 1", "1 - cos(theta)");
  expect_text("-1 + x", "x - 1");
  expect_text("-x - y", "-x - y");
  expect_text("k*(x - l)", "k*(x - l)");
  expect_text("a - k*(x - l)/2", "k*(l - x)/2 + a");
  expect_text("m*g*r*(1 - cos(theta))", "m*g*r*(1 - cos(theta))");
}

TEST_F(Print, FractionsAndNumbers) {
  expect_text("a/b/c", "a/(b*c)");
  expect_text("1/sqrt(x)", "1/sqrt(x)");
  expect_text("a/sqrt(x^2 + y^2)", "a/sqrt(x^2 + y^2)");
  expect_text("x^(3/2)/a^2", "x^(3/2)/a^2");
  expect_text("9.81*m", "9.81*m");
  expect_text("0.125*x", "x/8");
  expect_text("x/3 - 1/2", "x/3 - 1/2");
  expect_text("0.0001", "0.0001");
  expect_text("1/7000000", "1/7000000");
  expect_text("-0.05", "-0.05");
  expect_text("x^1.37", "x^1.37");
  expect_text("(-2)^(1/3)", "(-2)^(1/3)");
  expect_text("(1/2)^(1/3)", "(1/2)^(1/3)");
  expect_text("(a + b)/(2*(x + y))", "(a + b)/(2*(x + y))");
  expect_text("3/0", "3*0^(-1)");
  expect_text("x^(-n)", "x^(-n)");
  expect_text("x^y^2", "x^(y^2)");
  expect_text("(x^y)^n", "(x^y)^n");
}

TEST_F(Print, LongNumbers) {
  expect_text("1e-35*(26000000000000000*x - 12000000000000003*y)*m", "m*(2.6e-19*x - 1.2000000000000003e-19*y)");
  expect_text("-1e-35*(26000000000000000*x + 12000000000000003*y)/m", "-(2.6e-19*x + 1.2000000000000003e-19*y)/m");
  expect_text("a - 1e-35*(26000000000000000*x + 12000000000000003*y)*m",
              "a - m*(2.6e-19*x + 1.2000000000000003e-19*y)");
  expect_text("a - 1e-35*(26000000000000000*x - 12000000000000003*y)*m",
              "m*(1.2000000000000003e-19*y - 2.6e-19*x) + a");
  expect_text("1e-52*x*1.2244897959183674", "1.2244897959183674e-52*x");
  expect_text("x/3000000", "x/3000000");
}

TEST_F(Print, ConditionsAndFunctions) {
  expect_text("a < b", "(a < b)");
  expect_text("3*(a <= b + 1)", "3*(a <= b + 1)");
  expect_text("if(a < b, x, -y)", "if(a < b, x, -y)");
  expect_text("min(a, b)*atan2(y, x)", "atan2(y, x)*min(a, b)");
}

TEST_F(Print, NamesInBackquotes) {
  expect_text("`left-knee`'", "`left-knee`'");
  expect_text("`a``b`", "`a``b`");
  expect_text("`pi` + pi", "`pi` + pi");
  expect_text("`sin`''", "`sin`''");
  expect_text("link[0].x + θ", "link[0].x + θ");
}

TEST_F(Print, NamedNodes) {
  const Expr s = parse("x + y"), z = parse("1/a");
  const NodeName named = [&](Expr e) { return identical(e, s) ? "s1" : identical(e, z) ? "z 2" : ""; };
  EXPECT_EQ(to_text(parse("3*(x + y)^2/a"), named), "3*`z 2`*s1^2");
  EXPECT_EQ(to_latex(parse("3*(x + y)^2/a"), named), "3 \\text{z 2} s_{1}^{2}");
}

TEST_F(Print, Latex) {
  expect_latex("m*l^2*theta''/2", R"(\frac{1}{2} m l^{2} \ddot{\theta})");
  expect_latex("m2*l*cos(theta)*theta''", R"(m_{2} l \cos\theta \, \ddot{\theta})");
  expect_latex("sin(theta)^2*phi'^2", R"(\sin^{2}\theta \, \dot{\phi}^{2})");
  expect_latex("sin(x) + cos(x - y)", R"(\sin x + \cos\left(x - y\right))");
  expect_latex("a/(b*c)", R"(\frac{a}{b c})");
  expect_latex("(a + b)/(2*c)", R"(\frac{a + b}{2 c})");
  expect_latex("1/sqrt(x^2 + y^2)", R"(\frac{1}{\sqrt{x^{2} + y^{2}}})");
  expect_latex("k*(x - l) - F", R"(k \left(x - l\right) - F)");
  expect_latex("x''' + th1'''^2", R"(\left(\mathrm{th}_{1}^{(3)}\right)^{2} + x^{(3)})");
  expect_latex("abs(x)*sign(y)", R"(\left|x\right| \operatorname{sign} y)");
  expect_latex("if(a < b, x^2, -y)", R"(\begin{cases} x^{2} & \text{if } a < b \\ -y & \text{otherwise} \end{cases})");
  expect_latex("3*(a <= b)", R"(3 \left[a \le b\right])");
  expect_latex("2*2^(1/3)*a^(3/2)", R"(2 \cdot 2^{1/3} a^{3/2})");
  // Names that are quoted stand in parentheses after a function.
  EXPECT_EQ(to_latex(sin(Expr::symbol("bar.angle", SymbolKind::coordinate))), R"(\sin\left(\text{bar.angle}\right))");
  expect_latex("9.81*m - x/3", R"(9.81 m - \frac{1}{3} x)");
  expect_latex("exp(-x)*log(a)^2", R"(\exp\left(-x\right) \left(\ln a\right)^{2})");
  expect_latex("(x^y)^(n + 1)", R"(\left(x^{y}\right)^{n + 1})");
  expect_latex("atan2(y, x)*asin(x)", R"(\arcsin x \, \operatorname{atan2}\left(y, x\right))");
}

TEST_F(Print, LatexNames) {
  EXPECT_EQ(latex_name("theta1"), "\\theta_{1}");
  EXPECT_EQ(latex_name("m2"), "m_{2}");
  EXPECT_EQ(latex_name("Omega_max"), "\\Omega_{\\mathrm{max}}");
  EXPECT_EQ(latex_name("theta1_2"), "\\theta_{1,2}");
  EXPECT_EQ(latex_name("knee"), "\\mathrm{knee}");
  EXPECT_EQ(latex_name("rod.tip.x"), "\\text{rod.tip.x}");
  EXPECT_EQ(latex_name("\\input{x}"), "\\text{\\textbackslash{}input\\{x\\}}");
  EXPECT_EQ(latex_name("$%&#_^~"), "\\text{\\$\\%\\&\\#\\_\\textasciicircum{}\\textasciitilde{}}");
  EXPECT_EQ(latex_name("}"), "\\text{\\}}");
  EXPECT_EQ(latex_name("größe"), "\\text{größe}");
  EXPECT_EQ(latex_name("a\nb\xFF"), "\\text{a?b?}");
}

TEST_F(Print, DepthNeedsNoRecursion) {
  constexpr int depth = 100'000;
  const Expr x = coordinate("x"), a = parameter("a");
  Expr nested = x, tower = x, fraction = x, roots = x, spring = x;
  for (int i = 0; i < depth; ++i) {
    nested = sin(nested);
    tower = pow(x, tower);
    fraction = Expr::from_id(1) / (a + fraction);
    roots = sqrt(a + roots);
    spring = x - a * spring * sin(spring);
  }
  for (const Expr e : {nested, tower, fraction, roots}) {
    EXPECT_TRUE(identical(parse(to_text(e)), e));
    EXPECT_FALSE(to_latex(e).empty());
  }
  EXPECT_FALSE(to_text(scaled(x - a * nested, -1)).empty());
  EXPECT_THROW(to_text(spring), Error);  // 2^100000 characters
  EXPECT_THROW(to_latex(spring), Error);
}

/// Random formulas from a growing pool, so that parts are shared and deep.
class RandomFormulas {
 public:
  explicit RandomFormulas(std::uint64_t seed) : random_(seed) {
    for (const char* name : {"x", "y", "theta"})
      for (int order = 0; order < 3; ++order) pool_.push_back(coordinate(name, order));
    for (const char* name : {"a", "b", "m", "l1"}) pool_.push_back(parameter(name));
    pool_.push_back(Expr::pi());
    pool_.push_back(Expr::time());
  }

  Expr next() {
    const Expr e = make();
    // Only formulas of modest size go on, or all would soon be too long to print.
    if (to_text(e).size() < 300) pool_.push_back(e);
    return e;
  }

 private:
  std::uint64_t below(std::uint64_t n) { return random_.bits() % n; }
  Expr any() { return pool_[below(pool_.size())]; }

  Expr number() {
    const auto n = static_cast<std::int64_t>(below(41)) - 20;
    constexpr std::array<std::int64_t, 8> denominators{1, 1, 2, 3, 4, 7, 100, 1000};
    return fraction(n, denominators[below(denominators.size())]);
  }

  Expr make() {
    constexpr std::array<Op, 22> ops{Op::sum,   Op::sum,        Op::product, Op::product, Op::product, Op::power,
                                     Op::power, Op::sin,        Op::cos,     Op::tan,     Op::atan,    Op::atan2,
                                     Op::exp,   Op::log,        Op::abs,     Op::sign,    Op::min,     Op::max,
                                     Op::less,  Op::less_equal, Op::select,  Op::tanh};
    const Op op = ops[below(ops.size())];
    std::vector<Expr> args{any(), any(), any()};
    if (below(3) == 0) args[0] = number();
    if (below(3) == 0) args[1] = number();
    if (op == Op::power) {
      const Expr base = args[2];
      constexpr std::array<std::int64_t, 7> exponents{-3, -2, -1, 1, 2, 3, 5};
      const Expr exponent = fraction(exponents[below(exponents.size())], 1 + static_cast<std::int64_t>(below(3)));
      return pow(base, below(5) == 0 ? args[0] : exponent);
    }
    if (arity(op) > 0) args.resize(static_cast<std::size_t>(arity(op)));
    return build(op, args);
  }

  Random random_;
  std::vector<Expr> pool_;
};

TEST(PrintLaw, RandomFormulasReadBackIdentical) {
  const KnownNames names({"x", "y", "theta"}, {"a", "b", "m", "l1"});
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Graph graph;
    const GraphScope scope(graph);
    RandomFormulas formulas(seed);
    for (int i = 0; i < 500; ++i) {
      const Expr e = formulas.next();
      const std::string text = to_text(e);
      ASSERT_TRUE(identical(parse_expression(text, names, {"test", 1, 1}), e)) << "seed " << seed << ": " << text;
      ASSERT_EQ(text.find("+ -"), std::string::npos) << text;
      ASSERT_FALSE(to_latex(e).empty());
    }
  }
}

}  // namespace
}  // namespace alembert::print_test
