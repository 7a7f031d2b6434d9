/// Numbers of many digits that know how far they are known: what is decided by round-off is not decided.
#pragma once
#include <algorithm>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

#include "alembert/symbolic/rational.h"

namespace alembert::precise {

inline constexpr double nothing = -std::numeric_limits<double>::infinity();  // as a logarithm

template <unsigned N>
using Digits = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<N>, boost::multiprecision::et_off>;

/// NaN for what is not finite, which 1/x would bring back as a number.
template <unsigned N>
Digits<N> finite(Digits<N> x) {
  return isfinite(x) ? x : std::numeric_limits<Digits<N>>::quiet_NaN();
}

/// NaN for a zero that is none: too small for the exponents of this type.
template <unsigned N>
Digits<N> not_vanished(Digits<N> x) {
  return finite<N>(x.is_zero() ? std::numeric_limits<Digits<N>>::quiet_NaN() : x);
}

/// NaN unless x lies in the domain of a function, of which `value` is the value there.
template <unsigned N, class F>
Digits<N> inside(bool domain, const F& value) {
  return domain ? finite<N>(value()) : std::numeric_limits<Digits<N>>::quiet_NaN();
}

/// Thrown where it is not known which of two values is meant.
struct NotComparable : std::runtime_error {
  NotComparable() : std::runtime_error("a comparison of what is not defined") {}
};

/// About log2 |x|; minus infinity for zero and NaN.
template <unsigned N>
double log2_size(const Digits<N>& x) {
  if (x.is_zero() || !isfinite(x)) return nothing;
  int exponent = 0;
  frexp(x, &exponent);
  return exponent;
}

/// N decimal digits with the functions of concept Scalar, found by argument-dependent lookup. What is not defined, or
/// is beyond the exponents of the type at either end, is NaN from there on. Each value knows the size of its round-off,
/// so that nothing is concluded from the sign of what may be nothing else: 1 - tanh(1000) comes out as 0. It is a zero
/// where a fraction that small would need a larger denominator.
template <unsigned N>
struct Real {
  static constexpr double no_fraction = std::numeric_limits<double>::infinity();

  Digits<N> x;
  double error = nothing;  ///< log2 of about the largest one there can be
  double denominator = 0;  ///< log2 of one that the exact value has at most, or no_fraction
  Real() = default;
  explicit Real(double value) : x(value), denominator(denominator_of(value)) {}
  /// A rounded result with what its arguments' errors become in it.
  Real(Digits<N> value, double carried, double fraction = no_fraction)
      : x(std::move(value)), error(std::max(carried, log2_size<N>(x) - bits)), denominator(fraction) {}
  static Real whole(Digits<N> value) { return {std::move(value), nothing, 0.0}; }
  static Real undefined() { return whole(std::numeric_limits<Digits<N>>::quiet_NaN()); }

  static constexpr double bits = N * 3.3219280948873623;
  static constexpr double margin = 8.0;  ///< bits by which errors may be larger than what is written here
  double size() const { return log2_size<N>(x); }
  /// Whether the exact value may be zero for all that is known, and whether it is.
  bool may_be_zero() const { return !isnan(x) && (x.is_zero() || size() <= error + margin); }
  bool is_zero() const { return may_be_zero() && error + margin + 1.0 < -denominator; }
  bool is_noise() const { return may_be_zero() && !is_zero(); }

