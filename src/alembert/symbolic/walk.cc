#include "alembert/symbolic/walk.h"

#include "alembert/symbolic/graph.h"

namespace alembert {
namespace {

/// Slot arrays kept between walks, so that a small walk in a large graph costs only its own size.
std::vector<std::vector<std::uint32_t>>& pool() {
  thread_local std::vector<std::vector<std::uint32_t>> arrays;
  return arrays;
}

}  // namespace

Walk::Walk(std::span<const Expr> roots, std::uint64_t only) {
  const Graph& graph = Graph::current();
  if (!pool().empty()) {
    slots_ = std::move(pool().back());
    pool().pop_back();
  }
  if (slots_.size() < graph.size()) slots_.resize(graph.size(), none);

  const bool all = only == ~std::uint64_t{0};
  struct Visit {
    Expr node;
    std::span<const Expr> left;  ///< arguments still to be visited
  };
  std::vector<Visit> stack;
  const auto enter = [&](Expr e) {
    if (slots_[e.id()] != none || (!all && (graph.node(e.id()).symbols & only) == 0)) return;
    slots_[e.id()] = 0;  // entered; the index comes when all arguments have theirs
    stack.push_back({e, e.args()});
  };
  for (const Expr root : roots) {
    enter(root);
    while (!stack.empty()) {
      Visit& visit = stack.back();
      if (visit.left.empty()) {
        slots_[visit.node.id()] = static_cast<std::uint32_t>(nodes_.size());
        nodes_.push_back(visit.node);
        stack.pop_back();
        continue;
      }
      const Expr next = visit.left.front();
      visit.left = visit.left.subspan(1);
      enter(next);  // may move the stack: visit is not used after it
    }
  }
}

Walk::~Walk() {
  for (const Expr e : nodes_) slots_[e.id()] = none;
  pool().push_back(std::move(slots_));
}

}  // namespace alembert
