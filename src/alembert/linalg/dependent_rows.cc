#include "alembert/linalg/dependent_rows.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace alembert {
namespace {

/// S = L L^T as far as it goes, the largest rows first.
class Factor {
 public:
  explicit Factor(const BoxComplementarity& problem) : n_(problem.b.size()), left_(problem.S), size_(n_) {
    double rounding = 0.0;
    for (std::size_t i = 0; i < n_; ++i) size_[i] = std::sqrt(std::max(left_[i * n_ + i], 0.0));
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < i; ++j) {
        double &one = left_[i * n_ + j], &other = left_[j * n_ + i];
        if (size_[i] * size_[j] > 0.0) rounding = std::max(rounding, std::abs(one - other) / (size_[i] * size_[j]));
        one = other = 0.5 * (one + other);
      }
    constexpr double same = 1e-9, times_rounding = 100.0;
    while (const auto next = largest(std::max(same, times_rounding * rounding))) eliminate(*next);
  }

  std::size_t rank() const { return columns_.size(); }
  const std::vector<std::size_t>& chosen() const { return chosen_; }
  double product(std::size_t i, std::size_t j) const {
    double sum = 0.0;
    for (const std::vector<double>& column : columns_) sum += column[i] * column[j];
    return sum;
  }
  /// c with row k = sum c_i row chosen_i.
  std::vector<double> combination(std::size_t k) const {
    std::vector<double> c(rank());
    for (std::size_t i = rank(); i-- > 0;) {
      c[i] = columns_[i][k];
      for (std::size_t j = i + 1; j < rank(); ++j) c[i] -= c[j] * columns_[i][chosen_[j]];
      c[i] /= columns_[i][chosen_[i]];
    }
    return c;
  }

 private:
  std::optional<std::size_t> largest(double share) const {
    std::optional<std::size_t> best;
    double most = share;
    for (std::size_t i = 0; i < n_; ++i) {
      const double of_row = size_[i] > 0.0 ? left_[i * n_ + i] / (size_[i] * size_[i]) : 0.0;
      if (!(of_row > most)) continue;
      most = of_row;
      best = i;
    }
    return best;
  }

  void eliminate(std::size_t k) {
    std::vector<double> column(n_);
    const double root = std::sqrt(left_[k * n_ + k]);
    for (std::size_t i = 0; i < n_; ++i) column[i] = left_[i * n_ + k] / root;
    for (const std::size_t i : chosen_) column[i] = 0.0;
    for (std::size_t i = 0; i < n_; ++i)
      for (std::size_t j = 0; j < n_; ++j) left_[i * n_ + j] -= column[i] * column[j];
    left_[k * n_ + k] = 0.0;
    chosen_.push_back(k);
    columns_.push_back(std::move(column));
  }

  std::size_t n_;
  std::vector<double> left_, size_;  ///< [n x n] of S, [n] root of its diagonal
  std::vector<std::size_t> chosen_;
  std::vector<std::vector<double>> columns_;  ///< of L [n]
};

}  // namespace

void settle_dependence(BoxComplementarity& problem) {
  const std::size_t n = problem.b.size();
  const Factor factor(problem);
  if (factor.rank() == n) return;
  constexpr double contradiction = 1e-6;
  std::vector<double> b = problem.b;
  for (std::size_t k = 0; k < n; ++k) {
    if (std::ranges::find(factor.chosen(), k) != factor.chosen().end()) continue;
    const std::vector<double> c = factor.combination(k);
    double size = std::abs(b[k]), sum = 0.0;
    for (std::size_t i = 0; i < c.size(); ++i) {
      sum += c[i] * problem.b[factor.chosen()[i]];
      size += std::abs(c[i] * problem.b[factor.chosen()[i]]);
    }
    if (!(std::abs(b[k] - sum) <= contradiction * size)) return;
    b[k] = sum;
  }
  problem.b = std::move(b);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) problem.S[i * n + j] = factor.product(i, j);
}

}  // namespace alembert
