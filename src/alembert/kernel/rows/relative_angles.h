/// Angles between two frames, with turns counted.
#pragma once
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <numbers>
#include <optional>
#include <span>

#include "alembert/kernel/rows/frame_pair.h"
#include "alembert/scalar/dual.h"
#include "alembert/spatial/euler.h"
#include "alembert/symbolic/expr.h"

namespace alembert::pairwise {

inline double number_of(double x) { return x; }
template <int N, class T>
double number_of(const Dual<N, T>& x) {
  return number_of(x.x);
}

/// `angle` and as many whole turns as bring it nearest to `near`. A formula has no number to look at: it stays.
template <Scalar S>
S nearest_turn(const S& angle, [[maybe_unused]] double near) {
  if constexpr (std::same_as<S, Expr>) {
    return angle;
  } else {
    constexpr double turn = 2.0 * std::numbers::pi;
    return angle + S(turn * std::round((near - number_of(angle)) / turn));
  }
}

/// The angle a of a point that is written as (cos(a), sin(a)), else nothing.
inline std::optional<Expr> written_angle(Expr y, Expr x) {
  if (x.op() != Op::cos) return {};
  const Expr a = x.args()[0];
  if (identical(y, sin(a))) return a;
  if (identical(y, -sin(a))) return -a;
  return {};
}

/// The angle of the point (x, y), in the turn that brings pitch times it nearest to `slide`: along a thread or a rack
/// the way says how often it has turned. The whole turns are constant wherever the two nearly agree, so that
/// derivatives are those of the angle. Without a pitch it is the angle nearest to `near`.
template <Scalar S>
S turn_on_thread(const S& y, const S& x, const S& slide, const S& pitch, [[maybe_unused]] double near = 0.0) {
  if constexpr (std::same_as<S, Expr>) {
    if (pitch.is_zero()) return atan2(y, x);
    const Expr wanted = slide / pitch;
    if (const auto angle = written_angle(y, x)) return wanted - atan2(sin(wanted - *angle), cos(wanted - *angle));
    return wanted - atan2(sin(wanted) * x - cos(wanted) * y, cos(wanted) * x + sin(wanted) * y);
  } else {
    const double wanted = number_of(slide) / number_of(pitch);
    return nearest_turn(atan2(y, x), std::isfinite(wanted) ? wanted : near);
  }
}

/// What near[i] says, 0 where nothing is said.
inline double near_value(std::span<const double> near, std::size_t i) { return i < near.size() ? near[i] : 0.0; }

/// The angle of M in F about z, which they share, or (planar models) about the world's z.
template <Scalar S>
S turn_about_z(const FramePair<S>& pair) {
  const Vec3<S> x_M = pair.M.R.c0();
  return atan2(dot(pair.F.R.c1(), x_M), dot(pair.F.R.c0(), x_M));
}

/// Euler angles of M in F.
template <Scalar S>
struct EulerReading {
  EulerSequence sequence;
  std::array<S, 3> angles;
  /// The angles are the second of the two triples that every rotation has: with the middle angle b outside of
  /// [-pi/2, pi/2], or of [0, pi] where the first axis is also the last.
  bool second_triple = false;
};

/// The triple nearest to near[from], near[from + 1], near[from + 2]. Of formulas the one whose middle angle is on the
/// side of near[from + 1].
template <Scalar S>
EulerReading<S> read_euler(const EulerSequence& sequence, const FramePair<S>& pair, std::span<const double> near,
                           std::size_t from) {
  const bool proper = sequence.first == sequence.third;
  const S half_turn(std::numbers::pi);
  const auto [a, b, c] = euler_angles(sequence, pair.F.R.transposed() * pair.M.R);
  std::array<std::array<S, 3>, 2> triples{{{a, b, c}, {a + half_turn, proper ? -b : half_turn - b, c + half_turn}}};
  bool second = false;
  if constexpr (std::same_as<S, Expr>) {
    const double middle = near_value(near, from + 1);
    second = (proper ? std::sin(middle) : std::cos(middle)) < 0.0;
  } else {
    std::array<double, 2> squared{};
    for (std::size_t k = 0; k < 2; ++k)
      for (std::size_t i = 0; i < 3; ++i) {
        const double wanted = near_value(near, from + i);
        triples[k][i] = nearest_turn(triples[k][i], wanted);
        const double away = number_of(triples[k][i]) - wanted;
        squared[k] += away * away;
      }
    second = squared[1] < squared[0];
  }
  return {sequence, triples[second ? 1 : 0], second};
}

}  // namespace alembert::pairwise
