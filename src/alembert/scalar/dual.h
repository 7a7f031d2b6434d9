/// Dual<N, S>: a number together with its derivatives in N directions.
#pragma once
#include <concepts>
#include <limits>
#include <type_traits>

#include "alembert/scalar/gradient.h"
#include "alembert/scalar/pack.h"
#include "alembert/scalar/scalar.h"

namespace alembert {
inline namespace ALEMBERT_ISA {

/// What a Dual D over S may be combined with besides another D: an S, or whatever converts to it.
template <class T, class D, class S>
concept ConstantOf = !std::same_as<T, D> && std::convertible_to<const T&, S>;

/// Forward-mode automatic differentiation: a value and N directional derivatives.
///
///   f(x + sum_i e_i d_i) = f(x) + sum_i e_i f'(x) d_i,       e_i e_j = 0
///
/// S is any Scalar, so Duals nest: Dual<4, Dual<1>> has mixed second derivatives, Dual<2, Pack<8>> the derivatives of
/// eight states. Derivatives are exact (closed forms, a few ulp), not differences.
///
/// Where a function is not smooth: abs' = sign, so 0 at 0; sign' = floor' = 0; min, max and select take the derivatives
/// of the argument they return. Where a derivative is infinite (sqrt at 0, asin and acos at +-1, a^b at a = 0 for b <
/// 1) it comes out infinite along directions that change the argument, and zero along those that do not; second
/// derivatives there may be NaN.
///
/// Ref: Griewank and Walther 2008, Evaluating Derivatives, ch. 3.
template <int N, class S = double>
struct Dual {
  static_assert(N >= 1);
  using D = Gradient<N, S>;

  S x{};  ///< value
  D d{};  ///< [direction] derivatives

  Dual() = default;
  Dual(const S& value) : x(value) {}  // NOLINT(google-explicit-constructor): a constant
  // NOLINTNEXTLINE(google-explicit-constructor): a constant
  Dual(double value) requires(!std::same_as<S, double>) : x(value) {}
  Dual(const S& value, const D& derivatives) : x(value), d(derivatives) {}

  /// The independent variable of the given direction, 0 <= direction < N.
  static Dual variable(const S& value, int direction) {
    Dual a(value);
    a.d.set(direction, S(1.0));
    return a;
  }

  friend Dual operator-(const Dual& a) { return {-a.x, -a.d}; }
  friend Dual operator+(const Dual& a, const Dual& b) { return {a.x + b.x, a.d + b.d}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.x - b.x, a.d - b.d}; }
  friend Dual operator*(const Dual& a, const Dual& b) { return {a.x * b.x, a.d * b.x + b.d * a.x}; }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const S ratio = a.x / b.x;
    return {ratio, (a.d - b.d * ratio) * (1.0 / b.x)};
  }

  // The same with a constant, which has no derivatives to multiply.
  template <ConstantOf<Dual, S> T>
  friend Dual operator+(const Dual& a, const T& b) {
    return {a.x + b, a.d};
  }
  template <ConstantOf<Dual, S> T>
  friend Dual operator+(const T& a, const Dual& b) {
    return {a + b.x, b.d};
  }
  template <ConstantOf<Dual, S> T>
  friend Dual operator-(const Dual& a, const T& b) {
    return {a.x - b, a.d};
  }
  template <ConstantOf<Dual, S> T>
  friend Dual operator-(const T& a, const Dual& b) {
    return {a - b.x, -b.d};
  }
  template <ConstantOf<Dual, S> T>
  friend Dual operator*(const Dual& a, const T& b) {
    return {a.x * b, a.d * b};
  }
  template <ConstantOf<Dual, S> T>
  friend Dual operator*(const T& a, const Dual& b) {
    return {a * b.x, b.d * a};
  }
  template <ConstantOf<Dual, S> T>
  friend Dual operator/(const Dual& a, const T& b) {
    return {a.x / b, a.d * (1.0 / b)};
  }
  template <ConstantOf<Dual, S> T>
  friend Dual operator/(const T& a, const Dual& b) {
    const S ratio = a / b.x;
    return {ratio, b.d * (-ratio / b.x)};
  }

  template <class T>
  Dual& operator+=(const T& b) {
    return *this = *this + b;
  }
  template <class T>
  Dual& operator-=(const T& b) {
    return *this = *this - b;
  }
  template <class T>
  Dual& operator*=(const T& b) {
    return *this = *this * b;
  }
  template <class T>
  Dual& operator/=(const T& b) {
    return *this = *this / b;
  }

  // Comparison looks at values only; choice takes the derivatives along.
  friend MaskOf<S> less(const Dual& a, const Dual& b) { return less(a.x, b.x); }
  friend MaskOf<S> less_equal(const Dual& a, const Dual& b) { return less_equal(a.x, b.x); }
  friend Dual select(const MaskOf<S>& mask, const Dual& a, const Dual& b) {
    return {select(mask, a.x, b.x), select(mask, a.d, b.d)};
  }
  friend Dual min(const Dual& a, const Dual& b) {
    const auto smaller = less(a.x, b.x), b_is_number = less_equal(b.x, b.x);
    return select(smaller | !b_is_number, a, b);
  }
  friend Dual max(const Dual& a, const Dual& b) {
    const auto larger = less(b.x, a.x), b_is_number = less_equal(b.x, b.x);
    return select(larger | !b_is_number, a, b);
  }
  friend Dual abs(const Dual& a) { return {abs(a.x), a.d * sign(a.x)}; }
  friend Dual sign(const Dual& a) { return sign(a.x); }
  friend Dual floor(const Dual& a) { return floor(a.x); }

