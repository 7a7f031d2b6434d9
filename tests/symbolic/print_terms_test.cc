// Terms of sums by themselves, names of multipliers, and graphs that may only grow so far.
#include <gtest/gtest.h>

#include "alembert/core/error.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/print.h"

namespace alembert::print_terms_test {
namespace {

class PrintTermsTest : public ::testing::Test {
 protected:
  Graph graph_;
  GraphScope scope_{graph_};
  Expr m_ = Expr::symbol("m", SymbolKind::parameter), g_ = Expr::symbol("g", SymbolKind::parameter);
  Expr x_ = Expr::symbol("x", SymbolKind::coordinate), a_ = Expr::symbol("x", SymbolKind::coordinate, 2);
};

TEST_F(PrintTermsTest, KeepTheirSignsAndTheOrderOfTheSum) {
  const Expr e = m_ * a_ - m_ * g_ + x_;
  std::string text;
  for (const Expr term : terms_of(e)) text += (text.empty() ? "" : " | ") + term_to_text(term);
  EXPECT_EQ(text, "m*x'' | x | -m*g");
  Expr sum;
  for (const Expr term : terms_of(e)) sum += term;
  EXPECT_TRUE(identical(sum, e));
  ASSERT_EQ(terms_of(m_ * g_).size(), 1U);
  EXPECT_TRUE(identical(terms_of(m_ * g_)[0], m_ * g_));
}

TEST_F(PrintTermsTest, EncloseWhatWouldFallApart) {
  EXPECT_EQ(term_to_text(m_ + g_), "(g + m)");
  EXPECT_EQ(term_to_latex(m_ + g_), "\\left(g + m\\right)");
  EXPECT_EQ(term_to_text(-m_ * g_), "-m*g");
  const Expr cases = select(less(x_, Expr(0.0)), m_, g_);
  EXPECT_TRUE(term_to_latex(cases).starts_with("\\left(\\begin{cases}"));
  EXPECT_TRUE(to_latex(cases).starts_with("\\begin{cases}"));
}

TEST_F(PrintTermsTest, MultipliersCarryTheirRowAsSubscript) {
  EXPECT_EQ(latex_name("lambda[rod]"), "\\lambda_{\\mathrm{rod}}");
  EXPECT_EQ(latex_name("lambda[A.tx]"), "\\lambda_{\\text{A.tx}}");
  EXPECT_EQ(latex_name("lambda[$%]"), "\\lambda_{\\text{\\$\\%}}");
}

TEST_F(PrintTermsTest, AllowanceEndsGrowthAndGivesTheLimitBack) {
  const auto grow = [&](int count) {
    static double next = 0.0;  // numbers that are new every time
    for (int i = 0; i < count; ++i) next += 1.0, Expr(next + 0.5) + x_;
  };
  {
    const GraphAllowance allowance(graph_, 100);
    grow(10);
    const std::size_t before = graph_.size();
    {
      const GraphAllowance narrower(graph_, 10);
      EXPECT_THROW(grow(100), Error);
      EXPECT_LE(graph_.size(), before + 10);
    }
    EXPECT_THROW(grow(1000), Error);
  }
  EXPECT_NO_THROW(grow(1000));
}

}  // namespace
}  // namespace alembert::print_terms_test
