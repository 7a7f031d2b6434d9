/// Poses, and what they do to spatial vectors.
#pragma once
#include "alembert/spatial/motion.h"

namespace alembert {

/// Pose X_AB of frame B in frame A: p_A = R_AB p_B + p_AB.
template <Scalar S>
struct Transform {
  Mat3<S> R;
  Vec3<S> p;

  static Transform identity() { return {Mat3<S>::identity(), {}}; }

  /// Coordinates in A of a point given in B.
  Vec3<S> point(const Vec3<S>& p_B) const { return R * p_B + p; }
  Transform inverse() const { return {R.transposed(), -R.transpose_times(p)}; }

  /// A motion expressed in A at A's origin, expressed in B at B's origin; Ad of X_BA.
  Motion<S> to_child(const Motion<S>& m) const {
    return {R.transpose_times(m.w), R.transpose_times(m.v + cross(m.w, p))};
  }
  /// A motion expressed in B at B's origin, expressed in A at A's origin; Ad of X_AB.
  Motion<S> to_parent(const Motion<S>& m) const {
    const Vec3<S> w = R * m.w;
    return {w, R * m.v + cross(p, w)};
  }
  /// A force expressed in B about B's origin, expressed in A about A's origin.
  Force<S> to_parent(const Force<S>& f) const {
    const Vec3<S> ff = R * f.f;
    return {R * f.n + cross(p, ff), ff};
  }
  /// A force expressed in A about A's origin, expressed in B about B's origin.
  Force<S> to_child(const Force<S>& f) const {
    return {R.transpose_times(f.n - cross(p, f.f)), R.transpose_times(f.f)};
  }
};

template <Scalar S>
Transform<S> operator*(const Transform<S>& X_AB, const Transform<S>& X_BC) {
  return {X_AB.R * X_BC.R, X_AB.R * X_BC.p + X_AB.p};
}

}  // namespace alembert