  friend Real operator+(const Real& a, const Real& b) {
    return {finite<N>(a.x + b.x), std::max(a.error, b.error), a.denominator + b.denominator};
  }
  friend Real operator-(const Real& a, const Real& b) { return a + -b; }
  friend Real operator*(const Real& a, const Real& b) {
    const double fraction = a.is_zero() || b.is_zero() ? 0.0 : a.denominator + b.denominator;
    if (a.x.is_zero() || b.x.is_zero()) return {finite<N>(a.x * b.x), product_error(a, b), fraction};
    return {not_vanished<N>(a.x * b.x), product_error(a, b), fraction};
  }
  friend Real operator/(const Real& a, const Real& b) {
    const double carried = std::max(a.error - b.size(), b.error + a.size() - 2 * b.size());
    return {inside<N>(!b.may_be_zero(), [&] { return a.x.is_zero() ? a.x : not_vanished<N>(a.x / b.x); }), carried,
            a.denominator + b.numerator()};
  }
  friend Real operator-(const Real& a) { return a.with(-a.x); }
  friend Real sqrt(const Real& a) {
    if (a.is_zero()) return whole(0);
    const double carried = a.x.is_zero() ? a.error / 2 : a.error - a.size() / 2;  // of a zero that may be none
    const Digits<N> root = inside<N>(a.x >= 0, [&] { return sqrt(a.x); });
    return {root, carried, is_short(root) && (a - whole(root) * whole(root)).is_zero_fraction() ? 0.0 : no_fraction};
  }
  friend Real pow(const Real& a, const Real& b) {
    if (isnan(a.x) || isnan(b.x)) return undefined();
    if (a.is_zero() && b.is_noise()) return undefined();
    if (a.is_zero()) return whole(inside<N>(b.x >= 0, [&] { return Digits<N>(b.x.is_zero() ? 1 : 0); }));
    if (a.x.is_zero()) return undefined();
    const bool is_whole = b.denominator < no_fraction && floor(b.x) == b.x;
    const Digits<N> result = inside<N>(a.x > 0 || is_whole, [&] { return not_vanished<N>(pow(a.x, b.x)); });
    const double of_logarithm = std::log2(1.0 + std::abs(a.size())) + b.size() - bits;  // it goes through one
    const double relative = std::max({a.error - a.size() + b.size(), b.error + std::log2(1.0 + std::abs(a.size()))});
    return {result, log2_size<N>(result) + std::max(relative, of_logarithm), denominator_of_power(a, b)};
  }
  friend Real sin(const Real& a) { return a.zero_at_zero({finite<N>(sin(a.x)), a.turned()}); }
  friend Real cos(const Real& a) { return a.one_at_zero({finite<N>(cos(a.x)), a.turned()}); }
  friend Real tan(const Real& a) {
    const Digits<N> result = finite<N>(tan(a.x));
    return a.zero_at_zero({result, a.turned() + 2 * std::max(0.0, log2_size<N>(result))});
  }
  friend Real asin(const Real& a) {
    return a.zero_at_zero({inside<N>(abs(a.x) <= 1, [&] { return asin(a.x); }), a.error_at_ends()});
  }
  friend Real acos(const Real& a) {
    return (a - whole(1)).zero_at_zero({inside<N>(abs(a.x) <= 1, [&] { return acos(a.x); }), a.error_at_ends()});
  }
  friend Real atan(const Real& a) { return a.zero_at_zero({finite<N>(atan(a.x)), a.error}); }
  /// A zero has no sign, and half a turn no other side than the upper one.
  friend Real atan2(const Real& a, const Real& b) {
    if (a.is_zero() && (b.is_zero() || b.x > 0)) return b.is_noise() ? undefined() : whole(0);
    if (a.is_noise() && (b.may_be_zero() || b.x < 0)) return undefined();
    const Digits<N> up = a.is_zero() ? Digits<N>(0) : a.x, along = b.is_zero() ? Digits<N>(0) : b.x;
    const double carried = std::max(a.error, b.error), distance = std::max(a.size(), b.size());
    return {finite<N>(atan2(up, along)), distance == nothing ? carried : carried - distance};
  }
  friend Real sinh(const Real& a) { return a.zero_at_zero(a.grown(finite<N>(sinh(a.x)))); }
  friend Real cosh(const Real& a) { return a.one_at_zero(a.grown(finite<N>(cosh(a.x)))); }
  friend Real tanh(const Real& a) { return a.zero_at_zero({finite<N>(tanh(a.x)), a.error}); }
  friend Real exp(const Real& a) { return a.one_at_zero(a.grown(not_vanished<N>(exp(a.x)))); }
  friend Real log(const Real& a) {
    return (a - whole(1)).zero_at_zero({inside<N>(a.x > 0, [&] { return log(a.x); }), a.error - a.size()});
  }
  friend Real abs(const Real& a) { return a.with(abs(a.x)); }
  friend Real sign(const Real& a) {
    if (isnan(a.x) || a.is_noise()) return undefined();
    return whole(a.is_zero() ? 0 : a.x.sign());
  }
  friend Real floor(const Real& a) {
    if (!isfinite(a.x)) return a;
    const Digits<N> nearest = floor(a.x + 0.5);
    const Real beyond = a.with(a.x - nearest);
    if (beyond.is_noise()) return undefined();
    return whole(beyond.is_zero() ? nearest : floor(a.x));
  }
  friend Real min(const Real& a, const Real& b) { return either(below(b, a) ? b : a, a, b); }
  friend Real max(const Real& a, const Real& b) { return either(below(a, b) ? b : a, a, b); }
  friend bool less(const Real& a, const Real& b) {
    const Real difference = a - b;
    if (isnan(difference.x) || difference.is_noise()) throw NotComparable();
    return !difference.is_zero() && difference.x < 0;
  }
  friend bool less_equal(const Real& a, const Real& b) { return !less(b, a); }
  friend const Real& select(bool condition, const Real& a, const Real& b) { return condition ? a : b; }
  friend void sincos(const Real& a, Real& s, Real& c) {
    const Real sine = sin(a);  // s may be a itself
    c = cos(a);
    s = sine;
  }

