#include "alembert/system/constraints/added_rows.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"

namespace alembert {

Status AddedRows::set(double t, In q, const std::vector<SpeedRow>& rows) {
  if (known_ && t == t_ && std::ranges::equal(q, q_) && rows == rows_) return {};
  known_ = false;
  const Sizes sizes = base_.sizes();
  const auto nv = static_cast<std::size_t>(sizes.nv), na = static_cast<std::size_t>(sizes.na);
  rows_ = rows;
  x_.resize(rows.size());
  mu_.resize(rows.size());
  std::vector<double> g(nv);
  const std::vector<double> zero(na, 0.0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::ranges::fill(g, 0.0);
    for (const auto& [speed, factor] : rows[i]) g[static_cast<std::size_t>(speed)] += factor;
    x_[i].resize(nv);
    mu_[i].resize(na);
    const Status status = base_.constrained_solve(t, q, g, zero, x_[i], mu_[i]);
    if (!status.good() && status.trouble != Trouble::inconsistent) return status;
  }
  q_.assign(q.begin(), q.end());
  t_ = t;
  known_ = true;
  return {};
}

bool AddedRows::carried(std::size_t i) const {
  constexpr double rounding = 1e-10;  // of the terms that cancel, with digits lost in solving
  SparseRows A;
  base_.constraint_jacobian(t_, q_, A);
  std::vector<double> left(x_[i].size()), size(left.size());
  for (const auto& [speed, factor] : rows_[i]) left[index(speed)] += factor;
  for (std::size_t j = 0; j < left.size(); ++j) size[j] = std::abs(left[j]);
  for (std::size_t row = 0; row < mu_[i].size(); ++row)
    for (auto k = index(A.first[row]); k < index(A.first[row + 1]); ++k) {
      const double term = A.value[k] * mu_[i][row];
      left[index(A.column[k])] -= term;
      size[index(A.column[k])] += std::abs(term);
    }
  for (std::size_t j = 0; j < left.size(); ++j)
    if (std::abs(left[j]) > rounding * size[j]) return false;
  return true;
}

}  // namespace alembert
