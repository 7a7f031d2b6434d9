/// Numbers that depend on two frames in motion, with what a row needs of them; and how they are put together.
#pragma once
#include "alembert/kernel/rows/frame_pair.h"

namespace alembert::pairwise {

/// A function g of the poses of F and M (or, with value 0, a rate alone):
///
///   g'  = rate = n_F . w_F + n_M . w_M + f . (v_M - v_F)          v: of the origins of F and M
///   g'' = the same of the accelerations of the bodies + bias
template <Scalar S>
struct PairFunction {
  S value{0.0}, rate{0.0}, bias{0.0};
  Vec3<S> n_F, n_M, f;
};

/// Adds the row  g = value,  g' = speed,  g'' = acceleration.
template <Scalar S>
void add_row(const FramePair<S>& pair, const PairFunction<S>& g, RowSet<S>& rows, const S& value = S(0.0),
             const S& speed = S(0.0), const S& acceleration = S(0.0)) {
  pair.F.add(rows, g.n_F, Vec3<S>{} - g.f);
  pair.M.add(rows, g.n_M, g.f);
  rows.close(g.value - value, speed, acceleration - g.bias);
}

template <Scalar S>
PairFunction<S> operator+(const PairFunction<S>& a, const PairFunction<S>& b) {
  return {a.value + b.value, a.rate + b.rate, a.bias + b.bias, a.n_F + b.n_F, a.n_M + b.n_M, a.f + b.f};
}
template <Scalar S>
PairFunction<S> operator-(const PairFunction<S>& a, const PairFunction<S>& b) {
  return {a.value - b.value, a.rate - b.rate, a.bias - b.bias, a.n_F - b.n_F, a.n_M - b.n_M, a.f - b.f};
}
/// Zeros stay +0.
template <Scalar S>
PairFunction<S> operator-(const PairFunction<S>& a) {
  return PairFunction<S>{} - a;
}
template <Scalar S>
PairFunction<S> operator*(const S& k, const PairFunction<S>& a) {
  return {k * a.value, k * a.rate, k * a.bias, k * a.n_F, k * a.n_M, k * a.f};
}
template <Scalar S>
PairFunction<S> constant(const S& value) {
  PairFunction<S> g;
  g.value = value;
  return g;
}
template <Scalar S>
PairFunction<S> square(const PairFunction<S>& a) {
  const S two(2.0), slope = two * a.value;
  return {a.value * a.value, slope * a.rate, slope * a.bias + two * a.rate * a.rate,
          slope * a.n_F,     slope * a.n_M,  slope * a.f};
}
/// The root of a positive function: r^2 = a, so r r' = a'/2 and r r'' = a''/2 - r'^2.
template <Scalar S>
PairFunction<S> root(const PairFunction<S>& a) {
  const S value = sqrt(a.value), slope = S(0.5) / value, rate = slope * a.rate;
  return {value, rate, slope * a.bias - rate * rate / value, slope * a.n_F, slope * a.n_M, slope * a.f};
}
/// q = a / b: q' = (a' - q b') / b and q'' = (a'' - q b'' - 2 q' b') / b.
template <Scalar S>
PairFunction<S> quotient(const PairFunction<S>& a, const PairFunction<S>& b) {
  const S k = S(1.0) / b.value, value = k * a.value, rate = k * (a.rate - value * b.rate);
  return {value,
          rate,
          k * (a.bias - value * b.bias - S(2.0) * rate * b.rate),
          k * (a.n_F - value * b.n_F),
          k * (a.n_M - value * b.n_M),
          k * (a.f - value * b.f)};
}
/// The angle of the point (x, y), with a value that the caller knows (turns counted): in t = atan2(y, x),
/// t' = (x y' - y x') / (x^2 + y^2).
template <Scalar S>
PairFunction<S> angle_of(const PairFunction<S>& y, const PairFunction<S>& x, const S& value) {
  const S k = S(1.0) / (x.value * x.value + y.value * y.value);
  const S along_y = k * x.value, along_x = k * y.value, rate = along_y * y.rate - along_x * x.rate;
  return {value,
          rate,
          along_y * y.bias - along_x * x.bias - S(2.0) * rate * (along_y * x.rate + along_x * y.rate),
          along_y * y.n_F - along_x * x.n_F,
          along_y * y.n_M - along_x * x.n_M,
          along_y * y.f - along_x * x.f};
}

}  // namespace alembert::pairwise
