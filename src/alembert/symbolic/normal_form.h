/// The normal form behind the exact zero test and the simplifier.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "alembert/symbolic/angle_basis.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/polynomial.h"
#include "alembert/symbolic/signs.h"

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
///   - roots r = p^(1/n) with r^n -> p, where all roots of the same p are powers of one; squares leave roots of even
///     degree as |x| with |x|^2 -> x^2
///   - inverses 1/p of polynomials with several terms, cleared by cross-multiplication in is_zero()
///   - anything else as an opaque generator named by its own normalised arguments; sines and cosines of inverse
///     functions by those arguments
///
/// Every rewriting is an identity, so a zero polynomial proves that the formula is zero wherever it is defined. Where
/// complete() is true the converse holds too: the generators are algebraically independent (Ax 1971).
///
/// For proofs, with Signs, more is rewritten, at the price of forms that nobody would print: conditions, |x|, minima
/// and signs by the signs that are given, logarithms of products as sums, powers with several exponents as products.
///
/// Generators are numbered in the order of a Walk, so all that follows from them depends on the formulas alone.
class NormalForm {
 public:
  enum class Kind : std::uint8_t { symbol, sine, cosine, exponential, root, inverse, opaque };

  struct Generator {
    Kind kind;
    Expr meaning;               ///< as a formula
    Polynomial value;           ///< root: r^degree; inverse: what it is the inverse of; exponential: its exponent
    std::int32_t degree = 0;    ///< of a root
    std::uint32_t partner = 0;  ///< sine <-> cosine of the same angle
    Expr angle;                 ///< sine, cosine: the base angle; exponential: the base exponent
    std::vector<Polynomial> arguments;  ///< of an opaque inverse function or logarithm
  };

  /// For reading or, with signs (which may be none), for a proof. Throws FormTooLarge when the budget does not suffice.
  explicit NormalForm(std::span<const Expr> formulas, const FormBudget& budget = {}, const Signs* signs = nullptr);

  const Polynomial& polynomial(std::size_t i) const { return polynomials_[i]; }  ///< of the i-th formula
  const std::vector<Generator>& generators() const { return generators_; }
  /// False when roots, opaque generators, or angles with a denominator of several terms or too large a multiple occur:
  /// then a non-zero polynomial proves nothing by itself.
  bool complete() const { return complete_; }
  /// Multiplications spent so far, as FormBudget counts them.
  std::size_t work() const { return multiplications_; }
  /// For proofs: what has no known sign although the form would be simpler with one, as met.
  const std::vector<OpenSign>& open_signs() const { return open_signs_; }
  /// True when the i-th formula is identically zero wherever it is defined. May throw FormTooLarge.
  bool is_zero(std::size_t i);
  /// For proofs: true when the i-th formula holds something that the signs leave undefined everywhere.
  bool is_undefined(std::size_t i) const;
  /// A polynomial of this form as a formula, expanded.
  Expr expression(const Polynomial& p) const;
  Expr expression(const Monomial& m) const;

 private:
  static constexpr std::int32_t most_root = 64;  ///< highest degree of a root
  struct FinerBase {};  ///< thrown to start again when an angle or root is no multiple or power of its base

  /// coefficient * term = n * base
  struct Multiple {
    Expr base;
    std::int32_t n;
  };

  void convert_all(const Walk& walk);
  Polynomial convert(Expr e, std::span<const Polynomial* const> args);
  Polynomial opaque(Op op, std::span<const Polynomial* const> args);
  Polynomial undefined();

  // form_signs.cc: what depends on signs
  Polynomial convert_abs(const Polynomial& a);
  Polynomial abs_of_generator(std::uint32_t g);
  Polynomial abs_of_sum(const Polynomial& a);
  Polynomial convert_sign(const Polynomial& a, std::span<const Polynomial* const> args);
  Polynomial convert_extremum(const Polynomial& a, const Polynomial& b, int side);
  Polynomial convert_condition(Op op, std::span<const Polynomial* const> args);
  Polynomial convert_select(std::span<const Polynomial* const> args);
  SignSet signs_of(std::uint32_t generator) const;
  SignSet signs_of(const Polynomial& p) const;
  /// The signs of p, which are open where they are not told apart as `zero` says.
  SignSet want_sign(const Polynomial& p, Zero zero);
  void note_open_generator(std::uint32_t generator, Zero zero);
  void note_open(Expr of, Zero zero);

