#include "alembert/symbolic/walk.h"

#include <algorithm>

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
  std::vector<Expr> stack;
  const auto visit = [&](Expr e) {
    if (slots_[e.id()] != none || (!all && (graph.node(e.id()).symbols & only) == 0)) return;
    slots_[e.id()] = 0;
    nodes_.push_back(e);
    stack.push_back(e);
  };
  for (const Expr root : roots) visit(root);
  while (!stack.empty()) {
    const Expr e = stack.back();
    stack.pop_back();
    for (const Expr a : e.args()) visit(a);
  }
  // Ids ascend from arguments to users.
  std::ranges::sort(nodes_, [](Expr a, Expr b) { return a.id() < b.id(); });
  for (std::size_t i = 0; i < nodes_.size(); ++i) slots_[nodes_[i].id()] = static_cast<std::uint32_t>(i);
}

Walk::~Walk() {
  for (const Expr e : nodes_) slots_[e.id()] = none;
  pool().push_back(std::move(slots_));
}

}  // namespace alembert
