#include "alembert/linalg/sparse_kkt.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <vector>

#include "alembert/core/index.h"
#include "alembert/linalg/eigen_sparse.h"

namespace alembert {
namespace {

using std::size_t;
using Vector = Eigen::VectorXd;
using Place = SparseKkt::Place;

/// One entry of the matrix on or below the diagonal, and where it stands among the stored values.
struct Slot {
  int row = 0, col = 0;
  Eigen::Index value = 0;
};

/// Numbers added to the diagonal of the scaled matrix. A mass that is not there is replaced by more than a dependent
/// row is, because rounding errors of the first, 1e-16/mass, must stay below the second.
struct Regularization {
  double mass = 1e-6;
  double row = 1e-8;
};
constexpr Regularization regularizations[] = {{1e-6, 1e-8}, {1e-8, 1e-10}, {1e-10, 1e-12}};
constexpr int levels = static_cast<int>(std::size(regularizations));

/// Passes of scaling; each halves the order of magnitude that is left.
constexpr int scaling_passes = 8;
constexpr int most_steps = 40;
/// Residuals below are rounding errors: each is a sum of some ten terms.
constexpr double rounding = 16 * std::numeric_limits<double>::epsilon();
/// A residual that keeps more than this share in a step belongs to rows that contradict each other; one that keeps more
/// than a half converges slowly.
constexpr double stuck = 0.999;
constexpr double slow = 0.5;

}  // namespace

class SparseKkt::Impl {
 public:
  Impl(int n, int m, std::span<const Place> mass, std::span<const Place> rows)
      : n_(n), m_(m), matrix_(n + m, n + m), scale_(n + m), shift_(n + m), right_(n + m) {
    make_pattern(mass, rows);
    solver_.analyzePattern(matrix_);
  }

  bool factor(std::span<const double> mass, std::span<const double> rows, std::span<const double> inertia) {
    assert(mass.size() + rows.size() == slots_.size());
    values_.assign(mass.begin(), mass.end());
    values_.insert(values_.end(), rows.begin(), rows.end());
    if (!std::ranges::all_of(values_, [](double x) { return std::isfinite(x); })) return false;
    find_scale(inertia);
    return factor_again();
  }

  Report solve(std::span<const double> f, std::span<const double> c, std::span<double> x, std::span<double> lambda) {
    right_.head(n_) = Eigen::Map<const Vector>(f.data(), n_);
    right_.tail(m_) = Eigen::Map<const Vector>(c.data(), m_);
    find_free_terms();
    Report report;
    Vector z;
    while (refine(z, report) == Outcome::slow && level_ + 1 < levels) {
      ++level_;
      if (factor_again()) continue;
      --level_;
      factor_again();
      break;
    }
    if (report.violation > rounding) meet_as_far_as_possible(z, report);
    report.solved = report.residual < 1e3 * rounding;  // sums of many terms of differing size
    Eigen::Map<Vector>(x.data(), n_) = z.head(n_);
    Eigen::Map<Vector>(lambda.data(), m_) = z.tail(m_);
    return report;
  }

 private:
  enum class Outcome { done, slow };

  void make_pattern(std::span<const Place> mass, std::span<const Place> rows) {
    for (const Place& p : mass) slots_.push_back({p.row, p.col, 0});
    for (const Place& p : rows) slots_.push_back({n_ + p.row, p.col, 0});
    std::vector<Eigen::Triplet<double>> entries;
    entries.reserve(slots_.size() + index(n_ + m_));
    for (const Slot& s : slots_) entries.emplace_back(s.row, s.col, 0.0);
    for (int i = 0; i < n_ + m_; ++i) entries.emplace_back(i, i, 0.0);
    matrix_.setFromTriplets(entries.begin(), entries.end());
    for (Slot& s : slots_) {
      assert(s.row >= s.col && s.col >= 0 && s.row < n_ + m_);
      const int* begin = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[s.col];
      const int* end = matrix_.innerIndexPtr() + matrix_.outerIndexPtr()[s.col + 1];
      s.value = std::lower_bound(begin, end, s.row) - matrix_.innerIndexPtr();
    }
  }

