#include "alembert/integrate/alpha_matrix.h"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

template <class Use>
void each_element(const SparseRows& part, Use&& use) {
  for (std::size_t row = 0; row + 1 < part.first.size(); ++row)
    for (auto k = static_cast<std::size_t>(part.first[row]); k < static_cast<std::size_t>(part.first[row + 1]); ++k)
      use(static_cast<int>(row), part.column[k], part.value[k]);
}

}  // namespace

AlphaMatrix::AlphaMatrix(const System& system) : system_(system), sizes_(system.sizes()) {}

Status AlphaMatrix::evaluate(const State& x, In u, In vdot, In lambda) {
  if (const Status status = system_.residual_jacobian(x, u, vdot, lambda, parts_); !status.good()) return status;
  if (sizes_.na > 0) system_.constraint_jacobian(x.t, x.q, A_);
  return {};
}

bool AlphaMatrix::factor(double p, double s) {
  collect(p, s);
  if (!solver_ || upper_ != upper_before_ || rows_ != rows_before_) {
    solver_.emplace(sizes_.nv + sizes_.nz, sizes_.na, upper_, rows_);
    upper_before_ = upper_;
    rows_before_ = rows_;
  }
  return solver_->factor(upper_values_, rows_values_);
}

void AlphaMatrix::collect(double p, double s) {
  upper_.clear();
  rows_.clear();
  upper_values_.clear();
  rows_values_.clear();
  const auto add = [&](const SparseRows& part, int row0, int col0, double factor) {
    each_element(part, [&](int row, int col, double value) {
      upper_.push_back({row0 + row, col0 + col});
      upper_values_.push_back(factor * value);
    });
  };
  const int nv = sizes_.nv;
  add(parts_.mass, 0, 0, 1.0);
  add(parts_.by_q, 0, 0, p);
  add(parts_.by_v, 0, 0, s);
  add(parts_.by_z, 0, nv, p);
  add(parts_.z_by_q, nv, 0, -s);
  add(parts_.z_by_v, nv, 0, -s * s / p);
  add(parts_.z_by_z, nv, nv, -s);
  for (int i = nv; i < nv + sizes_.nz; ++i) {
    upper_.push_back({i, i});
    upper_values_.push_back(1.0);
  }
  each_element(A_, [&](int row, int col, double value) {
    rows_.push_back({row, col});
    rows_values_.push_back(value);
  });
}

double AlphaMatrix::rows_moved(const SparseRows& A) const {
  if (A.value.size() != A_.value.size()) return A.value.empty() ? 0.0 : 1.0;
  double change = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < A.value.size(); ++i) {
    change = std::max(change, std::abs(A.value[i] - A_.value[i]));
    largest = std::max(largest, std::abs(A_.value[i]));
  }
  return largest > 0.0 ? change / largest : 0.0;
}

void AlphaMatrix::add_push(In lambda, Out result) const {
  each_element(A_, [&](int row, int col, double value) {
    result[static_cast<std::size_t>(col)] += value * lambda[static_cast<std::size_t>(row)];
  });
}

void AlphaMatrix::times_mass(In x, Out result) const {
  for (double& sum : result) sum = 0.0;
  each_element(parts_.mass, [&](int row, int col, double value) {
    result[static_cast<std::size_t>(row)] += value * x[static_cast<std::size_t>(col)];
  });
}

}  // namespace alembert
