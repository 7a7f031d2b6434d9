#include "alembert/model/dependency_order.h"

#include <algorithm>
#include <cstdint>

#include "alembert/core/text.h"

namespace alembert {
namespace {

enum class Mark : std::uint8_t { fresh, open, done };

/// An item whose uses are being visited.
struct Open {
  std::size_t item;
  std::size_t next_use = 0;
};

}  // namespace

DependencyOrder dependency_order(std::span<const std::vector<std::size_t>> uses) {
  DependencyOrder result;
  std::vector<Mark> marks(uses.size(), Mark::fresh);
  std::vector<Open> stack;
  for (std::size_t root = 0; root < uses.size(); ++root) {
    if (marks[root] != Mark::fresh) continue;
    marks[root] = Mark::open;
    stack.push_back({root});
    while (!stack.empty()) {
      const std::size_t item = stack.back().item;
      if (stack.back().next_use == uses[item].size()) {
        marks[item] = Mark::done;
        result.order.push_back(item);
        stack.pop_back();
        continue;
      }
      const std::size_t used = uses[item][stack.back().next_use++];
      if (marks[used] == Mark::open) {
        const auto first = std::ranges::find(stack, used, &Open::item);
        for (auto it = first; it != stack.end(); ++it) result.cycle.push_back(it->item);
        return result;
      }
      if (marks[used] == Mark::fresh) {
        marks[used] = Mark::open;
        stack.push_back({used});
      }
    }
  }
  return result;
}

std::string describe_cycle(std::span<const std::string> names) {
  constexpr std::size_t most = 8;
  std::vector<std::string> shown(names.begin(), names.end());
  if (shown.size() > most) {
    shown.erase(shown.begin() + most / 2, shown.end() - most / 2);
    shown.insert(shown.begin() + most / 2, "...");
  }
  shown.push_back(names.front());
  return join(shown, " -> ");
}

}  // namespace alembert
