/// Reading triangle meshes: STL (text and binary) and Wavefront OBJ.
#pragma once
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "alembert/model/mesh_surface.h"

namespace alembert {

/// Largest mesh file, in bytes.
constexpr std::size_t largest_mesh_file = std::size_t{256} << 20U;

/// The mesh in a file, in the file's own unit; the ending of its name says what it is: .stl or .obj, in any case.
/// Normals in the file are ignored: the order of a triangle's corners says where the outside is. Faces with more than
/// three corners become fans of triangles. The mesh is as written: not welded, not checked for being closed.
///
/// Throws Error: unreadable (no such file, not a plain file), unsupported (another ending), too_large, syntax and
/// bad_value with the line and column in that file, or (binary STL) the number of the triangle.
Mesh read_mesh(const std::filesystem::path& path);

/// The same for content in memory; `file` is what errors call it.
Mesh parse_stl(std::string_view content, const std::string& file);
Mesh parse_obj(std::string_view content, const std::string& file);

}  // namespace alembert
