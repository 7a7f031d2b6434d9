#include "alembert/model/validate_rotation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "alembert/core/text.h"
#include "alembert/linalg/symmetric_eigen.h"

namespace alembert {
namespace {

/// Largest entry of R^T R - 1; NaN or infinite when R is.
double deviation(const Mat3<double>& R) {
  const Vec3<double> x = R.c0(), y = R.c1(), z = R.c2();
  double worst = 0.0;
  for (const double d : {dot(x, x) - 1.0, dot(y, y) - 1.0, dot(z, z) - 1.0, dot(x, y), dot(x, z), dot(y, z)}) {
    if (!std::isfinite(d)) return d;
    worst = std::max(worst, std::abs(d));
  }
  return worst;
}

/// How many numbers an orientation of this kind has.
std::size_t count_of(Orientation::Kind kind) {
  switch (kind) {
    case Orientation::Kind::identity: return 0;
    case Orientation::Kind::rpy: return 3;
    case Orientation::Kind::axis_angle:
    case Orientation::Kind::quaternion: return 4;
    case Orientation::Kind::matrix: return 9;
    case Orientation::Kind::angle: break;
  }
  return 1;
}

}  // namespace

std::string fault_of_rotation(const Mat3<double>& R) {
  const Vec3<double> x = R.c0(), y = R.c1(), z = R.c2();
  const std::array<const Vec3<double>*, 3> columns{&x, &y, &z};
  for (std::size_t i = 0; i < 3; ++i) {
    const double length = norm(*columns[i]);
    if (!(std::abs(length * length - 1.0) <= rotation_tolerance))
      return "column " + std::to_string(i + 1) + " has the length " + shortest(length);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    const std::size_t j = (i + 1) % 3;
    const double product = dot(*columns[i], *columns[j]);
    if (!(std::abs(product) <= rotation_tolerance))
      return "columns " + std::to_string(std::min(i, j) + 1) + " and " + std::to_string(std::max(i, j) + 1) +
             " are not at right angles (their product is " + shortest(product) + ")";
  }
  if (determinant(R) < 0.0) return "its columns are left-handed, a mirror image";
  return {};
}

bool is_exact_rotation(const Mat3<double>& R) { return deviation(R) <= 16.0 * std::numeric_limits<double>::epsilon(); }

Quaternion<double> nearest_quaternion(const Mat3<double>& R) {
  // The eigenvector of the largest eigenvalue of K maximises trace(R^T rotation(q)) = q^T K q over unit quaternions.
  const auto& [a, b, c] = R;
  const std::array<double, 16> K{a.x + b.y + c.z, c.y - b.z,       a.z - c.x,       b.x - a.y,  //
                                 c.y - b.z,       a.x - b.y - c.z, a.y + b.x,       a.z + c.x,  //
                                 a.z - c.x,       a.y + b.x,       b.y - a.x - c.z, b.z + c.y,  //
                                 b.x - a.y,       a.z + c.x,       b.z + c.y,       c.z - a.x - b.y};
  const std::vector<double> v = symmetric_eigen(4, K).vectors;
  const double sign = v[3] < 0.0 ? -1.0 : 1.0;
  return normalized(Quaternion<double>{sign * v[3], sign * v[7], sign * v[11], sign * v[15]});
}

void check_orientation(const Orientation& orientation, const std::string& what, const Source& at,
                       const NumberReals& real) {
  check_orientation(orientation, what, at, [&](Expr e) { return real(e); });
}

void check_orientation(const Orientation& orientation, const std::string& what, const Source& at, const RealOf& real) {
  bool axis_is_zero = true;
  for (std::size_t i = 0; i < count_of(orientation.kind); ++i) {
    const double x = real(orientation.n[i]);
    if (!std::isfinite(x))
      throw Error(Error::Code::bad_value, what + " holds a number that is " + shortest(x), at,
                  "check the domain of its functions and the parameters in it");
    const bool is_angle = orientation.kind == Orientation::Kind::axis_angle && i == 3;
    if (x != 0.0 && !is_angle) axis_is_zero = false;
  }
  switch (orientation.kind) {
    case Orientation::Kind::axis_angle:
    case Orientation::Kind::quaternion:
      if (axis_is_zero)
        throw Error(Error::Code::bad_value, what + ": its axis or quaternion is zero", at,
                    "with these parameters it has no direction; no rotation is quaternion = [1, 0, 0, 0]");
      break;
    case Orientation::Kind::matrix:
      if (const std::string fault = fault_of_rotation(rotation_of<double>(orientation, real)); !fault.empty())
        throw Error(Error::Code::bad_value, what + " is no rotation: " + fault, at, rotation_remedy);
      break;
    default: break;
  }
}

}  // namespace alembert
