#include "alembert/system/rank/row_dependence.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "alembert/core/index.h"
#include "alembert/linalg/connected_blocks.h"
#include "alembert/linalg/singular_values.h"
#include "alembert/linalg/vectors.h"

namespace alembert {
namespace {

constexpr double nothing = 1e-8;  // of a scaled row: rounding error is far below, a row of its own far above

/// [row of the part] what is left of it across those before it.
std::vector<double> left_of_rows(const ConnectedBlock& block, std::span<const double> a, std::size_t cols) {
  const std::size_t n = block.cols.size();
  std::vector<double> basis;  // orthonormal rows
  std::vector<double> left;
  for (const int i : block.rows) {
    std::vector<double> rest;
    for (const int j : block.cols) rest.push_back(a[index(i) * cols + index(j)]);
    for (int pass = 0; pass < 2; ++pass)  // the second removes what rounding left of the first
      for (std::size_t k = 0; k < basis.size(); k += n) {
        const std::span<const double> e = std::span(basis).subspan(k, n);
        const double part = dot(e, rest);
        for (std::size_t j = 0; j < n; ++j) rest[j] -= part * e[j];
      }
    left.push_back(norm(rest));
    if (left.back() > nothing)
      for (const double x : rest) basis.push_back(x / left.back());
  }
  return left;
}

}  // namespace

std::vector<int> dependent_rows(int rows, int cols, std::span<const double> a, int count) {
  std::vector<double> left(index(rows), 0.0);  // [row]
  for (const ConnectedBlock& block : connected_blocks(rows, cols, a)) {
    const std::vector<double> own = left_of_rows(block, a, index(cols));
    for (std::size_t k = 0; k < own.size(); ++k) left[index(block.rows[k])] = own[k];
  }
  std::vector<int> order(left.size());
  std::iota(order.begin(), order.end(), 0);
  const auto size = [&](int i) {
    const double x = left[static_cast<std::size_t>(i)];
    return x > nothing ? x : 0.0;
  };
  std::ranges::stable_sort(order, [&](int i, int k) { return size(i) < size(k); });
  order.resize(std::min(order.size(), static_cast<std::size_t>(count)));
  std::ranges::sort(order);
  return order;
}

std::vector<double> beyond(std::size_t n, std::span<const double> here, std::span<const double> there) {
  const std::size_t k = n > 0 ? here.size() / n : 0;
  const std::size_t known = n > 0 ? there.size() / n : 0;
  if (k <= known) return {};
  std::vector<double> rest(here.begin(), here.end());
  for (std::size_t c = 0; c < known; ++c)
    for (std::size_t i = 0; i < k; ++i) {
      double part = 0.0;
      for (std::size_t j = 0; j < n; ++j) part += there[j * known + c] * here[j * k + i];
      for (std::size_t j = 0; j < n; ++j) rest[j * k + i] -= part * there[j * known + c];
    }
  const SingularVectors svd = singular_vectors(static_cast<int>(n), static_cast<int>(k), rest);
  const std::size_t extra = k - known;
  std::vector<double> result(n * extra);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < extra; ++i) result[j * extra + i] = svd.left[j * n + i];
  return result;
}

std::vector<int> main_components(std::span<const double> columns, std::size_t k, std::size_t j) {
  constexpr double share = 1.0 / 3.0;
  constexpr std::size_t most = 6;
  const auto size = [&](int i) { return std::abs(columns[static_cast<std::size_t>(i) * k + j]); };
  std::vector<int> order(columns.size() / k);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, [&](int a, int b) { return size(a) > size(b) * (1.0 + 1e-9); });
  const double least = share * size(order.front());
  std::erase_if(order, [&](int i) { return size(i) < least; });
  if (order.size() > most) order.resize(most);
  return order;
}

std::vector<double> reduced_basis(std::size_t n, std::span<const double> columns, double nothing) {
  const std::size_t k = n > 0 ? columns.size() / n : 0;
  std::vector<double> a = transposed(static_cast<int>(n), static_cast<int>(k), columns);
  const auto row = [&](std::size_t i) { return std::span(a).subspan(i * n, n); };
  const auto larger = [](double x, double y) { return std::abs(x) < std::abs(y); };
  for (std::size_t i = 0; i < k; ++i) {
    // Each vector keeps its largest element and takes it out of all others.
    const auto pivot = static_cast<std::size_t>(std::ranges::max_element(row(i), larger) - row(i).begin());
    for (std::size_t other = 0; other < k; ++other) {
      if (other == i) continue;
      const double factor = row(other)[pivot] / row(i)[pivot];
      for (std::size_t j = 0; j < n; ++j) row(other)[j] -= j == pivot ? row(other)[j] : factor * row(i)[j];
    }
  }
  for (std::size_t i = 0; i < k; ++i) {
    const double largest = std::abs(*std::ranges::max_element(row(i), larger));
    for (double& x : row(i))
      if (std::abs(x) < nothing * largest) x = 0.0;
  }
  return a;
}

std::vector<double> transposed(int rows, int cols, std::span<const double> a) {
  const auto m = static_cast<std::size_t>(rows);
  const auto n = static_cast<std::size_t>(cols);
  std::vector<double> result(m * n);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j) result[j * m + i] = a[i * n + j];
  return result;
}

}  // namespace alembert
