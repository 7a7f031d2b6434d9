/// What a pivot must exceed to be more than rounding error.
#pragma once
#include <limits>

namespace alembert {

/// Share of a diagonal element of an n x n matrix below which what elimination leaves of it is rounding error: n
/// subtractions, each wrong by half a unit in the last place of the element, and a margin of 8.
inline double pivot_noise(int n) { return 4.0 * n * std::numeric_limits<double>::epsilon(); }

}  // namespace alembert
