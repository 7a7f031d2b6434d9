#include "alembert/linalg/singular_values.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <utility>

#include "alembert/core/index.h"
#include "alembert/linalg/connected_blocks.h"
#include "alembert/linalg/eigen_dense.h"

namespace alembert {
namespace {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Jacobi's rotations keep small values to more digits; dividing and conquering takes a fraction of the time, which
/// counts from here on.
constexpr int most_by_rotations = 48;

RowMajor matrix(int rows, int cols, std::span<const double> a) {
  assert(rows >= 0 && cols >= 0 && a.size() == static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols));
  return Eigen::Map<const RowMajor>(a.data(), rows, cols);
}

std::vector<double> as_vector(const RowMajor& m) { return {m.data(), m.data() + m.size()}; }

SingularVectors of_one_block(int rows, int cols, std::span<const double> a) {
  if (rows == 0 || cols == 0)
    return {{}, as_vector(RowMajor::Identity(rows, rows)), as_vector(RowMajor::Identity(cols, cols))};
  constexpr unsigned all = Eigen::ComputeFullU | Eigen::ComputeFullV;
  const auto parts = [](const auto& svd) -> SingularVectors {
    const Eigen::VectorXd& values = svd.singularValues();
    return {{values.data(), values.data() + values.size()}, as_vector(svd.matrixU()), as_vector(svd.matrixV())};
  };
  const RowMajor A = matrix(rows, cols, a);
  return std::min(rows, cols) > most_by_rotations ? parts(Eigen::BDCSVD<RowMajor>(A, all))
                                                  : parts(Eigen::JacobiSVD<RowMajor>(A, all));
}

std::vector<double> values_of_one_block(int rows, int cols, std::span<const double> a) {
  if (rows == 0 || cols == 0) return {};
  const auto values_of = [](const auto& svd) -> std::vector<double> {
    const Eigen::VectorXd& values = svd.singularValues();
    return {values.data(), values.data() + values.size()};
  };
  const RowMajor A = matrix(rows, cols, a);
  return std::min(rows, cols) > most_by_rotations ? values_of(Eigen::BDCSVD<RowMajor>(A))
                                                  : values_of(Eigen::JacobiSVD<RowMajor>(A));
}

int size_of(const std::vector<int>& list) { return static_cast<int>(list.size()); }

/// A vector of a part among all: column `k` of what belongs to it.
struct PartOfBlock {
  std::size_t block, k;
};

/// Writes columns of parts into a matrix [size x size], one after the other.
void put(std::span<const PartOfBlock> columns, std::size_t first, std::size_t size,
         std::span<const std::vector<double>> parts, std::span<const std::vector<int>* const> places,
         std::vector<double>& all) {
  for (std::size_t c = 0; c < columns.size(); ++c) {
    const std::vector<int>& at = *places[columns[c].block];
    for (std::size_t i = 0; i < at.size(); ++i)
      all[index(at[i]) * size + first + c] = parts[columns[c].block][i * at.size() + columns[c].k];
  }
}

}  // namespace

SingularVectors singular_vectors(int rows, int cols, std::span<const double> a) {
  const std::vector<ConnectedBlock> blocks = connected_blocks(rows, cols, a);
  if (blocks.size() < 2) return of_one_block(rows, cols, a);
  SingularVectors all;
  std::vector<std::vector<double>> left, right;
  std::vector<const std::vector<int>*> of_rows, of_cols;
  std::vector<std::pair<double, PartOfBlock>> valued;
  std::vector<PartOfBlock> rest_left, rest_right;  // behind the values
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const ConnectedBlock& block = blocks[b];
    SingularVectors part = of_one_block(size_of(block.rows), size_of(block.cols), elements_of(block, cols, a));
    for (std::size_t k = 0; k < part.values.size(); ++k) valued.push_back({part.values[k], {b, k}});
    for (std::size_t k = part.values.size(); k < block.rows.size(); ++k) rest_left.push_back({b, k});
    for (std::size_t k = part.values.size(); k < block.cols.size(); ++k) rest_right.push_back({b, k});
    left.push_back(std::move(part.left));
    right.push_back(std::move(part.right));
    of_rows.push_back(&block.rows);
    of_cols.push_back(&block.cols);
  }
  std::ranges::stable_sort(valued, std::ranges::greater(), &std::pair<double, PartOfBlock>::first);
  std::vector<PartOfBlock> order;
  for (const auto& [value, part] : valued) {
    all.values.push_back(value);
    order.push_back(part);
  }
  all.values.resize(index(std::min(rows, cols)), 0.0);
  all.left.assign(index(rows) * index(rows), 0.0);
  all.right.assign(index(cols) * index(cols), 0.0);
  put(order, 0, index(rows), left, of_rows, all.left);
  put(order, 0, index(cols), right, of_cols, all.right);
  put(rest_left, order.size(), index(rows), left, of_rows, all.left);
  put(rest_right, order.size(), index(cols), right, of_cols, all.right);
  return all;
}

std::vector<double> singular_values(int rows, int cols, std::span<const double> a) {
  std::vector<double> all;
  for (const ConnectedBlock& block : connected_blocks(rows, cols, a)) {
    const std::vector<double> part =
        values_of_one_block(size_of(block.rows), size_of(block.cols), elements_of(block, cols, a));
    all.insert(all.end(), part.begin(), part.end());
  }
  std::ranges::sort(all, std::ranges::greater());
  all.resize(index(std::min(rows, cols)), 0.0);
  return all;
}

std::vector<double> null_space(int rows, int cols, std::span<const double> a, double least) {
  const std::vector<ConnectedBlock> blocks = connected_blocks(rows, cols, a);
  std::vector<std::vector<double>> right;
  std::vector<const std::vector<int>*> of_cols;
  std::vector<PartOfBlock> free;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const ConnectedBlock& block = blocks[b];
    SingularVectors part = of_one_block(size_of(block.rows), size_of(block.cols), elements_of(block, cols, a));
    const auto rank = static_cast<std::size_t>(std::ranges::count_if(part.values, [=](double s) { return s > least; }));
    for (std::size_t k = rank; k < block.cols.size(); ++k) free.push_back({b, k});
    right.push_back(std::move(part.right));
    of_cols.push_back(&block.cols);
  }
  std::vector<double> basis(index(cols) * free.size(), 0.0);
  put(free, 0, free.size(), right, of_cols, basis);
  return basis;
}

}  // namespace alembert
