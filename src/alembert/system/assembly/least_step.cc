#include "alembert/system/assembly/least_step.h"

#include <algorithm>
#include <set>

#include "alembert/core/index.h"
#include "alembert/linalg/semidefinite.h"

namespace alembert {
namespace {

/// Rows up to which a dense matrix is faster than a sparse one.
constexpr int most_dense = 120;

}  // namespace

LeastStep::LeastStep(const std::vector<bool>& keep, const std::vector<double>& scale, std::vector<double> give,
                     std::vector<double> sizes)
    : keep_(keep), scale_(scale), give_(std::move(give)), sizes_(std::move(sizes)) {}

void LeastStep::solve(const SparseRows& A, std::span<const double> r, std::span<double> dx) {
  const auto rows = static_cast<int>(A.first.size()) - 1;
  std::vector<double> y(r.begin(), r.end());
  for (std::size_t i = 0; i < y.size(); ++i) y[i] /= sizes_[i];
  if (rows <= most_dense)
    solve_dense(A, rows, y);
  else
    solve_sparse(A, rows, y);
  std::ranges::fill(dx, 0.0);
  for (int i = 0; i < rows; ++i)
    for (int k = A.first[index(i)]; k < A.first[index(i + 1)]; ++k)
      dx[index(A.column[index(k)])] += weight(A.column[index(k)]) * A.value[index(k)] / sizes_[index(i)] * y[index(i)];
}

double LeastStep::weight(int column) const {
  const auto c = index(column);
  if (!keep_.empty() && keep_[c]) return 0.0;
  return scale_.empty() ? 1.0 : scale_[c] * scale_[c];
}

double LeastStep::element(const SparseRows& A, int i, int j) const {
  double sum = 0.0;
  int a = A.first[index(i)], b = A.first[index(j)];
  while (a < A.first[index(i + 1)] && b < A.first[index(j + 1)]) {
    const int ca = A.column[index(a)], cb = A.column[index(b)];
    if (ca == cb) sum += weight(ca) * A.value[index(a)] * A.value[index(b)];
    if (ca <= cb) ++a;
    if (cb <= ca) ++b;
  }
  const auto firm = static_cast<int>(A.first.size() - 1 - give_.size());
  if (i == j && i >= firm) sum += give_[index(i - firm)] * give_[index(i - firm)];
  return sum / (sizes_[index(i)] * sizes_[index(j)]);
}

void LeastStep::solve_dense(const SparseRows& A, int rows, std::vector<double>& y) const {
  SemidefiniteSolver<double> gram(rows);
  const std::span<double> m = gram.matrix();
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j <= i; ++j) m[index(i * rows + j)] = m[index(j * rows + i)] = element(A, i, j);
  gram.factor();
  gram.solve(y);
}

void LeastStep::solve_sparse(const SparseRows& A, int rows, std::vector<double>& y) {
  if (!gram_) analyse(A, rows);
  for (std::size_t k = 0; k < pattern_.size(); ++k)
    gram_->values()[k] = element(A, pattern_[k].first, pattern_[k].second);
  gram_->factor();
  gram_->solve(y);
}

void LeastStep::analyse(const SparseRows& A, int rows) {
  std::vector<std::vector<int>> rows_of;  // [column]
  for (int i = 0; i < rows; ++i)
    for (int k = A.first[index(i)]; k < A.first[index(i + 1)]; ++k) {
      const auto c = index(A.column[index(k)]);
      if (rows_of.size() <= c) rows_of.resize(c + 1);
      rows_of[c].push_back(i);
    }
  std::set<int> neighbours;
  for (int i = 0; i < rows; ++i) {
    neighbours = {i};
    for (int k = A.first[index(i)]; k < A.first[index(i + 1)]; ++k)
      for (const int j : rows_of[index(A.column[index(k)])])
        if (j < i) neighbours.insert(j);
    for (const int j : neighbours) pattern_.emplace_back(i, j);
  }
  gram_ = std::make_unique<SparseSemidefiniteSolver>(rows, pattern_);
}

std::vector<double> counted_units(const std::vector<double>& units, const std::vector<double>& reluctance) {
  if (reluctance.empty()) return units;
  std::vector<double> result = units.empty() ? std::vector<double>(reluctance.size(), 1.0) : units;
  for (std::size_t i = 0; i < result.size(); ++i) result[i] /= reluctance[i];
  return result;
}

}  // namespace alembert
