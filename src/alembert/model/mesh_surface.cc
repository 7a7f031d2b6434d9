#include "alembert/model/mesh_surface.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "alembert/core/text.h"

namespace alembert {
namespace {

struct SamePlace {
  bool operator()(const Vec3<double>& a, const Vec3<double>& b) const { return a.x == b.x && a.y == b.y && a.z == b.z; }
};

struct HashOfPlace {
  std::size_t operator()(const Vec3<double>& p) const {
    std::uint64_t h = 0;
    for (const double x : {p.x, p.y, p.z}) {
      h ^= std::bit_cast<std::uint64_t>(x + 0.0);  // -0.0 and 0.0 are the same place
      h *= 0x9E3779B97F4A7C15ULL;
      h ^= h >> 29U;
    }
    return static_cast<std::size_t>(h);
  }
};

/// An edge of a triangle: its ends in ascending order, and whether the triangle runs along it upwards.
struct Side {
  std::uint32_t low, high;
  bool upwards;

  friend auto operator<=>(const Side&, const Side&) = default;
};

std::vector<Side> sides_of(const Mesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.triangles.size());
  for (const auto& t : mesh.triangles)
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t a = t[i], b = t[(i + 1) % 3];
      sides.push_back({std::min(a, b), std::max(a, b), a < b});
    }
  std::ranges::sort(sides);
  return sides;
}

std::string show(const Vec3<double>& p) {
  return "(" + shortest(p.x) + ", " + shortest(p.y) + ", " + shortest(p.z) + ")";
}

MeshFault describe(const Mesh& mesh, const Side& side, std::size_t count) {
  const std::string edge = "the edge from " + show(mesh.corners[side.low]) + " to " + show(mesh.corners[side.high]);
  if (count == 1)
    return {"it is not closed: " + edge + " has a triangle on one side only",
            "close its holes, and let neighbouring triangles have exactly the same corners (\"merge vertices\")"};
  if (count == 2)
    return {"its triangles do not agree about the outside: the two at " + edge + " turn opposite ways",
            "let all triangles run counter-clockwise seen from outside (\"recalculate normals\")"};
  return {edge + " has " + std::to_string(count) + " triangles",
          "let each edge have two triangles: remove doubled ones, and give solids that touch a mesh each"};
}

}  // namespace

Mesh welded(const Mesh& mesh) {
  Mesh result;
  std::unordered_map<Vec3<double>, std::uint32_t, HashOfPlace, SamePlace> known;
  known.reserve(mesh.corners.size());
  std::vector<std::uint32_t> now;
  now.reserve(mesh.corners.size());
  for (const Vec3<double>& p : mesh.corners) {
    const auto [it, is_new] = known.try_emplace(p, static_cast<std::uint32_t>(result.corners.size()));
    if (is_new) result.corners.push_back(p);
    now.push_back(it->second);
  }
  for (const auto& t : mesh.triangles) {
    const std::array<std::uint32_t, 3> s{now[t[0]], now[t[1]], now[t[2]]};
    if (s[0] != s[1] && s[1] != s[2] && s[2] != s[0]) result.triangles.push_back(s);
  }
  return result;
}

std::optional<MeshFault> fault_of(const Mesh& mesh) {
  const std::vector<Side> sides = sides_of(mesh);
  for (auto it = sides.begin(); it != sides.end();) {
    const auto next = std::find_if(it, sides.end(),
                                   [&](const Side& other) { return other.low != it->low || other.high != it->high; });
    const auto count = static_cast<std::size_t>(next - it);
    if (count != 2 || it[0].upwards == it[1].upwards) return describe(mesh, *it, count);
    it = next;
  }
  return {};
}

}  // namespace alembert
