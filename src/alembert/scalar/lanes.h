/// Raw SIMD vectors: the types behind Pack, and the few operations that the compiler's vector extension lacks.
///
/// GCC and clang turn these types into AVX-512, AVX2, SSE2 or NEON registers, whichever the flags allow. Compile
/// without -ffast-math: the kernels rely on the order of additions as written.
#pragma once
#include <bit>
#include <cstdint>

#include "alembert/scalar/isa.h"

namespace alembert {
inline namespace ALEMBERT_ISA {
namespace detail {

// A dependent element type: g++ 12 reads vector_size on plain `double` with a dependent width as scalar.
template <class T, int N>
struct LanesOf {
  using type [[gnu::vector_size(N * sizeof(T))]] = T;
};

template <int N>
using Lanes = typename LanesOf<double, N>::type;
template <int N>
using Flags = typename LanesOf<std::int64_t, N>::type;  ///< -1 (all bits set) where true, 0 where false
template <int N>
using Bits = typename LanesOf<std::uint64_t, N>::type;

/// Lanes of one register; the functions below are meant for vectors up to this width.
#if defined(__AVX512F__) && defined(__AVX512DQ__)
inline constexpr int native_lanes = 8;
#elif defined(__AVX__)
inline constexpr int native_lanes = 4;
#else
inline constexpr int native_lanes = 2;
#endif

/// x + round_shift has x, rounded to the nearest integer, in its low bits as two's complement (|x| < 2^51).
inline constexpr double round_shift = 0x1.8p52;

template <int N>
Bits<N> bits_of(Lanes<N> x) {
  return std::bit_cast<Bits<N>>(x);
}

template <int N>
Lanes<N> from_bits(Bits<N> b) {
  return std::bit_cast<Lanes<N>>(b);
}

template <int N>
Lanes<N> magnitude(Lanes<N> x) {
  return from_bits<N>(bits_of<N>(x) & 0x7fff'ffff'ffff'ffffU);
}

/// Whether any flag is set: folds the vector in halves.
template <int N>
bool any_flag(Flags<N> f) {
  if constexpr (N <= 2) {
    std::int64_t sum = f[0];
    for (int i = 1; i < N; ++i) sum |= f[i];
    return sum != 0;
  } else {
    struct Halves {
      Flags<N / 2> low, high;
    };
    const Halves h = std::bit_cast<Halves>(f);
    return any_flag<N / 2>(h.low | h.high);
  }
}

/// f of each lane, one after the other.
template <int N, class F>
Lanes<N> map_lanes(Lanes<N> x, F f) {
  for (int i = 0; i < N; ++i) x[i] = f(x[i]);
  return x;
}

/// The slow path of a vectorised function: y, but f(x) in the flagged lanes.
template <int N, class F>
[[gnu::noinline, gnu::cold]] Lanes<N> redo_lanes(Lanes<N> x, Flags<N> slow, Lanes<N> y, F f) {
  for (int i = 0; i < N; ++i)
    if (slow[i] != 0) y[i] = f(x[i]);
  return y;
}

}  // namespace detail
}  // namespace ALEMBERT_ISA
}  // namespace alembert
