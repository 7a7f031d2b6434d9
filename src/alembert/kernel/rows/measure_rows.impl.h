#pragma once
#include <array>
#include <cassert>
#include <cstddef>

#include "alembert/kernel/rows/measure_rows.h"
#include "alembert/kernel/rows/pair_geometry.h"
#include "alembert/spatial/rotations.h"

namespace alembert {
namespace pairwise {

/// A frame with the axes of the body's reference frame at one of its points.
template <Scalar S>
MovingFrame<S> frame_at(std::span<const BodyMotion<S>> bodies, int body, const Vec3<S>& p) {
  return {body, bodies[static_cast<std::size_t>(body)], {Mat3<S>::identity(), p}};
}

template <Scalar S>
Vec3<S> coordinate_axis(int component) {
  return {S(component == 0 ? 1.0 : 0.0), S(component == 1 ? 1.0 : 0.0), S(component == 2 ? 1.0 : 0.0)};
}

/// The part that belongs to `component` of a quaternion.
template <Scalar S>
const S& part(const Quaternion<S>& q, int component) {
  return component == 0 ? q.w : (component == 1 ? q.x : (component == 2 ? q.y : q.z));
}

/// q' = q (0, w) / 2 with w along the body's axes, so q'' = q (0, w') / 2 - |w|^2 q / 4.
template <Scalar S>
void add_quaternion_row(int body, int component, const BodyMotion<S>& motion, const S& value, RowSet<S>& rows) {
  // The pose gives q or -q; the value tells which, except where it is no more than rounding.
  const Quaternion<S> posed = quaternion(motion.X_W.R);
  const S own = part(posed, component), noise(1e-9);
  const S side = select(less(abs(own + value) + noise, abs(own - value)), S(-1.0), S(1.0));
  const S w = side * posed.w, x = side * posed.x, y = side * posed.y, z = side * posed.z;
  const std::array<Vec3<S>, 4> twice{Vec3<S>{-x, -y, -z}, {w, -z, y}, {z, w, -x}, {-y, x, w}};
  rows.add(body, S(0.5) * (motion.X_W.R * twice[static_cast<std::size_t>(component)]), {});
  rows.close(value, S(0.0), S(0.25) * dot(motion.w, motion.w) * value);
}

}  // namespace pairwise

template <Scalar S>
void add_measure_row(const Measure& measure, std::span<const BodyMotion<S>> bodies, const Vec3<S>& p, const S& value,
                     RowSet<S>& rows) {
  const auto i = static_cast<std::size_t>(measure.index);
  const S zero(0.0);
  switch (measure.kind) {
    case Measure::Kind::point: {
      const MovingFrame<S> at = pairwise::frame_at(bodies, measure.index, p);
      const Vec3<S> e = pairwise::coordinate_axis<S>(measure.component);
      at.add(rows, {}, e);
      return rows.close(dot(e, at.p), zero, zero - dot(e, at.a));
    }
    case Measure::Kind::angle:
      rows.add(measure.index, pairwise::coordinate_axis<S>(2), {});
      return rows.close(value, zero, zero);
    case Measure::Kind::quaternion:
      return pairwise::add_quaternion_row(measure.index, measure.component, bodies[i], value, rows);
    case Measure::Kind::angular_velocity:
      // d/dt (e . w) = e . w' for an axis e of the body itself.
      rows.add(measure.index, bodies[i].X_W.R * pairwise::coordinate_axis<S>(measure.component), {});
      return rows.close(zero, zero, zero);
    default: break;
  }
  assert(false && "a measure that no row can hold");
}

}  // namespace alembert
