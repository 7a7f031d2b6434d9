#include "alembert/io/formulas/orientation_reader.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "alembert/core/text.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/formulas/vector_reader.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/model/validate_rotation.h"

namespace alembert {
namespace {

constexpr std::array<Dimension, 2> angle_dimensions{{{.angle = 1}, {}}};
constexpr const char* forms =
    "write rotation = {rpy = [r, p, y]}, {axis = [x, y, z], angle = a}, {quaternion = [w, x, y, z]} or {matrix = "
    "[[..], "
    "[..], [..]]}";

Orientation made(Orientation::Kind kind, const std::vector<Expr>& numbers) {
  Orientation result{kind, {}};
  std::ranges::copy(numbers, result.n.begin());
  return result;
}

Expr read_angle(const Value& value, const std::string& path, const Names& names) {
  return read_formula(value, path, names, angle_dimensions, "an angle").written.formula;
}

Orientation read_planar(const Value& value, const std::string& path, const Names& names) {
  if (!value.is(Value::Kind::table)) return made(Orientation::Kind::angle, {read_angle(value, path, names)});
  for (const char* spatial : {"rpy", "axis", "quaternion", "matrix"})
    if (const Entry* entry = value.find(spatial))
      throw Error(Error::Code::bad_value, key_path(path, spatial) + " cannot be used in a planar model", entry->at(),
                  "bodies turn about z alone: write {angle = \"30 deg\"}");
  const TableReader reader(value, path, {"angle"});
  const Value& angle = reader.need("angle", "write {angle = \"30 deg\"}");
  return made(Orientation::Kind::angle, {read_angle(angle, reader.path("angle"), names)});
}

Orientation read_axis_angle(const TableReader& reader, const Names& names) {
  const Value& axis = reader.need("axis", "an angle needs its axis: {axis = [0, 0, 1], angle = \"30 deg\"}");
  const Value& angle = reader.need("angle", "an axis needs its angle: {axis = [0, 0, 1], angle = \"30 deg\"}");
  const Vec3<Expr> u = read_direction(axis, reader.path("axis"), names, false);
  return made(Orientation::Kind::axis_angle, {u.x, u.y, u.z, read_angle(angle, reader.path("angle"), names)});
}

Orientation read_quaternion(const Value& value, const std::string& path, const Names& names) {
  const std::vector<Expr> q =
      read_list(value, path, names, 4, "a list of four numbers [w, x, y, z]", no_dimension, "a plain number");
  const auto numbers = constant_numbers(q);
  if (numbers && std::ranges::all_of(*numbers, [](double x) { return x == 0.0; }))
    throw Error(Error::Code::bad_value, path + " is zero and turns nothing", value.at(),
                "no rotation is [1, 0, 0, 0], with w first");
  return made(Orientation::Kind::quaternion, q);
}

Orientation read_matrix(const Value& value, const std::string& path, const Names& names) {
  static constexpr const char* rows = "a list of three rows [[..], [..], [..]]";
  if (!value.is(Value::Kind::array)) fail_wrong_type(value, path, rows);
  if (value.items.size() != 3)
    throw Error(Error::Code::bad_value, path + " has " + std::to_string(value.items.size()) + " rows instead of 3",
                value.at(), std::string("write ") + rows);
  std::vector<Expr> n;
  for (std::size_t i = 0; i < 3; ++i) {
    const std::vector<Expr> row = read_list(value.items[i], path + "[" + std::to_string(i) + "]", names, 3,
                                            "a row of three numbers", no_dimension, "a plain number");
    n.insert(n.end(), row.begin(), row.end());
  }
  const auto numbers = constant_numbers(n);
  if (!numbers) return made(Orientation::Kind::matrix, n);
  const std::vector<double>& m = *numbers;
  const Mat3<double> R{{m[0], m[1], m[2]}, {m[3], m[4], m[5]}, {m[6], m[7], m[8]}};
  if (const std::string fault = fault_of_rotation(R); !fault.empty())
    throw Error(Error::Code::bad_value, path + " is no rotation: " + fault, value.at(), rotation_remedy);
  if (is_exact_rotation(R)) return made(Orientation::Kind::matrix, n);
  const Quaternion<double> q = nearest_quaternion(R);
  return made(Orientation::Kind::quaternion, {q.w, q.x, q.y, q.z});
}

}  // namespace

Orientation read_orientation(const Value& value, const std::string& path, const Names& names, bool planar) {
  if (planar) return read_planar(value, path, names);
  if (!value.is(Value::Kind::table)) fail_wrong_type(value, path, "a table", forms);
  const TableReader reader(value, path, {"rpy", "axis", "angle", "quaternion", "matrix"});
  const bool axis_angle = reader.find("axis") != nullptr || reader.find("angle") != nullptr;
  int given = axis_angle ? 1 : 0;
  for (const char* key : {"rpy", "quaternion", "matrix"}) given += reader.find(key) != nullptr ? 1 : 0;
  if (given != 1)
    throw Error(Error::Code::bad_value, path + (given == 0 ? " is empty" : " is given in several ways"), value.at(),
                forms);
  if (axis_angle) return read_axis_angle(reader, names);
  if (const Value* rpy = reader.find("rpy"))
    return made(Orientation::Kind::rpy,
                read_list(*rpy, reader.path("rpy"), names, 3, "a list of three angles [roll, pitch, yaw]",
                          angle_dimensions, "an angle"));
  if (const Value* q = reader.find("quaternion")) return read_quaternion(*q, reader.path("quaternion"), names);
  return read_matrix(*reader.find("matrix"), reader.path("matrix"), names);
}

}  // namespace alembert
