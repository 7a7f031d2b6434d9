#include "alembert/system/constraints/rows_first.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/linalg/ldlt.h"
#include "alembert/linalg/semidefinite.h"
#include "alembert/linalg/singular_values.h"
#include "alembert/scalar/dual.h"

namespace alembert {

bool RowsFirst::factor(const RowGeometry& geometry, std::span<const double> units, std::span<const double> mass) {
  speeds_ = units.size();
  rows_ = index(geometry.rows());
  const std::vector<double> R = geometry.dense();
  if (!std::ranges::all_of(R, [](double a) { return std::isfinite(a); })) return false;
  const SingularVectors parts = singular_vectors(static_cast<int>(rows_), static_cast<int>(speeds_), R);
  const double least = std::sqrt(weak_pivot);
  rank_ = index(static_cast<int>(std::ranges::count_if(parts.values, [=](double s) { return s > least; })));
  across_.assign(rows_ * rank_, 0.0);
  for (std::size_t i = 0; i < rows_; ++i)
    for (std::size_t k = 0; k < rank_; ++k)
      across_[i * rank_ + k] = parts.left[i * rows_ + k] / parts.values[k] / geometry.over(static_cast<int>(i));
  along_ = parts.right;
  for (std::size_t j = 0; j < speeds_; ++j)
    for (std::size_t k = 0; k < speeds_; ++k) along_[j * speeds_ + k] *= units[j];
  mass_.assign(mass.begin(), mass.end());
  return factor_mass();
}

bool RowsFirst::factor_mass() {
  const std::size_t free = speeds_ - rank_;
  std::vector<double> moved(speeds_ * free, 0.0);  // M D V2
  for (std::size_t i = 0; i < speeds_; ++i)
    for (std::size_t j = 0; j < speeds_; ++j)
      for (std::size_t k = 0; k < free; ++k)
        moved[i * free + k] += mass_[i * speeds_ + j] * along_[j * speeds_ + rank_ + k];
  factors_.assign(free * free, 0.0);
  for (std::size_t j = 0; j < speeds_; ++j)
    for (std::size_t k = 0; k < free; ++k)
      for (std::size_t l = 0; l <= k; ++l)
        factors_[k * free + l] += along_[j * speeds_ + rank_ + k] * moved[j * free + l];
  scale_.resize(free);
  for (std::size_t k = 0; k < free; ++k) scale_[k] = 1.0 / std::sqrt(factors_[k * free + k]);
  for (std::size_t k = 0; k < free; ++k)
    for (std::size_t l = 0; l <= k; ++l) factors_[k * free + l] *= scale_[k] * scale_[l];
  ldlt_factor<double>(static_cast<int>(free), factors_);
  return ldlt_failed_pivot(static_cast<int>(free), factors_, 0.0) < 0;
}

template <Scalar S>
void RowsFirst::solve(std::span<S> x, std::span<S> lambda) const {
  const std::size_t free = speeds_ - rank_;
  const auto along = [&](std::size_t direction, std::span<const S> y) {
    S sum(0.0);
    for (std::size_t j = 0; j < speeds_; ++j) sum += S(along_[j * speeds_ + direction]) * y[j];
    return sum;
  };
  std::vector<S> parts(speeds_, S(0.0)), left(x.begin(), x.end());
  const auto move = [&](std::size_t first, std::size_t last) {  // x += D V parts, left -= M D V parts
    std::vector<S> moved(speeds_, S(0.0));
    for (std::size_t j = 0; j < speeds_; ++j)
      for (std::size_t k = first; k < last; ++k) moved[j] += S(along_[j * speeds_ + k]) * parts[k];
    for (std::size_t i = 0; i < speeds_; ++i) {
      x[i] += moved[i];
      for (std::size_t j = 0; j < speeds_; ++j) left[i] -= S(mass_[i * speeds_ + j]) * moved[j];
    }
  };
  std::ranges::fill(x, S(0.0));
  for (std::size_t k = 0; k < rank_; ++k)
    for (std::size_t i = 0; i < rows_; ++i) parts[k] += S(across_[i * rank_ + k]) * lambda[i];
  move(0, rank_);
  for (std::size_t k = 0; k < free; ++k) parts[rank_ + k] = S(scale_[k]) * along(rank_ + k, left);
  const std::span<S> z = std::span<S>(parts).subspan(rank_);
  ldlt_solve<S>(static_cast<int>(free), std::vector<S>(factors_.begin(), factors_.end()), z);
  for (std::size_t k = 0; k < free; ++k) z[k] *= S(scale_[k]);
  move(rank_, speeds_);
  std::ranges::fill(lambda, S(0.0));
  for (std::size_t k = 0; k < rank_; ++k) {
    const S force = along(k, left);
    for (std::size_t i = 0; i < rows_; ++i) lambda[i] += S(across_[i * rank_ + k]) * force;
  }
}

template void RowsFirst::solve<double>(std::span<double>, std::span<double>) const;
template void RowsFirst::solve<Dual<8>>(std::span<Dual<8>>, std::span<Dual<8>>) const;

}  // namespace alembert
