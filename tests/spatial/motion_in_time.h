/// A body that moves along formulas of time, and its derivatives by Dual numbers, for the tests of spatial/.
#pragma once
#include "spatial/samples.h"

namespace alembert::testing {

/// A number with its first derivative by time; Timed<Timed<S>> has the second too.
template <class S>
using Timed = Dual<1, S>;

template <class S>
Vec3<S> value(const Vec3<Timed<S>>& a) {
  return {a.x.x, a.y.x, a.z.x};
}
template <class S>
Vec3<S> rate(const Vec3<Timed<S>>& a) {
  return {a.x.d[0], a.y.d[0], a.z.d[0]};
}
template <class S>
Mat3<S> value(const Mat3<Timed<S>>& a) {
  return {value(a.r0), value(a.r1), value(a.r2)};
}
template <class S>
Mat3<S> rate(const Mat3<Timed<S>>& a) {
  return {rate(a.r0), rate(a.r1), rate(a.r2)};
}
template <class S>
Motion<S> value(const Motion<Timed<S>>& a) {
  return {value(a.w), value(a.v)};
}
template <class S>
Motion<S> rate(const Motion<Timed<S>>& a) {
  return {rate(a.w), rate(a.v)};
}
template <class S>
Transform<S> value(const Transform<Timed<S>>& a) {
  return {value(a.R), value(a.p)};
}
template <class S>
Force<S> rate(const Force<Timed<S>>& a) {
  return {rate(a.n), rate(a.f)};
}

/// A constant, as a quantity that could depend on time.
template <class S>
Vec3<Timed<S>> constant(const Vec3<S>& a) {
  return {Timed<S>(a.x), Timed<S>(a.y), Timed<S>(a.z)};
}

/// A quadratic function of time, at a time that does not matter: value, rate and acceleration are drawn.
template <class S>
Timed<Timed<S>> curve(Sampler<S>& sample, double low = -1.0, double high = 1.0) {
  Timed<Timed<S>> a(Timed<S>(sample.scalar(low, high)));
  const S speed = sample.scalar(), acceleration = sample.scalar();
  a.x.d.set(0, speed);
  Timed<S> first(speed);
  first.d.set(0, acceleration);
  a.d.set(0, first);
  return a;
}
template <class S>
Transform<Timed<Timed<S>>> moving_pose(Sampler<S>& sample) {
  const auto a = curve(sample, -3, 3), b = curve(sample, -3, 3), c = curve(sample, -3, 3);
  const auto x = curve(sample), y = curve(sample), z = curve(sample);
  return {rotation_z(a) * rotation_x(b) * rotation_y(c), {x, y, z}};
}

}  // namespace alembert::testing
