/// Ways to write a polynomial in sines and cosines.
#pragma once
#include <optional>
#include <vector>

#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/normal_form.h"

namespace alembert {

/// `trig`, a polynomial whose generators are all sines and cosines of `form`, as the cheapest of: powers of sines and
/// cosines, a sum over combined angles, and that sum with sin^2, cos^2 and sin cos restored. Terms to be added.
std::vector<Term> shortest_trig(const NormalForm& form, const Polynomial& trig);

/// coefficient * sin(angle) or cos(angle)
struct HarmonicTerm {
  Rational coefficient;
  Expr angle;
  bool sine = false;
};

/// `trig` as a sum over combined angles; empty when it has negative powers or would be too long.
std::optional<std::vector<HarmonicTerm>> harmonic_sum(const NormalForm& form, const Polynomial& trig);

}  // namespace alembert
