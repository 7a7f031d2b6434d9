/// Iterative walks over the nodes below some formulas.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// The distinct nodes reachable from `roots`, arguments before the nodes that use them, each with a dense index. The
/// order is that of a depth-first walk over canonical arguments: it depends on the formulas, not on how they were
/// built. With `only` set, nodes that hold none of those symbol bits (Node::symbols) are left out with all below them.
class Walk {
 public:
  explicit Walk(std::span<const Expr> roots, std::uint64_t only = ~std::uint64_t{0});
  ~Walk();
  Walk(const Walk&) = delete;
  Walk& operator=(const Walk&) = delete;

  std::size_t size() const { return nodes_.size(); }
  Expr operator[](std::size_t i) const { return nodes_[i]; }
  auto begin() const { return nodes_.begin(); }
  auto end() const { return nodes_.end(); }

  bool has(Expr e) const { return e.id() < slots_.size() && slots_[e.id()] != none; }
  std::size_t index(Expr e) const { return slots_[e.id()]; }  ///< only of a node that the walk has

 private:
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<Expr> nodes_;
  std::vector<std::uint32_t> slots_;  ///< [node id] dense index or none; borrowed from a pool, cleared on return
};

}  // namespace alembert
