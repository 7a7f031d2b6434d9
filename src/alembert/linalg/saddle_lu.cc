#include "alembert/linalg/saddle_lu.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <vector>

#include "alembert/linalg/eigen_dense.h"
#include "alembert/linalg/eigen_sparse_lu.h"
#include "alembert/linalg/semidefinite.h"

namespace alembert {
namespace {

using Matrix = Eigen::SparseMatrix<double>;
using Vector = Eigen::VectorXd;

/// Far above rounding, so that what dependent rows do to lambda is known to eight digits and can be taken away; far
/// below the eigenvalues of rows that are independent.
constexpr double epsilon = 1e-8;
/// A dense factorization is the faster one up to this size, and where more than this share of elements may not be zero.
constexpr int dense_size = 50;
constexpr double dense_share = 0.1;

/// Where a number given to factor() stands in the matrix, and its place among the stored values.
struct Slot {
  int row = 0, col = 0;
  Eigen::Index value = 0;
};

}  // namespace

class SaddleLu::Impl {
 public:
  Impl(int n, int m, std::span<const Place> upper, std::span<const Place> rows)
      : n_(n), m_(m), matrix_(n + m, n + m), scale_(n + m), right_(n + m) {
    for (const Place& p : upper) slots_.push_back({p.row, p.col, 0});
    for (const Place& p : rows) slots_.push_back({n + p.row, p.col, 0});
    for (const Place& p : rows) slots_.push_back({p.col, n + p.row, 0});
    upper_ = upper.size();
    make_pattern();
    if (!dense()) sparse_.analyzePattern(matrix_);
  }

  bool factor(std::span<const double> upper, std::span<const double> rows) {
    assert(upper.size() == upper_ && upper.size() + 2 * rows.size() == slots_.size());
    const auto finite = [](double x) { return std::isfinite(x); };
    if (!std::ranges::all_of(upper, finite) || !std::ranges::all_of(rows, finite)) return false;
    find_scale(upper, rows);
    std::fill(matrix_.valuePtr(), matrix_.valuePtr() + matrix_.nonZeros(), 0.0);
    const auto add = [&](const Slot& s, double value) {
      matrix_.valuePtr()[s.value] += value * scale_[s.row] * scale_[s.col];
    };
    std::size_t k = 0;
    for (const double value : upper) add(slots_[k++], value);
    for (const double value : rows) add(slots_[k++], value);
    for (const double value : rows) add(slots_[k++], value);
    for (int i = n_; i < n_ + m_; ++i) matrix_.coeffRef(i, i) = -epsilon;
    if (!dense()) {
      sparse_.factorize(matrix_);
      return sparse_.info() == Eigen::Success;
    }
    dense_.compute(Eigen::MatrixXd(matrix_));
    return (dense_.matrixLU().diagonal().array().abs() > 0.0).all() && dense_.matrixLU().allFinite();
  }

  void solve(std::span<const double> f, std::span<const double> c, std::span<double> x, std::span<double> lambda) {
    right_.head(n_) = Eigen::Map<const Vector>(f.data(), n_);
    right_.tail(m_) = Eigen::Map<const Vector>(c.data(), m_);
    Vector first = solved(scale_.cwiseProduct(right_));
    if (m_ > 0) {
      right_.head(n_).setZero();
      right_.tail(m_) = -epsilon * first.tail(m_);  // what the rows still miss
      const Vector second = solved(right_);
      first.head(n_) += second.head(n_);
      first.tail(m_) -= second.tail(m_);
    }
    first = scale_.cwiseProduct(first);
    Eigen::Map<Vector>(x.data(), n_) = first.head(n_);
    Eigen::Map<Vector>(lambda.data(), m_) = first.tail(m_);
  }

 private:
  bool dense() const {
    const double size = n_ + m_;
    return size <= dense_size || static_cast<double>(matrix_.nonZeros()) > dense_share * size * size;
  }

  Vector solved(const Vector& b) {
    if (dense()) return dense_.solve(b);
    return sparse_.solve(b);
  }

