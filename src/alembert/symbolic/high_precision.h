/// Values of formulas to many decimal digits, for deciding whether something is zero.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/tape.h"

namespace alembert {

/// A value computed to 150 decimal digits.
struct PreciseValue {
  double value = 0.0;        ///< nearest double
  double log10_size = 0.0;   ///< log10 |value|; -infinity for zero
  double log10_rough = 0.0;  ///< the same, of a computation to 100 digits
  /// Leading digits that are known: those in which a computation to 100 digits agrees, and not below the round-off that
  /// went into it. Few or none where cancellation left nothing else.
  double digits = 0.0;
};

/// Some formulas, ready to be evaluated at many points.
class PreciseEvaluator {
 public:
  PreciseEvaluator(std::span<const Expr> formulas, std::span<const Expr> symbols);

  /// Rough cost of one point in multiplications of long numbers, about half a microsecond each.
  std::size_t cost() const;
  /// The formulas at symbols[i] = values[i]; empty entries where one is not defined there (not finite, not real).
  std::vector<std::optional<PreciseValue>> at(std::span<const Rational> values) const;
  /// In decimal notation, to so many digits: also what is beyond doubles. Empty texts where one is not defined.
  std::vector<std::string> decimals_at(std::span<const Rational> values, int digits) const;
  /// log10 of their sizes there, to 50 digits only.
  std::vector<std::optional<double>> quick_sizes_at(std::span<const Rational> values) const;

 private:
  Tape tape_;
};

}  // namespace alembert