  friend Dual sin(const Dual& a) {
    S s, c;
    sincos(a.x, s, c);
    return {s, a.d * c};
  }
  friend Dual cos(const Dual& a) {
    S s, c;
    sincos(a.x, s, c);
    return {c, a.d * -s};
  }
  friend void sincos(const Dual& a, Dual& sine, Dual& cosine) {
    S s, c;
    sincos(a.x, s, c);
    const D da = a.d;  // sine or cosine may be a itself
    sine = {s, da * c};
    cosine = {c, da * -s};
  }
  friend Dual tan(const Dual& a) {
    const S t = tan(a.x);
    return {t, a.d * (1.0 + t * t)};
  }
  friend Dual asin(const Dual& a) { return {asin(a.x), detail::chain(asin_slope(a.x), a.d)}; }
  friend Dual acos(const Dual& a) { return {acos(a.x), detail::chain(-asin_slope(a.x), a.d)}; }
  friend Dual atan(const Dual& a) { return {atan(a.x), a.d * (1.0 / (1.0 + a.x * a.x))}; }
  /// The angle of the point (a, b). NaN derivatives at the origin, along directions that change a or b.
  /// a^2 + b^2 must not overflow or underflow.
  friend Dual atan2(const Dual& b, const Dual& a) {
    const S f = 1.0 / (a.x * a.x + b.x * b.x);
    return {atan2(b.x, a.x), detail::chain(a.x * f, b.d) - detail::chain(b.x * f, a.d)};
  }

  friend Dual sinh(const Dual& a) { return {sinh(a.x), a.d * cosh(a.x)}; }
  friend Dual cosh(const Dual& a) { return {cosh(a.x), a.d * sinh(a.x)}; }
  /// tanh' = (1 - t)(1 + t): rounding of 1e-16 absolute, and no overflow for large arguments.
  friend Dual tanh(const Dual& a) {
    const S t = tanh(a.x);
    return {t, a.d * ((1.0 - t) * (1.0 + t))};
  }

  friend Dual exp(const Dual& a) {
    const S e = exp(a.x);
    return {e, a.d * e};
  }
  friend Dual log(const Dual& a) { return {log(a.x), detail::chain(1.0 / a.x, a.d)}; }
  friend Dual sqrt(const Dual& a) {
    const S r = sqrt(a.x);
    return {r, detail::chain(0.5 / r, a.d)};
  }

  /// a^n for a constant n: any a where libm's pow is defined, zero and below included.
  template <class T>
  requires std::is_arithmetic_v<T>
  friend Dual pow(const Dual& a, T n) {
    const auto zero = static_cast<T>(0), one = static_cast<T>(1);
    const S slope = n == zero ? S(0.0) : static_cast<double>(n) * pow(a.x, static_cast<T>(n - one));
    return {pow(a.x, n), detail::chain(slope, a.d)};
  }
  /// a^b. Along directions that do not change b the sign of a is free, as above. Along those that do, the derivative
  /// a^b ln a is 0 at a = 0 for b >= 0, and NaN for a < 0, where no neighbouring power is real.
  friend Dual pow(const Dual& a, const Dual& b) {
    const S power = pow(a.x, b.x);
    return {power,
            detail::chain(pow_slope_in_base(a.x, b.x), a.d) + detail::chain(pow_slope_in_exponent(a.x, power), b.d)};
  }

  /// Where the value and all derivatives are zero: a constant 0.
  friend MaskOf<S> zero_mask(const Dual& a) {
    using detail::zero_mask;
    MaskOf<S> zero = zero_mask(a.x);
    for (int i = 0; i < N; ++i) {
      const MaskOf<S> also = zero_mask(a.d[i]);
      zero = zero & also;
    }
    return zero;
  }

 private:
  /// (1 - a)(1 + a) keeps its digits near +-1, where 1 - a^2 loses them.
  static S asin_slope(const S& a) { return 1.0 / sqrt((1.0 - a) * (1.0 + a)); }

  /// b a^(b - 1); at a = b = 0 the exponent is replaced, for 0 * 0^-1 would be NaN.
  static S pow_slope_in_base(const S& a, const S& b) {
    const MaskOf<S> both_zero = less_equal(max(abs(a), abs(b)), S(0.0));
    return b * pow(a, select(both_zero, S(1.0), b - 1.0));
  }
  static S pow_slope_in_exponent(const S& a, const S& power) {
    const MaskOf<S> positive = less(S(0.0), a), negative = less(a, S(0.0));
    const S slope = power * log(select(positive, a, S(1.0)));
    return select(negative, S(std::numeric_limits<double>::quiet_NaN()), slope);
  }
};

static_assert(Scalar<Dual<1>> && Scalar<Dual<8>> && Scalar<Dual<2, Pack<8>>> && Scalar<Dual<4, Dual<1>>>);

}  // namespace ALEMBERT_ISA
}  // namespace alembert
