/// Random formulas with roots, powers, sums of angles and functions in functions: simplified, they are the same.
#include <gtest/gtest.h>

#include <cstdlib>

#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "symbolic/rewriting.h"

namespace alembert::random_formulas_test {
namespace {

using testing::Digits50;

/// How many: ALEMBERT_RANDOM_FORMULAS, or a few seconds' worth.
int cases() {
  const char* text = std::getenv("ALEMBERT_RANDOM_FORMULAS");
  return text == nullptr ? 1000 : std::atoi(text);
}

testing::Recipe recipe() {
  testing::Recipe recipe;
  recipe.symbols = {"a", "b"};
  recipe.functions = {"sin", "cos", "sin", "cos", "tan", "exp", "abs", "atan", "sinh", "tanh", "log"};
  recipe.exponents = {2, 3, -1, Rational(1, 2), Rational(1, 2), Rational(1, 4), Rational(3, 2), Rational(-1, 2)};
  return recipe;
}

/// e among terms that expand to the same: where rewriting goes wrong, monomials meet that are written alike.
Expr entangled(Expr e, Expr f, Random& random) {
  switch (testing::pick(random, 4)) {
    case 0: return sin(testing::square(e + f)) + sin(e) * cos(f);
    case 1: return cos(e + f) + cos(e - f) + e * f;
    case 2: return testing::square(sin(e)) + testing::square(cos(e)) + f;
    default: return sqrt(testing::square(e)) * f - e * f;
  }
}

TEST(RandomFormulas, SimplifiedIsTheSameFunction) {
  Random random(1913);
  int compared = 0;
  for (int k = 0; k < cases(); ++k) {
    Graph graph;
    const GraphScope scope(graph);
    const auto tree = [&] { return testing::build_tree(testing::random_tree(random, recipe(), 2), random); };
    const Expr first = tree(), e = entangled(first, tree(), random), s = simplify(e);
    for (int point = 0; point < 2; ++point) {
      const auto at = testing::random_point<Digits50>({e, s}, random);
      try {
        const Digits50 value = testing::value_of(e, at), simple = testing::value_of(s, at);
        if (!isfinite(value) || abs(value) > 1e12) continue;
        ++compared;
        // 50 digits, of which cancellation may take 25.
        ASSERT_LT(testing::relative_difference(simple, value), testing::tol(1e-25))
            << to_text(e) << "  gave  " << to_text(s);
      } catch (const std::domain_error&) {  // a root or logarithm of a negative number
      } catch (const std::overflow_error&) {
      } catch (const boost::math::rounding_error&) {
      } catch (const boost::math::evaluation_error&) {
      }
    }
  }
  EXPECT_GT(compared, cases() / 2);
}

}  // namespace
}  // namespace alembert::random_formulas_test
