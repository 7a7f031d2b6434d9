/// Definitions that use each other, in an order in which each can be worked out.
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace alembert {

/// The order, or the first cycle that stands in its way.
struct DependencyOrder {
  std::vector<std::size_t> order;  ///< every item after all that it uses; incomplete when there is a cycle
  std::vector<std::size_t> cycle;  ///< items in which each uses the next and the last uses the first; empty if none
};

/// Sorts the items 0 ... uses.size() - 1, where item i uses the items uses[i]. Items that do not need each other stay
/// in their given order. Cost linear in items and uses; no recursion.
DependencyOrder dependency_order(std::span<const std::vector<std::size_t>> uses);

/// A cycle in words, "a -> b -> a"; a long one is shortened in the middle.
std::string describe_cycle(std::span<const std::string> names);

}  // namespace alembert
