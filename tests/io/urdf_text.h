/// Small URDF texts, and plain 3x3 arithmetic that shares nothing with the library.
#pragma once
#include <array>
#include <cmath>
#include <string>

#include "alembert/io/urdf/urdf_reader.h"

namespace alembert {

inline Mechanism urdf(const std::string& text, const UrdfOptions& options = {}) {
  return parse_urdf(text, "r.urdf", options);
}

/// Two links a and b and the joint j between them; `inside` goes into the joint.
inline std::string two_links(const std::string& type, const std::string& inside) {
  return "<robot name='r'><link name='a'/><link name='b'/><joint name='j' type='" + type +
         "'><parent link='a'/><child link='b'/>" + inside + "</joint></robot>";
}

/// A value that must be a number.
inline double number(Expr e) { return e.number().to_double(); }

using Array3 = std::array<double, 3>;
using Matrix3 = std::array<Array3, 3>;

inline Array3 numbers(const Vec3<Expr>& v) { return {number(v.x), number(v.y), number(v.z)}; }

inline Matrix3 times(const Matrix3& a, const Matrix3& b) {
  Matrix3 c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t k = 0; k < 3; ++k) c[i][j] += a[i][k] * b[k][j];
  return c;
}
inline Array3 times(const Matrix3& a, const Array3& b) {
  Array3 c{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t k = 0; k < 3; ++k) c[i] += a[i][k] * b[k];
  return c;
}
inline Matrix3 transposed(const Matrix3& a) {
  Matrix3 t{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) t[i][j] = a[j][i];
  return t;
}
inline double distance(const Matrix3& a, const Matrix3& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) largest = std::fmax(largest, std::fabs(a[i][j] - b[i][j]));
  return largest;
}

/// Turn by q about an axis of any length, as 1 + sin q [u] + (1 - cos q) [u]^2.
inline Matrix3 turn(const Array3& axis, double q) {
  const double n = std::sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
  const double x = axis[0] / n, y = axis[1] / n, z = axis[2] / n;
  const Matrix3 u{{{0, -z, y}, {z, 0, -x}, {-y, x, 0}}};
  const Matrix3 uu = times(u, u);
  const double half = std::sin(q / 2);
  Matrix3 R{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) R[i][j] += std::sin(q) * u[i][j] + 2 * half * half * uu[i][j];
  return R;
}
inline Matrix3 turn_rpy(const Array3& rpy) {
  return times(turn({0, 0, 1}, rpy[2]), times(turn({0, 1, 0}, rpy[1]), turn({1, 0, 0}, rpy[0])));
}

}  // namespace alembert
