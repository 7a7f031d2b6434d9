/// Vectorised exponential, natural logarithm and square root.
#pragma once
#include <cmath>

#include "alembert/scalar/lanes.h"
#if defined(__SSE2__)
#include <immintrin.h>
#endif

namespace alembert {
inline namespace ALEMBERT_ISA {
namespace detail {

// ln 2 in two pieces; the first has 40 bits, so that k times it is exact for every exponent k.
inline constexpr double ln2_high = 0x1.62e42fefa2000p-1;
inline constexpr double ln2_low = 0x1.9ef35793c7673p-41;

/// e^x for |x| <= 708, where the result is a normal number.
///
///   x = k ln 2 + r,  |r| <= (ln 2)/2;   e^x = 2^k (1 + r + r^2 (1/2! + r/3! + ... + r^11/13!))
///
/// The first term left out is below 2^-57. What rounding r loses comes back as its tail.
template <int N>
Lanes<N> exp_in_range(Lanes<N> x) {
  constexpr double inverse_ln2 = 0x1.71547652b82fep+0;
  const Lanes<N> shifted = x * inverse_ln2 + round_shift;
  const Lanes<N> k = shifted - round_shift;
  const Lanes<N> high = x - k * ln2_high;  // exact
  const Lanes<N> low = k * ln2_low;
  const Lanes<N> r = high - low;
  const Lanes<N> tail = (high - r) - low;

  // Pairs of terms, so that the chain of dependent operations is half as long.
  const Lanes<N> rr = r * r;
  Lanes<N> p = 1.0 / 479001600.0 + r * (1.0 / 6227020800.0);
  p = (1.0 / 3628800.0 + r * (1.0 / 39916800.0)) + rr * p;
  p = (1.0 / 40320.0 + r * (1.0 / 362880.0)) + rr * p;
  p = (1.0 / 720.0 + r * (1.0 / 5040.0)) + rr * p;
  p = (1.0 / 24.0 + r * (1.0 / 120.0)) + rr * p;
  p = (1.0 / 2.0 + r * (1.0 / 6.0)) + rr * p;
  const Lanes<N> y = 1.0 + (r + (rr * p + tail));

  // Times 2^k: add k, the low bits of `shifted`, to the exponent field.
  return from_bits<N>(bits_of<N>(y) + (bits_of<N>(shifted) << 52U));
}

/// e^x, error below 1 ulp. Overflow, results near or below the normal range, infinities and NaN go through libm.
template <int N>
Lanes<N> exp_lanes(Lanes<N> x) {
  const Lanes<N> y = exp_in_range<N>(x);
  const Flags<N> slow = ~(magnitude<N>(x) <= 708.0);
  if (any_flag<N>(slow)) [[unlikely]]
    return redo_lanes<N>(x, slow, y, [](double u) { return std::exp(u); });
  return y;
}

/// ln x for x positive, normal and finite.
///
///   x = 2^k (1 + f),  sqrt(1/2) <= 1 + f < sqrt(2);   s = f / (2 + f);
///   ln(1 + f) = 2 atanh(s) = f - f^2/2 + s (f^2/2 + R(s^2)),   R(z) = 2z/3 + 2z^2/5 + ... as a minimax polynomial
///
/// Ref: fdlibm, e_log.c (Sun Microsystems 1993): coefficients of R, error < 2^-58, and the order of summation.
template <int N>
Lanes<N> log_in_range(Lanes<N> x) {
  constexpr double l1 = 6.666666666666735130e-01;
  constexpr double l2 = 3.999999999940941908e-01;
  constexpr double l3 = 2.857142874366239149e-01;
  constexpr double l4 = 2.222219843214978396e-01;
  constexpr double l5 = 1.818357216161805012e-01;
  constexpr double l6 = 1.531383769920937332e-01;
  constexpr double l7 = 1.479819860511658591e-01;
  constexpr std::uint64_t sqrt_half = 0x3fe6'a09e'667f'3bcdU;  // bits of sqrt(1/2)
  constexpr std::uint64_t bias = 1023U;

  // k + bias from the exponent field, counted from sqrt(1/2); k as a number through the low bits of round_shift.
  const Bits<N> biased_k = (bits_of<N>(x) - sqrt_half + (bias << 52U)) >> 52U;
  const Lanes<N> k = from_bits<N>(biased_k + (std::bit_cast<std::uint64_t>(round_shift) - bias)) - round_shift;
  const Lanes<N> f = from_bits<N>(bits_of<N>(x) - ((biased_k - bias) << 52U)) - 1.0;

  const Lanes<N> s = f / (2.0 + f);
  const Lanes<N> z = s * s;
  const Lanes<N> zz = z * z;
  const Lanes<N> R = z * (l1 + zz * (l3 + zz * (l5 + zz * l7))) + zz * (l2 + zz * (l4 + zz * l6));
  const Lanes<N> half_ff = 0.5 * f * f;
  return k * ln2_high - ((half_ff - (s * (half_ff + R) + k * ln2_low)) - f);
}

/// ln x, error below 1 ulp. Zero, negative, subnormal and infinite arguments and NaN go through libm.
template <int N>
Lanes<N> log_lanes(Lanes<N> x) {
  const Lanes<N> y = log_in_range<N>(x);
  const Flags<N> slow = ~((x >= 0x1p-1022) & (x <= 0x1.fffffffffffffp1023));
  if (any_flag<N>(slow)) [[unlikely]]
    return redo_lanes<N>(x, slow, y, [](double u) { return std::log(u); });
  return y;
}

/// Square root, correctly rounded; NaN below zero, sqrt(-0.0) = -0.0.
/// By intrinsics: the vector extension has no square root, and std::sqrt may set errno, which stops vectorisation.
template <int N>
Lanes<N> sqrt_lanes(Lanes<N> x) {
#if defined(__AVX512F__)
  if constexpr (N == 8) return _mm512_mask_sqrt_pd(x, 0xff, x);  // _mm512_sqrt_pd warns in g++ 12
#endif
#if defined(__AVX__)
  if constexpr (N == 4) return _mm256_sqrt_pd(x);
#endif
#if defined(__SSE2__)
  if constexpr (N == 2) return _mm_sqrt_pd(x);
#endif
  return map_lanes<N>(x, [](double u) { return std::sqrt(u); });
}

}  // namespace detail
}  // namespace ALEMBERT_ISA
}  // namespace alembert
