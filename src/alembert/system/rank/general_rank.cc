#include "alembert/system/rank/general_rank.h"

#include <algorithm>
#include <cmath>

#include "alembert/linalg/singular_values.h"

namespace alembert {
namespace {

std::vector<double> values_at(const ScaledConstraints& constraints, std::span<const int> rows, double t,
                              std::span<const double> q) {
  std::vector<double> A;
  if (!constraints.jacobian(t, q, rows, A)) return {};
  return singular_values(static_cast<int>(rows.size()), constraints.motions(), A);
}

int count_above(std::span<const double> values, double least) {
  return static_cast<int>(std::ranges::count_if(values, [least](double s) { return s > least; }));
}

bool clear(std::span<const double> values) {
  return count_above(values, rank_counted / 10.0) == count_above(values, rank_lost);
}

}  // namespace

RankResult rank_at(const System& system, double t, std::span<const double> q, int rows) {
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  std::vector<double> R = dense(without_units(A, system.row_scales(t, q)), static_cast<std::size_t>(system.sizes().nv));
  R.resize(static_cast<std::size_t>(rows) * static_cast<std::size_t>(system.sizes().nv));
  if (!std::ranges::all_of(R, [](double x) { return std::isfinite(x); })) return find_rank(0, system.sizes().nv, {});
  return find_rank(rows, system.sizes().nv, R, rank_counted);
}

GeneralRank general_rank(const ScaledConstraints& constraints, std::vector<int> rows, double t,
                         const std::vector<std::vector<double>>& places, std::span<const double> here, double least) {
  GeneralRank result;
  std::vector<std::vector<double>> values;
  for (const auto& place : places) values.push_back(values_at(constraints, rows, t, place));
  const bool choosy = std::ranges::any_of(values, clear);
  bool any = false;
  for (std::size_t p = 0; p < places.size(); ++p) {
    if (choosy && !clear(values[p])) continue;
    const int found = count_above(values[p], least);
    const double smallest = found > 0 ? values[p][static_cast<std::size_t>(found - 1)] : 1.0;
    if (any && (found < result.general || (found == result.general && smallest <= result.smallest))) continue;
    any = true;
    result.general = found;
    result.smallest = smallest;
    result.best = p;
  }
  result.least_here = std::max(least, rank_lost * result.smallest);
  result.here = count_above(values_at(constraints, rows, t, here), result.least_here);
  result.rows = std::move(rows);
  return result;
}

}  // namespace alembert