  /// Masses become 1, then rows and columns without mass get a largest element of 1.
  void find_scale(std::span<const double> inertia) {
    assert(inertia.empty() || inertia.size() == index(n_));
    Vector diagonal = Vector::Zero(n_ + m_);
    if (inertia.empty()) {
      for (size_t i = 0; i < slots_.size(); ++i)
        if (slots_[i].row == slots_[i].col) diagonal[slots_[i].row] += values_[i];
    } else {
      diagonal.head(n_) = Eigen::Map<const Vector>(inertia.data(), n_);
    }
    scale_.setOnes();
    has_mass_.assign(index(n_ + m_), false);
    for (int i = 0; i < n_; ++i) {
      if (!(diagonal[i] > 0)) continue;
      has_mass_[index(i)] = true;
      scale_[i] = 1.0 / std::sqrt(diagonal[i]);
    }
    Vector largest(n_ + m_);
    for (int pass = 0; pass < scaling_passes; ++pass) {
      largest.setZero();
      for (size_t i = 0; i < slots_.size(); ++i) {
        const auto [row, col, value] = slots_[i];
        const double size = std::abs(values_[i]) * scale_[row] * scale_[col];
        largest[row] = std::max(largest[row], size);
        largest[col] = std::max(largest[col], size);
      }
      for (int i = 0; i < n_ + m_; ++i)
        if (!has_mass_[index(i)] && largest[i] > 0) scale_[i] /= std::sqrt(largest[i]);
    }
    weigh_rows();
  }

  /// The share of each row in the regularization: the square of its scale, so that it is the same in unscaled rows and
  /// the least norm is that of lambda itself.
  void weigh_rows() {
    double logarithms = 0.0;
    for (int j = n_; j < n_ + m_; ++j) logarithms += std::log(scale_[j]);
    const double mean = m_ > 0 ? std::exp(logarithms / m_) : 1.0;
    weight_.resize(m_);
    for (int j = 0; j < m_; ++j) weight_[j] = std::clamp(std::pow(scale_[n_ + j] / mean, 2), 1e-3, 1e3);
  }

  bool factor_again() {
    shift_.head(n_).setConstant(regularizations[level_].mass);
    shift_.tail(m_) = -regularizations[level_].row * weight_;
    std::fill(matrix_.valuePtr(), matrix_.valuePtr() + matrix_.nonZeros(), 0.0);
    for (size_t i = 0; i < slots_.size(); ++i)
      matrix_.valuePtr()[slots_[i].value] += values_[i] * scale_[slots_[i].row] * scale_[slots_[i].col];
    for (int i = 0; i < n_ + m_; ++i) matrix_.valuePtr()[matrix_.outerIndexPtr()[i]] += shift_[i];
    solver_.factorize(matrix_);
    if (solver_.info() != Eigen::Success) return false;
    // Quasidefinite: as many positive pivots as there are x, or M was not positive semidefinite.
    const auto pivots = solver_.vectorD();
    const auto positive = (pivots.array() > 0).count();
    return positive == n_ && pivots.allFinite();
  }

  /// The largest term that rows would have if f alone gave x: what the terms of a system at rest compare with.
  void find_free_terms() {
    Vector terms = Vector::Zero(m_);
    for (size_t i = 0; i < slots_.size(); ++i) {
      const auto [row, col, value] = slots_[i];
      if (row >= n_ && has_mass_[index(col)])
        terms[row - n_] += std::abs(values_[i] * right_[col]) * scale_[col] * scale_[col] * scale_[row];
    }
    free_terms_ = m_ > 0 ? terms.maxCoeff() : 0.0;
  }

