/// Ratios of an angle and its sine and cosine, as smooth functions of the angle's square.
///
///   sine = sin t / t       versine = (1 - cos t) / t^2       rest = (t - sin t) / t^3         x = t^2
///   half_cotangent = (1 - (t/2) cot(t/2)) / t^2
///
/// All are power series in x, so they and every derivative exist at x = 0, where the quotients are 0/0. Below x = 1 the
/// series is summed (truncation below 1e-17 of the sum), above it the quotient is taken, which there loses at most one
/// digit, in derivatives too. No square root is taken near 0, so a Dual stays finite there.
///
/// Ref: Sola, Deray and Atchuthan 2018, A micro Lie theory, app. B; Abramowitz and Stegun 1964, 4.3.70 (cotangent).
#pragma once
#include <iterator>

#include "alembert/scalar/scalar.h"

namespace alembert {

template <Scalar S>
struct AngleRatios {
  S sine;     ///< sin t / t
  S versine;  ///< (1 - cos t) / t^2
  S rest;     ///< (t - sin t) / t^3
};

namespace spatial_detail {

/// n! sum_k (-x)^k / (2k + n)! for |x| <= 1, nested: 1 - x/((n+1)(n+2)) (1 - x/((n+3)(n+4)) (1 - ...)).
template <Scalar S>
S factorial_series(const S& x, int n) {
  S sum(1.0);
  for (int k = n + 18; k > n; k -= 2) sum = S(1.0) - S(1.0 / (k * (k - 1.0))) * x * sum;
  return sum;
}

/// sum_k |B_2k| / (2k)! x^(k-1), k = 1, 2, ...: with Bernoulli numbers B; the ratio of terms tends to x / (2 pi)^2.
template <Scalar S>
S bernoulli_series(const S& x) {
  constexpr double coefficients[] = {1.0 / 12,
                                     1.0 / 720,
                                     1.0 / 30240,
                                     1.0 / 1209600,
                                     1.0 / 47900160,
                                     691.0 / 1307674368000.0,
                                     1.0 / 74724249600.0,
                                     3617.0 / 10670622842880000.0,
                                     43867.0 / 5109094217170944000.0,
                                     174611.0 / 802857662698291200000.0,
                                     77683.0 / 14101100039391805440000.0};
  S sum(0.0);
  for (auto c = std::rbegin(coefficients); c != std::rend(coefficients); ++c) sum = S(*c) + x * sum;
  return sum;
}

}  // namespace spatial_detail

/// x = t^2 [rad^2], any x >= 0.
template <Scalar S>
AngleRatios<S> angle_ratios(const S& x) {
  const S one(1.0);
  const MaskOf<S> near_zero = less(x, one);
  const S far = select(near_zero, one, x), t = sqrt(far);  // the side not taken divides by 1
  S s(0.0), c(0.0);
  sincos(t, s, c);
  const S sine = s / t;
  const S near = select(near_zero, x, one);  // and the series is not summed where it would overflow
  return {select(near_zero, spatial_detail::factorial_series(near, 1), sine),
          select(near_zero, S(0.5) * spatial_detail::factorial_series(near, 2), (one - c) / far),
          select(near_zero, S(1.0 / 6) * spatial_detail::factorial_series(near, 3), (one - sine) / far)};
}

/// (1 - (t/2) cot(t/2)) / t^2 for x = t^2 < (2 pi)^2, where it has a pole.
template <Scalar S>
S half_cotangent_ratio(const S& x) {
  const S one(1.0), half(0.5);
  const MaskOf<S> near_zero = less(x, one);
  const S far = select(near_zero, one, x), h = half * sqrt(far);
  S s(0.0), c(0.0);
  sincos(h, s, c);
  return select(near_zero, spatial_detail::bernoulli_series(select(near_zero, x, one)), (one - h * c / s) / far);
}

}  // namespace alembert
