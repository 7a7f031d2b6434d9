/// 6x6 matrices on spatial vectors: the adjoint of a pose and of a twist.
///
///   Ad_X = [ R       0 ]      takes motions from B to A, X = X_AB = (R, p);  forces go from A to B by Ad_X^T
///          [ [p]x R  R ]
///   ad_V = [ [w]x  0    ]     ad_V U = V x U, the rate of a motion U carried along by V = (w; v)
///          [ [v]x  [w]x ]
///
/// Kernels use Transform and cross() instead, which cost a third and say the same; these matrices are for derivations,
/// Jacobians and comparison.
///
/// Ref: Lynch and Park 2017, def. 3.20 and sec. 8.2.2; Featherstone 2008, sec. 2.8 and 2.9.
#pragma once
#include "alembert/spatial/transform.h"

namespace alembert {

/// By 3x3 blocks; rows and columns in the order angular, linear.
template <Scalar S>
struct Mat6 {
  Mat3<S> ww, wv;  ///< first three rows
  Mat3<S> vw, vv;  ///< last three rows

  static Mat6 identity() { return {Mat3<S>::identity(), {}, {}, Mat3<S>::identity()}; }
  Mat6 transposed() const { return {ww.transposed(), vw.transposed(), wv.transposed(), vv.transposed()}; }
  /// M^T F: power is preserved, dot(U, M^T F) = dot(M U, F).
  Force<S> transpose_times(const Force<S>& F) const {
    return {ww.transpose_times(F.n) + vw.transpose_times(F.f), wv.transpose_times(F.n) + vv.transpose_times(F.f)};
  }
};

template <Scalar S>
Mat6<S> operator+(const Mat6<S>& a, const Mat6<S>& b) {
  return {a.ww + b.ww, a.wv + b.wv, a.vw + b.vw, a.vv + b.vv};
}
template <Scalar S>
Mat6<S> operator-(const Mat6<S>& a, const Mat6<S>& b) {
  return {a.ww - b.ww, a.wv - b.wv, a.vw - b.vw, a.vv - b.vv};
}
template <Scalar S>
Mat6<S> operator*(const S& k, const Mat6<S>& a) {
  return {k * a.ww, k * a.wv, k * a.vw, k * a.vv};
}
template <Scalar S>
Mat6<S> operator*(const Mat6<S>& a, const Mat6<S>& b) {
  return {a.ww * b.ww + a.wv * b.vw, a.ww * b.wv + a.wv * b.vv, a.vw * b.ww + a.vv * b.vw, a.vw * b.wv + a.vv * b.vv};
}
template <Scalar S>
Motion<S> operator*(const Mat6<S>& a, const Motion<S>& V) {
  return {a.ww * V.w + a.wv * V.v, a.vw * V.w + a.vv * V.v};
}

template <Scalar S>
Mat6<S> adjoint(const Transform<S>& X) {
  return {X.R, {}, skew(X.p) * X.R, X.R};
}
template <Scalar S>
Mat6<S> ad(const Motion<S>& V) {
  return {skew(V.w), {}, skew(V.v), skew(V.w)};
}

}  // namespace alembert
