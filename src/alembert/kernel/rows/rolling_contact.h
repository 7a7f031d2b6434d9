/// Where a disc, a sphere or an ellipsoid touches a plane, and the two directions of slip there.
#pragma once
#include <array>

#include "alembert/kernel/rows/pair_geometry.h"
#include "alembert/model/geometric_constraint.h"

namespace alembert::pairwise {

/// M's origin is the centre, F's z the normal n of the plane.
template <Scalar S>
struct RollingContact {
  PairFunction<S> height;             ///< of the lowest point over the plane
  MovingVector<S> r;                  ///< from the centre to the point that touches
  MovingVector<S> forward, sideways;  ///< along the plane; n, forward, sideways are right-handed in this order
};

/// How far the lowest point is from the centre against the normal, and where it is.
template <Scalar S>
struct LowestPoint {
  PairFunction<S> depth;
  MovingVector<S> r;
};

/// Of a disc in space: the point of its rim against the direction in the disc's plane that is nearest to n.
/// @param forward  unit vector along axis x n
template <Scalar S>
LowestPoint<S> lowest_of_disc(const Direction<S>& normal, const Direction<S>& axis, const MovingVector<S>& forward,
                              const S& radius) {
  PairFunction<S> level = constant(S(1.0)) - square(dot(normal, axis));
  const Vec3<S> across = cross(axis.e, normal.e);
  level.value = dot(across, across);  // 1 - cos^2 would lose the digits of a disc that lies almost flat
  return {radius * root(level), -radius * cross(forward, moving(axis))};
}

/// Of an ellipsoid: with A = sum of s_k^2 m_k m_k^T over its axes m_k, the depth is sqrt(n . A n) and the point
/// -A n / depth.
template <Scalar S>
LowestPoint<S> lowest_of_ellipsoid(const FramePair<S>& pair, const Direction<S>& normal, const Vec3<S>& semiaxes) {
  const std::array<Vec3<S>, 3> axes{pair.M.R.c0(), pair.M.R.c1(), pair.M.R.c2()};
  const std::array<S, 3> sizes{semiaxes.x, semiaxes.y, semiaxes.z};
  PairFunction<S> squared;
  MovingVector<S> An;
  for (std::size_t k = 0; k < 3; ++k) {
    const Direction<S> m = on_M(pair, axes[k]);
    const PairFunction<S> cosine = dot(normal, m);
    const S s = sizes[k] * sizes[k];
    squared = squared + s * square(cosine);
    An.x += (s * cosine.value) * m.e;
    An.rate += (s * cosine.rate) * m.e + (s * cosine.value) * m.rate;
  }
  const PairFunction<S> depth = root(squared);
  const S k = S(1.0) / depth.value;
  const Vec3<S> r = -k * An.x;
  return {depth, {r, -k * (An.rate + depth.rate * r)}};
}

/// @param planar  the bodies stay in the x-y plane: all shapes have the world's z as axis
template <Scalar S>
RollingContact<S> rolling_contact(Rolling::Shape shape, bool planar, const FramePair<S>& pair, const S& radius,
                                  const Vec3<S>& semiaxes) {
  const Direction<S> normal = on_F(pair, pair.F.R.c2());
  const Direction<S> axis = planar ? on_world<S>({S(0.0), S(0.0), S(1.0)}) : on_M(pair, pair.M.R.c2());
  const bool disc_in_space = shape == Rolling::Shape::disc && !planar;
  MovingVector<S> forward = moving(on_F(pair, pair.F.R.c0()));
  if (planar) forward = cross(moving(axis), moving(normal));
  if (disc_in_space) forward = unit(cross(moving(axis), moving(normal)));

  LowestPoint<S> lowest{constant(radius), -radius * moving(normal)};
  if (disc_in_space) lowest = lowest_of_disc(normal, axis, forward, radius);
  if (shape == Rolling::Shape::ellipsoid) lowest = lowest_of_ellipsoid(pair, normal, semiaxes);
  return {along(pair, normal) - lowest.depth, lowest.r, forward, cross(moving(normal), forward)};
}

}  // namespace alembert::pairwise
