/// The normal form behind the exact zero test and the simplifier.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "alembert/symbolic/angle_basis.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/polynomial.h"

namespace alembert {

class Walk;

/// How much work a normal form may take before it gives up.
struct FormBudget {
  std::size_t terms = 20'000;               ///< in any one polynomial
  std::size_t multiplications = 5'000'000;  ///< and additions of terms, in all; long monomials and numbers count more
};

/// Formulas as polynomials over one set of generators:
///
///   - symbols (any exponent), sin and cos of base angles with s^2 -> 1 - c^2, where every angle in the formulas is an
///     integer combination of base angles; exponentials of base exponents; hyperbolic functions through them.
///     A multiple that would be too large (cos(0.123 t) beside cos(t)) is a base angle of its own
///   - roots r = p^(1/n) with r^n -> p, |x| with |x|^2 -> x^2
///   - inverses 1/p of polynomials with several terms, cleared by cross-multiplication in is_zero()
///   - anything else as an opaque generator named by its own normalised arguments
///
/// Every rewriting is an identity, so a zero polynomial proves that the formula is zero wherever it is defined. Where
/// complete() is true the converse holds too: the generators are algebraically independent (Ax 1971).
///
/// Generators are numbered in the order of a Walk, so all that follows from them depends on the formulas alone.
class NormalForm {
 public:
  enum class Kind : std::uint8_t { symbol, sine, cosine, exponential, root, inverse, opaque };

  struct Generator {
    Kind kind;
    Expr meaning;               ///< as a formula
    Polynomial value;           ///< root: r^degree; inverse: what it is the inverse of
    std::int32_t degree = 0;    ///< of a root
    std::uint32_t partner = 0;  ///< sine <-> cosine of the same angle
    Expr angle;                 ///< sine, cosine: the base angle; exponential: the base exponent
  };

  /// Throws FormTooLarge when the budget does not suffice.
  explicit NormalForm(std::span<const Expr> formulas, const FormBudget& budget = {});

  const Polynomial& polynomial(std::size_t i) const { return polynomials_[i]; }  ///< of the i-th formula
  const std::vector<Generator>& generators() const { return generators_; }
  /// False when roots, opaque generators, or angles with a denominator of several terms or too large a multiple occur:
  /// then a non-zero polynomial proves nothing by itself.
  bool complete() const { return complete_; }
  /// Multiplications spent so far, as FormBudget counts them.
  std::size_t work() const { return multiplications_; }
  /// True when the i-th formula is identically zero wherever it is defined. May throw FormTooLarge.
  bool is_zero(std::size_t i);
  /// A polynomial of this form as a formula, expanded.
  Expr expression(const Polynomial& p) const;
  Expr expression(const Monomial& m) const;

 private:
  struct FinerAngle {};  ///< thrown to start again when an angle is not an integer multiple of its base angle

  /// coefficient * term = n * base
  struct Multiple {
    Expr base;
    std::int32_t n;
  };

  void convert_all(const Walk& walk);
  Polynomial convert_abs(const Polynomial& a);
  Polynomial convert(Expr e, std::span<const Polynomial* const> args);
  Polynomial convert_power(const Polynomial& base, const Polynomial& exponent);
  Polynomial convert_trig(const Polynomial& angle, bool want_sine);
  Polynomial pi_constant(Expr e);
  void note_inverses(const Monomial& m);  ///< in an angle: such angles may depend on each other
  Polynomial convert_exp(const Polynomial& exponent);
  Polynomial rational_power(const Polynomial& base, const Rational& exponent);
  Polynomial integer_power(const Polynomial& base, std::int64_t exponent);
  Polynomial inverse(const Polynomial& p, int depth = 0);
  Polynomial inverse_of_monomial(const Monomial& m, const Rational& coefficient, int depth);
  Polynomial clear_inverses(Polynomial p);
  Polynomial multiply(const Polynomial& a, const Polynomial& b);
  void add_reduced(Polynomial& into, const Monomial& m, const Rational& coefficient);

  std::uint32_t symbol(Expr e, Kind kind);
  std::uint32_t sine_of(Expr base_angle);
  std::uint32_t exponential_of(Expr base_exponent);
  std::uint32_t root_of(const Polynomial& p, std::int32_t degree);
  std::uint32_t inverse_of(const Polynomial& p);
  /// coefficient * m as an integer multiple, at most `most`, of the base angle of m, which is refined if needed.
  Multiple multiple(const Monomial& m, const Rational& coefficient, std::int32_t most);
  /// Base angles that fit the angles as they are written, so that few restarts are needed.
  void seed_units(const Walk& walk);
  void spend(std::size_t work);
  void check(const Polynomial& p) const;

  FormBudget budget_;
  std::size_t multiplications_ = 0;
  bool complete_ = true;
  std::vector<Generator> generators_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;  ///< (kind, meaning's id) -> generator
  std::unordered_map<std::uint32_t, Rational> units_;       ///< term id -> base angle as a multiple of that term
  AngleBasis basis_;                                        ///< base angles that are sums, where these serve
  std::vector<Polynomial> converted_;                       ///< [node of the walk]
  std::vector<Polynomial> polynomials_;
};

}  // namespace alembert
