/// Sparse polynomials with rational coefficients in numbered generators.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <unordered_map>
#include <vector>

#include "alembert/symbolic/rational.h"

namespace alembert {

/// Thrown inside the symbolic layer when a FormBudget (normal_form.h) is used up or an exponent outgrows its type;
/// callers fall back or report Error (too_large).
struct FormTooLarge : std::runtime_error {
  FormTooLarge() : std::runtime_error("the normal form is too large") {}
};

/// A product of generator powers: entries sorted by generator, no zero exponents. Exponents may be negative; those of a
/// product that grow beyond most_exponent throw FormTooLarge.
class Monomial {
 public:
  struct Entry {
    std::uint32_t generator;
    std::int32_t exponent;
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  static constexpr std::int32_t most_exponent = (1 << 30) - 1;

  Monomial() = default;
  Monomial(std::uint32_t generator, std::int32_t exponent) : entries_{{generator, exponent}} {}

  const std::vector<Entry>& entries() const { return entries_; }
  bool is_one() const { return entries_.empty(); }
  std::int32_t exponent(std::uint32_t generator) const;
  /// This monomial with the exponent of one generator replaced (0 removes it).
  Monomial with(std::uint32_t generator, std::int32_t exponent) const;

  friend Monomial operator*(const Monomial& a, const Monomial& b);
  friend bool operator==(const Monomial&, const Monomial&) = default;
  /// A fixed total order, for output that does not depend on hashing.
  friend bool operator<(const Monomial& a, const Monomial& b);
  std::size_t hash() const;

 private:
  std::vector<Entry> entries_;
};

struct MonomialHash {
  std::size_t operator()(const Monomial& m) const { return m.hash(); }
};

/// A sum of monomials with non-zero rational coefficients.
class Polynomial {
 public:
  using Terms = std::unordered_map<Monomial, Rational, MonomialHash>;

  Polynomial() = default;
  Polynomial(const Rational& constant) { add(Monomial(), constant); }  // NOLINT(google-explicit-constructor)
  Polynomial(const Monomial& m, const Rational& coefficient) { add(m, coefficient); }

  const Terms& terms() const { return terms_; }
  std::size_t size() const { return terms_.size(); }
  bool is_zero() const { return terms_.empty(); }
  bool is_monomial() const { return terms_.size() == 1; }
  /// Its terms in the fixed order of monomials.
  std::vector<std::pair<Monomial, Rational>> sorted() const;

  /// Digits of its longest coefficient (Rational::digits), for size budgets.
  std::size_t digits() const;
  /// The positive rational by which it must be divided to get coprime integer coefficients; 0 for zero.
  Rational content() const;

  void add(const Monomial& m, const Rational& coefficient);
  Polynomial& operator+=(const Polynomial& other);
  Polynomial scaled(const Rational& factor) const;
  friend bool operator==(const Polynomial& a, const Polynomial& b) { return a.terms_ == b.terms_; }

 private:
  Terms terms_;
};

}  // namespace alembert
