#include "alembert/symbolic/rational.h"

#include <boost/multiprecision/cpp_int.hpp>
#include <cassert>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "alembert/core/text.h"

namespace alembert {

using boost::multiprecision::cpp_int;
using boost::multiprecision::cpp_rational;

/// In lowest terms with positive denominator.
struct Rational::Big {
  cpp_int n;
  cpp_int d;
};

namespace {

constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr int most_exponent = 400;

/// True when n fits 64 bits with a representable negative.
bool fits(const cpp_int& n) { return n <= highest && n >= -highest; }

/// Greatest common divisor of positive numbers. The library's takes quadratic time even when one of them is small, so
/// the larger is reduced first.
cpp_int common_divisor(cpp_int a, cpp_int b) {
  if (a < b) a.swap(b);
  if (b == 1) return b;
  a %= b;
  return a == 0 ? b : boost::multiprecision::gcd(b, a);
}

cpp_int magnitude(const cpp_int& n) { return n < 0 ? cpp_int(-n) : n; }

Rational::Big reduced(const cpp_int& n, const cpp_int& d) {
  if (n == 0) return {0, 1};
  const cpp_int g = d < 0 ? cpp_int(-common_divisor(magnitude(n), magnitude(d))) : common_divisor(magnitude(n), d);
  return {n / g, d / g};
}

cpp_int power_of_ten(int exponent) { return boost::multiprecision::pow(cpp_int(10), static_cast<unsigned>(exponent)); }

}  // namespace

Rational::Rational(std::int64_t numerator, std::int64_t denominator) {
  assert(denominator != 0);
  if (numerator == lowest || denominator == lowest) {
    *this = Rational(reduced(cpp_int(numerator), cpp_int(denominator)));
    return;
  }
  const std::int64_t g = std::gcd(numerator, denominator);
  numerator_ = (denominator < 0 ? -numerator : numerator) / g;
  denominator_ = (denominator < 0 ? -denominator : denominator) / g;
}

Rational::Rational(Big value) {
  if (fits(value.n) && fits(value.d)) {
    numerator_ = static_cast<std::int64_t>(value.n);
    denominator_ = static_cast<std::int64_t>(value.d);
  } else {
    big_ = std::make_shared<const Big>(std::move(value));
  }
}

Rational::Big Rational::big() const { return big_ ? *big_ : Big{numerator_, denominator_}; }

std::optional<Rational> Rational::from_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  std::string digits;
  int exponent = 0;
  bool after_point = false, any = false;
  std::size_t i = 0;
  for (; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '.' && !after_point) {
      after_point = true;
    } else if (c >= '0' && c <= '9') {
      any = true;
      if (digits.size() > most_digits) return {};
      if (c != '0' || !digits.empty()) digits += c;
      if (after_point) --exponent;
    } else {
      break;
    }
  }
  if (!any) return {};
  if (i < text.size()) {
    if (text[i] != 'e' && text[i] != 'E') return {};
    std::string_view rest = text.substr(i + 1);
    if (rest.starts_with('+') && !rest.starts_with("+-")) rest.remove_prefix(1);
    int written = 0;
    const auto end = std::from_chars(rest.data(), rest.data() + rest.size(), written);
    if (end.ec != std::errc() || end.ptr != rest.data() + rest.size()) return {};
    if (written > most_exponent || written < -most_exponent) return {};
    exponent += written;
  }
  if (digits.empty()) return Rational(0);
  if (exponent < -static_cast<int>(most_digits) - most_exponent) return {};  // a text of many zeros
  cpp_int n(digits), d(1);
  (exponent >= 0 ? n : d) *= power_of_ten(exponent >= 0 ? exponent : -exponent);
  if (negative) n = -n;
  return Rational(reduced(n, d));
}

Rational Rational::from_double(double value) {
  const std::optional<Rational> exact = from_decimal(shortest(value));
  assert(exact);
  return *exact;
}

bool Rational::is_integer() const { return big_ ? big_->d == 1 : denominator_ == 1; }

int Rational::sign() const {
  if (big_) return big_->n.sign();
  return numerator_ > 0 ? 1 : numerator_ < 0 ? -1 : 0;
}

