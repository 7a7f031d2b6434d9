#include "alembert/system/rank/general_rank.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "alembert/linalg/singular_values.h"
#include "alembert/system/assembly/assemble.h"

namespace alembert {
namespace {

/// Curvature of the rows along motion j of `svd`, in the direction that belongs to it.
double curvature(const ScaledConstraints& constraints, std::span<const int> rows, double t, std::span<const double> q,
                 const SingularVectors& svd, std::size_t j) {
  constexpr double step = 1e-3;
  const std::size_t m = rows.size(), n = static_cast<std::size_t>(constraints.motions());
  std::vector<double> x(n), to(q.size()), A;
  for (std::size_t k = 0; k < n; ++k) x[k] = step * svd.right[k * n + j];
  constraints.step(q, x, to);
  if (!constraints.jacobian(t, to, rows, A)) return 0.0;
  double rate = 0.0;
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t k = 0; k < n; ++k) rate += svd.left[i * m + j] * A[i * n + k] * svd.right[k * n + j];
  return std::abs(rate - svd.values[j]) / step;
}

/// Singular values of the rows at q, those zero that a double root explains: then the place is next to a singular one.
struct Seen {
  std::vector<double> values;
  bool double_root = false;
};

Seen values_at(const ScaledConstraints& constraints, std::span<const int> rows, double t, std::span<const double> q) {
  constexpr double doubtful_above = 1e-9, doubtful_below = 1e-4;
  std::vector<double> A;
  if (!constraints.jacobian(t, q, rows, A)) return {};
  Seen seen{singular_values(static_cast<int>(rows.size()), constraints.motions(), A)};
  std::vector<double>& values = seen.values;
  const auto doubtful = [](double s) { return s > doubtful_above && s < doubtful_below; };
  if (std::ranges::none_of(values, doubtful)) return seen;
  const SingularVectors svd = singular_vectors(static_cast<int>(rows.size()), constraints.motions(), A);
  for (std::size_t j = 0; j < values.size(); ++j)
    if (doubtful(values[j]) &&
        values[j] * values[j] <= 2.0 * assembled_rows * curvature(constraints, rows, t, q, svd, j)) {
      values[j] = 0.0;
      seen.double_root = true;
    }
  std::ranges::sort(values, std::greater());
  return seen;
}

int count_above(std::span<const double> values, double least) {
  return static_cast<int>(std::ranges::count_if(values, [least](double s) { return s > least; }));
}

bool clear(const Seen& seen) {
  return !seen.double_root && count_above(seen.values, rank_counted / 10.0) == count_above(seen.values, rank_lost);
}

}  // namespace

RankResult rank_at(const System& system, double t, std::span<const double> q, int rows, double least) {
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  std::vector<double> R = dense(without_units(A, system.row_scales(t, q)), static_cast<std::size_t>(system.sizes().nv));
  R.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(system.sizes().nv));
  if (!std::ranges::all_of(R, [](double x) { return std::isfinite(x); })) return find_rank(0, system.sizes().nv, {});
  return find_rank(rows, system.sizes().nv, R, least);
}

GeneralRank general_rank(const ScaledConstraints& constraints, std::vector<int> rows, double t,
                         const std::vector<std::vector<double>>& places, std::span<const double> here, double least) {
  GeneralRank result;
  std::vector<Seen> seen;
  for (const auto& place : places) seen.push_back(values_at(constraints, rows, t, place));
  const bool choosy = std::ranges::any_of(seen, clear);
  bool any = false;
  for (std::size_t p = 0; p < places.size(); ++p) {
    if (choosy && !clear(seen[p])) continue;
    const std::vector<double>& values = seen[p].values;
    const int found = count_above(values, least);
    const double smallest = found > 0 ? values[static_cast<std::size_t>(found - 1)] : 1.0;
    if (any && (found < result.general || (found == result.general && smallest <= result.smallest))) continue;
    any = true;
    result.general = found;
    result.smallest = smallest;
    result.dropped = static_cast<std::size_t>(found) < values.size() ? values[static_cast<std::size_t>(found)] : 0.0;
    result.best = p;
  }
  result.least_here = std::max(least, rank_lost * result.smallest);
  result.here = count_above(values_at(constraints, rows, t, here).values, result.least_here);
  result.rows = std::move(rows);
  return result;
}

}  // namespace alembert
