/// Expanding a sweep over the bodies in place.
#pragma once
#include "alembert/scalar/pack.h"

namespace alembert {

namespace detail {
template <class S>
inline constexpr bool is_plain_number = false;
template <>
inline constexpr bool is_plain_number<double> = true;
template <int N>
inline constexpr bool is_plain_number<Pack<N>> = true;

template <class F>
[[gnu::flatten]] void expand(F& f) {
  f();
}
}  // namespace detail

/// f(), with all calls inside inlined if S is a double or Pack. Compilers tend to stop at functions such as
/// transformed() and then pass their 20 numbers through memory, which doubles the time of a sweep. Other scalars are
/// left to the compiler: their arithmetic outweighs calls, and code would grow a lot.
template <class S, class F>
void expanded(F&& f) {
  if constexpr (detail::is_plain_number<S>)
    detail::expand(f);
  else
    f();
}

}  // namespace alembert
