/// Vectorised sine and cosine.
///
///   x = n pi/2 + r,  |r| <= pi/4;   sin and cos of r by polynomials, then by n mod 4:
///
///   n mod 4     0        1        2        3
///   sin x     sin r    cos r   -sin r   -cos r
///   cos x     cos r   -sin r   -cos r    sin r
///
/// Error below 1 ulp for |x| <= 1e5. Lanes beyond, infinite or NaN are redone by libm, so they are as accurate as libm
/// and slow. sin(-0.0) = -0.0.
///
/// Ref: Cody and Waite 1980, Software Manual for the Elementary Functions, ch. 8 (reduction in pieces of pi/2);
/// polynomial coefficients: fdlibm, k_sin.c and k_cos.c (Sun Microsystems 1993), error < 2^-58 for |r| <= pi/4.
#pragma once
#include <cmath>

#include "alembert/scalar/lanes.h"

namespace alembert {
inline namespace ALEMBERT_ISA {
namespace detail {

/// Largest |x| reduced here: |n| < 2^16, so that n times a 37-bit piece of pi/2 is exact.
inline constexpr double trig_limit = 1e5;

/// x - n pi/2 as r + tail, with |tail| far below |r|, and n in the low bits of `turns`.
template <int N>
struct Reduced {
  Lanes<N> r;
  Lanes<N> tail;
  Bits<N> turns;
};

template <int N>
Reduced<N> reduce_half_pi(Lanes<N> x) {
  // pi/2 = a + b + c to 2^-130; a and b have 37 bits.
  constexpr double a = 0x1.921fb54440000p+0;
  constexpr double b = 0x1.68c234c4c0000p-39;
  constexpr double c = 0x1.98a2e03707345p-77;
  constexpr double two_over_pi = 0x1.45f306dc9c883p-1;

  const Lanes<N> shifted = x * two_over_pi + round_shift;
  const Lanes<N> n = shifted - round_shift;

  // Exact: both products fit in 53 bits, and x is close to n a.
  const Lanes<N> xa = x - n * a;
  const Lanes<N> nb = n * b;

  // r = xa - nb rounded, and what the rounding lost (Knuth's two-sum), less the last piece.
  const Lanes<N> r = xa - nb;
  const Lanes<N> moved = r - xa;
  const Lanes<N> lost = (xa - (r - moved)) - (nb + moved);
  return {r, lost - n * c, bits_of<N>(shifted)};
}

/// sin(r + t) for |r| <= pi/4: r + t + r^3 p(r^2), with the correction -r^2 t / 2 of first order in t.
template <int N>
Lanes<N> sin_polynomial(Lanes<N> r, Lanes<N> t) {
  constexpr double s1 = -1.66666666666666324348e-01;
  constexpr double s2 = 8.33333333332248946124e-03;
  constexpr double s3 = -1.98412698298579493134e-04;
  constexpr double s4 = 2.75573137070700676789e-06;
  constexpr double s5 = -2.50507602534068634195e-08;
  constexpr double s6 = 1.58969099521155010221e-10;
  const Lanes<N> z = r * r;
  const Lanes<N> zz = z * z;
  const Lanes<N> zr = z * r;
  const Lanes<N> p = (s2 + z * s3) + zz * ((s4 + z * s5) + zz * s6);
  return r - ((z * (0.5 * t - zr * p) - t) - zr * s1);
}

/// cos(r + t) for |r| <= pi/4: 1 - r^2/2 + r^4 p(r^2) - r t; what 1 - r^2/2 loses in rounding is added back.
template <int N>
Lanes<N> cos_polynomial(Lanes<N> r, Lanes<N> t) {
  constexpr double c1 = 4.16666666666666019037e-02;
  constexpr double c2 = -1.38888888888741095749e-03;
  constexpr double c3 = 2.48015872894767294178e-05;
  constexpr double c4 = -2.75573143513906633035e-07;
  constexpr double c5 = 2.08757232129817482790e-09;
  constexpr double c6 = -1.13596475577881948265e-11;
  const Lanes<N> z = r * r;
  const Lanes<N> zz = z * z;
  const Lanes<N> p = (c1 + z * c2) + zz * ((c3 + z * c4) + zz * (c5 + z * c6));
  const Lanes<N> half_z = 0.5 * z;
  const Lanes<N> head = 1.0 - half_z;
  return head + (((1.0 - head) - half_z) + (zz * p - r * t));
}

template <int N>
struct SinCos {
  Lanes<N> sin;
  Lanes<N> cos;
};

template <int N>
SinCos<N> sincos_in_range(Lanes<N> x) {
  const Reduced<N> red = reduce_half_pi<N>(x);
  const Lanes<N> s = sin_polynomial<N>(red.r, red.tail);
  const Lanes<N> c = cos_polynomial<N>(red.r, red.tail);

  // Odd n swaps the two; bit 1 of n is the sign of the sine, bit 1 of n + 1 that of the cosine.
  const auto odd = (red.turns & 1U) != 0U;
  const Bits<N> sin_sign = (red.turns & 2U) << 62U;
  const Bits<N> cos_sign = ((red.turns + 1U) & 2U) << 62U;
  const Lanes<N> swapped_s = odd ? c : s;
  const Lanes<N> swapped_c = odd ? s : c;
  return {from_bits<N>(bits_of<N>(swapped_s) ^ sin_sign), from_bits<N>(bits_of<N>(swapped_c) ^ cos_sign)};
}

template <int N>
Flags<N> trig_needs_libm(Lanes<N> x) {
  return ~(magnitude<N>(x) <= trig_limit);
}

template <int N>
SinCos<N> sincos_lanes(Lanes<N> x) {
  SinCos<N> y = sincos_in_range<N>(x);
  const Flags<N> slow = trig_needs_libm<N>(x);
  if (any_flag<N>(slow)) [[unlikely]] {
    y.sin = redo_lanes<N>(x, slow, y.sin, [](double u) { return std::sin(u); });
    y.cos = redo_lanes<N>(x, slow, y.cos, [](double u) { return std::cos(u); });
  }
  return y;
}

template <int N>
Lanes<N> sin_lanes(Lanes<N> x) {
  const Lanes<N> y = sincos_in_range<N>(x).sin;
  const Flags<N> slow = trig_needs_libm<N>(x);
  if (any_flag<N>(slow)) [[unlikely]]
    return redo_lanes<N>(x, slow, y, [](double u) { return std::sin(u); });
  return y;
}

template <int N>
Lanes<N> cos_lanes(Lanes<N> x) {
  const Lanes<N> y = sincos_in_range<N>(x).cos;
  const Flags<N> slow = trig_needs_libm<N>(x);
  if (any_flag<N>(slow)) [[unlikely]]
    return redo_lanes<N>(x, slow, y, [](double u) { return std::cos(u); });
  return y;
}

}  // namespace detail
}  // namespace ALEMBERT_ISA
}  // namespace alembert
