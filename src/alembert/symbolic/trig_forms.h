/// Ways to write a polynomial in sines and cosines.
#pragma once
#include <optional>
#include <vector>

#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/normal_form.h"

namespace alembert {

/// How sines and cosines are written.
enum class TrigStyle {
  powers,     ///< sin(a)^i cos(a)^j of base angles
  squares,    ///< sums of combined angles, with sin^2, cos^2 and sin cos in place of double angles
  harmonics,  ///< sums of combined angles
};

/// Rough number of steps it takes to write p, whose generators may be any, as sums over combined angles; counted only
/// until it is beyond most_harmonic_steps, where the functions below give up.
std::size_t harmonic_steps(const NormalForm& form, const Polynomial& p);
constexpr std::size_t most_harmonic_steps = 100'000;  ///< about a tenth of a second

/// `trig`, a polynomial whose generators are all sines and cosines of `form`, in a style. Terms to be added. Where a
/// style is not possible (negative powers, too many terms) it is written in powers.
std::vector<Term> trig_terms(const NormalForm& form, const Polynomial& trig, TrigStyle style);

/// coefficient * sin(angle) or cos(angle)
struct HarmonicTerm {
  Rational coefficient;
  Expr angle;
  bool sine = false;
};

/// `trig` as a sum over combined angles; empty when it has negative powers or would be too long.
std::optional<std::vector<HarmonicTerm>> harmonic_sum(const NormalForm& form, const Polynomial& trig);

}  // namespace alembert
