/// Euler angles: the 12 axis orders, about rotating or fixed axes, 24 sequences in all; to matrices and back.
///
///   intrinsic i j k, angles (a, b, c):   R = R_i(a) R_j(b) R_k(c)     each turn about an axis already turned
///   extrinsic i j k, angles (a, b, c):   R = R_k(c) R_j(b) R_i(a)     each turn about an axis that stays
///
/// R = R_AB takes vectors from B to A; angles in rad. URDF's roll, pitch, yaw are extrinsic "xyz".
///
/// Back from a matrix the middle angle b is in [-pi/2, pi/2] where the three axes differ (Tait-Bryan) and in [0, pi]
/// where the first is also the last (proper Euler); the others are in [-pi, pi]. Gimbal lock is where b is at an end of
/// its interval (to 1e-14): only a sum or difference of a and c is defined there, and c = 0 is returned.
///
/// Ref: Diebel 2006, Representing attitude; Lynch and Park 2017, app. B.1; Goldstein 2002, sec. 4.4.
#pragma once
#include <array>
#include <string>
#include <string_view>

#include "alembert/core/error.h"
#include "alembert/spatial/mat3.h"

namespace alembert {

enum class EulerKind { intrinsic, extrinsic };

/// Three coordinate axes (0 x, 1 y, 2 z), neighbours different.
struct EulerSequence {
  int first = 2, second = 1, third = 0;
  EulerKind kind = EulerKind::intrinsic;
};

/// The sequence with axes as "zxy" spells them. Throws Error (bad_value) unless these are three of x, y, z, lower case,
/// no two neighbours alike.
inline EulerSequence euler_sequence(std::string_view axes, EulerKind kind = EulerKind::intrinsic) {
  const auto axis = [&](std::size_t i) { return axes[i] - 'x'; };
  bool good = axes.size() == 3;
  for (std::size_t i = 0; good && i < 3; ++i) good = axis(i) >= 0 && axis(i) <= 2 && (i == 0 || axis(i) != axis(i - 1));
  if (!good)
    throw Error(Error::Code::bad_value, "'" + std::string(axes) + "' is no sequence of Euler angles", {},
                "three of x, y, z, lower case, neighbours different, for example \"zyx\" or \"zxz\"");
  return {axis(0), axis(1), axis(2), kind};
}

/// A turn about coordinate axis 0, 1 or 2.
template <Scalar S>
Mat3<S> elementary_rotation(int axis, const S& angle) {
  if (axis == 0) return rotation_x(angle);
  return axis == 1 ? rotation_y(angle) : rotation_z(angle);
}

/// The rotation by angles [rad] that belong to the sequence's first, second and third axis.
template <Scalar S>
Mat3<S> euler_rotation(const EulerSequence& sequence, const std::array<S, 3>& angles) {
  const Mat3<S> first = elementary_rotation(sequence.first, angles[0]);
  const Mat3<S> second = elementary_rotation(sequence.second, angles[1]);
  const Mat3<S> third = elementary_rotation(sequence.third, angles[2]);
  return sequence.kind == EulerKind::intrinsic ? first * second * third : third * second * first;
}

namespace spatial_detail {

template <class T>
const T& pick(int axis, const T& x, const T& y, const T& z) {
  if (axis == 0) return x;
  return axis == 1 ? y : z;
}
template <Scalar S>
const S& element(const Vec3<S>& v, int axis) {
  return pick(axis, v.x, v.y, v.z);
}

/// (a, b, c) with R = R_i(a) R_j(b) R_k(c), and a = 0 at gimbal lock. With turn = -1 the angles count the other way:
/// R = R_i(-a) R_j(-b) R_k(-c).
///
/// a is the angle that makes R_i(-a) R = R_j(b) R_k(c), whose row j is that of R_k(c); b and c are then read from this
/// product and not from R. So they fit whatever a is, and R is reproduced even where a is nothing but rounding.
template <Scalar S>
std::array<S, 3> angles_of_product(int i, int j, int k, double turn, const Mat3<S>& R) {
  const bool proper = i == k;
  const int m = 3 - i - j;                             // the axis other than i and j
  const S sense((j - i + 3) % 3 == 1 ? turn : -turn);  // + for (i, j, m) cyclic
  const Vec3<S>& row_i = pick(i, R.r0, R.r1, R.r2);
  const Vec3<S>& row_j = pick(j, R.r0, R.r1, R.r2);
  const Vec3<S>& row_m = pick(m, R.r0, R.r1, R.r2);

  // R e_k = R_i(a) R_j(b) e_k lies on a cone about axis i: (y, x) is its base, of radius cos b, or sin b if proper.
  const S y = proper ? element(row_j, i) : -sense * element(row_j, m);
  const S x = proper ? -sense * element(row_m, i) : element(row_m, m);
  const S zero(0.0), one(1.0);
  const MaskOf<S> locked = less_equal(x * x + y * y, S(1e-28));
  const S a = atan2(select(locked, zero, y), select(locked, one, x));

  S s(0.0), c(0.0);
  sincos(sense * a, s, c);
  const Vec3<S> turned_j = c * row_j + s * row_m, turned_m = c * row_m - s * row_j;
  const S cos_c = element(turned_j, j);
  // The radius is positive by the choice of a; abs() only matters at gimbal lock, where its sign is rounding.
  if (proper) {
    const S sin_b = abs(element(turned_m, i));
    return {a, atan2(sin_b, element(row_i, i)), atan2(-sense * element(turned_j, m), cos_c)};
  }
  const S cos_b = abs(element(turned_m, m));
  return {a, atan2(sense * element(row_i, m), cos_b), atan2(sense * element(turned_j, i), cos_c)};
}

}  // namespace spatial_detail

/// The angles of a rotation matrix, in the sequence's order; see the top of this file for their ranges and for gimbal
/// lock. They reproduce R to rounding, at gimbal lock to 3e-14. Derivatives grow as 1/(distance to gimbal lock).
template <Scalar S>
std::array<S, 3> euler_angles(const EulerSequence& sequence, const Mat3<S>& R) {
  // The third turn comes first in the product of an extrinsic sequence, and in the inverse of an intrinsic one.
  const bool intrinsic = sequence.kind == EulerKind::intrinsic;
  const auto [c, b, a] = spatial_detail::angles_of_product(sequence.third, sequence.second, sequence.first,
                                                           intrinsic ? -1.0 : 1.0, intrinsic ? R.transposed() : R);
  return {a, b, c};
}

}  // namespace alembert
