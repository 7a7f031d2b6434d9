#include "alembert/system/constraints/contradicting_rows.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/linalg/column_dependence.h"

namespace alembert {

std::vector<int> contradicting_rows(const SparseRows& A, std::span<const double> rest, const RowScales& scales) {
  const VanishingSums sums = vanishing_sums(static_cast<int>(scales.units.size()), A.first, A.column, A.value,
                                            scales.units, std::span(scales.sizes).first(A.first.size() - 1));
  if (sums.size() == 0) return {};
  // The part of the misses, rows of unit length, along the sums.
  std::vector<double> misses(rest.begin(), rest.end()), part(misses.size(), 0.0);
  for (std::size_t i = 0; i < misses.size(); ++i) misses[i] /= sums.length[i];
  sums.of_unit_rows.add_product(ColumnDependence(sums.of_unit_rows, 1e-9).least_squares(misses), part);
  const auto size = [&](int i) { return std::abs(part[index(i)]); };
  double largest = 0.0, off = 0.0;
  for (std::size_t i = 0; i < part.size(); ++i) {
    largest = std::max(largest, std::abs(part[i]));
    off = std::max(off, std::abs(misses[i]));
  }
  std::vector<int> rows;
  if (!(largest > takes_part_above * off)) return rows;
  for (int i = 0; i < static_cast<int>(part.size()); ++i)
    if (size(i) > takes_part_above * largest) rows.push_back(i);
  std::ranges::stable_sort(rows, std::ranges::greater(), size);
  return rows;
}

std::vector<std::string> rows_beside(const System& system, double t, std::span<const double> q, int row) {
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  const RowScales scales = system.row_scales(t, q);
  const VanishingSums sums = vanishing_sums(system.sizes().nv, A.first, A.column, A.value, scales.units, scales.sizes);
  std::vector<bool> beside(A.first.size(), false);
  for (int k = 0; k < sums.size(); ++k) {
    const std::vector<double> y = sums.weights(k);
    const auto part = [&](std::size_t i) { return std::abs(y[i]) * sums.length[i] > takes_part_above; };
    if (!part(index(row))) continue;
    for (std::size_t i = 0; i < y.size(); ++i) beside[i] = beside[i] || part(i);
  }
  std::vector<std::string> names;
  for (int i = 0; index(i) < beside.size(); ++i)
    if (beside[index(i)] && i != row) names.push_back(system.row_name(i));
  return names;
}

std::string quoted(std::span<const std::string> names) {
  constexpr std::size_t most = 12;
  std::vector<std::string> shown;
  for (const std::string& name : names.first(std::min(most, names.size()))) shown.push_back("'" + name + "'");
  if (names.size() > most) shown.push_back(std::to_string(names.size() - most) + " more");
  if (shown.size() < 2) return join(shown, "");
  return join(std::span(shown).first(shown.size() - 1), ", ") + " and " + shown.back();
}

}  // namespace alembert
