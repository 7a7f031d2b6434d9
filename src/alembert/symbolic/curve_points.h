/// The points of a curve in any scalar, and looking up what lies between them.
#pragma once
#include <concepts>

#include "alembert/scalar/interval.h"
#include "alembert/scalar/scalar.h"
#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/tape.h"

namespace alembert {

/// How a scalar is made from an exact constant, and its pi; other scalars than those made from double specialise this.
template <class S>
struct TapeConstant {
  static S number(const Rational& value) { return S(value.to_double()); }
  /// The same where the nearest double is known.
  static S number(const Rational& /*value*/, double nearest) { return S(nearest); }
  static S pi() { return S(3.14159265358979323846); }
};

/// A curve as a tape calls it. Looking up takes as many comparisons as the logarithm of the number of points.
template <class S>
class CurvePoints {
 public:
  /// Both must outlive this; the registers hold the values of the call's formulas.
  CurvePoints(const CurveCall& call, const S* registers) : call_(call), registers_(registers) {}

  std::size_t size() const { return call_.curve->size(); }
  S x(std::size_t i) const { return coordinate(call_.curve->x(), i); }
  S y(std::size_t i) const { return coordinate(call_.curve->y(), i); }

  /// The segment (Curve) of an argument, for scalars that are one number. NaN counts as below all points.
  std::size_t segment(const S& a) const {
    return search([&](std::size_t i) -> bool { return less_equal(x(i), a); });
  }
  /// Value and slope in a segment, also for arguments outside of it.
  S value(std::size_t segment, const S& a) const {
    if (segment == 0) return y(0);
    if (segment == size()) return y(size() - 1);
    return y(segment - 1) + slope(segment) * (a - x(segment - 1));
  }
  S slope(std::size_t segment) const {
    if (segment == 0 || segment == size()) return S(0.0);
    return (y(segment) - y(segment - 1)) / (x(segment) - x(segment - 1));
  }

  /// Value and slope at any argument; NaN stays NaN.
  S value(const S& a) const {
    return at(a, [&](std::size_t segment) { return value(segment, a); });
  }
  S slope(const S& a) const {
    return at(a, [&](std::size_t segment) { return slope(segment); });
  }

 private:
  S coordinate(const Curve::Column& column, std::size_t i) const {
    if (column.has_formula(i)) return registers_[call_.formulas[static_cast<std::size_t>(column.formula[i])]];
    return TapeConstant<S>::number(column.exact[i], column.nearest[i]);
  }

  /// How many points, counted from the first, satisfy the condition.
  template <class F>
  std::size_t search(const F& at_or_below) const {
    std::size_t first = 0, last = size();
    while (first < last) {
      const std::size_t middle = first + (last - first) / 2;
      if (at_or_below(middle))
        first = middle + 1;
      else
        last = middle;
    }
    return first;
  }

  /// part(segment) where the argument is in; scalars of several numbers take the segment of each lane, bounds all that
  /// they lie in.
  template <class F>
  S at(const S& a, const F& part) const {
    if constexpr (std::same_as<MaskOf<S>, bool>) {
      return less_equal(a, a) ? part(segment(a)) : a + a;
    } else if constexpr (std::same_as<S, Enclosure>) {
      const auto segment_at = [&](double place) { return search([&](std::size_t i) { return x(i).x.lo <= place; }); };
      const std::size_t last = segment_at(a.x.hi);
      S result = part(segment_at(a.x.lo));
      for (std::size_t s = segment_at(a.x.lo) + 1; s <= last; ++s)
        result = select(Ternary{true, true}, result, part(s));
      return result;
    } else {
      S result = a;
      for (int lane = 0; lane < S::size; ++lane) {
        if (!(a[lane] == a[lane])) continue;
        result.set(lane, part(search([&](std::size_t i) { return x(i)[lane] <= a[lane]; }))[lane]);
      }
      return result;
    }
  }

  const CurveCall& call_;
  const S* registers_;
};

}  // namespace alembert
