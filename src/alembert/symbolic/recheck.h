/// Rewritten formulas seen again by value: a fault of the symbolic layer must not become an answer.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "alembert/symbolic/domain.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/high_precision.h"
#include "alembert/symbolic/signs.h"

namespace alembert {

/// What the values of two formulas and of their difference say about their being equal.
enum class Seen {
  equal,
  different,
  nothing,  ///< not defined there, or nothing but round-off
};
/// Two numbers are equal when they share 60 digits, or when their difference vanishes as more digits are carried; they
/// are different when 20 digits of their difference are known.
Seen judge(const std::optional<PreciseValue>& left, const std::optional<PreciseValue>& right,
           const std::optional<PreciseValue>& difference);

/// Throws std::logic_error with both formulas and a point when they differ at one of a few points where both are
/// defined, the model's own among them. For a point to count, the signs that are `assumed` must hold there, and all
/// parts of `written` be defined.
void recheck(Expr original, Expr rewritten, std::span<const Signs::Said> assumed = {}, const Domain& written = {});

/// Throws that std::logic_error.
[[noreturn]] void throw_contradiction(Expr original, Expr rewritten, std::span<const std::pair<Expr, Rational>> point);

/// What must hold at a point for it to count: formulas to evaluate there, and whether their values do.
class Admission {
 public:
  Admission(std::span<const Signs::Said> assumed, const Domain& written) : assumed_(assumed), written_(written) {}
  void append_formulas(std::vector<Expr>& formulas) const;
  /// @param values  of those formulas, in the same order
  bool holds(std::span<const std::optional<PreciseValue>> values) const;

 private:
  std::span<const Signs::Said> assumed_;
  const Domain& written_;
};

}  // namespace alembert