std::optional<std::int64_t> Rational::to_int() const {
  if (big_ || denominator_ != 1) return {};
  return numerator_;
}

double Rational::to_double() const {
  constexpr std::int64_t exact = std::int64_t{1} << 53U;
  if (!big_ && numerator_ < exact && numerator_ > -exact && denominator_ < exact)
    return static_cast<double>(numerator_) / static_cast<double>(denominator_);
  return cpp_rational(big().n, big().d).convert_to<double>();
}

std::string Rational::text() const {
  if (big_) return big_->d == 1 ? big_->n.str() : big_->n.str() + "/" + big_->d.str();
  std::string text = std::to_string(numerator_);
  if (denominator_ != 1) {
    text += '/';
    text += std::to_string(denominator_);
  }
  return text;
}

std::size_t Rational::hash() const {
  if (big_) return std::hash<cpp_int>()(big_->n) * 31 + std::hash<cpp_int>()(big_->d);
  const auto n = static_cast<std::uint64_t>(numerator_), d = static_cast<std::uint64_t>(denominator_);
  return (n * 0x9e3779b97f4a7c15U) ^ (d * 0xc2b2ae3d27d4eb4fU);
}

std::size_t Rational::digits() const {
  if (!big_) return 38;
  const std::size_t bits = std::size_t{msb(magnitude(big_->n))} + msb(big_->d) + 2;
  return bits * 30103 / 100000 + 2;
}

int Rational::decades() const {
  if (!big_ && denominator_ == 1) {
    int result = 0;
    for (std::int64_t left = numerator_ / 10; left != 0; left /= 10) ++result;
    return result;
  }
  if (is_integer()) {
    const cpp_int size = magnitude(big_->n);
    const auto least = static_cast<int>(static_cast<double>(msb(size)) * std::log10(2.0));
    return size < power_of_ten(least + 1) ? least : least + 1;
  }
  if (!big_) return static_cast<int>(std::floor(std::log10(std::abs(to_double()))));
  const auto bits = static_cast<double>(msb(magnitude(big_->n))) - static_cast<double>(msb(big_->d));
  return static_cast<int>(std::floor(bits * std::log10(2.0)));
}

bool Rational::has_more_digits_than(int count) const {
  assert(is_integer());
  const int spare = decades() + 1 - count;
  return spare > 0 && magnitude(big().n) % power_of_ten(spare) != 0;
}

Rational Rational::numerator() const {
  if (!big_) return numerator_;
  return Rational(Big{big_->n, 1});
}

Rational Rational::denominator() const {
  if (!big_) return denominator_;
  return Rational(Big{big_->d, 1});
}

Rational Rational::inverse() const {
  assert(!is_zero());
  if (!big_) return {denominator_, numerator_};
  return Rational(big_->n < 0 ? Big{-big_->d, -big_->n} : Big{big_->d, big_->n});
}

std::optional<Rational> Rational::power(std::int64_t exponent) const {
  if (exponent < 0) {
    const std::optional<Rational> positive = exponent == lowest ? std::nullopt : power(-exponent);
    if (!positive) return {};
    return positive->inverse();
  }
  if (is_zero() || is_one()) return exponent == 0 ? Rational(1) : *this;
  if (!big_ && numerator_ == -1 && denominator_ == 1) return exponent % 2 == 0 ? Rational(1) : *this;
  const double size = static_cast<double>(digits()) * static_cast<double>(exponent);
  if (size > static_cast<double>(most_digits)) return {};
  Rational result = 1, square = *this;
  for (std::int64_t left = exponent; left > 0; left /= 2) {
    if (left % 2 == 1) result *= square;
    if (left > 1) square *= square;
  }
  return result;
}

