#include "alembert/model/shape_surface.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>

namespace alembert {
namespace {

using Corner = std::array<double, 2>;

constexpr std::uint32_t segments = 32;  ///< of a circle

/// Appends a circle about z.
void add_ring(Mesh& mesh, double radius, double z) {
  for (std::uint32_t i = 0; i < segments; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / segments;
    mesh.corners.push_back({radius * std::cos(angle), radius * std::sin(angle), z});
  }
}

/// Joins two rings whose corners begin at these places; the outside is on the right when going from a to b.
void join_rings(Mesh& mesh, std::uint32_t a, std::uint32_t b) {
  for (std::uint32_t i = 0; i < segments; ++i) {
    const std::uint32_t next = (i + 1) % segments;
    mesh.triangles.push_back({a + i, a + next, b + next});
    mesh.triangles.push_back({a + i, b + next, b + i});
  }
}

/// Twice the signed area of a triangle.
double area(const Corner& a, const Corner& b, const Corner& c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1]);
}

double signed_area(std::span<const Corner> corners) {
  double sum = 0.0;
  for (std::size_t i = 1; i + 1 < corners.size(); ++i) sum += area(corners[0], corners[i], corners[i + 1]);
  return sum;
}

bool inside(const Corner& p, const Corner& a, const Corner& b, const Corner& c) {
  return area(a, b, p) >= 0.0 && area(b, c, p) >= 0.0 && area(c, a, p) >= 0.0 && p != a && p != b && p != c;
}

}  // namespace

Mesh cone_surface(double radius, double length) {
  Mesh mesh;
  mesh.corners = {{0.0, 0.0, -length / 2.0}, {0.0, 0.0, length / 2.0}};
  add_ring(mesh, radius, -length / 2.0);
  for (std::uint32_t i = 0; i < segments; ++i) {
    const std::uint32_t here = 2 + i, next = 2 + (i + 1) % segments;
    mesh.triangles.push_back({0, next, here});
    mesh.triangles.push_back({1, here, next});
  }
  return mesh;
}

Mesh tube_surface(double radius, double inner, double length) {
  Mesh mesh;
  add_ring(mesh, radius, -length / 2.0);
  add_ring(mesh, radius, length / 2.0);
  add_ring(mesh, inner, length / 2.0);
  add_ring(mesh, inner, -length / 2.0);
  for (std::uint32_t ring = 0; ring < 4; ++ring) join_rings(mesh, ring * segments, (ring + 1) % 4 * segments);
  return mesh;
}

Mesh ring_surface(double radius, double thickness) {
  constexpr std::uint32_t sides = 8;
  Mesh mesh;
  for (std::uint32_t k = 0; k < sides; ++k) {
    const double angle = 2.0 * std::numbers::pi * k / sides;
    add_ring(mesh, radius + thickness / 2.0 * std::cos(angle), thickness / 2.0 * std::sin(angle));
  }
  for (std::uint32_t k = 0; k < sides; ++k) join_rings(mesh, k * segments, (k + 1) % sides * segments);
  return mesh;
}

std::vector<std::array<std::uint32_t, 3>> triangulated(std::span<const Corner> corners) {
  std::vector<std::uint32_t> left(corners.size());
  std::iota(left.begin(), left.end(), 0U);
  if (signed_area(corners) < 0.0) std::ranges::reverse(left);
  std::vector<std::array<std::uint32_t, 3>> triangles;
  // Cuts off one ear after the other: a corner whose triangle with its neighbours holds no other corner.
  std::size_t at = 0, tried = 0;
  while (left.size() > 2 && tried < left.size()) {
    const std::size_t n = left.size();
    const std::uint32_t a = left[(at + n - 1) % n], b = left[at % n], c = left[(at + 1) % n];
    const double size = area(corners[a], corners[b], corners[c]);
    const auto hinders = [&](std::uint32_t p) { return inside(corners[p], corners[a], corners[b], corners[c]); };
    if (size < 0.0 || (size > 0.0 && std::ranges::any_of(left, hinders))) {
      at = (at + 1) % n;
      ++tried;
      continue;
    }
    if (size > 0.0) triangles.push_back({a, b, c});
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at % n));
    at = at % n % left.size();
    tried = 0;
  }
  return triangles;
}

Mesh plate_surface(std::span<const Corner> corners, double thickness) {
  Mesh mesh;
  const auto n = static_cast<std::uint32_t>(corners.size());
  for (const double z : {thickness / 2.0, -thickness / 2.0})
    for (const auto& [x, y] : corners) mesh.corners.push_back({x, y, z});
  for (const auto& [a, b, c] : triangulated(corners)) {
    mesh.triangles.push_back({a, b, c});
    mesh.triangles.push_back({n + a, n + c, n + b});
  }
  if (thickness == 0.0) return mesh;
  const bool clockwise = signed_area(corners) < 0.0;
  for (std::uint32_t i = 0; i < n; ++i) {
    std::uint32_t here = i, next = (i + 1) % n;
    if (clockwise) std::swap(here, next);
    mesh.triangles.push_back({n + here, n + next, next});
    mesh.triangles.push_back({n + here, next, here});
  }
  return mesh;
}

}  // namespace alembert
