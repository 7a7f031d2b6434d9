/// Several neighbouring numbers at once, where the scalar of a kernel allows it.
#pragma once
#include <array>
#include <cstddef>
#include <type_traits>

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
  std::array<double, 8> part{};
  for (std::size_t i = 0; i < 8; ++i) part[i] = i < count ? x[i] : 0.0;  // a masked load
  return Pack<8>::load(part.data());
}
/// Writes the first `count` elements.
inline void store_wide(Pack<8> wide, double* x, std::size_t count = 8) {
  if (count == 8) return wide.store(x);
  std::array<double, 8> part{};
  wide.store(part.data());
  for (std::size_t i = 0; i < 8; ++i)
    if (i < count) x[i] = part[i];
}
template <Scalar S>
requires(!std::is_same_v<S, double>) S load_wide(const S* x, std::size_t /*count*/ = 1) { return *x; }
template <Scalar S>
requires(!std::is_same_v<S, double>) void store_wide(const S& wide, S* x, std::size_t /*count*/ = 1) { *x = wide; }

}  // namespace alembert