 private:
  static double denominator_of(double value) {
    int exponent = 0;
    std::frexp(value, &exponent);
    return value == std::floor(value) ? 0 : std::max(0, std::numeric_limits<double>::digits - exponent);
  }
  static double denominator_of_power(const Real& a, const Real& b) {
    if (b.denominator > 0.0 || floor(b.x) != b.x) return no_fraction;
    const double exponent = b.x.template convert_to<double>();
    return exponent == 0.0 ? 0.0 : std::abs(exponent) * (exponent > 0.0 ? a.denominator : a.numerator());
  }
  /// log2 of the numerator that the exact value has at most.
  double numerator() const { return std::max(0.0, size() + 1.0 + denominator); }
  /// A whole number of which the square is not rounded.
  static bool is_short(const Digits<N>& value) {
    return isfinite(value) && floor(value) == value && 2 * log2_size<N>(value) < bits - margin;
  }
  bool is_zero_fraction() const { return denominator < no_fraction && is_zero(); }
  static bool below(const Real& a, const Real& b) {
    if (isnan(a.x) || isnan(b.x)) throw NotComparable();
    return a.x < b.x;
  }
  /// The one that was taken of two: of two that are not told apart it may be the other one.
  static Real either(Real taken, const Real& a, const Real& b) {
    if (!(a - b).is_noise()) return taken;
    taken.error = std::max(a.error, b.error);
    taken.denominator = no_fraction;
    return taken;
  }
  static double product_error(const Real& a, const Real& b) {
    return std::max({a.error + b.size(), b.error + a.size(), a.error + b.error});
  }
  /// Another value with the same error.
  Real with(Digits<N> value) const {
    Real result = *this;
    result.x = std::move(value);
    return result;
  }
  /// The value of a function, which is exact where this is zero.
  Real zero_at_zero(Real value) const { return is_zero() ? whole(0) : std::move(value); }
  Real one_at_zero(Real value) const { return is_zero() ? whole(1) : std::move(value); }
  /// In a sine or cosine, where whole turns are taken from large angles.
  double turned() const { return std::max(error, size() - bits); }
  /// In an exponential, which may be small: relative to it, or to 1 where it is about that.
  Real grown(const Digits<N>& value) const { return {value, log2_size<N>(value) + std::max(error, size() - bits)}; }
  double error_at_ends() const {
    const Digits<N> room = 1 - x * x;
    return room.is_zero() ? error / 2 : error - log2_size<N>(room) / 2;
  }
};

template <unsigned N>
Real<N> real(const Rational& value) {
  const Digits<N> up(value.numerator().text());
  if (value.is_integer()) return Real<N>::whole(up);
  const Digits<N> down(value.denominator().text());
  return {up / down, nothing, log2_size<N>(down)};
}

}  // namespace alembert::precise
