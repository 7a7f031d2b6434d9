/// Spatial vectors (Featherstone 2008, ch. 2): angular part first, about the origin of the frame they are expressed in.
#pragma once
#include "alembert/spatial/mat3.h"

namespace alembert {

/// Velocity or acceleration of a body: angular w [rad/s], linear v [m/s] of the point at the frame's origin.
template <Scalar S>
struct Motion {
  Vec3<S> w, v;

  Motion& operator+=(const Motion& b) {
    w += b.w;
    v += b.v;
    return *this;
  }
  Motion& operator-=(const Motion& b) {
    w -= b.w;
    v -= b.v;
    return *this;
  }
};

/// Force on a body: moment n [N m] about the frame's origin, force f [N].
template <Scalar S>
struct Force {
  Vec3<S> n, f;

  Force& operator+=(const Force& b) {
    n += b.n;
    f += b.f;
    return *this;
  }
  Force& operator-=(const Force& b) {
    n -= b.n;
    f -= b.f;
    return *this;
  }
};

template <Scalar S>
Motion<S> operator+(Motion<S> a, const Motion<S>& b) {
  return a += b;
}
template <Scalar S>
Motion<S> operator-(Motion<S> a, const Motion<S>& b) {
  return a -= b;
}
template <Scalar S>
Motion<S> operator-(const Motion<S>& a) {
  return {-a.w, -a.v};
}
template <Scalar S>
Motion<S> operator*(const S& k, const Motion<S>& a) {
  return {k * a.w, k * a.v};
}
template <Scalar S>
Force<S> operator+(Force<S> a, const Force<S>& b) {
  return a += b;
}
template <Scalar S>
Force<S> operator-(Force<S> a, const Force<S>& b) {
  return a -= b;
}
template <Scalar S>
Force<S> operator-(const Force<S>& a) {
  return {-a.n, -a.f};
}
template <Scalar S>
Force<S> operator*(const S& k, const Force<S>& a) {
  return {k * a.n, k * a.f};
}
/// Power of a force on a motion.
template <Scalar S>
S dot(const Motion<S>& a, const Force<S>& b) {
  return dot(a.w, b.n) + dot(a.v, b.f);
}
/// ad_a b: the rate of a motion b that is carried along by a.
template <Scalar S>
Motion<S> cross(const Motion<S>& a, const Motion<S>& b) {
  return {cross(a.w, b.w), cross(a.w, b.v) + cross(a.v, b.w)};
}
/// -ad_a^T b: the rate of a force b that is carried along by a.
template <Scalar S>
Force<S> cross(const Motion<S>& a, const Force<S>& b) {
  return {cross(a.w, b.n) + cross(a.v, b.f), cross(a.w, b.f)};
}

}  // namespace alembert
