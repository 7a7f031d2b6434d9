/// Repeated parts of a derivation by their names.
#pragma once
#include <string>
#include <unordered_map>

#include "alembert/analysis/derivation.h"
#include "alembert/symbolic/print.h"

namespace alembert {

/// Shows Derivation::named by name. What it gives must not outlive it.
class NamedParts {
 public:
  explicit NamedParts(const Derivation& derivation) {
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

 private:
  std::unordered_map<std::uint32_t, std::string> names_;
};

}  // namespace alembert
