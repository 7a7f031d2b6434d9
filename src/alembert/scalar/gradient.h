/// The N partial derivatives that a Dual<N, S> carries: one Pack<N> where possible, else an array.
#pragma once
#include <type_traits>

#include "alembert/scalar/pack.h"
#include "alembert/scalar/scalar.h"

namespace alembert {
inline namespace ALEMBERT_ISA {

/// N numbers of any Scalar type S, with the part of Pack's interface that Dual needs.
template <int N, class S>
class GradientArray {
 public:
  const S& operator[](int i) const { return v_[i]; }
  void set(int i, const S& x) { v_[i] = x; }

  friend GradientArray operator+(const GradientArray& a, const GradientArray& b) {
    return GradientArray::from([&](int i) { return a.v_[i] + b.v_[i]; });
  }
  friend GradientArray operator-(const GradientArray& a, const GradientArray& b) {
    return GradientArray::from([&](int i) { return a.v_[i] - b.v_[i]; });
  }
  friend GradientArray operator-(const GradientArray& a) {
    return GradientArray::from([&](int i) { return -a.v_[i]; });
  }
  /// f is an S or a plain number.
  template <class T>
  friend GradientArray operator*(const GradientArray& a, const T& f) {
    return GradientArray::from([&](int i) { return a.v_[i] * f; });
  }
  template <class M>
  friend GradientArray select(const M& mask, const GradientArray& a, const GradientArray& b) {
    return GradientArray::from([&](int i) { return select(mask, a.v_[i], b.v_[i]); });
  }

  /// Element i is f(i).
  template <class F>
  static GradientArray from(F f) {
    GradientArray a;
    for (int i = 0; i < N; ++i) a.v_[i] = f(i);
    return a;
  }

 private:
  S v_[N]{};
};

/// Derivatives of a double lie in one SIMD register: measured on rnea, 4 of them cost about 4 times a double this way
/// and 30 times with a plain array.
template <int N, class S>
using Gradient =
    std::conditional_t<std::is_same_v<S, double> && N >= 2 && (N & (N - 1)) == 0, Pack<N>, GradientArray<N, S>>;

namespace detail {

/// Where x is zero; for a Dual (see there): where it is zero together with all its derivatives.
inline bool zero_mask(double x) { return x == 0.0; }
template <int N>
Mask<N> zero_mask(Pack<N> x) {
  return less_equal(x, 0.0) & less_equal(0.0, x);
}

/// Chain rule df * d where df may be infinite or NaN: a direction along which the argument does not change (d exactly
/// zero) gives zero, never 0 * infinity.
template <int N>
Pack<N> chain(double df, Pack<N> d) {
  return select(zero_mask(d), 0.0, d * df);
}
template <int N, class S>
GradientArray<N, S> chain(const S& df, const GradientArray<N, S>& d) {
  return GradientArray<N, S>::from([&](int i) { return select(zero_mask(d[i]), S(0.0), d[i] * df); });
}

}  // namespace detail
}  // namespace ALEMBERT_ISA
}  // namespace alembert
