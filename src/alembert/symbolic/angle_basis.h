/// Base angles for formulas whose angles are sums: a chain with relative angles th1, th1 + th2, th1 + th2 + th3, ... is
/// far shorter in sines and cosines of these sums than in those of th1, th2, th3.
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

class Walk;

/// An angle as a sum of terms with rational coefficients, by the terms' ids; no zeros. Multiples of pi are left out.
using AngleTerms = std::map<std::uint32_t, Rational>;

/// Linearly independent angles, short ones first, of which every angle in some formulas is an integer combination.
class AngleBasis {
 public:
  AngleBasis() = default;
  /// For the arguments of sin, cos and tan in a walk. Empty when no angle has several terms, or when the angles have no
  /// such basis among themselves (2 th and 3 th): then single terms serve.
  explicit AngleBasis(const Walk& walk);

  bool empty() const { return angles_.empty(); }
  Expr angle(std::size_t k) const { return angles_[k]; }
  /// The combination of base angles that makes up `angle`: their numbers with integer multiples. Empty when there is
  /// none.
  std::optional<std::vector<std::pair<std::size_t, std::int32_t>>> combination(AngleTerms angle) const;

 private:
  struct Row {  ///< of the echelon form: `terms` = sum of parts[k] * angles_[k], first term at `pivot`
    std::uint32_t pivot;
    AngleTerms terms;
    std::vector<Rational> parts;
  };
  /// Subtracts rows until no pivot is left in `terms`; returns what was subtracted, as multiples of the base angles.
  std::vector<Rational> reduce(AngleTerms& terms) const;
  void add(Expr angle, AngleTerms rest, std::vector<Rational> parts);

  std::vector<Expr> angles_;
  std::vector<Row> rows_;
};

/// The terms of an angle as it is written.
AngleTerms angle_terms(Expr angle);

}  // namespace alembert
