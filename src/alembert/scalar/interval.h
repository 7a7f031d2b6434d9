/// Intervals: what a formula can be while its arguments move within bounds.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <type_traits>

#include "alembert/scalar/dual.h"
#include "alembert/scalar/scalar.h"

namespace alembert {
inline namespace ALEMBERT_ISA {

/// How a comparison of intervals comes out: for all of their numbers so, or not for all.
struct Ternary {
  bool may_hold = false, may_fail = false;

  friend Ternary operator&(Ternary a, Ternary b) { return {a.may_hold && b.may_hold, a.may_fail || b.may_fail}; }
  friend Ternary operator|(Ternary a, Ternary b) { return {a.may_hold || b.may_hold, a.may_fail && b.may_fail}; }
  friend Ternary operator!(Ternary a) { return {a.may_fail, a.may_hold}; }
};

/// All numbers from lo to hi. A function of intervals has every value that the function has on their numbers, and
/// mostly some that it has not: what occurs twice moves independently. Where a function is not defined on all of them
/// the result is the whole line. Ends are rounded like other doubles, not outwards, so bounds are right to rounding.
/// The angle of atan2 goes on beyond half a turn where an interval spans it.
/// Ref: Moore, Kearfott and Cloud 2009, Introduction to Interval Analysis.
struct Interval {
  static constexpr double infinity = std::numeric_limits<double>::infinity();

  double lo = 0.0, hi = 0.0;

  Interval() = default;
  Interval(double x) : Interval(x, x) {}  // NOLINT(google-explicit-constructor): a constant
  /// What is not a number is no bound.
  Interval(double low, double high) : lo(std::isnan(low) ? -infinity : low), hi(std::isnan(high) ? infinity : high) {}
  static Interval whole() { return {-infinity, infinity}; }

  bool contains(double x) const { return lo <= x && x <= hi; }
  double width() const { return hi - lo; }
  double middle() const { return lo + 0.5 * (hi - lo); }
  friend Interval hull(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::max(a.hi, b.hi)}; }
  /// What is in both; of intervals apart, as rounding may leave them, what lies between.
  friend Interval overlap(Interval a, Interval b) {
    const double low = std::max(a.lo, b.lo), high = std::min(a.hi, b.hi);
    return {std::min(low, high), std::max(low, high)};
  }

  friend Interval operator-(Interval a) { return {-a.hi, -a.lo}; }
  friend Interval operator+(Interval a, Interval b) { return {a.lo + b.lo, a.hi + b.hi}; }
  friend Interval operator-(Interval a, Interval b) { return {a.lo - b.hi, a.hi - b.lo}; }
  friend Interval operator*(Interval a, Interval b) {
    const double p = times(a.lo, b.lo), q = times(a.lo, b.hi), r = times(a.hi, b.lo), s = times(a.hi, b.hi);
    return {std::min(std::min(p, q), std::min(r, s)), std::max(std::max(p, q), std::max(r, s))};
  }
  friend Interval operator/(Interval a, Interval b) {
    if (b.contains(0.0)) return whole();
    const double p = over(a.lo, b.lo), q = over(a.lo, b.hi), r = over(a.hi, b.lo), s = over(a.hi, b.hi);
    return {std::min(std::min(p, q), std::min(r, s)), std::max(std::max(p, q), std::max(r, s))};
  }
  Interval& operator+=(Interval b) { return *this = *this + b; }
  Interval& operator-=(Interval b) { return *this = *this - b; }
  Interval& operator*=(Interval b) { return *this = *this * b; }
  Interval& operator/=(Interval b) { return *this = *this / b; }

  friend Ternary less(Interval a, Interval b) { return {a.lo < b.hi, !(a.hi < b.lo)}; }
  friend Ternary less_equal(Interval a, Interval b) { return {a.lo <= b.hi, !(a.hi <= b.lo)}; }
  friend Ternary zero_mask(Interval a) { return {a.contains(0.0), a.lo != 0.0 || a.hi != 0.0}; }
  friend Interval select(Ternary mask, Interval a, Interval b) {
    if (!mask.may_fail) return a;
    return mask.may_hold ? hull(a, b) : b;
  }
  friend Interval min(Interval a, Interval b) { return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)}; }
  friend Interval max(Interval a, Interval b) { return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)}; }
  friend Interval abs(Interval a) {
    if (a.lo >= 0.0) return a;
    return a.hi <= 0.0 ? -a : Interval(0.0, std::max(-a.lo, a.hi));
  }
  friend Interval sign(Interval a) { return {alembert::sign(a.lo), alembert::sign(a.hi)}; }
  friend Interval floor(Interval a) { return {std::floor(a.lo), std::floor(a.hi)}; }

  friend Interval sqrt(Interval a) {
    return a.lo < 0.0 ? Interval(-infinity, infinity) : Interval(std::sqrt(a.lo), std::sqrt(a.hi));
  }
  friend Interval exp(Interval a) { return {std::exp(a.lo), std::exp(a.hi)}; }
  friend Interval log(Interval a) { return a.lo < 0.0 ? whole() : Interval(std::log(a.lo), std::log(a.hi)); }
  friend Interval sinh(Interval a) { return {std::sinh(a.lo), std::sinh(a.hi)}; }
  friend Interval tanh(Interval a) { return {std::tanh(a.lo), std::tanh(a.hi)}; }
  friend Interval cosh(Interval a) {
    const Interval b = abs(a);
    return {std::cosh(b.lo), std::cosh(b.hi)};
  }
  friend Interval atan(Interval a) { return {std::atan(a.lo), std::atan(a.hi)}; }
  friend Interval asin(Interval a) {
    return a.lo < -1.0 || a.hi > 1.0 ? whole() : Interval(std::asin(a.lo), std::asin(a.hi));
  }
  friend Interval acos(Interval a) {
    return a.lo < -1.0 || a.hi > 1.0 ? whole() : Interval(std::acos(a.hi), std::acos(a.lo));
  }
  friend Interval cos(Interval a) { return wave(a, 0.0, std::cos(a.lo), std::cos(a.hi)); }
  friend Interval sin(Interval a) { return wave(a, 0.25, std::sin(a.lo), std::sin(a.hi)); }
  friend void sincos(Interval a, Interval& s, Interval& c) {
    const Interval sine = sin(a);  // s may be a itself
    c = cos(a);
    s = sine;
  }
  friend Interval tan(Interval a) {
    // Poles are at half turns and a quarter.
    const double first = std::floor(a.lo / std::numbers::pi - 0.5), last = std::floor(a.hi / std::numbers::pi - 0.5);
    return first == last ? Interval(std::tan(a.lo), std::tan(a.hi)) : whole();
  }
  friend Interval atan2(Interval y, Interval x) {
    constexpr double turn = 2.0 * std::numbers::pi;
    if (y.contains(0.0) && x.contains(0.0)) return {-0.5 * turn, 0.5 * turn};
    const bool behind = y.contains(0.0) && x.hi < 0.0;  // spans half a turn: from above on beyond it
    Interval result{infinity, -infinity};
    for (const double a : {y.lo, y.hi})
      for (const double b : {x.lo, x.hi}) {
        const double angle = std::atan2(a, b) + (behind && a < 0.0 ? turn : 0.0);
        result = {std::min(result.lo, angle), std::max(result.hi, angle)};
      }
    return result;
  }

  template <class T>
  requires std::is_arithmetic_v<T>
  friend Interval pow(Interval a, T exponent) {
    const double n = exponent;
    if (n == 0.0) return 1.0;
    const bool whole_number = n == std::floor(n);
    if (a.lo < 0.0 && !whole_number) return whole();
    if (n < 0.0 && a.contains(0.0)) return whole();
    const bool even = whole_number && std::fmod(n, 2.0) == 0.0;
    const Interval base = even ? abs(a) : a;
    const double p = std::pow(base.lo, n), q = std::pow(base.hi, n);
    return {std::min(p, q), std::max(p, q)};
  }
  friend Interval pow(Interval a, Interval b) {
    if (b.lo == b.hi) return pow(a, b.lo);
    return a.lo > 0.0 ? exp(b * log(a)) : whole();
  }

 private:
  static double times(double a, double b) { return a == 0.0 || b == 0.0 ? 0.0 : a * b; }
  static double over(double a, double b) { return a == 0.0 || std::isinf(b) ? 0.0 : a / b; }
  /// A wave of one turn that is 1 at `peak` turns and -1 half a turn from there.
  static Interval wave(Interval a, double peak, double at_lo, double at_hi) {
    constexpr double turn = 2.0 * std::numbers::pi, most = 1e15;  // beyond it doubles do not tell angles
    if (!(a.width() < turn) || !(std::abs(a.lo) < most)) return {-1.0, 1.0};
    const auto passes = [&](double place) { return std::floor(a.hi / turn - place) > std::floor(a.lo / turn - place); };
    return {passes(peak + 0.5) ? -1.0 : std::min(at_lo, at_hi), passes(peak) ? 1.0 : std::max(at_lo, at_hi)};
  }
};

/// A formula of one variable with its slope, while the variable is within bounds.
using Enclosure = Dual<1, Interval>;

static_assert(Scalar<Interval> && Scalar<Enclosure>);

}  // namespace ALEMBERT_ISA
}  // namespace alembert
