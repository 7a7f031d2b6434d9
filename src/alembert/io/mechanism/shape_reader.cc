#include "alembert/io/mechanism/shape_reader.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/formulas/orientation_reader.h"
#include "alembert/io/formulas/vector_reader.h"
#include "alembert/io/mechanism/placed.h"
#include "alembert/io/mesh/mesh_reader.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/model/mesh_integrals.h"
#include "alembert/model/reals.h"
#include "alembert/model/shape_properties.h"
#include "alembert/model/validate_shapes.h"
#include "alembert/symbolic/simplify.h"

namespace alembert {
namespace {

constexpr std::array<Shape::Kind, 9> kinds{Shape::Kind::box,     Shape::Kind::cylinder, Shape::Kind::sphere,
                                           Shape::Kind::capsule, Shape::Kind::cone,     Shape::Kind::tube,
                                           Shape::Kind::polygon, Shape::Kind::mesh,     Shape::Kind::point};

constexpr std::array<Dimension, 1> density_dimension{{{.length = -3, .mass = 1}}};
constexpr std::array<Dimension, 1> area_density_dimension{{{.length = -2, .mass = 1}}};

Shape::Kind read_shape_kind(const TableReader& reader) {
  const Shape::Kind* found = nullptr;
  for (const Shape::Kind& kind : kinds) {
    if (reader.find(shape_word(kind)) == nullptr) continue;
    if (found != nullptr)
      throw Error(
          Error::Code::bad_value,
          reader.path() + " is both a " + std::string(shape_word(*found)) + " and a " + std::string(shape_word(kind)),
          reader.table().find(shape_word(kind))->at(), "give each shape braces of its own: { ... }, { ... }");
    found = &kind;
  }
  if (found != nullptr) return *found;
  throw Error(Error::Code::bad_value, reader.path() + " does not say what shape it is", reader.table().at(),
              "write one of box, cylinder, sphere, capsule, cone, tube, polygon, mesh, point");
}

/// Refuses keys that belong to other shapes.
void check_keys(const TableReader& reader, const Shape& shape) {
  const std::string word(shape_word(shape.kind));
  const auto refuse = [&](const char* key, const std::string& hint) {
    if (const Entry* entry = reader.table().find(key))
      throw Error(Error::Code::bad_value, reader.path(key) + " cannot be given for a " + word, entry->at(), hint);
  };
  if (shape.kind != Shape::Kind::polygon) refuse("thickness", "only a polygon has a thickness");
  if (shape.kind != Shape::Kind::mesh) refuse("scale", "only a mesh has a scale");
  if (shape.kind != Shape::Kind::point) return;
  for (const char* key : {"density", "mass"}) refuse(key, "its number is its mass: { point = 0.1, at = [..] }");
  refuse("rotation", "a point looks the same from all sides");
}

/// Reads one body's shapes.
class ShapesReader {
 public:
  ShapesReader(const Names& names, bool planar, const std::filesystem::path& folder)
      : names_(names), planar_(planar), folder_(folder) {}

  void read(const Value& value, const std::string& path);
  void weigh(const Value& shapes, const std::string& path, Body& body) const;

  std::vector<Shape> shapes;
  std::vector<Warning> warnings;

 private:
  void read_size(const Value& value, const std::string& path, const TableReader& reader, Shape& shape) const;
  void read_named_sizes(const TableReader& sizes, Shape& shape, const std::string& hint) const;
  void read_outline(const Value& value, const std::string& path, Shape& shape) const;
  void read_weight(const TableReader& reader, Shape& shape) const;
  void read_pose(const TableReader& reader, Shape& shape) const;
  Solid<Expr> solid_of_file(const Value& value, const std::string& path, Shape& shape);

  Expr length(const Value& value, const std::string& path) const {
    return read_formula(value, path, names_, length_dimension, "a length").written.formula;
  }

