/// Where a formula has a value as it is written. What folds while it is read is gone: 0*log(x) is 0, sqrt(x)^2 is x.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// The parts of a formula that may have no value, as they were read: roots, logarithms, inverses, powers, inverse
/// functions. The formula has a value where all of them have one that count.
struct Domain {
  static constexpr int everywhere = -1;
  /// An argument of if() or piecewise(): what stands in it counts only where the condition holds, or fails.
  struct Scope {
    int outer = everywhere;
    Expr condition;  ///< a number, zero for false
    bool holds = true;
  };
  struct Part {
    Expr value;
    int scope = everywhere;
  };
  std::vector<Scope> scopes;  ///< outer ones first
  std::vector<Part> parts;

  /// With the parts of another, what both have once.
  void add(const Domain& other, int scope = everywhere);
  /// The values of the parts, then the conditions of the scopes.
  std::vector<Expr> formulas() const;
  /// The first part that counts and has no value, by the values of formulas(), empty where there is none. Where a
  /// condition has none, that is as if a part in it had none.
  std::optional<std::size_t> undefined_part(std::span<const std::optional<double>> values) const;
  /// Those that count everywhere.
  std::vector<Expr> unconditional() const;
  /// The same with formulas in place of symbols.
  Domain substituted(std::span<const Expr> symbols, std::span<const Expr> values) const;
};

}  // namespace alembert
