/// A frame whose z axis lies along a given axis.
#pragma once
#include <cmath>
#include <cstdint>

#include "alembert/spatial/mat3.h"

namespace alembert {

/// Which frame is built for an axis; decided in double, replayed on any scalar. Axes along a coordinate axis get a
/// frame that merely swaps axes, so that formulas stay short and no rounding enters.
enum class AxisChoice : std::uint8_t { x, y, z, minus_x, minus_y, minus_z, away_from_x, away_from_y, away_from_z };

/// `axis` must not be zero.
inline AxisChoice choose_frame(const Vec3<double>& axis) {
  const double x = std::abs(axis.x), y = std::abs(axis.y), z = std::abs(axis.z);
  if (y == 0 && z == 0) return axis.x > 0 ? AxisChoice::x : AxisChoice::minus_x;
  if (x == 0 && z == 0) return axis.y > 0 ? AxisChoice::y : AxisChoice::minus_y;
  if (x == 0 && y == 0) return axis.z > 0 ? AxisChoice::z : AxisChoice::minus_z;
  if (x <= y && x <= z) return AxisChoice::away_from_x;
  return y <= z ? AxisChoice::away_from_y : AxisChoice::away_from_z;
}

/// The rotation whose third column is axis/|axis|.
template <Scalar S>
Mat3<S> frame_along(const Vec3<S>& axis, AxisChoice choice) {
  const S one(1.0), zero(0.0);
  const Vec3<S> x{one, zero, zero}, y{zero, one, zero}, z{zero, zero, one};
  const auto built_from = [&](const Vec3<S>& helper) {
    const Vec3<S> along = unit(axis), across = unit(cross(helper, along));
    return Mat3<S>::columns(across, cross(along, across), along);
  };
  switch (choice) {
    case AxisChoice::x: return Mat3<S>::columns(y, z, x);
    case AxisChoice::y: return Mat3<S>::columns(z, x, y);
    case AxisChoice::z: break;
    case AxisChoice::minus_x: return Mat3<S>::columns(z, y, -x);
    case AxisChoice::minus_y: return Mat3<S>::columns(x, z, -y);
    case AxisChoice::minus_z: return Mat3<S>::columns(x, -y, -z);
    case AxisChoice::away_from_x: return built_from(x);
    case AxisChoice::away_from_y: return built_from(y);
    case AxisChoice::away_from_z: return built_from(z);
  }
  return Mat3<S>::identity();
}

}  // namespace alembert
