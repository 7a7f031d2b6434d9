/// A fixed rotation as a model file writes it.
#pragma once
#include <array>
#include <cstdint>

#include "alembert/spatial/rotations.h"
#include "alembert/symbolic/expr.h"

namespace alembert {

/// R_AB of one frame B in another A: `rotation = {rpy = ..}` and its siblings. Numbers may hold parameters.
struct Orientation {
  enum class Kind : std::uint8_t {
    identity,
    rpy,         ///< n[0..2]: turns about the fixed axes x, y, z in this order [rad]
    axis_angle,  ///< n[0..2]: axis, of any length but zero; n[3]: angle [rad]
    quaternion,  ///< n[0..3]: w, x, y, z, of any length but zero
    matrix,      ///< n[0..8]: by rows; its columns are B's axes in A
    angle,       ///< n[0]: turn about z [rad], the only one in a planar model
  };
  Kind kind = Kind::identity;
  std::array<Expr, 9> n{};
};

/// The rotation matrix, with `real` giving the value of each number: a callable Expr -> S.
template <Scalar S, class Reals>
Mat3<S> rotation_of(const Orientation& o, const Reals& real) {
  const auto at = [&](std::size_t i) -> S { return real(o.n[i]); };
  switch (o.kind) {
    case Orientation::Kind::identity: break;
    case Orientation::Kind::rpy: return rotation_rpy<S>(at(0), at(1), at(2));
    case Orientation::Kind::axis_angle: return rotation_about<S>(unit(Vec3<S>{at(0), at(1), at(2)}), at(3));
    case Orientation::Kind::quaternion: return rotation(normalized(Quaternion<S>{at(0), at(1), at(2), at(3)}));
    case Orientation::Kind::matrix: return {{at(0), at(1), at(2)}, {at(3), at(4), at(5)}, {at(6), at(7), at(8)}};
    case Orientation::Kind::angle: return rotation_z<S>(at(0));
  }
  return Mat3<S>::identity();
}

/// The same as a quaternion, of any length but zero. What is written as one stays as written.
template <Scalar S, class Reals>
Quaternion<S> quaternion_of(const Orientation& o, const Reals& real) {
  const auto at = [&](std::size_t i) -> S { return real(o.n[i]); };
  const S zero(0.0), one(1.0);
  const auto about_z = [&](const S& angle) { return quaternion<S>({zero, zero, one}, angle); };
  switch (o.kind) {
    case Orientation::Kind::identity: break;
    case Orientation::Kind::rpy:
      return about_z(at(2)) * quaternion<S>({zero, one, zero}, at(1)) * quaternion<S>({one, zero, zero}, at(0));
    case Orientation::Kind::axis_angle: return quaternion<S>(unit(Vec3<S>{at(0), at(1), at(2)}), at(3));
    case Orientation::Kind::quaternion: return {at(0), at(1), at(2), at(3)};
    case Orientation::Kind::matrix: return quaternion(rotation_of<S>(o, real));
    case Orientation::Kind::angle: return about_z(at(0));
  }
  return {};
}

}  // namespace alembert
