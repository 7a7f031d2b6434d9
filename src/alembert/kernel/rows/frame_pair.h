/// Two frames, one on each body of a joint or constraint, seen from the world.
#pragma once
#include "alembert/kernel/rows/row_set.h"

namespace alembert {

/// A frame that is fixed to a body, in world axes.
template <Scalar S>
struct MovingFrame {
  int body = 0;
  Mat3<S> R;  ///< its axes
  Vec3<S> p;  ///< its origin [m]
  Vec3<S> r;  ///< its origin less that of the body's reference frame
  Vec3<S> w;  ///< angular velocity of the body
  Vec3<S> v;  ///< velocity of its origin
  Vec3<S> a;  ///< acceleration of its origin when the body's acceleration is zero: w x (w x r)

  MovingFrame(int on, const BodyMotion<S>& motion, const Transform<S>& X_B)
      : body(on),
        R(motion.X_W.R * X_B.R),
        p(motion.X_W.point(X_B.p)),
        r(motion.X_W.R * X_B.p),
        w(motion.w),
        v(motion.v + cross(motion.w, r)),
        a(cross(motion.w, cross(motion.w, r))) {}

  /// Adds to the open row of `rows` the coefficient f of this origin's velocity, and n of the angular velocity.
  void add(RowSet<S>& rows, const Vec3<S>& n, const Vec3<S>& f) const { rows.add(body, n + cross(r, f), f); }
};

/// F on the first body and M on the second.
template <Scalar S>
struct FramePair {
  MovingFrame<S> F, M;
};

}  // namespace alembert
