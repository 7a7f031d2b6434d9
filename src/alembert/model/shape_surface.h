/// Surfaces of shapes as triangles, for pictures.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "alembert/model/mesh_surface.h"

namespace alembert {

/// Base at z = -length/2, tip at z = +length/2.
Mesh cone_surface(double radius, double length);
/// A cylinder with a bore, axis z, middle at the origin.
Mesh tube_surface(double radius, double inner, double length);
/// A ring about z with a round cross section, `radius` to its middle.
Mesh ring_surface(double radius, double thickness);
/// The plate over a simple polygon, half of its thickness on either side of z = 0; with thickness 0 both sides of the
/// area. Corners may run in either direction. Cost quadratic in the corners.
Mesh plate_surface(std::span<const std::array<double, 2>> corners, double thickness);

/// Triangles over the corners of a simple polygon, counter-clockwise, that cover it: all but at most those of an
/// outline that meets itself.
std::vector<std::array<std::uint32_t, 3>> triangulated(std::span<const std::array<double, 2>> corners);

}  // namespace alembert
