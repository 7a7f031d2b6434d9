#include "alembert/analysis/branches/branch_blocks.h"

#include <algorithm>
#include <numeric>

#include "alembert/core/index.h"

namespace alembert {
namespace {

/// Gives every unknown a row of its own, by augmenting paths.
class Matching {
 public:
  Matching(int unknowns, std::span<const std::vector<int>> rows)
      : rows_of_(index(unknowns)), taken_by_(rows.size(), -1) {
    for (std::size_t r = 0; r < rows.size(); ++r)
      for (const int u : rows[r]) rows_of_[index(u)].push_back(static_cast<int>(r));
    complete_ = true;
    for (int u = 0; u < unknowns; ++u) {
      seen_.assign(rows.size(), false);
      complete_ = augment(u) && complete_;
    }
  }

  bool complete() const { return complete_; }
  const std::vector<int>& taken_by() const { return taken_by_; }  ///< [row] its unknown, or -1

 private:
  bool augment(int unknown) {
    return std::ranges::any_of(rows_of_[index(unknown)], [&](int row) { return take(row, unknown); });
  }

  /// A row that is free, or whose unknown finds another one.
  bool take(int row, int unknown) {
    if (seen_[index(row)]) return false;
    seen_[index(row)] = true;
    int& owner = taken_by_[index(row)];
    if (owner >= 0 && !augment(owner)) return false;
    owner = unknown;
    return true;
  }

  std::vector<std::vector<int>> rows_of_;
  std::vector<int> taken_by_;
  std::vector<bool> seen_;
  bool complete_ = false;
};

EquationBlock everything(int unknowns, std::size_t rows) {
  EquationBlock all{std::vector<int>(index(unknowns)), std::vector<int>(rows)};
  std::iota(all.unknowns.begin(), all.unknowns.end(), 0);
  std::iota(all.rows.begin(), all.rows.end(), 0);
  return all;
}

/// [unknown][unknown] whether the first needs the second, directly or not.
std::vector<std::vector<bool>> needs_of(const std::vector<std::vector<int>>& direct) {
  std::vector<std::vector<bool>> needs;
  for (std::size_t u = 0; u < direct.size(); ++u) {
    std::vector<bool> reached(direct.size(), false);
    std::vector<int> open{static_cast<int>(u)};
    reached[u] = true;
    while (!open.empty()) {
      const int at = open.back();
      open.pop_back();
      for (const int next : direct[index(at)]) {
        if (reached[index(next)]) continue;
        reached[index(next)] = true;
        open.push_back(next);
      }
    }
    needs.push_back(std::move(reached));
  }
  return needs;
}

}  // namespace

std::vector<EquationBlock> triangular_blocks(int unknowns, std::span<const std::vector<int>> rows,
                                             std::span<const std::vector<int>> together) {
  const Matching matching(unknowns, rows);
  if (!matching.complete() || unknowns == 0) return {everything(unknowns, rows.size())};
  std::vector<std::vector<int>> direct(index(unknowns));
  for (std::size_t r = 0; r < rows.size(); ++r)
    if (const int u = matching.taken_by()[r]; u >= 0)
      direct[index(u)].insert(direct[index(u)].end(), rows[r].begin(), rows[r].end());
  for (const std::vector<int>& group : together)
    for (std::size_t k = 0; k < group.size(); ++k) direct[index(group[k])].push_back(group[(k + 1) % group.size()]);
  const std::vector<std::vector<bool>> needs = needs_of(direct);

  // Unknowns that need each other are a block. What a block needs, needs less than it does: that is the order.
  std::vector<int> order(index(unknowns)), block_of(index(unknowns), -1);
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](int u) { return std::ranges::count(needs[index(u)], true); });
  std::vector<EquationBlock> blocks;
  for (const int u : order) {
    if (block_of[index(u)] >= 0) continue;
    blocks.emplace_back();
    for (int other = 0; other < unknowns; ++other) {
      if (!needs[index(u)][index(other)] || !needs[index(other)][index(u)]) continue;
      block_of[index(other)] = static_cast<int>(blocks.size()) - 1;
      blocks.back().unknowns.push_back(other);
    }
  }
  for (std::size_t r = 0; r < rows.size(); ++r) {
    int last = 0;
    for (const int u : rows[r]) last = std::max(last, block_of[index(u)]);
    blocks[index(last)].rows.push_back(static_cast<int>(r));
  }
  return blocks;
}

}  // namespace alembert
