/// Several neighbouring numbers at once, where the scalar of a kernel allows it.
#pragma once
#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>
#ifdef __AVX512F__
#include <immintrin.h>
#endif

#include "alembert/scalar/pack.h"

namespace alembert {

/// Eight doubles in one register; any other scalar alone.
template <Scalar S>
using Wide = std::conditional_t<std::is_same_v<S, double>, Pack<8>, S>;
template <Scalar S>
inline constexpr std::size_t wide_lanes = std::is_same_v<S, double> ? 8 : 1;

/// The wide number at x; with count < wide_lanes only the first `count` elements are read, the others are zero.
inline Pack<8> load_wide(const double* x, std::size_t count = 8) {
  if (count == 8) return Pack<8>::load(x);
#ifdef __AVX512F__
  // g++ 12 makes branches and eight stores of the loop below, which a load of the whole has to wait for.
  return std::bit_cast<Pack<8>>(_mm512_maskz_loadu_pd(static_cast<__mmask8>((1U << count) - 1U), x));
#else
  std::array<double, 8> part{};
  for (std::size_t i = 0; i < 8; ++i) part[i] = i < count ? x[i] : 0.0;
  return Pack<8>::load(part.data());
#endif
}
/// Writes the first `count` elements.
inline void store_wide(Pack<8> wide, double* x, std::size_t count = 8) {
  if (count == 8) return wide.store(x);
#ifdef __AVX512F__
  _mm512_mask_storeu_pd(x, static_cast<__mmask8>((1U << count) - 1U), std::bit_cast<__m512d>(wide));
#else
  std::array<double, 8> part{};
  wide.store(part.data());
  for (std::size_t i = 0; i < 8; ++i)
    if (i < count) x[i] = part[i];
#endif
}
template <Scalar S>
requires(!std::is_same_v<S, double>) S load_wide(const S* x, std::size_t /*count*/ = 1) { return *x; }
template <Scalar S>
requires(!std::is_same_v<S, double>) void store_wide(const S& wide, S* x, std::size_t /*count*/ = 1) { *x = wide; }

}  // namespace alembert