  void make_pattern() {
    std::vector<Eigen::Triplet<double>> entries;
    for (const Slot& s : slots_) {
      assert(s.row >= 0 && s.col >= 0 && s.row < n_ + m_ && s.col < n_ + m_);
      entries.emplace_back(s.row, s.col, 0.0);
    }
    for (int i = 0; i < n_ + m_; ++i) entries.emplace_back(i, i, 0.0);
    matrix_.setFromTriplets(entries.begin(), entries.end());
    for (Slot& s : slots_) {
      const int* begin = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[s.col];
      const int* end = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[s.col + 1];
      s.value = std::lower_bound(begin, end, s.row) - matrix_.innerIndexPtr();
    }
  }

  /// The largest element of H in a row and its column becomes 1, then rows of A get length 1, but for those that are
  /// vanishing, and columns that only A has a largest element of 1: epsilon then means the same in all units.
  void find_scale(std::span<const double> upper, std::span<const double> rows) {
    Vector largest = Vector::Zero(n_ + m_);
    for (std::size_t k = 0; k < upper.size(); ++k) {
      const auto [row, col, value] = slots_[k];
      largest[row] = std::max(largest[row], std::abs(upper[k]));
      largest[col] = std::max(largest[col], std::abs(upper[k]));
    }
    scale_.setOnes();
    for (int i = 0; i < n_; ++i)
      if (largest[i] > 0.0) scale_[i] = 1.0 / std::sqrt(largest[i]);

    Vector square = Vector::Zero(m_), without_mass = Vector::Zero(m_), as_given = Vector::Zero(m_);
    const auto each_element = [&](auto&& use) {
      for (std::size_t k = 0; k < rows.size(); ++k) use(slots_[upper_ + k].row - n_, slots_[upper_ + k].col, rows[k]);
    };
    each_element([&](int row, int col, double value) {
      as_given[row] += value * value;
      double& sum = largest[col] > 0.0 ? square[row] : without_mass[row];
      sum += value * value * scale_[col] * scale_[col];
    });
    const double least = m_ > 0 ? vanished_row * as_given.maxCoeff() : 0.0;
    for (int j = 0; j < m_; ++j) {
      const double length = square[j] > 0.0 ? square[j] : without_mass[j];
      if (length > 0.0) scale_[n_ + j] = std::sqrt(std::min(1.0, as_given[j] / least) / length);
    }
    Vector column = Vector::Zero(n_);
    each_element([&](int row, int col, double value) {
      column[col] = std::max(column[col], std::abs(value) * scale_[n_ + row]);
    });
    for (int i = 0; i < n_; ++i)
      if (!(largest[i] > 0.0) && column[i] > 0.0) scale_[i] = 1.0 / column[i];
  }

  int n_, m_;
  std::size_t upper_ = 0;    ///< how many places H has
  std::vector<Slot> slots_;  ///< of H, of A, of A^T
  Matrix matrix_;            ///< scaled, with -epsilon
  Vector scale_, right_;     ///< [n + m]
  Eigen::PartialPivLU<Eigen::MatrixXd> dense_;
  Eigen::SparseLU<Matrix, Eigen::COLAMDOrdering<int>> sparse_;
};

SaddleLu::SaddleLu(int n, int m, std::span<const Place> upper, std::span<const Place> rows)
    : impl_(std::make_unique<Impl>(n, m, upper, rows)) {}
SaddleLu::~SaddleLu() = default;
SaddleLu::SaddleLu(SaddleLu&&) noexcept = default;
SaddleLu& SaddleLu::operator=(SaddleLu&&) noexcept = default;

bool SaddleLu::factor(std::span<const double> upper, std::span<const double> rows) {
  return impl_->factor(upper, rows);
}

void SaddleLu::solve(std::span<const double> f, std::span<const double> c, std::span<double> x,
                     std::span<double> lambda) {
  impl_->solve(f, c, x, lambda);
}

}  // namespace alembert
