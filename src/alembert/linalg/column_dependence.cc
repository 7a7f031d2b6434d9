#include "alembert/linalg/column_dependence.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "alembert/core/index.h"
#include "alembert/linalg/eigen_dense.h"
#include "alembert/linalg/eigen_sparse.h"
#include "alembert/linalg/independent_rows.h"

namespace alembert {
namespace {

constexpr int most_dense = 400;

using Matrix = Eigen::SparseMatrix<double>;
using Vector = Eigen::VectorXd;

/// Rounding in a column of a basis, which would fill it.
constexpr double rounding = 1e-13;

}  // namespace

void SparseColumns::add(std::span<const double> column, double nothing) {
  double largest = 0.0;
  for (const double x : column) largest = std::max(largest, std::abs(x));
  for (std::size_t i = 0; i < column.size(); ++i) {
    if (column[i] == 0.0 || std::abs(column[i]) < nothing * largest) continue;
    row.push_back(static_cast<int>(i));
    value.push_back(column[i]);
  }
  first.push_back(static_cast<int>(row.size()));
}

void SparseColumns::add_product(std::span<const double> x, std::span<double> y) const {
  for (int j = 0; j < size(); ++j) {
    if (x[index(j)] == 0.0) continue;
    for (std::size_t k = begin(j); k < begin(j + 1); ++k) y[index(row[k])] += x[index(j)] * value[k];
  }
}

namespace {

/// Large matrices: independent columns of unit length, others in terms of them by normal equations, whose error is
/// removed by solving for what they leave.
class NormalEquations {
 public:
  NormalEquations(const SparseColumns& a, double tolerance) : rows_(a.rows), length_(index(a.size()), 0.0) {
    // What counts as nothing before its length is made one, and what normal equations can tell from nothing.
    constexpr double least = 1e-6;
    SparseColumns longer(a.rows);  // than nothing, of unit length
    for (int j = 0; j < a.size(); ++j) {
      const Eigen::Map<const Vector> column(a.values_of(j).data(), static_cast<Eigen::Index>(a.values_of(j).size()));
      const double length = column.norm();
      if (length > tolerance) {
        length_[index(j)] = length;
        longer.row.insert(longer.row.end(), a.rows_of(j).begin(), a.rows_of(j).end());
        for (const double x : a.values_of(j)) longer.value.push_back(x / length);
      }
      longer.first.push_back(static_cast<int>(longer.row.size()));
    }
    taken_ = independent_rows(rows_, longer.first, longer.row, longer.value, a.size(), least).rows;
    all_ = Eigen::Map<const Matrix>(longer.rows, longer.size(), static_cast<Eigen::Index>(longer.value.size()),
                                    longer.first.data(), longer.row.data(), longer.value.data());
    basis_.resize(rows_, static_cast<Eigen::Index>(taken_.size()));
    std::vector<Eigen::Triplet<double>> elements;
    for (std::size_t k = 0; k < taken_.size(); ++k)
      for (Matrix::InnerIterator e(all_, taken_[k]); e; ++e)
        elements.emplace_back(static_cast<int>(e.row()), static_cast<int>(k), e.value());
    basis_.setFromTriplets(elements.begin(), elements.end());
    if (!taken_.empty()) products_.compute(Matrix(basis_.transpose() * basis_));
  }

  int rank() const { return static_cast<int>(taken_.size()); }

  /// The x of least |basis x - b|; b becomes what is left.
  Vector solve(Vector& b) const {
    Vector x = Vector::Zero(basis_.cols());
    for (int pass = 0; pass < 3; ++pass) {
      const Vector step = products_.solve(Vector(basis_.transpose() * b));
      x += step;
      b -= basis_ * step;
    }
    return x;
  }

  SparseColumns null_space() const {
    SparseColumns null(static_cast<int>(length_.size()));
    std::vector<double> column(length_.size());
    for (int j = 0; j < null.rows; ++j) {
      if (std::ranges::binary_search(taken_, j)) continue;
      std::ranges::fill(column, 0.0);
      column[index(j)] = 1.0;
      if (length_[index(j)] > 0.0) {
        Vector left = all_.col(j);
        const Vector x = solve(left);
        for (std::size_t k = 0; k < taken_.size(); ++k)
          column[index(taken_[k])] = -x(static_cast<Eigen::Index>(k)) * length_[index(j)] / length_[index(taken_[k])];
      }
      const double largest = std::abs(*std::ranges::max_element(column, {}, [](double x) { return std::abs(x); }));
      for (double& x : column) x /= largest;
      null.add(column, rounding);
    }
    return null;
  }

  void least_squares(std::span<const double> b, std::span<double> result) const {
    Vector left = Eigen::Map<const Vector>(b.data(), rows_);
    const Vector x = solve(left);
    for (std::size_t k = 0; k < taken_.size(); ++k)
      result[index(taken_[k])] = x(static_cast<Eigen::Index>(k)) / length_[index(taken_[k])];
  }

