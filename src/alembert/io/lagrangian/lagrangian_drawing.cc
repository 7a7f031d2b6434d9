/// [draw]: what there is to see of a Lagrangian.
#include <array>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/lagrangian/lagrangian_sections.h"
#include "alembert/io/toml/table_reader.h"
#include "alembert/symbolic/derivative.h"

namespace alembert {
namespace {

constexpr std::size_t most_elements = 1000, most_line_points = 1000;

struct ElementWord {
  DrawnElement::Kind kind;
  std::string_view key;
};
constexpr std::array<ElementWord, 4> element_words{{{DrawnElement::Kind::line, "line"},
                                                    {DrawnElement::Kind::spring, "spring"},
                                                    {DrawnElement::Kind::circle, "circle"},
                                                    {DrawnElement::Kind::box, "box"}}};

/// Reads one element.
class ElementReader {
 public:
  /// @param components  of points: of those before, 0 where there are none
  ElementReader(const Entry& entry, ModelNames& names, std::size_t& components)
      : names_(names), components_(components) {
    element_.name = entry.key;
    element_.source = entry.at();
    path_ = "[draw." + entry.key + "]";
  }

  DrawnElement read(const Value& table) {
    const TableReader reader(table, path_, {"line", "spring", "circle", "box"});
    const Value* given = nullptr;
    for (const auto& [kind, key] : element_words) {
      const Value* value = reader.find(key);
      if (value == nullptr) continue;
      if (given != nullptr)
        throw Error(Error::Code::bad_value, path_ + " is several things at once", value->at(),
                    "write [draw.NAME] for each of them");
      given = value;
      element_.kind = kind;
      path_ = reader.path(key);
    }
    if (given == nullptr)
      throw Error(Error::Code::bad_value, path_ + " does not say what to draw", element_.source,
                  "write line = [[..], [..]], spring = [[..], [..]], circle = {at, radius} or box = {at, size}");
    switch (element_.kind) {
      case DrawnElement::Kind::line:
      case DrawnElement::Kind::spring: read_points(*given); break;
      case DrawnElement::Kind::circle: read_circle(*given); break;
      case DrawnElement::Kind::box: read_box(*given); break;
    }
    return std::move(element_);
  }

 private:
  /// A formula in coordinates, t and parameters. Its velocity is drawn as well, so that it must have one.
  Written moving(const Value& value, const std::string& path, std::span<const Dimension> dimension,
                 const char* expected) const {
    const Allowed allowed{.where = path, .time = true, .order = 0, .hint = "use coordinates, parameters, [let] and t"};
    Written written = read_formula(value, path, ScopedNames(names_, allowed), dimension, expected).written;
    try {
      static_cast<void>(time_derivative(time_derivative(written.formula)));
    } catch (const Error& error) {
      throw Error(error.code(), path + ": " + error.message(), value.at(), allowed.hint);
    }
    return written;
  }

  DrawnPoint read_point(const Value& value, const std::string& path, std::span<const Dimension> dimension,
                        const char* expected) {
    if (!value.is(Value::Kind::array)) fail_wrong_type(value, path, "a point [x, y] or [x, y, z]");
    const std::size_t count = value.items.size();
    if (count != 2 && count != 3)
      throw Error(Error::Code::bad_value, path + " has " + std::to_string(count) + " components", value.at(),
                  "write two, or three in space");
    if (components_ == 0) components_ = count;
    if (components_ != count)
      throw Error(
          Error::Code::bad_value,
          path + " has " + std::to_string(count) + " components, points before it " + std::to_string(components_),
          value.at(), "draw everything in the plane or everything in space");
    DrawnPoint point;
    for (std::size_t i = 0; i < count; ++i)
      point.push_back(moving(value.items[i], path + "[" + std::to_string(i) + "]", dimension, expected));
    return point;
  }

  void read_points(const Value& value) {
    const bool spring = element_.kind == DrawnElement::Kind::spring;
    if (!value.is(Value::Kind::array)) fail_wrong_type(value, path_, "a list of points [[x, y], [x, y]]");
    const std::size_t count = value.items.size();
    if (count < 2 || count > (spring ? 2 : most_line_points))
      throw Error(Error::Code::bad_value, path_ + " has " + std::to_string(count) + " points", value.at(),
                  spring ? "a spring has two" : "a line has two to " + std::to_string(most_line_points));
    for (std::size_t i = 0; i < count; ++i)
      element_.points.push_back(
          read_point(value.items[i], path_ + "[" + std::to_string(i) + "]", length_dimension, "a length"));
  }

  void read_circle(const Value& value) {
    const TableReader reader(value, path_, {"at", "radius", "axis", "filled"});
    const char* const hint = "write circle = { at = [x, y], radius = 0.05 }";
    element_.points = {read_point(reader.need("at", hint), reader.path("at"), length_dimension, "a length")};
    element_.radius = length(reader.need("radius", hint), reader.path("radius"));
    element_.filled = reader.boolean("filled", true);
    const bool in_space = components_ == 3;
    if (const Value* axis = reader.find("axis")) {
      if (!in_space)
        throw Error(Error::Code::bad_value, reader.path("axis") + " cannot be given in the plane", axis->at(),
                    "circles in the plane turn about z");
      element_.axis = read_point(*axis, reader.path("axis"), no_dimension, "a number");
    }
    if (in_space && !element_.filled && !element_.axis)
      throw Error(Error::Code::bad_value, path_ + " is a circle in space that is not filled, without an axis",
                  value.at(), "write axis = [x, y, z], at right angles to its plane");
  }

  void read_box(const Value& value) {
    const TableReader reader(value, path_, {"at", "size", "angle"});
    const char* const hint = "write box = { at = [x, y], size = [0.4, 0.2] }";
    element_.points = {read_point(reader.need("at", hint), reader.path("at"), length_dimension, "a length")};
    const Value& size = reader.need("size", hint);
    if (!size.is(Value::Kind::array)) fail_wrong_type(size, reader.path("size"), "a list of edges [a, b] or [a, b, c]");
    if (size.items.size() != components_)
      throw Error(Error::Code::bad_value,
                  reader.path("size") + " has " + std::to_string(size.items.size()) + " edges and at " +
                      std::to_string(components_) + " components",
                  size.at(), "write one edge for each");
    for (std::size_t i = 0; i < size.items.size(); ++i)
      element_.size.push_back(length(size.items[i], reader.path("size") + "[" + std::to_string(i) + "]"));
    if (const Value* angle = reader.find("angle"))
      element_.angle = moving(*angle, reader.path("angle"), no_dimension, "an angle");
  }

  /// A length in parameters.
  Expr length(const Value& value, const std::string& path) const {
    const Expr formula =
        read_formula(value, path, constants_at(names_, path), length_dimension, "a length").written.formula;
    const double number = names_.numbers()(formula);
    if (std::isfinite(number) && number > 0.0) return formula;
    throw Error(Error::Code::bad_value, path + " is " + shortest(number), value.at(), "it must be positive");
  }

  ModelNames& names_;
  std::size_t& components_;
  DrawnElement element_;
  std::string path_;
};

}  // namespace

void read_drawing(const Value& document, Lagrangian& model, ModelNames& names) {
  std::size_t components = 0;
  for (const Entry& entry : entries_in(document, "draw")) {
    check_name(entry.key, entry.at());
    if (model.drawing.size() == most_elements)
      throw Error(Error::Code::too_large, "[draw] has more than " + std::to_string(most_elements) + " elements",
                  entry.at(), "draw less");
    model.drawing.push_back(ElementReader(entry, names, components).read(entry.value));
  }
}

}  // namespace alembert
