/// Repeated parts of a derivation by their names.
#pragma once
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "alembert/analysis/derivation/derivation.h"
#include "alembert/symbolic/print.h"

namespace alembert {

/// Shows Derivation::named by name. What it gives must not outlive it, nor it the derivation.
class NamedParts {
 public:
  explicit NamedParts(const Derivation& derivation) : parts_(derivation.named) {
    for (const auto& [name, part] : derivation.named) names_.emplace(part.id(), name);
  }

  /// All parts by name but `itself`, whose definition is being printed.
  NodeName but(Expr itself) const {
    return [this, itself](Expr e) -> std::string {
      const auto it = identical(e, itself) ? names_.end() : names_.find(e.id());
      return it == names_.end() ? "" : it->second;
    };
  }
  NodeName all() const { return but(Expr()); }

  /// The parts whose names stand in `text`, formulas written with them, or in the definition of one that does; in the
  /// order in which each uses only earlier ones. A part may be repeated and stand nowhere: products are written anew
  /// with their unknowns.
  std::vector<std::pair<std::string, Expr>> used_in(const std::string& text) const;

 private:
  const std::vector<std::pair<std::string, Expr>>& parts_;
  std::unordered_map<std::uint32_t, std::string> names_;
};

}  // namespace alembert
