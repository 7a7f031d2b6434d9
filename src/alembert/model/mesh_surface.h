/// Triangle meshes as the surface of a solid.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "alembert/spatial/vec3.h"

namespace alembert {

/// Triangles over shared corners; seen from outside, the corners of each run counter-clockwise.
struct Mesh {
  std::vector<Vec3<double>> corners;                    ///< finite [m, or whatever the file's unit is]
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< indices into corners
};

/// Most triangles that a mesh may have.
constexpr std::size_t most_triangles = 2'000'000;

/// The same surface where corners at the same place are one, and triangles that have no area because two of their
/// corners are one are gone. Places must be exactly the same: nothing is moved.
Mesh welded(const Mesh& mesh);

/// Why a mesh cannot bound a solid, in words with the place, and what to do.
struct MeshFault {
  std::string message;
  std::string hint;
};

/// The first edge of a welded mesh that has a triangle on one side only, more than two triangles, or two that disagree
/// about the outside; empty when every edge has two triangles that run along it in opposite directions. Cost n log n.
std::optional<MeshFault> fault_of(const Mesh& mesh);

}  // namespace alembert
