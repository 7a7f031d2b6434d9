/// Flat polygons and the plates that they bound.
#pragma once
#include <array>
#include <optional>
#include <span>
#include <utility>

#include "alembert/model/shape_solids.h"

namespace alembert {

/// The area inside a simple polygon with at least three corners, listed counter-clockwise about z (clockwise: a
/// negative volume; centre and gyration are the same). It lies in the plane z = 0; its volume is its area.
///
/// Integrals over the area become sums over the edges (Green). They are taken relative to the first corner, so that an
/// outline far from its origin loses no digits.
/// Ref: Steger, On the calculation of arbitrary moments of polygons, FGBV-96-05, TU Muenchen 1996.
template <Scalar S>
Solid<S> polygon(std::span<const std::array<S, 2>> corners) {
  const auto [x0, y0] = corners.front();
  S area(0.0), mx(0.0), my(0.0), xx(0.0), yy(0.0), xy(0.0);
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
    const S ax = corners[i][0] - x0, ay = corners[i][1] - y0;
    const S bx = corners[i + 1][0] - x0, by = corners[i + 1][1] - y0;
    const S w = ax * by - bx * ay;  // twice the signed area of the triangle to the first corner
    area += w / S(2.0);
    mx += w * (ax + bx) / S(6.0);
    my += w * (ay + by) / S(6.0);
    xx += w * (ax * ax + ax * bx + bx * bx) / S(12.0);
    yy += w * (ay * ay + ay * by + by * by) / S(12.0);
    xy += w * (S(2.0) * ax * ay + ax * by + bx * ay + S(2.0) * bx * by) / S(24.0);
  }
  const S cx = mx / area, cy = my / area;
  const S kxx = xx / area - cx * cx, kyy = yy / area - cy * cy, kxy = xy / area - cx * cy;
  return {area, {x0 + cx, y0 + cy, S(0.0)}, {kyy, kxx, kxx + kyy, -kxy, S(0.0), S(0.0)}};
}

/// The plate that a flat solid becomes with a thickness, half of it on either side of the plane z = 0.
template <Scalar S>
Solid<S> extruded(const Solid<S>& flat, const S& thickness) {
  Solid<S> plate = flat;
  const S k = thickness * thickness / S(12.0);
  plate.volume = flat.volume * thickness;
  plate.gyration.xx += k;
  plate.gyration.yy += k;
  return plate;
}

/// Two edges of a closed polygon that meet though they are not neighbours, as the numbers of their first corners; empty
/// when it is simple. Repeated corners count once. Cost quadratic in the corners.
std::optional<std::pair<std::size_t, std::size_t>> crossing_edges(std::span<const std::array<double, 2>> corners);

}  // namespace alembert