  /// Steps from zero until the residual is rounding error or does not become smaller.
  Outcome refine(Vector& z, Report& report) {
    z = Vector::Zero(n_ + m_);
    Vector r = right_;
    double before = std::numeric_limits<double>::infinity();
    for (int step = 0; step < most_steps; ++step) {
      // In scaled unknowns z = S y: S K S y = S r.
      const Vector correction = scale_.cwiseProduct(solver_.solve(scale_.cwiseProduct(r)));
      z += correction;
      ++report.steps;
      residual(z, r, report);
      const double now = std::max(report.residual, report.violation);
      if (!(now > rounding)) return Outcome::done;
      const double share = now / before;
      if (step > 1 && share > slow) return share > stuck || now < 100 * rounding ? Outcome::done : Outcome::slow;
      before = now;
    }
    return Outcome::slow;
  }

  /// r = right - K z, and how large it is.
  void residual(const Vector& z, Vector& r, Report& report) const {
    r = right_;
    Vector size = right_.cwiseAbs();
    for (size_t i = 0; i < slots_.size(); ++i) {
      const auto [row, col, value] = slots_[i];
      const double lower = values_[i] * z[col];
      r[row] -= lower;
      size[row] += std::abs(lower);
      if (row == col) continue;
      const double upper = values_[i] * z[row];
      r[col] -= upper;
      size[col] += std::abs(upper);
    }
    const auto worst = [&](int first, int count, double largest, int& where) {
      double off = 0.0;
      for (int i = first; i < first + count; ++i) {
        largest = std::max(largest, size[i] * scale_[i]);
        if (std::abs(r[i]) * scale_[i] > off || where < 0) {
          off = std::abs(r[i]) * scale_[i];
          where = i - first;
        }
      }
      return largest > 0 ? off / largest : 0.0;
    };
    int ignored = -1;
    report.worst_row = -1;
    report.residual = worst(0, n_, 0.0, ignored);
    report.violation = worst(n_, m_, free_terms_, report.worst_row);
  }

  /// Rows contradict each other: x is right, lambda has grown by the contradiction at every step. What x satisfies
  /// becomes the right side, and lambda is found anew.
  void meet_as_far_as_possible(Vector& z, Report& report) {
    const Report contradiction = report;
    Vector met = Vector::Zero(m_);
    for (size_t i = 0; i < slots_.size(); ++i)
      if (slots_[i].row >= n_) met[slots_[i].row - n_] += values_[i] * z[slots_[i].col];
    right_.tail(m_) = met;
    refine(z, report);
    report.violation = contradiction.violation;
    report.worst_row = contradiction.worst_row;
  }

  int n_, m_;
  int level_ = 0;               ///< of regularization; what a pattern has needed once it needs again
  std::vector<Slot> slots_;     ///< places of M, then of A
  std::vector<double> values_;  ///< [slot]
  std::vector<bool> has_mass_;  ///< [n + m]
  double free_terms_ = 0.0;
  Eigen::SparseMatrix<double> matrix_;  ///< scaled and regularized, lower triangle
  Eigen::SimplicialLDLT<Eigen::SparseMatrix<double>> solver_;
  Vector scale_, shift_, weight_, right_;  ///< [n + m], weight_ [m]
};

SparseKkt::SparseKkt(int n, int m, std::span<const Place> mass, std::span<const Place> rows)
    : impl_(std::make_unique<Impl>(n, m, mass, rows)) {}
SparseKkt::~SparseKkt() = default;
SparseKkt::SparseKkt(SparseKkt&&) noexcept = default;
SparseKkt& SparseKkt::operator=(SparseKkt&&) noexcept = default;

bool SparseKkt::factor(std::span<const double> mass, std::span<const double> rows, std::span<const double> inertia) {
  return impl_->factor(mass, rows, inertia);
}

SparseKkt::Report SparseKkt::solve(std::span<const double> f, std::span<const double> c, std::span<double> x,
                                   std::span<double> lambda) {
  return impl_->solve(f, c, x, lambda);
}

}  // namespace alembert