Rational Rational::gcd(const Rational& a, const Rational& b) {
  // gcd(n1/d1, n2/d2) = gcd(n1 d2, n2 d1) / (d1 d2)
  if (a.is_zero()) return b.abs();
  if (b.is_zero()) return a.abs();
  if (!a.big_ && !b.big_) {  // in lowest terms it is also gcd(n1, n2) / lcm(d1, d2)
    const std::int64_t d = a.denominator_ / std::gcd(a.denominator_, b.denominator_);
    std::int64_t lcm = 0;
    if (!__builtin_mul_overflow(d, b.denominator_, &lcm)) return {std::gcd(a.numerator_, b.numerator_), lcm};
  }
  const Big x = a.big(), y = b.big();
  return Rational(reduced(common_divisor(magnitude(x.n * y.d), magnitude(y.n * x.d)), x.d * y.d));
}

std::pair<Rational, Rational> Rational::split_square() const {
  // n/d = n d / d^2, so only the integer n d must be split.
  const Big value = big();
  cpp_int rest = value.n * value.d, root = 1;
  for (int p = 2; p <= 1000; ++p) {
    const int square = p * p;
    while (rest != 0 && rest % square == 0) {
      rest /= square;
      root *= p;
    }
  }
  if (rest > 0) {
    const cpp_int whole = boost::multiprecision::sqrt(rest);
    if (whole * whole == rest) {
      root *= whole;
      rest = 1;
    }
  }
  return {Rational(reduced(root, value.d)), Rational(Big{rest, 1})};
}

Rational Rational::floor() const {
  if (is_integer()) return *this;
  const Big value = big();
  cpp_int quotient = value.n / value.d;
  if (value.n < 0) --quotient;  // division truncates towards zero
  return Rational(Big{quotient, 1});
}

Rational operator+(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) {
    std::int64_t x = 0, y = 0, n = 0, d = 0;
    if (a.denominator_ == 1 && b.denominator_ == 1) {
      if (!__builtin_add_overflow(a.numerator_, b.numerator_, &n) && n != lowest) return n;
    } else if (!__builtin_mul_overflow(a.numerator_, b.denominator_, &x) &&
               !__builtin_mul_overflow(b.numerator_, a.denominator_, &y) && !__builtin_add_overflow(x, y, &n) &&
               !__builtin_mul_overflow(a.denominator_, b.denominator_, &d)) {
      return {n, d};
    }
  }
  const Rational::Big x = a.big(), y = b.big();
  const cpp_int g = common_divisor(x.d, y.d);
  const cpp_int n = x.n * (y.d / g) + y.n * (x.d / g);
  if (n == 0) return 0;
  const cpp_int h = common_divisor(magnitude(n), g);  // all that can still cancel (Knuth, vol. 2, sec. 4.5.1)
  return Rational(Rational::Big{n / h, (x.d / g) * (y.d / h)});
}

Rational operator*(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) {
    std::int64_t n = 0, d = 0;
    if (!__builtin_mul_overflow(a.numerator_, b.numerator_, &n) &&
        !__builtin_mul_overflow(a.denominator_, b.denominator_, &d))
      return d == 1 && n != lowest ? Rational(n) : Rational(n, d);
  }
  if (a.is_zero() || b.is_zero()) return 0;
  const Rational::Big x = a.big(), y = b.big();
  const cpp_int g = common_divisor(magnitude(x.n), y.d), h = common_divisor(magnitude(y.n), x.d);
  return Rational(Rational::Big{(x.n / g) * (y.n / h), (x.d / h) * (y.d / g)});
}

Rational operator-(const Rational& a) {
  if (a.big_) return Rational(Rational::Big{-a.big_->n, a.big_->d});
  Rational negative;
  negative.numerator_ = -a.numerator_;
  negative.denominator_ = a.denominator_;
  return negative;
}

bool operator==(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) return a.numerator_ == b.numerator_ && a.denominator_ == b.denominator_;
  return a.big_ && b.big_ && a.big_->n == b.big_->n && a.big_->d == b.big_->d;
}

bool operator<(const Rational& a, const Rational& b) {
  if (!a.big_ && !b.big_) {
    std::int64_t x = 0, y = 0;
    if (!__builtin_mul_overflow(a.numerator_, b.denominator_, &x) &&
        !__builtin_mul_overflow(b.numerator_, a.denominator_, &y))
      return x < y;
  }
  const Rational::Big x = a.big(), y = b.big();
  return x.n * y.d < y.n * x.d;
}

}  // namespace alembert
