#include "alembert/linalg/singular_values.h"

#include <algorithm>
#include <cassert>

#include "alembert/linalg/eigen_dense.h"

namespace alembert {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

RowMajor matrix(int rows, int cols, std::span<const double> a) {
  assert(rows >= 0 && cols >= 0 && a.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  return Eigen::Map<const RowMajor>(a.data(), rows, cols);
}

std::vector<double> as_vector(const RowMajor& m) { return {m.data(), m.data() + m.size()}; }

}  // namespace

SingularVectors singular_vectors(int rows, int cols, std::span<const double> a) {
  if (rows == 0 || cols == 0)
    return {{}, as_vector(RowMajor::Identity(rows, rows)), as_vector(RowMajor::Identity(cols, cols))};
  const Eigen::JacobiSVD<RowMajor> svd(matrix(rows, cols, a), Eigen::ComputeFullU | Eigen::ComputeFullV);
  const Eigen::VectorXd& values = svd.singularValues();
  return {{values.data(), values.data() + values.size()}, as_vector(svd.matrixU()), as_vector(svd.matrixV())};
}

std::vector<double> singular_values(int rows, int cols, std::span<const double> a) {
  if (rows == 0 || cols == 0) return {};
  const Eigen::JacobiSVD<RowMajor> svd(matrix(rows, cols, a));
  const Eigen::VectorXd& values = svd.singularValues();
  return {values.data(), values.data() + values.size()};
}

std::vector<double> null_space(int rows, int cols, std::span<const double> a, double least) {
  const SingularVectors svd = singular_vectors(rows, cols, a);
  const auto rank = static_cast<std::size_t>(std::ranges::count_if(svd.values, [=](double s) { return s > least; }));
  const auto n = static_cast<std::size_t>(cols);
  std::vector<double> basis;
  basis.reserve(n * (n - rank));
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = rank; i < n; ++i) basis.push_back(svd.right[j * n + i]);
  return basis;
}

}  // namespace alembert
