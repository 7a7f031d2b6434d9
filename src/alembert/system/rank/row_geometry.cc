#include "alembert/system/rank/row_geometry.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "alembert/core/index.h"
#include "alembert/linalg/pivot_noise.h"
#include "alembert/linalg/sparse_semidefinite.h"
#include "alembert/scalar/dual.h"
#include "alembert/scalar/value_of.h"
#include "alembert/system/constraints/constraint_rows.h"

namespace alembert {

struct RowGeometry::Parts {
  /// Rows up to which G is factored as a dense matrix.
  static constexpr std::size_t most_dense = 60;

  RowScales scales;
  std::vector<int> chosen;
  std::vector<std::pair<int, int>> pattern;
  std::vector<std::size_t> first{0};  ///< [row + 1] in R
  std::vector<int> column;
  std::vector<double> R;
  std::vector<double> square;  ///< [row] of R
  std::vector<double> over;    ///< [row] what A has been divided by
  std::vector<double> spread;  ///< [speed] one row of R; zero between uses
  std::vector<double> G;       ///< [element of the pattern]
  std::vector<double> dense;   ///< [n x n] lower triangle
  std::vector<double> pivots;  ///< [row] largest first, where dense
  std::optional<SparseSemidefiniteSolver> sparse;
  bool factored = false;

  std::size_t rows() const { return chosen.size(); }

  void multiply() {
    G.assign(pattern.size(), 0.0);
    std::size_t k = 0;
    for (std::size_t j = 0; j < rows(); ++j) {
      for (std::size_t e = first[j]; e < first[j + 1]; ++e) spread[index(column[e])] = R[e];
      for (; k < pattern.size() && index(pattern[k].second) == j; ++k) {
        const auto i = index(pattern[k].first);
        for (std::size_t e = first[i]; e < first[i + 1]; ++e) G[k] += R[e] * spread[index(column[e])];
      }
      for (std::size_t e = first[j]; e < first[j + 1]; ++e) spread[index(column[e])] = 0.0;
    }
  }

  /// Fills the lower triangle.
  void spread_out() {
    dense.assign(rows() * rows(), 0.0);
    for (std::size_t k = 0; k < pattern.size(); ++k)
      dense[index(pattern[k].first) * rows() + index(pattern[k].second)] = G[k];
  }

  void factor() {
    if (factored) return;
    factored = true;
    multiply();
    if (rows() > most_dense) {
      if (!sparse) sparse.emplace(static_cast<int>(rows()), pattern);
      std::ranges::copy(G, sparse->values().begin());
      sparse->factor();
      return;
    }
    spread_out();
    eliminate();
  }

  /// The largest pivot first: in the order in which rows stand, one that is nearly parallel to those before it would
  /// hide that a later one is not.
  void eliminate() {
    const std::size_t n = rows();
    const auto at = [&](std::size_t i, std::size_t j) -> double& { return dense[std::max(i, j) * n + std::min(i, j)]; };
    std::vector<std::size_t> open(n);
    std::iota(open.begin(), open.end(), std::size_t{0});
    pivots.clear();
    while (!open.empty()) {
      const auto best = std::ranges::max_element(open, {}, [&](std::size_t i) { return at(i, i); });
      const std::size_t p = *best;
      const double pivot = at(p, p);
      pivots.push_back(std::max(pivot, 0.0));
      open.erase(best);
      if (!(pivot > pivot_noise(static_cast<int>(n)))) continue;
      for (std::size_t a = 0; a < open.size(); ++a) {
        const double share = at(open[a], p) / pivot;
        for (std::size_t b = 0; b <= a; ++b) at(open[a], open[b]) -= share * at(open[b], p);
      }
    }
  }
};

RowGeometry::RowGeometry(RowScales scales, std::vector<int> chosen, std::vector<std::pair<int, int>> pattern)
    : parts_(std::make_unique<Parts>()) {
  parts_->spread.assign(scales.units.size(), 0.0);
  parts_->scales = std::move(scales);
  parts_->chosen = std::move(chosen);
  parts_->pattern = std::move(pattern);
}
RowGeometry::~RowGeometry() = default;
RowGeometry::RowGeometry(const RowGeometry& other)
    : RowGeometry(other.parts_->scales, other.parts_->chosen, other.parts_->pattern) {}

int RowGeometry::rows() const { return static_cast<int>(parts_->rows()); }

template <Scalar S>
void RowGeometry::read(const ConstraintRows<S>& rows) {
  Parts& p = *parts_;
  p.factored = false;
  p.first.assign(1, 0);
  p.column.clear();
  p.R.clear();
  p.square.assign(p.rows(), 0.0);
  p.over.assign(p.rows(), 1.0);
  for (std::size_t i = 0; i < p.rows(); ++i) {
    const std::span<const S> a = rows.row(p.chosen[i]);
    const std::span<const int> columns = rows.columns(p.chosen[i]);
    double square = 0.0;
    for (std::size_t k = 0; k < a.size(); ++k) {
      p.R.push_back(value_of(a[k]) * p.scales.units[index(columns[k])]);
      square += p.R.back() * p.R.back();
    }
    p.column.insert(p.column.end(), columns.begin(), columns.end());
    p.first.push_back(p.R.size());
    const double length = std::max(std::sqrt(square), p.scales.sizes[index(p.chosen[i])]);
    if (!(length > 0.0) || !std::isfinite(length)) continue;
    p.over[i] = length;
    p.square[i] = square / (length * length);
    for (std::size_t e = p.first[i]; e < p.R.size(); ++e) p.R[e] /= length;
  }
}

int RowGeometry::shorter_than(double share) const {
  return static_cast<int>(std::ranges::count_if(parts_->square, [&](double square) { return square < share; }));
}

int RowGeometry::above(double share) {
  Parts& p = *parts_;
  p.factor();
  if (p.sparse) return p.sparse->rows_above(share);
  return static_cast<int>(std::ranges::count_if(p.pivots, [&](double pivot) { return pivot > share; }));
}

double RowGeometry::least_pivot() {
  Parts& p = *parts_;
  p.factor();
  if (p.sparse) return p.sparse->least_pivot();
  return p.pivots.empty() ? 1.0 : std::min(p.pivots.back(), 1.0);
}

std::vector<double> RowGeometry::dense() const {
  const Parts& p = *parts_;
  const std::size_t speeds = p.spread.size();
  std::vector<double> result(p.rows() * speeds, 0.0);
  for (std::size_t i = 0; i < p.rows(); ++i)
    for (std::size_t e = p.first[i]; e < p.first[i + 1]; ++e) result[i * speeds + index(p.column[e])] = p.R[e];
  return result;
}

double RowGeometry::over(int row) const { return parts_->over[index(row)]; }

template void RowGeometry::read<double>(const ConstraintRows<double>&);
template void RowGeometry::read<Dual<8>>(const ConstraintRows<Dual<8>>&);

}  // namespace alembert
