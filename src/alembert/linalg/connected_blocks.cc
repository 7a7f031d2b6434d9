#include "alembert/linalg/connected_blocks.h"

#include <numeric>

#include "alembert/core/index.h"

namespace alembert {
namespace {

/// Sets that grow together; each is known by one of its members.
class Sets {
 public:
  explicit Sets(std::size_t count) : up_(count) { std::iota(up_.begin(), up_.end(), std::size_t{0}); }
  std::size_t find(std::size_t i) {
    while (up_[i] != i) i = up_[i] = up_[up_[i]];
    return i;
  }
  void join(std::size_t i, std::size_t j) { up_[find(i)] = find(j); }

 private:
  std::vector<std::size_t> up_;
};

}  // namespace

std::vector<ConnectedBlock> connected_blocks(int rows, int cols, std::span<const double> a) {
  const std::size_t m = index(rows), n = index(cols);
  Sets sets(n + m);
  for (std::size_t i = 0; i < m; ++i)
    for (std::size_t j = 0; j < n; ++j)
      if (a[i * n + j] != 0.0) sets.join(n + i, j);
  std::vector<ConnectedBlock> blocks;
  std::vector<int> block_of(n + m, -1);  // [set]
  const auto block = [&](std::size_t member) -> ConnectedBlock& {
    int& found = block_of[sets.find(member)];
    if (found < 0) {
      found = static_cast<int>(blocks.size());
      blocks.emplace_back();
    }
    return blocks[index(found)];
  };
  for (std::size_t j = 0; j < n; ++j) block(j).cols.push_back(static_cast<int>(j));
  for (std::size_t i = 0; i < m; ++i) block(n + i).rows.push_back(static_cast<int>(i));
  return blocks;
}

std::vector<double> elements_of(const ConnectedBlock& block, int cols, std::span<const double> a) {
  std::vector<double> elements;
  elements.reserve(block.rows.size() * block.cols.size());
  for (const int i : block.rows)
    for (const int j : block.cols) elements.push_back(a[index(i) * index(cols) + index(j)]);
  return elements;
}

}  // namespace alembert
