/// Solids of bodies for the report page.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "alembert/model/mechanism.h"
#include "alembert/model/mesh_surface.h"
#include "alembert/model/reals.h"
#include "alembert/spatial/mat3.h"

namespace alembert {

nlohmann::ordered_json report_vector(const Vec3<double>& a);
nlohmann::ordered_json report_quaternion(const Mat3<double>& R);  ///< w, x, y, z

/// `Shape[]` of page/src/recording.ts: the shapes of a body. Surfaces in files that cannot be read are left out; those
/// of more triangles than are left are drawn as the box around them.
///
/// @param triangles_left  how many may be drawn; those of the body are taken off
nlohmann::ordered_json report_shapes(const Body& body, const NumberReals& real, std::size_t& triangles_left);

/// Corners and triangles of a `Shape` of kind mesh.
void set_surface(const Mesh& mesh, nlohmann::ordered_json& shape);

/// [m] how far the shapes of a body reach from its origin, as far as their numbers tell; without surfaces in files.
double reach_of_shapes(const Body& body, const NumberReals& real);

}  // namespace alembert
