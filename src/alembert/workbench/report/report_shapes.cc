#include "alembert/workbench/report/report_shapes.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "alembert/io/mesh/mesh_reader.h"
#include "alembert/io/tables/json.h"
#include "alembert/model/shape_properties.h"
#include "alembert/model/shape_surface.h"
#include "alembert/spatial/rotations.h"
#include "alembert/workbench/report/report_packing.h"

namespace alembert {
namespace {

Vec3<double> numbers(const Vec3<Expr>& a, const NumberReals& real) { return {real(a.x), real(a.y), real(a.z)}; }

/// Where the file of a mesh is: beside the model that names it. Robot descriptions also write package://NAME/PATH;
/// the package is looked for in the folders above.
std::filesystem::path mesh_path(const Shape& shape) {
  namespace fs = std::filesystem;
  fs::path folder = fs::absolute(shape.at.file).parent_path();
  const std::string_view file_scheme = "file://", package_scheme = "package://";
  if (shape.file.starts_with(file_scheme)) return shape.file.substr(file_scheme.size());
  if (!shape.file.starts_with(package_scheme)) return folder / shape.file;
  const std::string path = shape.file.substr(package_scheme.size());
  for (std::error_code error; folder != folder.parent_path(); folder = folder.parent_path())
    if (fs::exists(folder / path, error)) return folder / path;
  return path;
}

std::optional<Mesh> mesh_of_file(const Shape& shape, double scale) {
  try {
    Mesh mesh = welded(read_mesh(mesh_path(shape)));
    for (Vec3<double>& corner : mesh.corners) corner = scale * corner;
    return mesh;
  } catch (const Error&) {
    return {};  // it is for a picture alone
  }
}

/// The box around a mesh, at its middle in the frame X of the shape.
void set_box_around(const Mesh& mesh, const Transform<double>& X, Json& json) {
  Vec3<double> low = mesh.corners.front(), high = low;
  for (const Vec3<double>& c : mesh.corners) {
    low = {std::min(low.x, c.x), std::min(low.y, c.y), std::min(low.z, c.z)};
    high = {std::max(high.x, c.x), std::max(high.y, c.y), std::max(high.z, c.z)};
  }
  json["kind"] = "box";
  json["at"] = report_vector(X.point(0.5 * (low + high)));
  json["size"] = report_vector(high - low);
}

Mesh plate(const Shape& shape, const NumberReals& real) {
  std::vector<std::array<double, 2>> corners;
  for (const auto& [x, y] : shape.outline) corners.push_back({real(x), real(y)});
  return plate_surface(corners, shape.size.empty() ? 0.0 : real(shape.size[0]));
}

/// Null where there is nothing to draw.
Json report_shape(const Shape& shape, const NumberReals& real, std::size_t& triangles_left) {
  const Transform<double> X{rotation_of<double>(shape.R, real), numbers(shape.p, real)};
  const auto size = [&](std::size_t i) { return real(shape.size[i]); };
  Json json{{"kind", std::string(shape_word(shape.kind))},
            {"at", report_vector(X.p)},
            {"orientation", report_quaternion(X.R)}};
  if (shape.cut) json["cut"] = true;
  switch (shape.kind) {
    case Shape::Kind::box: json["size"] = report_vector({size(0), size(1), size(2)}); break;
    case Shape::Kind::sphere: json["radius"] = size(0); break;
    case Shape::Kind::cylinder:
    case Shape::Kind::capsule:
      json["radius"] = size(0);
      json["length"] = size(1);
      break;
    case Shape::Kind::cone: set_surface(cone_surface(size(0), size(1)), json); break;
    case Shape::Kind::tube: set_surface(tube_surface(size(0), size(1), size(2)), json); break;
    case Shape::Kind::polygon: set_surface(plate(shape, real), json); break;
    case Shape::Kind::mesh: {
      const std::optional<Mesh> mesh = mesh_of_file(shape, size(0));
      if (!mesh || mesh->triangles.empty()) return nullptr;
      if (mesh->triangles.size() > triangles_left) {
        set_box_around(*mesh, X, json);
        break;
      }
      set_surface(*mesh, json);
      triangles_left -= mesh->triangles.size();
      break;
    }
    case Shape::Kind::point: break;
  }
  return json;
}

}  // namespace

void set_surface(const Mesh& mesh, Json& json) {
  std::vector<double> corners;
  for (const Vec3<double>& c : mesh.corners) corners.insert(corners.end(), {c.x, c.y, c.z});
  std::vector<std::uint32_t> triangles;
  for (const auto& t : mesh.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
  json["kind"] = "mesh";
  json["corners"] = pack_float32(corners);
  json["triangles"] = pack_uint32(triangles);
}

Json report_vector(const Vec3<double>& a) { return {a.x + 0.0, a.y + 0.0, a.z + 0.0}; }  // not -0

Json report_quaternion(const Mat3<double>& R) {
  const Quaternion<double> q = quaternion(R);
  return {q.w, q.x, q.y, q.z};
}

Json report_shapes(const Body& body, const NumberReals& real, std::size_t& triangles_left) {
  Json list = Json::array();
  for (const Shape& shape : body.shapes)
    if (Json json = report_shape(shape, real, triangles_left); !json.is_null()) list.push_back(std::move(json));
  return list;
}

double reach_of_shapes(const Body& body, const NumberReals& real) {
  double reach = 0.0;
  for (const Shape& shape : body.shapes) {
    double own = 0.0;
    if (shape.kind != Shape::Kind::mesh)
      for (const Expr& size : shape.size) own += real(size) * real(size);
    for (const auto& [x, y] : shape.outline) own = std::max(own, real(x) * real(x) + real(y) * real(y));
    reach = std::max(reach, norm(numbers(shape.p, real)) + std::sqrt(own));
  }
  return reach;
}

}  // namespace alembert
