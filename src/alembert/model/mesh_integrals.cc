#include "alembert/model/mesh_integrals.h"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

/// The middle of the box around all corners, and half of its longest edge.
struct Frame {
  Vec3<double> middle;
  double size = 1.0;
};

Frame frame_of(const Mesh& mesh) {
  if (mesh.corners.empty()) return {};
  Vec3<double> low = mesh.corners.front(), high = low;
  for (const Vec3<double>& p : mesh.corners) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  const Vec3<double> half = 0.5 * high - 0.5 * low;
  const double size = std::max({half.x, half.y, half.z});
  return {0.5 * high + 0.5 * low, size > 0.0 ? size : 1.0};
}

/// In units of the cube of the mesh's size; below it there is nothing but rounding.
constexpr double least_volume = 1e-13;

/// a a^T as a symmetric matrix.
Sym3<double> square(const Vec3<double>& a) {
  return {a.x * a.x, a.y * a.y, a.z * a.z, a.x * a.y, a.x * a.z, a.y * a.z};
}

}  // namespace

Solid<double> solid_of_mesh(const Mesh& mesh) {
  // Lengths in units of the mesh's own size: cubes and fifth powers of small or large units stay in range.
  const Frame frame = frame_of(mesh);
  double volume = 0.0;
  Vec3<double> moment;
  Sym3<double> second;
  for (const auto& t : mesh.triangles) {
    const auto corner = [&](std::size_t i) { return (1.0 / frame.size) * (mesh.corners[t[i]] - frame.middle); };
    const Vec3<double> a = corner(0), b = corner(1), c = corner(2), s = a + b + c;
    const double d = dot(a, cross(b, c));
    volume += d / 6.0;
    moment += (d / 24.0) * s;
    second += (d / 120.0) * (square(a) + square(b) + square(c) + square(s));
  }
  if (!(std::abs(volume) > least_volume)) return {};
  const Vec3<double> center = (1.0 / volume) * moment;
  const Sym3<double> spread = (1.0 / volume) * second - square(center);
  const Solid<double> own{
      volume,
      center,
      {spread.yy + spread.zz, spread.xx + spread.zz, spread.xx + spread.yy, -spread.xy, -spread.xz, -spread.yz}};
  Solid<double> result = scaled(frame.size, own);
  result.center += frame.middle;
  return result;
}

}  // namespace alembert
