/// Errors in units in the last place, for the tests of scalar/.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

namespace alembert::testing {

inline constexpr double eps = std::numeric_limits<double>::epsilon();
inline constexpr double inf = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The tolerance t times ALEMBERT_TOL_SCALE (0 makes every inexact comparison fail and so prints true residuals).
inline double tol(double t) {
  static const double scale = [] {
    const char* text = std::getenv("ALEMBERT_TOL_SCALE");
    return text == nullptr ? 1.0 : std::strtod(text, nullptr);
  }();
  return t * scale;
}

/// |got - exact| in ulps of the double next to exact.
inline double ulps(double got, long double exact) {
  const int exponent = exact == 0 ? -1022 : std::max(std::ilogb(exact), -1022);
  return static_cast<double>(std::abs(static_cast<long double>(got) - exact) / std::ldexp(1.0L, exponent - 52));
}

/// Same bits, or both NaN: tells -0.0 from 0.0.
inline bool identical(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

}  // namespace alembert::testing
