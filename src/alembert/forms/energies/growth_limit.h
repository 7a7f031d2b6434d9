/// How long the formulas of a mechanism may become.
#pragma once
#include <string>

#include "alembert/core/error.h"
#include "alembert/symbolic/graph.h"

namespace alembert {

/// Nodes that deriving the equations of a mechanism may add to its graph: a few seconds' work, and more than a person
/// reads.
constexpr std::size_t most_formula_nodes = 120'000;

/// Counts the nodes that are added to the current graph from its construction on.
class GrowthLimit {
 public:
  explicit GrowthLimit(std::size_t most) : most_(most), before_(Graph::current().size()) {}

  /// Throws Error (too_large) when there are more than allowed.
  void check() const {
    if (Graph::current().size() - before_ <= most_) return;
    throw Error(Error::Code::too_large,
                "the formulas of these equations are too long: more than " + std::to_string(most_) + " operations", {},
                "evaluate, check and run compute with numbers and work on models of any size");
  }

 private:
  std::size_t most_;
  std::size_t before_;
};

}  // namespace alembert
