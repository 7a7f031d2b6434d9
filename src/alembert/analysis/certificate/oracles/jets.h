/// Numbers along a motion with their first and second rates, by nested dual numbers.
#pragma once
#include "alembert/scalar/dual.h"
#include "alembert/spatial/transform.h"

namespace alembert {

/// x(t) with x' and x'', carried exactly through any computation.
using Jet = Dual<1, Dual<1>>;

namespace jets {

inline Jet jet(double value, double rate, double second) {
  Dual<1> inner(value), outer(rate);
  inner.d.set(0, rate);
  outer.d.set(0, second);
  Jet result(inner);
  result.d.set(0, outer);
  return result;
}

inline double value(const Jet& a) { return a.x.x; }
inline double rate(const Jet& a) { return a.x.d[0]; }
inline double second(const Jet& a) { return a.d[0].d[0]; }

inline Vec3<double> value(const Vec3<Jet>& a) { return {value(a.x), value(a.y), value(a.z)}; }
inline Vec3<double> rate(const Vec3<Jet>& a) { return {rate(a.x), rate(a.y), rate(a.z)}; }
inline Vec3<double> second(const Vec3<Jet>& a) { return {second(a.x), second(a.y), second(a.z)}; }

inline Mat3<double> value(const Mat3<Jet>& R) { return {value(R.r0), value(R.r1), value(R.r2)}; }
inline Mat3<double> rate(const Mat3<Jet>& R) { return {rate(R.r0), rate(R.r1), rate(R.r2)}; }
inline Mat3<double> second(const Mat3<Jet>& R) { return {second(R.r0), second(R.r1), second(R.r2)}; }

inline Vec3<Jet> constant(const Vec3<double>& a) { return {Jet(a.x), Jet(a.y), Jet(a.z)}; }
inline Mat3<Jet> constant(const Mat3<double>& R) { return {constant(R.r0), constant(R.r1), constant(R.r2)}; }

/// Of a frame that turns as R(t): R' R^T = [w]x, world axes.
inline Vec3<double> angular_velocity(const Mat3<Jet>& R) { return unskew(rate(R) * value(R).transposed()); }
/// R'' R^T = [alpha]x + [w]x^2, the second of which is symmetric.
inline Vec3<double> angular_acceleration(const Mat3<Jet>& R) { return unskew(second(R) * value(R).transposed()); }

}  // namespace jets
}  // namespace alembert
