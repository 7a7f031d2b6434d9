/// The concept Scalar: what an algorithm may do with a number; and its functions for double.
#pragma once
#include <cmath>
#include <concepts>
#include <utility>

#include "alembert/scalar/isa.h"

namespace alembert {

// The libm functions of double, so that a template in alembert may call them unqualified for any Scalar.
using std::abs;
using std::acos;
using std::asin;
using std::atan;
using std::atan2;
using std::cos;
using std::cosh;
using std::exp;
using std::floor;
using std::log;
using std::pow;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;

inline namespace ALEMBERT_ISA {

/// Masks of double are bool. False where an argument is NaN.
constexpr bool less(double a, double b) { return a < b; }
constexpr bool less_equal(double a, double b) { return a <= b; }
constexpr bool any(bool mask) { return mask; }
constexpr bool all(bool mask) { return mask; }

/// a where mask holds, else b. Both are evaluated: give the side not taken a harmless argument.
constexpr double select(bool mask, double a, double b) { return mask ? a : b; }

/// The smaller and the larger of two. As fmin and fmax: a NaN loses against a number; of two zeros either may come.
constexpr double min(double a, double b) { return (a < b || b != b) ? a : b; }
constexpr double max(double a, double b) { return (b < a || b != b) ? a : b; }

/// -1, 0 or 1; sign(-0.0) is -0.0; NaN stays NaN.
constexpr double sign(double x) { return x > 0 ? 1.0 : (x < 0 ? -1.0 : x); }

/// s = sin(x), c = cos(x), x in radians.
inline void sincos(double x, double& s, double& c) {
  s = std::sin(x);
  c = std::cos(x);
}

}  // namespace ALEMBERT_ISA

/// A number an algorithm may compute with: double, Pack<N>, Dual<N, S>, Expr.
///
/// Rule: never write `if (x > 0)`, `x == y` or `std::max` on a Scalar. Branch on the Plan (integers), or use
///
///   select(less(a, b), p, q)      p where a < b, else q; both are evaluated
///
/// less() and less_equal() return the scalar's mask type: bool, or one flag per lane without conversion to bool.
/// Masks combine with & | !. (On bool, name the two masks first: clang warns about `less(a, b) | less(c, d)`.)
template <class S>
concept Scalar = std::constructible_from<S, double> && std::copyable<S> && requires(const S a, const S b, S r) {
  { a + b } -> std::convertible_to<S>;
  { a - b } -> std::convertible_to<S>;
  { a* b } -> std::convertible_to<S>;
  { a / b } -> std::convertible_to<S>;
  { -a } -> std::convertible_to<S>;
  { r += a } -> std::same_as<S&>;
  { r -= a } -> std::same_as<S&>;
  { r *= a } -> std::same_as<S&>;
  { r /= a } -> std::same_as<S&>;
  { sin(a) } -> std::convertible_to<S>;
  { cos(a) } -> std::convertible_to<S>;
  { tan(a) } -> std::convertible_to<S>;
  { asin(a) } -> std::convertible_to<S>;
  { acos(a) } -> std::convertible_to<S>;
  { atan(a) } -> std::convertible_to<S>;
  { atan2(a, b) } -> std::convertible_to<S>;
  { sinh(a) } -> std::convertible_to<S>;
  { cosh(a) } -> std::convertible_to<S>;
  { tanh(a) } -> std::convertible_to<S>;
  { exp(a) } -> std::convertible_to<S>;
  { log(a) } -> std::convertible_to<S>;
  { sqrt(a) } -> std::convertible_to<S>;
  { pow(a, b) } -> std::convertible_to<S>;
  { pow(a, 2) } -> std::convertible_to<S>;
  { pow(a, 0.5) } -> std::convertible_to<S>;
  { abs(a) } -> std::convertible_to<S>;
  { sign(a) } -> std::convertible_to<S>;
  { floor(a) } -> std::convertible_to<S>;
  { min(a, b) } -> std::convertible_to<S>;
  { max(a, b) } -> std::convertible_to<S>;
  { select(less(a, b), a, b) } -> std::convertible_to<S>;
  { select(less_equal(a, b), a, b) } -> std::convertible_to<S>;
  sincos(a, r, r);
};

/// bool for double and for Dual<N, double>; Mask<N> for Pack<N>.
template <class S>
using MaskOf = decltype(less(std::declval<const S&>(), std::declval<const S&>()));

static_assert(Scalar<double>);

}  // namespace alembert
