#include "alembert/linalg/independent_rows.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/linalg/eigen_dense.h"
#include "alembert/linalg/eigen_sparse.h"

namespace alembert {
namespace {

constexpr int most_dense = 400;

/// Takes rows begin ... end - 1 of `rest` (rows less their parts along rows taken before), largest first, and
/// removes each from all that follow.
void take_largest(int begin, int end, double tolerance, std::size_t most, Eigen::MatrixXd& rest, RowChoice& taken) {
  std::vector<int> open;
  for (int i = begin; i < end; ++i) open.push_back(i);
  while (!open.empty() && taken.rows.size() < most) {
    const auto at = std::ranges::max_element(open, {}, [&](int i) { return rest.row(i).squaredNorm(); });
    const double size = rest.row(*at).norm();
    if (!(size > tolerance)) return;
    const Eigen::RowVectorXd direction = rest.row(*at) / size;
    taken.rows.push_back(*at);
    taken.least = std::min(taken.least, size);
    open.erase(at);
    // Twice: one pass leaves rounding along the direction that later passes would take for a remainder.
    for (int pass = 0; pass < 2; ++pass) rest.noalias() -= (rest * direction.transpose()).eval() * direction;
  }
}

/// Large matrices: the pivots of L D L^T of the rows' products are the squares of the remainders. A small number
/// on the diagonal keeps rows that depend on others from spoiling what follows.
void take_in_order(const Eigen::SparseMatrix<double, Eigen::RowMajor>& matrix, int preferred, double tolerance,
                   RowChoice& taken) {
  using Matrix = Eigen::SparseMatrix<double>;
  const auto rows = static_cast<int>(matrix.rows());
  Matrix products = matrix * matrix.transpose();
  // Preferred rows first, in an order that keeps the factors sparse.
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> order;
  const Matrix among_preferred = products.topLeftCorner(preferred, preferred);
  Eigen::AMDOrdering<int>()(among_preferred, order);
  std::vector<int> sequence;
  for (int k = 0; k < preferred; ++k) sequence.push_back(order.indices()(k));
  for (int i = preferred; i < rows; ++i) sequence.push_back(i);
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> to(rows);
  for (int k = 0; k < rows; ++k) to.indices()(sequence[index(k)]) = k;
  const Matrix ordered = to * products * to.transpose();

  Eigen::SimplicialLDLT<Matrix, Eigen::Lower, Eigen::NaturalOrdering<int>> ldlt;
  // Ten roundings: a row that depends on m others keeps some m times this, far below the square of any tolerance.
  ldlt.setShift(1e-15);
  ldlt.compute(ordered);
  for (int k = 0; k < rows; ++k)
    if (const double square = ldlt.vectorD()(k); square > tolerance * tolerance) {
      taken.rows.push_back(sequence[index(k)]);
      taken.least = std::min(taken.least, std::sqrt(square));
    }
}

}  // namespace

RowChoice independent_rows(int cols, std::span<const int> first, std::span<const int> column,
                           std::span<const double> value, int preferred, double tolerance, int most) {
  const auto rows = static_cast<int>(first.size()) - 1;
  RowChoice taken;
  if (std::max(rows, cols) <= most_dense) {
    Eigen::MatrixXd rest = Eigen::MatrixXd::Zero(rows, cols);
    for (int i = 0; i < rows; ++i)
      for (auto k = index(first[index(i)]); k < index(first[index(i + 1)]); ++k) rest(i, column[k]) += value[k];
    take_largest(0, preferred, tolerance, index(most), rest, taken);
    take_largest(preferred, rows, tolerance, index(most), rest, taken);
  } else {
    std::vector<Eigen::Triplet<double>> elements;
    for (int i = 0; i < rows; ++i)
      for (auto k = index(first[index(i)]); k < index(first[index(i + 1)]); ++k)
        elements.emplace_back(i, column[k], value[k]);
    Eigen::SparseMatrix<double, Eigen::RowMajor> matrix(rows, cols);
    matrix.setFromTriplets(elements.begin(), elements.end());
    take_in_order(matrix, preferred, tolerance, taken);
  }
  std::ranges::sort(taken.rows);
  return taken;
}

}  // namespace alembert
