/// Twists and wrenches that know the frame they are expressed in; see tagged.h.
///
///   Twist<S, A>     (w [rad/s]; v [m/s])  velocity of a body, v of its point at A's origin, expressed in A
///   Wrench<S, A>    (n [N m]; f [N])      moment about A's origin and force, expressed in A
///   X_AB * V_B      adjoint: the same twist seen in A;   X_AB * F_B likewise, so that power(V, F) is the same in both
///
/// Ref: Lynch and Park 2017, sec. 3.3.2 and 3.4; Featherstone 2008, sec. 2.8.
#pragma once
#include "alembert/spatial/tagged.h"

namespace alembert {

template <Scalar S, FrameTag Frame>
class Twist {
 public:
  Twist() = default;  ///< at rest
  explicit Twist(const Motion<S>& V) : V_(V) {}
  Twist(const Vector<S, Frame>& angular, const Vector<S, Frame>& linear) : V_{angular.plain(), linear.plain()} {}

  Vector<S, Frame> angular() const { return Vector<S, Frame>(V_.w); }
  Vector<S, Frame> linear() const { return Vector<S, Frame>(V_.v); }  ///< of the point at the frame's origin
  const Motion<S>& plain() const { return V_; }

  /// Velocity of the body's point that is at p.
  template <class G>
  Vector<S, Frame> at(const Position<S, G>& p) const {
    spatial_detail::require_same_frame<Frame, G>();
    return Vector<S, Frame>(V_.v + cross(V_.w, p.plain()));
  }

 private:
  Motion<S> V_;
};

template <Scalar S, FrameTag Frame>
class Wrench {
 public:
  Wrench() = default;  ///< zero
  explicit Wrench(const Force<S>& F) : F_(F) {}
  Wrench(const Vector<S, Frame>& moment, const Vector<S, Frame>& force) : F_{moment.plain(), force.plain()} {}
  /// A force that acts at the point p.
  static Wrench at(const Position<S, Frame>& p, const Vector<S, Frame>& force) {
    return Wrench(Force<S>{cross(p.plain(), force.plain()), force.plain()});
  }

  Vector<S, Frame> moment() const { return Vector<S, Frame>(F_.n); }  ///< about the frame's origin
  Vector<S, Frame> force() const { return Vector<S, Frame>(F_.f); }
  const Force<S>& plain() const { return F_; }

 private:
  Force<S> F_;
};

template <Scalar S, class A, class B>
Twist<S, A> operator+(const Twist<S, A>& a, const Twist<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return Twist<S, A>(a.plain() + b.plain());
}
template <Scalar S, class A, class B>
Twist<S, A> operator-(const Twist<S, A>& a, const Twist<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return Twist<S, A>(a.plain() - b.plain());
}
template <Scalar S, class F>
Twist<S, F> operator*(const std::type_identity_t<S>& k, const Twist<S, F>& a) {
  return Twist<S, F>(k * a.plain());
}
template <Scalar S, class A, class B>
Wrench<S, A> operator+(const Wrench<S, A>& a, const Wrench<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return Wrench<S, A>(a.plain() + b.plain());
}
template <Scalar S, class A, class B>
Wrench<S, A> operator-(const Wrench<S, A>& a, const Wrench<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return Wrench<S, A>(a.plain() - b.plain());
}
template <Scalar S, class F>
Wrench<S, F> operator*(const std::type_identity_t<S>& k, const Wrench<S, F>& a) {
  return Wrench<S, F>(k * a.plain());
}

/// [W] of a wrench on a body that moves with the twist.
template <Scalar S, class A, class B>
S power(const Twist<S, A>& V, const Wrench<S, B>& F) {
  spatial_detail::require_same_frame<A, B>();
  return dot(V.plain(), F.plain());
}

template <Scalar S, class A, class B, class F>
Twist<S, A> operator*(const Pose<S, A, B>& X, const Twist<S, F>& V) {
  spatial_detail::require_chain<B, F>();
  return Twist<S, A>(X.plain().to_parent(V.plain()));
}
template <Scalar S, class A, class B, class F>
Wrench<S, A> operator*(const Pose<S, A, B>& X, const Wrench<S, F>& W) {
  spatial_detail::require_chain<B, F>();
  return Wrench<S, A>(X.plain().to_parent(W.plain()));
}

static_assert(spatial_detail::costs_nothing<Twist<double, spatial_detail::AnyFrame>, Motion<double>>);
static_assert(spatial_detail::costs_nothing<Wrench<double, spatial_detail::AnyFrame>, Force<double>>);

}  // namespace alembert