  const Names& names_;
  bool planar_;
  const std::filesystem::path& folder_;
  std::vector<MassProperties<Expr>> parts_;
};

void ShapesReader::read_named_sizes(const TableReader& sizes, Shape& shape, const std::string& hint) const {
  for (const std::string_view word : size_words(shape.kind))
    shape.size.push_back(length(sizes.need(word, hint), sizes.path(word)));
}

void ShapesReader::read_outline(const Value& value, const std::string& path, Shape& shape) const {
  if (!value.is(Value::Kind::array)) fail_wrong_type(value, path, "a list of corners [[x, y], [x, y], ...]");
  if (value.items.size() < 3 || value.items.size() > most_outline_corners)
    throw Error(Error::Code::bad_value, path + " has " + std::to_string(value.items.size()) + " corners", value.at(),
                "write 3 to " + std::to_string(most_outline_corners) + " corners [x, y]");
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const std::vector<Expr> corner = read_list(value.items[i], path + "[" + std::to_string(i) + "]", names_, 2,
                                               "a corner [x, y]", length_dimension, "a length");
    shape.outline.push_back({corner[0], corner[1]});
  }
  // The direction of an outline of numbers is known here; one with parameters is left as written.
  std::vector<Expr> flat;
  for (const auto& [x, y] : shape.outline) flat.insert(flat.end(), {x, y});
  const auto numbers = constant_numbers(flat);
  if (!numbers) return;
  std::vector<std::array<double, 2>> corners;
  for (std::size_t i = 0; i < numbers->size(); i += 2) corners.push_back({(*numbers)[i], (*numbers)[i + 1]});
  if (polygon<double>(corners).volume < 0.0) std::ranges::reverse(shape.outline);
}

void ShapesReader::read_size(const Value& value, const std::string& path, const TableReader& reader,
                             Shape& shape) const {
  switch (shape.kind) {
    case Shape::Kind::box:
      shape.size = read_list(value, path, names_, 3, "a list of three edges [a, b, c] along x, y and z",
                             length_dimension, "a length");
      break;
    case Shape::Kind::cylinder:
    case Shape::Kind::capsule:
    case Shape::Kind::cone:
      read_named_sizes(TableReader(value, path, {"radius", "length"}), shape,
                       "write { radius = 0.01, length = 0.1 }; its axis is z");
      break;
    case Shape::Kind::tube:
      read_named_sizes(TableReader(value, path, {"radius", "inner", "length"}), shape,
                       "write { radius = 0.02, inner = 0.015, length = 0.1 }; its axis is z");
      break;
    case Shape::Kind::sphere:
      if (value.is(Value::Kind::table))
        read_named_sizes(TableReader(value, path, {"radius"}), shape, "write { radius = 0.1 }");
      else
        shape.size = {length(value, path)};
      break;
    case Shape::Kind::polygon:
      read_outline(value, path, shape);
      if (const Value* thickness = reader.find("thickness"))
        shape.size = {length(*thickness, reader.path("thickness"))};
      else if (!planar_)
        static_cast<void>(reader.need("thickness", "in a spatial model a polygon is a plate: write thickness = 0.01"));
      break;
    case Shape::Kind::mesh:
      shape.size = {Expr(1.0)};
      if (const Value* scale = reader.find("scale"))
        shape.size = {
            read_formula(*scale, reader.path("scale"), names_, no_dimension, "a plain number").written.formula};
      break;
    case Shape::Kind::point: break;
  }
}

void ShapesReader::read_weight(const TableReader& reader, Shape& shape) const {
  if (shape.kind == Shape::Kind::point) {
    const std::string_view word = shape_word(shape.kind);
    shape.mass = read_formula(*reader.find(word), reader.path(word), names_, mass_dimension, "a mass").written.formula;
    return;
  }
  const Value* density = reader.find("density");
  const Value* mass = reader.find("mass");
  if ((density == nullptr) == (mass == nullptr))
    throw Error(Error::Code::bad_value,
                reader.path() + (mass == nullptr ? " has neither density nor mass" : " has both density and mass"),
                mass == nullptr ? reader.table().at() : reader.table().find("mass")->at(),
                "write one of them: density = 7850, or mass = 0.5");
  const bool flat = shape.kind == Shape::Kind::polygon && shape.size.empty();
  if (mass != nullptr)
    shape.mass = read_formula(*mass, reader.path("mass"), names_, mass_dimension, "a mass").written.formula;
  else if (flat)
    shape.density = read_formula(*density, reader.path("density"), names_, area_density_dimension,
                                 "a mass per area (or a thickness as well)")
                        .written.formula;
  else
    shape.density =
        read_formula(*density, reader.path("density"), names_, density_dimension, "a mass per volume").written.formula;
}

void ShapesReader::read_pose(const TableReader& reader, Shape& shape) const {
  if (const Value* at = reader.find("at")) shape.p = read_vector(*at, reader.path("at"), names_, planar_);
  const Value* rotation = reader.find("rotation");
  if (rotation == nullptr) return;
  // Shapes are solids in planar models too: a cylinder may lie in the plane.
  const bool in_plane = planar_ && (!rotation->is(Value::Kind::table) ||
                                    (rotation->entries.size() == 1 && rotation->find("angle") != nullptr));
  shape.R = read_orientation(*rotation, reader.path("rotation"), names_, in_plane);
}

Solid<Expr> ShapesReader::solid_of_file(const Value& value, const std::string& path, Shape& shape) {
  if (!value.is(Value::Kind::text)) fail_wrong_type(value, path, "the name of a file in quotes");
  shape.file = value.text;
  Mesh mesh;
  try {
    mesh = welded(read_mesh(folder_ / value.text));
  } catch (const Error& error) {
    if (error.at().line > 0) throw;
    throw Error(error.code(), path + ": " + error.message(), value.at(), error.hint());
  }
  const std::string name = path + ": the mesh in '" + value.text + "' ";
  if (const std::optional<MeshFault> fault = fault_of(mesh))
    throw Error(Error::Code::bad_value, name + "bounds no solid: " + fault->message, value.at(), fault->hint);
  Solid<double> solid = solid_of_mesh(mesh);
  if (solid.volume == 0.0)
    throw Error(Error::Code::bad_value, name + "encloses no volume", value.at(), "give it a thickness");
  if (solid.volume < 0.0) {
    warnings.push_back(
        {name + "is inside out: its triangles run clockwise seen from outside; taken the other way", value.at()});
    solid.volume = -solid.volume;
  }
  const auto& [center, k] = std::pair{solid.center, solid.gyration};
  return scaled<Expr>(shape.size[0],
                      {solid.volume, {center.x, center.y, center.z}, {k.xx, k.yy, k.zz, k.xy, k.xz, k.yz}});
}

/// The value of a formula that holds no parameters.
double constant_number(Expr e) { return constant_numbers({&e, 1})->front(); }

bool is_constant(const Shape& shape) {
  std::vector<Expr> all = shape.size;
  for (const auto& [x, y] : shape.outline) all.insert(all.end(), {x, y});
  all.insert(all.end(), {shape.density.value_or(Expr()), shape.mass.value_or(Expr())});
  all.insert(all.end(), {shape.p.x, shape.p.y, shape.p.z});
  all.insert(all.end(), shape.R.n.begin(), shape.R.n.end());
  return constant_numbers(all).has_value();
}

void ShapesReader::read(const Value& value, const std::string& path) {
  const TableReader reader(value, path,
                           {"box", "cylinder", "sphere", "capsule", "cone", "tube", "polygon", "mesh", "point",
                            "density", "mass", "at", "rotation", "cut", "thickness", "scale"});
  Shape shape;
  shape.at = value.at();
  shape.kind = read_shape_kind(reader);
  check_keys(reader, shape);
  const Value& given = *reader.find(shape_word(shape.kind));
  const std::string given_path = reader.path(shape_word(shape.kind));
  read_size(given, given_path, reader, shape);
  read_weight(reader, shape);
  read_pose(reader, shape);
  shape.cut = reader.boolean("cut", false);
  if (is_constant(shape)) check_shape(shape, path, constant_number);
  const Solid<Expr> solid =
      shape.kind == Shape::Kind::mesh ? solid_of_file(given, given_path, shape) : solid_of<Expr>(shape, FormulaReals());
  parts_.push_back(contribution<Expr>(shape, solid, FormulaReals()));
  shapes.push_back(std::move(shape));
}

/// A formula as the model keeps it: a number where there are no parameters.
Expr tidy(Expr e) {
  if (e.is_number()) return e;
  const Expr simple = simplify(e);
  const auto number = constant_numbers({&simple, 1});
  if (!number || simple.is_number()) return simple;
  if (!std::isfinite(number->front()))
    throw Error(Error::Code::bad_value, "mass, centre or inertia of the shapes is " + shortest(number->front()), {},
                "check their sizes, densities and units");
  return Expr(number->front());
}

void ShapesReader::weigh(const Value& shapes_value, const std::string& path, Body& body) const {
  MassProperties<Expr> whole;
  for (const MassProperties<Expr>& part : parts_) whole.mass += part.mass;
  const bool weightless =
      std::ranges::all_of(parts_, [](const MassProperties<Expr>& part) { return part.mass.is_zero(); });
  if (tidy(whole.mass).is_zero() && !weightless)
    throw Error(Error::Code::bad_value, path + ": nothing is left, the parts cut away weigh as much as the others",
                shapes_value.at(), "check the sizes of the shapes with cut = true");
  if (!weightless) whole = combined<Expr>(parts_);
  body.mass = tidy(whole.mass);
  body.center = {tidy(whole.center.x), tidy(whole.center.y), planar_ ? Expr() : tidy(whole.center.z)};
  const Sym3<Expr>& I = whole.inertia;
  body.inertia = {};
  body.inertia.zz = tidy(I.zz);
  if (!planar_) body.inertia = {tidy(I.xx), tidy(I.yy), body.inertia.zz, tidy(I.xy), tidy(I.xz), tidy(I.yz)};
}

}  // namespace

std::vector<Warning> read_shapes(const Value& shapes, const std::string& path, const Names& names, bool planar,
                                 const std::filesystem::path& folder, Body& body) {
  if (!shapes.is(Value::Kind::array)) fail_wrong_type(shapes, path, "a list of shapes [{ ... }, { ... }]");
  if (shapes.items.empty() || shapes.items.size() > most_shapes)
    throw Error(Error::Code::bad_value, path + " has " + std::to_string(shapes.items.size()) + " shapes", shapes.at(),
                "write 1 to " + std::to_string(most_shapes) + ", such as { box = [0.4, 0.02, 0.01], density = 7850 }");
  ShapesReader reader(names, planar, folder);
  for (std::size_t i = 0; i < shapes.items.size(); ++i)
    placed(shapes.items[i].at(), [&] { reader.read(shapes.items[i], path + "[" + std::to_string(i) + "]"); });
  placed(shapes.at(), [&] { reader.weigh(shapes, path, body); });
  body.shapes = std::move(reader.shapes);
  return std::move(reader.warnings);
}

}  // namespace alembert
