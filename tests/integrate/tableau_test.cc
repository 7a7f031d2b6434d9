// The coefficients satisfy the order conditions of every rooted tree: a wrong digit anywhere shows.
//
// For a tree with subtrees t_1 .. t_m at its root (Hairer, Norsett, Wanner I, sec. II.2, theorem 2.13):
//   Phi_i = prod_k sum_j a_ij Phi_j(t_k)        gamma = order * prod_k gamma(t_k)
//   weights b are of order p  <=>  sum_i b_i Phi_i = 1 / gamma  for every tree of order <= p
#include "alembert/integrate/tableau.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace alembert::tableau_test {
namespace {

struct Tree {
  int order = 1;
  double gamma = 1.0;
  Tableau::Row phi{};  ///< Phi_i per stage
};

/// All trees up to an order, each one once: subtrees are attached in falling position of the list.
class Trees {
 public:
  Trees(const Tableau& method, int order) : method_(method) {
    Tree dot;
    for (std::size_t i = 0; i < method.c.size(); ++i) dot.phi[i] = 1.0;
    trees_.push_back(dot);
    for (int n = 2; n <= order; ++n) grow(dot, n - 1, trees_.size(), n);
  }
  const std::vector<Tree>& all() const { return trees_; }

 private:
  /// Adds to `trunk` subtrees of `left` vertices in all, taken from the first `below` trees.
  void grow(const Tree& trunk, int left, std::size_t below, int order) {
    if (left == 0) {
      Tree tree = trunk;
      tree.order = order;
      tree.gamma *= order;
      trees_.push_back(tree);
      return;
    }
    for (std::size_t k = 0; k < below; ++k) {
      if (trees_[k].order > left) continue;
      Tree more = trunk;
      more.gamma *= trees_[k].gamma;
      for (std::size_t i = 0; i < method_.c.size(); ++i) {
        double sum = 0.0;
        for (std::size_t j = 0; j < i; ++j) sum += method_.a[i][j] * trees_[k].phi[j];
        more.phi[i] *= sum;
      }
      grow(more, left - trees_[k].order, k + 1, order);
    }
  }

  const Tableau& method_;
  std::vector<Tree> trees_;
};

double weigh(const Tableau::Row& b, const Tree& tree) {
  double sum = 0.0;
  for (std::size_t i = 0; i < b.size(); ++i) sum += b[i] * tree.phi[i];
  return sum;
}

/// Largest |sum b_i Phi_i - x^order / gamma| over the trees of orders first .. last.
double residual(const Trees& trees, const Tableau::Row& b, double x, int first, int last) {
  double most = 0.0;
  for (const Tree& tree : trees.all())
    if (tree.order >= first && tree.order <= last)
      most = std::max(most, std::abs(weigh(b, tree) - std::pow(x, tree.order) / tree.gamma));
  return most;
}

/// The weights of the stages in the dense output at x.
Tableau::Row dense_weights(const Tableau& method, double x) {
  const auto s = static_cast<std::size_t>(method.stages);
  Tableau::Row w{};
  for (std::size_t i = 0; i < method.c.size(); ++i) {
    const double first = i == 0 ? 1.0 : 0.0, last = i == s ? 1.0 : 0.0, d = method.a[s][i];
    double inner = 0.0, factor = 1.0;
    for (std::size_t r = 0; r < method.dense.size(); ++r) {
      inner += factor * method.dense[r][i];
      factor *= r % 2 == 0 ? x : 1.0 - x;
    }
    w[i] = x * (d + (1.0 - x) * (first - d + x * (2.0 * d - first - last + (1.0 - x) * inner)));
  }
  return w;
}

class Coefficients : public ::testing::TestWithParam<const Tableau*> {};

// Coefficients reach 60 (order 8) in size, so sums are good to 60 eps times a few terms: 1e-13.
constexpr double rounding = 1e-13;

TEST_P(Coefficients, RowSumsAreNodes) {
  const Tableau& method = *GetParam();
  ASSERT_EQ(method.a.size(), method.c.size());
  for (std::size_t i = 0; i < method.c.size(); ++i) {
    double sum = 0.0;
    for (std::size_t j = 0; j < Tableau::widest; ++j) {
      EXPECT_TRUE(j < i || method.a[i][j] == 0.0) << "explicit";
      sum += method.a[i][j];
    }
    EXPECT_NEAR(sum, method.c[i], rounding) << "row " << i;
  }
  EXPECT_EQ(method.c[static_cast<std::size_t>(method.stages)], 1.0);
}

TEST_P(Coefficients, EveryTreeConditionUpToTheOrder) {
  const Tableau& method = *GetParam();
  const Trees trees(method, method.order + 1);
  const std::vector<long> counts = {1, 1, 2, 4, 9, 20, 48, 115, 286};  // rooted trees, OEIS A000081
  for (int n = 1; n <= method.order + 1; ++n)
    EXPECT_EQ(std::ranges::count(trees.all(), n, &Tree::order), counts[static_cast<std::size_t>(n - 1)]);
  const Tableau::Row& b = method.a[static_cast<std::size_t>(method.stages)];
  EXPECT_LT(residual(trees, b, 1.0, 1, method.order), rounding);
  EXPECT_GT(residual(trees, b, 1.0, method.order + 1, method.order + 1), 1e-7) << "the next order is not reached";
}

TEST_P(Coefficients, DenseOutputHasItsOrderEverywhere) {
  const Tableau& method = *GetParam();
  const int order = method.order - 1;
  const Trees trees(method, order + 1);
  for (const double x : {0.0, 0.1, 0.25, 0.5, 0.8, 1.0}) {
    // Its rows reach 400 and are multiplied with (x (1 - x))^k <= 1/16 and less.
    EXPECT_LT(residual(trees, dense_weights(method, x), x, 1, order), 1e-13) << "x = " << x;
  }
  EXPECT_GT(residual(trees, dense_weights(method, 0.5), 0.5, order + 1, order + 1), 1e-7);
}

INSTANTIATE_TEST_SUITE_P(All, Coefficients, ::testing::Values(&dormand_prince_5(), &dormand_prince_8()),
                         [](const auto& test) { return "Order" + std::to_string(test.param->order); });

/// Largest |sum e_i Phi_i| over the trees of orders first .. last: zero where the two formulas agree.
double difference(const Trees& trees, const Tableau::Row& e, int first, int last) {
  return residual(trees, e, 0.0, first, last);
}

TEST(ErrorRows, AgreeUpToTheLowerOrder) {
  const Trees five(dormand_prince_5(), 5), eight(dormand_prince_8(), 6);
  EXPECT_LT(difference(five, dormand_prince_5().error[0], 1, 4), rounding);
  EXPECT_GT(difference(five, dormand_prince_5().error[0], 5, 5), 1e-5);
  EXPECT_LT(difference(eight, dormand_prince_8().error[0], 1, 5), rounding);
  EXPECT_GT(difference(eight, dormand_prince_8().error[0], 6, 6), 1e-6);
  EXPECT_LT(difference(eight, dormand_prince_8().error[1], 1, 3), rounding);
  EXPECT_GT(difference(eight, dormand_prince_8().error[1], 4, 4), 1e-6);
}

}  // namespace
}  // namespace alembert::tableau_test