 private:
  int rows_;
  std::vector<double> length_;  ///< [column]; 0 where it counts as nothing
  std::vector<int> taken_;      ///< columns of basis_, ascending
  Matrix all_, basis_;          ///< unit columns
  Eigen::SimplicialLDLT<Matrix> products_;
};

}  // namespace

struct ColumnDependence::Parts {
  int rows = 0, cols = 0, rank = 0;
  std::optional<Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>> dense;
  std::optional<NormalEquations> sparse;

  Parts(const SparseColumns& a, double tolerance) : rows(a.rows), cols(a.size()) {
    if (a.value.empty()) return;
    if (std::max(rows, cols) <= most_dense) {
      decompose(a, tolerance);
      return;
    }
    sparse.emplace(a, tolerance);
    rank = sparse->rank();
  }

  void decompose(const SparseColumns& a, double tolerance) {
    Eigen::MatrixXd full = Eigen::MatrixXd::Zero(rows, cols);
    for (int j = 0; j < cols; ++j)
      for (std::size_t k = 0; k < a.rows_of(j).size(); ++k) full(a.rows_of(j)[k], j) = a.values_of(j)[k];
    // Eigen compares pivots with the largest one, which is that of the longest column.
    const double longest = full.colwise().norm().maxCoeff();
    dense.emplace();
    dense->setThreshold(std::min(tolerance / longest, 1.0));
    dense->compute(full);
    rank = longest > tolerance ? static_cast<int>(dense->rank()) : 0;
  }

  SparseColumns dense_null_space() const {
    // A P = Q [T 0; 0 0] Z, so the last columns of P Z^T span the null space.
    const Eigen::MatrixXd all = dense->colsPermutation() * dense->matrixZ().transpose();
    SparseColumns basis(cols);
    for (int j = rank; j < cols; ++j) {
      const Vector column = all.col(j);
      basis.add({column.data(), index(cols)}, rounding);
    }
    return basis;
  }
};

ColumnDependence::ColumnDependence(const SparseColumns& a, double tolerance)
    : parts_(std::make_unique<Parts>(a, tolerance)) {}
ColumnDependence::~ColumnDependence() = default;

int ColumnDependence::rank() const { return parts_->rank; }

SparseColumns ColumnDependence::null_space() const {
  if (parts_->rank > 0) return parts_->dense ? parts_->dense_null_space() : parts_->sparse->null_space();
  SparseColumns all(parts_->cols);
  std::vector<double> unit(index(parts_->cols), 0.0);
  for (std::size_t j = 0; j < unit.size(); ++j) {
    unit[j] = 1.0;
    all.add(unit);
    unit[j] = 0.0;
  }
  return all;
}

std::vector<double> ColumnDependence::least_squares(std::span<const double> b) const {
  std::vector<double> x(index(parts_->cols), 0.0);
  if (parts_->rank == 0) return x;
  if (parts_->dense)
    Eigen::Map<Vector>(x.data(), parts_->cols) = parts_->dense->solve(Eigen::Map<const Vector>(b.data(), parts_->rows));
  else
    parts_->sparse->least_squares(b, x);
  return x;
}

std::vector<double> VanishingSums::weights(int sum) const {
  std::vector<double> y(length.size(), 0.0);
  const std::span<const int> rows = of_unit_rows.rows_of(sum);
  for (std::size_t k = 0; k < rows.size(); ++k)
    y[index(rows[k])] = of_unit_rows.values_of(sum)[k] / length[index(rows[k])];
  return y;
}

std::vector<bool> VanishingSums::takes_part() const {
  std::vector<bool> result(length.size(), false);
  for (std::size_t k = 0; k < of_unit_rows.row.size(); ++k)
    if (std::abs(of_unit_rows.value[k]) > takes_part_above) result[index(of_unit_rows.row[k])] = true;
  return result;
}

VanishingSums vanishing_sums(int cols, std::span<const int> first, std::span<const int> column,
                             std::span<const double> value, std::span<const double> scale,
                             std::span<const double> sizes) {
  constexpr double dependent = 1e-7;
  VanishingSums result;
  SparseColumns& transposed = result.of_unit_rows;
  transposed.rows = cols;
  for (std::size_t i = 0; i + 1 < first.size(); ++i) {
    double square = 0.0;
    for (auto k = index(first[i]); k < index(first[i + 1]); ++k) {
      transposed.row.push_back(column[k]);
      transposed.value.push_back(value[k] * (scale.empty() ? 1.0 : scale[index(column[k])]));
      square += transposed.value.back() * transposed.value.back();
    }
    if (!std::isfinite(square)) return VanishingSums();
    result.length.push_back(!sizes.empty() ? sizes[i] : (square > 0.0 ? std::sqrt(square) : 1.0));
    for (auto k = index(transposed.first.back()); k < transposed.value.size(); ++k)
      transposed.value[k] /= result.length.back();
    transposed.first.push_back(static_cast<int>(transposed.row.size()));
  }
  transposed = ColumnDependence(transposed, dependent).null_space();
  return result;
}

}  // namespace alembert