  // form_inverse_functions.cc: asin, acos, atan, atan2 and log
  Polynomial convert_inverse_function(Op op, std::span<const Polynomial* const> args);
  Polynomial convert_atan2(const Polynomial& y, const Polynomial& x, std::span<const Polynomial* const> args);
  /// Whether y and x are never zero at once, where atan2 has no sine y/r. If not, x is open.
  bool off_origin(const Polynomial& y, const Polynomial& x);
  Polynomial convert_log(const Polynomial& a);
  Polynomial log_of_size(const Polynomial& a);  ///< log |a|
  Polynomial log_of_number(const Rational& value);
  Polynomial log_of_generator(std::uint32_t g);
  /// Sine and cosine of the inverse function that generator g is.
  std::pair<Polynomial, Polynomial> sine_cosine_of(std::uint32_t g);
  /// The generator that the monomial is, if it is an opaque function whose arguments are kept.
  const Generator* function_of(const Monomial& m) const;

  // form_angles.cc: sines, cosines, exponentials
  Polynomial convert_trig(const Polynomial& angle, bool want_sine);
  Polynomial pi_constant(Expr e);
  void note_inverses(const Monomial& m);  ///< in an angle: such angles may depend on each other
  Polynomial convert_exp(const Polynomial& exponent);
  /// coefficient * m as an integer multiple, at most `most`, of the base angle of m, which is refined if needed.
  Multiple multiple(const Monomial& m, const Rational& coefficient, std::int32_t most);
  /// Base angles that fit the angles as they are written, so that few restarts are needed.
  void seed_units(const Walk& walk);

  // form_powers.cc
  Polynomial convert_power(const Polynomial& base, const Polynomial& exponent);
  Polynomial power_of_zero(const Polynomial& exponent);
  Polynomial rational_power(const Polynomial& base, const Rational& exponent);
  Polynomial power_for_reading(const Polynomial& base, const Rational& exponent);
  Polynomial integer_power(const Polynomial& base, std::int64_t exponent);
  Polynomial inverse(const Polynomial& p, int depth = 0);
  Polynomial inverse_of_monomial(const Monomial& m, const Rational& coefficient, int depth);

  // form_factors.cc: roots in proofs, factor by factor
  struct PowerFactor {
    Polynomial base;  ///< a generator or a sum
    std::int64_t exponent;
  };
  struct Factors {
    Rational coefficient;
    std::vector<PowerFactor> list;
  };
  Factors factors_of(Polynomial p);
  Polynomial power_for_proof(const Polynomial& base, const Rational& exponent);
  /// Of a product that is nowhere positive: zero where a factor is, and not defined elsewhere.
  Polynomial power_of_nothing_positive(std::span<const PowerFactor> factors, const Rational& exponent);
  Polynomial power_of_number(const Rational& base, const Rational& exponent);
  /// p^exponent of a p that is nowhere negative.
  Polynomial power_of_size(const Polynomial& p, const Rational& exponent);
  std::optional<Polynomial> base_of_square(const Polynomial& p);

  /// Multiplied by inverses until none is left.
  /// @param cleared  becomes what it was multiplied by
  Polynomial clear_inverses(Polynomial p, std::vector<PowerFactor>* cleared = nullptr);
  Polynomial multiply(const Polynomial& a, const Polynomial& b);
  void add_reduced(Polynomial& into, const Monomial& m, const Rational& coefficient);

  // generators.cc
  std::uint32_t symbol(Expr e, Kind kind);
  std::uint32_t sine_of(Expr base_angle);
  std::uint32_t exponential_of(Expr base_exponent);
  /// p^(1/degree) as a power of the root of p.
  Polynomial root_of(const Polynomial& p, std::int32_t degree);
  std::uint32_t inverse_of(const Polynomial& p);

  void spend(std::size_t work);
  void check(const Polynomial& p) const;

  FormBudget budget_;
  const Signs* signs_;  ///< null: the form is for people to read
  std::vector<OpenSign> open_signs_;
  std::size_t multiplications_ = 0;
  bool complete_ = true;
  std::vector<Generator> generators_;
  std::unordered_map<std::uint64_t, std::uint32_t> index_;   ///< (kind, meaning's id) -> generator
  std::unordered_map<std::uint32_t, Rational> units_;        ///< term id -> base angle as a multiple of that term
  std::unordered_map<std::uint32_t, std::int32_t> degrees_;  ///< id of what stands in a root -> degree of its root
  AngleBasis basis_;                                         ///< base angles that are sums, where these serve
  std::vector<Polynomial> converted_;                        ///< [node of the walk]
  std::vector<Polynomial> polynomials_;
};

}  // namespace alembert
