#include "alembert/analysis/certificate/lines/certify_inertia.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/linalg/rank.h"
#include "alembert/linalg/symmetric_eigen.h"

namespace alembert {

std::vector<double> inertia_of_motions(std::size_t n, std::span<const double> M, std::span<const double> A) {
  double largest = 0.0;
  for (std::size_t i = 0; i < n; ++i) largest = std::max(largest, M[i * n + i]);
  std::vector<double> scale(n), scaled(M.begin(), M.end()), rows(A.begin(), A.end());
  for (std::size_t i = 0; i < n; ++i) {
    const double own = M[i * n + i] > 0.0 ? M[i * n + i] : largest;
    scale[i] = own > 0.0 ? 1.0 / std::sqrt(own) : 1.0;
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) scaled[i * n + j] *= scale[i] * scale[j];
  if (n == 0 || rows.empty()) return symmetric_eigen(static_cast<int>(n), scaled).values;
  for (std::size_t k = 0; k < rows.size(); ++k) rows[k] *= scale[k % n];
  const RankResult rank = find_rank(static_cast<int>(rows.size() / n), static_cast<int>(n), rows);
  const std::size_t free = n - static_cast<std::size_t>(rank.rank);
  const std::vector<double>& Z = rank.null_space;
  std::vector<double> MZ(n * free, 0.0), reduced(free * free, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t l = 0; l < free; ++l) MZ[i * free + l] += scaled[i * n + j] * Z[j * free + l];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < free; ++k)
      for (std::size_t l = 0; l < free; ++l) reduced[k * free + l] += Z[i * free + k] * MZ[i * free + l];
  return symmetric_eigen(static_cast<int>(free), reduced).values;
}

double missing_inertia(std::size_t n, std::span<const double> values) {
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  if (values.empty()) return 0.0;
  const double limit = static_cast<double>(n) * epsilon * std::max(std::abs(values.front()), std::abs(values.back()));
  return values.front() > limit ? 0.0 : std::max(limit - values.front(), epsilon);
}

}  // namespace alembert
