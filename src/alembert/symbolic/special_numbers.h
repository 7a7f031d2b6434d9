/// What formulas make of special numbers: a zero has no sign, and what has no value (NaN) leaves none to what is made
/// of it.
#pragma once
#include <limits>

#include "alembert/scalar/interval.h"
#include "alembert/scalar/scalar.h"

namespace alembert::formulas {

/// Scalars in which NaN says that there is no value; others have rules of their own, as bounds, which become the line.
template <class S>
inline constexpr bool has_nan = true;
template <>
inline constexpr bool has_nan<Enclosure> = false;

/// NaN, with all derivatives.
template <class S>
S no_value(const S& a, const S& b) {
  return (a + b) * S(std::numeric_limits<double>::quiet_NaN());
}

template <class S>
MaskOf<S> lacks_value(const S& a, const S& b) {
  const MaskOf<S> first = !less_equal(a, a), second = !less_equal(b, b);
  return first | second;
}

/// `value`, which is made of a and b, where both have a value.
template <class S>
S where_defined(const S& value, const S& a, const S& b) {
  if constexpr (has_nan<S>)
    return select(lacks_value(a, b), no_value(a, b), value);
  else
    return value;
}

/// The angle of a point. -0 counts as 0, which is what it is: -y at y = 0 lies on no lower half of the plane.
template <class S>
S angle(const S& y, const S& x) {
  return atan2(y + S(0.0), x + S(0.0));
}

}  // namespace alembert::formulas
