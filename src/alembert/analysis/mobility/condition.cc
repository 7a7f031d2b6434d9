#include "alembert/analysis/mobility/condition.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "alembert/linalg/singular_values.h"
#include "alembert/linalg/symmetric_eigen.h"

namespace alembert {
namespace {

constexpr int most_conditioned = 60;
/// Singular values below this share of the largest are zero: their rows depend on others.
constexpr double zero_share = 1e-12;

/// A with columns over `scale` and rows over the largest length that they have had, which it updates.
void scale_rows(std::vector<double>& A, const std::vector<double>& scale, std::vector<double>& lengths) {
  const std::size_t n = scale.size();
  for (std::size_t i = 0; i < A.size() / n; ++i) {
    double square = 0.0;
    for (std::size_t j = 0; j < n; ++j) {
      A[i * n + j] /= scale[j];
      square += A[i * n + j] * A[i * n + j];
    }
    lengths[i] = std::max(lengths[i], std::sqrt(square));
    if (lengths[i] == 0.0) continue;
    for (std::size_t j = 0; j < n; ++j) A[i * n + j] /= lengths[i];
  }
}

/// Of N^T M N, where N [n x k] spans the motions that are allowed; nothing where there are none.
void add_mass(const std::vector<double>& M, const std::vector<double>& N, std::size_t k, Conditions& found) {
  if (k == 0) return;
  const std::size_t n = N.size() / k;
  std::vector<double> reduced(k * k);
  for (std::size_t a = 0; a < k; ++a)
    for (std::size_t b = 0; b < k; ++b)
      for (std::size_t i = 0; i < n; ++i)
        for (std::size_t j = 0; j < n; ++j) reduced[a * k + b] += N[i * k + a] * M[i * n + j] * N[j * k + b];
  const std::vector<double> values = symmetric_eigen(static_cast<int>(k), reduced).values;
  double least = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (const double value : values) {
    least = std::min(least, std::abs(value));
    largest = std::max(largest, std::abs(value));
  }
  found.mass = least > 0.0 ? largest / least : std::numeric_limits<double>::infinity();
  found.indefinite = values.front() < -zero_share * largest;
}

std::optional<double> of_rows(const std::vector<double>& A, std::size_t rows, std::size_t n) {
  const std::vector<double> values = singular_values(static_cast<int>(rows), static_cast<int>(n), A);
  const double largest = std::max(values.front(), 1.0);  // a row at its largest has length one
  double least = 0.0;
  for (const double value : values)
    if (value > zero_share * largest) least = value;
  return least > 0.0 ? std::optional(largest / least) : std::nullopt;
}

struct ScaledMatrices {
  std::vector<double> M;  ///< [n x n] with a diagonal of ones, negative where it was
  std::vector<double> A;  ///< [rows x n]
};

std::optional<ScaledMatrices> scaled_matrices(const System& system, const State& x, std::vector<double>& row_lengths) {
  const Sizes sizes = system.sizes();
  if (sizes.nv == 0 || sizes.nv > most_conditioned || sizes.na > most_conditioned) return {};
  const auto n = static_cast<std::size_t>(sizes.nv), rows = static_cast<std::size_t>(sizes.na);
  std::vector<double> u(static_cast<std::size_t>(sizes.nu)), zero(n), lambda(rows);
  system.inputs(x.t, u);
  ResidualJacobian derivatives;
  if (!system.residual_jacobian(x, u, zero, lambda, derivatives).good()) return {};
  ScaledMatrices result{dense(derivatives.mass, n), {}};
  std::vector<double>& M = result.M;
  std::vector<double> scale(n, 1.0);
  for (std::size_t i = 0; i < n; ++i) {
    if (!std::isfinite(M[i * n + i])) return {};
    if (M[i * n + i] != 0.0) scale[i] = std::sqrt(std::abs(M[i * n + i]));
  }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) M[i * n + j] /= scale[i] * scale[j];
  SparseRows sparse;
  system.constraint_jacobian(x.t, x.q, sparse);
  result.A = dense(sparse, n);
  result.A.resize(rows * n);
  row_lengths.resize(rows);
  scale_rows(result.A, scale, row_lengths);
  return result;
}

/// Orthonormal combinations of rows that nearly vanish: [rows x how many].
std::vector<double> lost_combinations(const System& system, const State& x, std::vector<double>& row_lengths) {
  constexpr double nearly = 1e-3;
  const auto matrices = scaled_matrices(system, x, row_lengths);
  if (!matrices) return {};
  const Sizes sizes = system.sizes();
  const auto n = static_cast<std::size_t>(sizes.nv), rows = static_cast<std::size_t>(sizes.na);
  std::vector<double> transposed(rows * n);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t j = 0; j < n; ++j) transposed[j * rows + i] = matrices->A[i * n + j];
  return null_space(sizes.nv, sizes.na, transposed, nearly);
}

}  // namespace

Conditions conditions(const System& system, const State& x, std::vector<double>& row_lengths) {
  const auto matrices = scaled_matrices(system, x, row_lengths);
  if (!matrices) return {};
  const Sizes sizes = system.sizes();
  const auto n = static_cast<std::size_t>(sizes.nv), rows = static_cast<std::size_t>(sizes.na);
  const std::vector<double> N = null_space(sizes.na, sizes.nv, matrices->A, zero_share);
  Conditions found;
  add_mass(matrices->M, N, N.size() / n, found);
  if (rows > 0) found.constraints = of_rows(matrices->A, rows, n);
  return found;
}

std::vector<int> rows_lost(const System& system, const State& from, const State& to) {
  const auto rows = static_cast<std::size_t>(system.sizes().na);
  if (rows == 0) return {};
  std::vector<double> row_lengths;
  const std::size_t before = lost_combinations(system, from, row_lengths).size();
  const std::vector<double> lost = lost_combinations(system, to, row_lengths);
  if (lost.size() <= before) return {};
  std::vector<int> list;
  constexpr double takes_part = 0.3;
  for (std::size_t i = 0, count = lost.size() / rows; i < rows; ++i) {
    double square = 0.0;
    for (std::size_t k = 0; k < count; ++k) square += lost[i * count + k] * lost[i * count + k];
    if (square > takes_part * takes_part) list.push_back(static_cast<int>(i));
  }
  return list;
}

}  // namespace alembert
