/// Symmetric positive semidefinite systems over any scalar with numbers behind it: singular ones too, where the right
/// side is consistent.
#pragma once
#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "alembert/linalg/ldlt.h"
#include "alembert/scalar/value_of.h"

namespace alembert {

/// What is added to the unit diagonal of a weak matrix, and how often the rest is solved for: directions with
/// eigenvalues well above it converge to rounding, those well below stay at zero. Constraint matrices A M^-1 A^T have
/// squared singular values: 1e-9 stands for rows that are parallel to 3e-5.
inline constexpr double proximal_shift = 1e-9;
inline constexpr int proximal_steps = 8;
/// Share of a unit diagonal below which a pivot is weak. So far above the shift that both ways of solving agree to
/// rounding there ((1e-9 / 1e-7)^8): a motion that passes a change of rank meets no jump.
inline constexpr double weak_pivot = 1e-7;

/// Share of the largest diagonal element below which one belongs to a row that is vanishing (1e-3 of a row, squared):
/// it is not blown up to a unit diagonal, because its rounding error would be as well.
inline constexpr double vanished_row = 1e-6;

///   A x = r,   A = D (unit diagonal) D
///
/// by LDL^T where that is sound; otherwise by proximal steps x += D^-1 (D^-1 A D^-1 + shift)^-1 D^-1 (r - A x) from
/// x = 0, which converge to the x of least |D x| among the solutions and give a damped answer near a change of rank
/// instead of a huge one. Decisions are made on values. Memory is kept.
/// Ref: Rockafellar 1976, Monotone operators and the proximal point algorithm; Golub and Van Loan, 4th ed., sec. 6.1.
template <Scalar S>
class SemidefiniteSolver {
 public:
  explicit SemidefiniteSolver(int n)
      : n_(n),
        a_(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), S(0.0)),
        factor_(a_),
        scale_(static_cast<std::size_t>(n), 1.0),
        rest_(static_cast<std::size_t>(n), S(0.0)) {}

  /// [n x n] for the caller to fill, symmetric; factor() does not change it.
  std::span<S> matrix() { return a_; }

  void factor() {
    double largest = 0.0;
    for (std::size_t i = 0; i < scale_.size(); ++i) largest = std::max(largest, value_of(at(i, i)));
    for (std::size_t i = 0; i < scale_.size(); ++i) {
      const double diagonal = std::max(value_of(at(i, i)), vanished_row * largest);
      scale_[i] = diagonal > 0.0 && std::isfinite(diagonal) ? 1.0 / std::sqrt(diagonal) : 1.0;
    }
    load(0.0);
    least_pivot_ = 1.0;
    for (std::size_t i = 0; i < scale_.size(); ++i) {
      const double pivot = value_of(factor_[i * scale_.size() + i]);
      if (!(pivot > least_pivot_)) least_pivot_ = pivot;
    }
    weak_ = !(least_pivot_ > weak_pivot);
    if (weak_) load(proximal_shift);
  }

  /// Whether rows depend on each other.
  bool weak() const { return weak_; }
  /// The smallest pivot of the last factor(), of a unit diagonal: how near rows are to depending on each other.
  double least_pivot() const { return least_pivot_; }
  /// How many rows have a pivot above this share of a unit diagonal.
  int rows_above(double share) const {
    int count = 0;
    for (std::size_t i = 0; i < scale_.size(); ++i)
      if (value_of(factor_[i * scale_.size() + i]) > share) ++count;
    return count;
  }

  /// x holds r before and the solution after.
  void solve(std::span<S> x) {
    if (!weak_) {
      scaled_solve(x);
      return;
    }
    const std::vector<S> r(x.begin(), x.end());
    std::fill(x.begin(), x.end(), S(0.0));
    for (int k = 0; k < proximal_steps; ++k) {
      residual(r, x);
      scaled_solve(rest_);
      for (std::size_t i = 0; i < scale_.size(); ++i) x[i] += rest_[i];
    }
  }

  /// The row of A x = r that x misses most, in units of |A_ii|^(1/2) times the size of the right side; -1 where all
  /// rows are met to `tolerance`.
  int worst_row(std::span<const S> r, std::span<const S> x, double tolerance) {
    residual(r, x);
    double size = 0.0, worst = 0.0;
    int found = -1;
    for (std::size_t i = 0; i < scale_.size(); ++i) size = std::max(size, std::abs(scale_[i] * value_of(r[i])));
    for (std::size_t i = 0; i < scale_.size(); ++i) {
      const double off = std::abs(scale_[i] * value_of(rest_[i]));
      if (!(off <= tolerance * size) && !(off <= worst)) {
        worst = off;
        found = static_cast<int>(i);
      }
    }
    return found;
  }

  /// r - A x of a row, as the last worst_row() found it.
  double rest(int row) const { return value_of(rest_[static_cast<std::size_t>(row)]); }

 private:
  const S& at(std::size_t i, std::size_t j) const { return a_[i * scale_.size() + j]; }

  void load(double shift) {
    const std::size_t n = scale_.size();
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) factor_[i * n + j] = S(scale_[i] * scale_[j]) * at(i, j);
      factor_[i * n + i] += S(shift);
    }
    ldlt_factor<S>(n_, factor_);
  }
  void scaled_solve(std::span<S> x) const {
    for (std::size_t i = 0; i < scale_.size(); ++i) x[i] *= S(scale_[i]);
    ldlt_solve<S>(n_, factor_, x);
    for (std::size_t i = 0; i < scale_.size(); ++i) x[i] *= S(scale_[i]);
  }
  void residual(std::span<const S> r, std::span<const S> x) {
    for (std::size_t i = 0; i < scale_.size(); ++i) {
      rest_[i] = r[i];
      for (std::size_t j = 0; j < scale_.size(); ++j) rest_[i] -= at(i, j) * x[j];
    }
  }

  int n_;
  std::vector<S> a_, factor_;
  std::vector<double> scale_;
  std::vector<S> rest_;
  bool weak_ = false;
  double least_pivot_ = 1.0;
};

}  // namespace alembert
