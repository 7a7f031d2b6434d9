/// Exact rational numbers of any size.
#pragma once
#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace alembert {

/// A rational number in lowest terms with positive denominator. Values whose parts fit 64 bits are stored and computed
/// in place; larger ones live on the heap (boost::multiprecision, kept out of this header for compile time).
class Rational {
 public:
  Rational() = default;
  Rational(std::int64_t value) : numerator_(value) {  // NOLINT(google-explicit-constructor): integers are rationals
    if (value == std::numeric_limits<std::int64_t>::min()) *this = Rational(value, 1);  // its negative does not fit
  }
  Rational(std::int64_t numerator, std::int64_t denominator);  ///< denominator must not be zero

  /// The number that decimal text spells, exactly: "0.1" is 1/10, "1e-3" is 1/1000. Empty when the text is not a plain
  /// decimal number or its exponent is beyond +-400 (no double is that large or small).
  static std::optional<Rational> from_decimal(std::string_view text);
  /// The shortest decimal that reads back as `value` (so 0.1 is 1/10). `value` must be finite.
  static Rational from_double(double value);

  bool is_integer() const;
  bool is_zero() const { return !big_ && numerator_ == 0; }
  bool is_one() const { return !big_ && numerator_ == 1 && denominator_ == 1; }
  int sign() const;
  /// The value as a machine integer when it is one and fits.
  std::optional<std::int64_t> to_int() const;
  double to_double() const;  ///< nearest double; infinite when out of range
  std::string text() const;  ///< "3", "-1/2"
  std::size_t hash() const;
  /// Digits of numerator and denominator together, for size budgets; 38 for whatever fits two words.
  std::size_t digits() const;
  /// About log10 |x|, rounded down; of an integer exactly. 0 for zero.
  int decades() const;
  /// Of an integer: whether it has more digits than these, trailing zeros not counted.
  bool has_more_digits_than(int count) const;
  /// Longest number that formulas may hold.
  static constexpr std::size_t most_digits = 20000;

  Rational numerator() const;
  Rational denominator() const;
  Rational inverse() const;  ///< must not be zero
  Rational abs() const { return sign() < 0 ? -*this : *this; }
  /// Integer power; a negative exponent needs a non-zero value. Empty when the result would have too many digits.
  std::optional<Rational> power(std::int64_t exponent) const;
  /// Largest rational g > 0 such that both are integer multiples of g.
  static Rational gcd(const Rational& a, const Rational& b);
  /// s and r with *this == s^2 * r, s > 0; r is square-free as far as trial division up to 1000 can tell.
  std::pair<Rational, Rational> split_square() const;
  Rational floor() const;

  friend Rational operator+(const Rational& a, const Rational& b);
  friend Rational operator-(const Rational& a, const Rational& b) { return a + -b; }
  friend Rational operator*(const Rational& a, const Rational& b);
  friend Rational operator/(const Rational& a, const Rational& b) { return a * b.inverse(); }
  friend Rational operator-(const Rational& a);
  Rational& operator+=(const Rational& b) { return *this = *this + b; }
  Rational& operator*=(const Rational& b) { return *this = *this * b; }
  friend bool operator==(const Rational& a, const Rational& b);
  friend bool operator<(const Rational& a, const Rational& b);

  struct Big;  ///< the heap representation; see rational.cc

 private:
  explicit Rational(Big value);
  Big big() const;

  std::int64_t numerator_ = 0;
  std::int64_t denominator_ = 1;
  std::shared_ptr<const Big> big_;  ///< set only when the value does not fit the two words above
};

}  // namespace alembert
