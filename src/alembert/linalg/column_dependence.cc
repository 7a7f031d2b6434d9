#include "alembert/linalg/column_dependence.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "alembert/core/index.h"
#include "alembert/linalg/eigen_dense.h"
#include "alembert/linalg/eigen_sparse_qr.h"

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

struct ColumnDependence::Parts {
  int rows = 0, cols = 0, rank = 0;
  std::optional<Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>> dense;
  Eigen::SparseQR<Matrix, Eigen::COLAMDOrdering<int>> sparse;

  Parts(const SparseColumns& a, double tolerance) : rows(a.rows), cols(a.size()) {
    if (a.value.empty()) return;
    if (std::max(rows, cols) <= most_dense)
      decompose_dense(a, tolerance);
    else
      decompose_sparse(a, tolerance);
  }

  void decompose_dense(const SparseColumns& a, double tolerance) {
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

  void decompose_sparse(const SparseColumns& a, double tolerance) {
    const Matrix matrix = Eigen::Map<const Matrix>(rows, cols, static_cast<Eigen::Index>(a.value.size()),
                                                   a.first.data(), a.row.data(), a.value.data());
    sparse.setPivotThreshold(tolerance);
    sparse.compute(matrix);
    rank = static_cast<int>(sparse.rank());
  }

  /// A P = Q [R S; 0 0]: the vector P (-R^-1 S e; e) for each dependent column.
  SparseColumns sparse_null_space() const {
    const Matrix factor = sparse.matrixR().topRows(rank);
    const Matrix independent = factor.leftCols(rank);
    const auto& order = sparse.colsPermutation().indices();
    SparseColumns basis(cols);
    for (int j = rank; j < cols; ++j) {
      Vector x = -Vector(factor.col(j));
      independent.triangularView<Eigen::Upper>().solveInPlace(x);
      std::vector<double> column(index(cols), 0.0);
      const double largest = std::max(1.0, rank > 0 ? x.cwiseAbs().maxCoeff() : 0.0);
      for (int k = 0; k < rank; ++k) column[index(order(k))] = x(k) / largest;
      column[index(order(j))] = 1.0 / largest;
      basis.add(column, rounding);
    }
    return basis;
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
  if (parts_->rank > 0) return parts_->dense ? parts_->dense_null_space() : parts_->sparse_null_space();
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
  const Eigen::Map<const Vector> right(b.data(), parts_->rows);
  Eigen::Map<Vector> result(x.data(), parts_->cols);
  if (parts_->dense)
    result = parts_->dense->solve(right);
  else
    result = parts_->sparse.solve(right);
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
                             std::span<const double> value, std::span<const double> scale) {
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
    result.length.push_back(square > 0.0 ? std::sqrt(square) : 1.0);
    for (auto k = index(transposed.first.back()); k < transposed.value.size(); ++k)
      transposed.value[k] /= result.length.back();
    transposed.first.push_back(static_cast<int>(transposed.row.size()));
  }
  transposed = ColumnDependence(transposed, dependent).null_space();
  return result;
}

}  // namespace alembert
