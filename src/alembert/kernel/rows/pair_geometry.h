/// The distances, angles and velocities between two frames that rows are made of.
///
/// d = p_M - p_F throughout. In planar models nothing here makes terms out of coordinates that are zero: formulas stay
/// as short as those written by hand.
#pragma once
#include <concepts>
#include <cstdint>

#include "alembert/kernel/rows/pair_function.h"
#include "alembert/symbolic/expr.h"

namespace alembert::pairwise {

enum class Carrier : std::uint8_t { world, F, M };

/// A unit vector that is fixed to the world or to one of the bodies, with its derivatives at zero acceleration.
template <Scalar S>
struct Direction {
  Carrier carrier = Carrier::world;
  Vec3<S> e, rate, bias;
};

template <Scalar S>
Direction<S> on_world(const Vec3<S>& e) {
  return {Carrier::world, e, {}, {}};
}
template <Scalar S>
Direction<S> on_F(const FramePair<S>& pair, const Vec3<S>& e) {
  const Vec3<S> rate = cross(pair.F.w, e);
  return {Carrier::F, e, rate, cross(pair.F.w, rate)};
}
template <Scalar S>
Direction<S> on_M(const FramePair<S>& pair, const Vec3<S>& e) {
  const Vec3<S> rate = cross(pair.M.w, e);
  return {Carrier::M, e, rate, cross(pair.M.w, rate)};
}

/// Adds the coefficient n of the carrier's angular velocity.
template <Scalar S>
void add_turning(PairFunction<S>& g, Carrier carrier, const Vec3<S>& n) {
  if (carrier == Carrier::F) g.n_F += n;
  if (carrier == Carrier::M) g.n_M += n;
}

template <Scalar S>
Vec3<S> offset(const FramePair<S>& pair) {
  return pair.M.p - pair.F.p;
}
template <Scalar S>
Vec3<S> offset_rate(const FramePair<S>& pair) {
  return pair.M.v - pair.F.v;
}
template <Scalar S>
Vec3<S> offset_bias(const FramePair<S>& pair) {
  return pair.M.a - pair.F.a;
}

/// a . b
template <Scalar S>
PairFunction<S> dot(const Direction<S>& a, const Direction<S>& b) {
  PairFunction<S> g;
  g.value = dot(a.e, b.e);
  g.rate = dot(a.rate, b.e) + dot(a.e, b.rate);
  g.bias = dot(a.bias, b.e) + S(2.0) * dot(a.rate, b.rate) + dot(a.e, b.bias);
  add_turning(g, a.carrier, cross(a.e, b.e));
  add_turning(g, b.carrier, cross(b.e, a.e));
  return g;
}

/// e . d
template <Scalar S>
PairFunction<S> along(const FramePair<S>& pair, const Direction<S>& e) {
  const Vec3<S> d = offset(pair), d_rate = offset_rate(pair);
  PairFunction<S> g;
  g.value = dot(e.e, d);
  g.rate = dot(e.e, d_rate) + dot(e.rate, d);
  g.bias = dot(e.e, offset_bias(pair)) + S(2.0) * dot(e.rate, d_rate) + dot(e.bias, d);
  g.f = e.e;
  add_turning(g, e.carrier, cross(e.e, d));
  return g;
}

/// (a x b) . d
template <Scalar S>
PairFunction<S> along_cross(const FramePair<S>& pair, const Direction<S>& a, const Direction<S>& b) {
  const Vec3<S> d = offset(pair), d_rate = offset_rate(pair);
  const Vec3<S> e = cross(a.e, b.e), e_rate = cross(a.rate, b.e) + cross(a.e, b.rate);
  const Vec3<S> e_bias = cross(a.bias, b.e) + S(2.0) * cross(a.rate, b.rate) + cross(a.e, b.bias);
  PairFunction<S> g;
  g.value = dot(e, d);
  g.rate = dot(e, d_rate) + dot(e_rate, d);
  g.bias = dot(e, offset_bias(pair)) + S(2.0) * dot(e_rate, d_rate) + dot(e_bias, d);
  g.f = e;
  add_turning(g, a.carrier, cross(a.e, cross(b.e, d)));
  add_turning(g, b.carrier, cross(b.e, cross(d, a.e)));
  return g;
}

/// |d|. Where the origins meet no direction is better than another: as a number it is then never exactly zero, and the
/// coefficients vanish.
template <Scalar S>
PairFunction<S> distance(const FramePair<S>& pair) {
  constexpr double shortest = 1e-150;
  const Vec3<S> d = offset(pair), d_rate = offset_rate(pair);
  S squared = dot(d, d);
  if constexpr (!std::same_as<S, Expr>) squared = max(squared, S(shortest * shortest));
  PairFunction<S> g;
  g.value = sqrt(squared);
  const S k = S(1.0) / g.value;
  g.f = k * d;
  g.rate = dot(g.f, d_rate);
  g.bias = dot(g.f, offset_bias(pair)) + k * (dot(d_rate, d_rate) - g.rate * g.rate);
  return g;
}

/// e . (w_M - w_F), a rate, for e fixed to F or M. As e does not turn in its own body, only the other one's angular
/// velocity enters the bias.
template <Scalar S>
PairFunction<S> spin(const FramePair<S>& pair, const Direction<S>& e) {
  PairFunction<S> g;
  g.n_M = e.e;
  g.n_F = Vec3<S>{} - e.e;
  g.rate = dot(e.e, pair.M.w - pair.F.w);
  g.bias = e.carrier == Carrier::F ? dot(e.rate, pair.M.w) : -dot(e.rate, pair.F.w);
  return g;
}

/// A vector that moves in any way, with its rate.
template <Scalar S>
struct MovingVector {
  Vec3<S> x, rate;
};
template <Scalar S>
MovingVector<S> moving(const Direction<S>& e) {
  return {e.e, e.rate};
}
template <Scalar S>
MovingVector<S> cross(const MovingVector<S>& a, const MovingVector<S>& b) {
  return {cross(a.x, b.x), cross(a.rate, b.x) + cross(a.x, b.rate)};
}
template <Scalar S>
MovingVector<S> operator*(const S& k, const MovingVector<S>& a) {
  return {k * a.x, k * a.rate};
}
template <Scalar S>
MovingVector<S> unit(const MovingVector<S>& a) {
  const S k = S(1.0) / norm(a.x);
  const Vec3<S> e = k * a.x;
  return {e, k * (a.rate - dot(e, a.rate) * e)};
}

/// t . u, a rate: u is the velocity of M's material point at p_M + r less that of F's material point there.
template <Scalar S>
PairFunction<S> slip(const FramePair<S>& pair, const MovingVector<S>& t, const MovingVector<S>& r) {
  const Vec3<S> arm = offset(pair) + r.x, d_rate = offset_rate(pair);
  const Vec3<S> u = d_rate + cross(pair.M.w, r.x) - cross(pair.F.w, arm);
  PairFunction<S> g;
  g.n_M = cross(r.x, t.x);
  g.n_F = cross(t.x, arm);
  g.f = t.x;
  g.rate = dot(t.x, u);
  g.bias = dot(t.x, offset_bias(pair) + cross(pair.M.w, r.rate) - cross(pair.F.w, d_rate + r.rate)) + dot(t.rate, u);
  return g;
}

}  // namespace alembert::pairwise
