/// [coordinates]: the names, starts and units of a Lagrangian's coordinates, and the words of its motion.
#include <algorithm>
#include <array>

#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/lagrangian/lagrangian_sections.h"
#include "alembert/io/toml/table_reader.h"

namespace alembert {
namespace {

constexpr Dimension pure_number{};
constexpr std::array<Dimension, 3> position_dimensions{dimension::angle, dimension::length, pure_number};
constexpr std::array<Dimension, 3> rate_dimensions{{{.time = -1, .angle = 1}, {.length = 1, .time = -1}, {.time = -1}}};

constexpr std::string_view multiplier_word = ".multiplier";

Dimension per_time(Dimension d) {
  d.time -= 1;
  return d;
}

std::string si_unit(const Dimension& position) {
  if (position == dimension::angle) return "rad";
  return position == dimension::length ? "m" : "";
}

/// The dimension that `unit = "..."` gives.
std::optional<Dimension> read_unit(const TableReader& reader) {
  const Value* value = reader.find("unit");
  if (value == nullptr) return {};
  const std::string unit = reader.text("unit", "");
  if (unit == "rad") return dimension::angle;
  if (unit == "m") return dimension::length;
  if (unit.empty() || unit == "1") return pure_number;
  throw Error(Error::Code::bad_value, reader.path("unit") + " is '" + unit + "'", value->at(),
              "write \"rad\", \"m\" or \"\": numbers are in SI units, others stand with the number, as in \"30 deg\"");
}

[[noreturn]] void fail_units(const std::string& path, const std::string& one, const std::string& other,
                             const Source& at) {
  throw Error(Error::Code::bad_value, path + ": unit mismatch, " + one + " but " + other, at,
              "an angle goes with an angle per time, a length with a length per time");
}

/// Unit of the position, from whichever of `unit`, start and rate have one; they must agree.
std::string agreed_unit(const std::string& path, const std::optional<Dimension>& unit, const Formula& start,
                        const Formula& rate) {
  if (unit && start.dimension && *unit != *start.dimension)
    fail_units(path, "unit is of " + describe(*unit), "start '" + start.unit + "' is of " + describe(*start.dimension),
               start.written.at);
  const std::optional<Dimension> position = unit ? unit : start.dimension;
  if (position && rate.dimension && per_time(*position) != *rate.dimension)
    fail_units(path, "the position is " + describe(*position),
               "rate '" + rate.unit + "' is of " + describe(*rate.dimension), rate.written.at);
  if (position) return si_unit(*position);
  if (!rate.dimension) return {};
  Dimension of_position = *rate.dimension;
  of_position.time += 1;
  return si_unit(of_position);
}

Formula zero(const Source& at) { return {{Expr(), at}, {}, {}}; }

Formula read_start(const Value& value, const std::string& path, const Names& names) {
  return read_formula(value, path, names, position_dimensions, "an angle or a length");
}

void read_coordinate(const Entry& entry, Coordinate& c, ModelNames& names) {
  const std::string path = "[coordinates] " + entry.key;
  const ScopedNames scope(names, {.where = path, .hint = "a start is made of numbers and parameters"});
  if (!entry.value.is(Value::Kind::table)) {
    const Formula start = read_start(entry.value, path, scope);
    c.start = start.written.formula;
    c.states_start = true;
    c.unit = agreed_unit(path, {}, start, zero(c.at));
    return;
  }
  const TableReader reader(entry.value, path, {"start", "rate", "unit", "fixed"});
  Formula start = zero(c.at), rate = zero(c.at);
  if (const Value* value = reader.find("start")) start = read_start(*value, reader.path("start"), scope);
  if (const Value* value = reader.find("rate"))
    rate = read_formula(*value, reader.path("rate"), scope, rate_dimensions, "an angle or a length per time");
  c.start = start.written.formula;
  c.start_rate = rate.written.formula;
  c.fixed = reader.boolean("fixed", false);
  c.states_start = reader.find("start") != nullptr;
  c.states_rate = reader.find("rate") != nullptr;
  c.unit = agreed_unit(path, read_unit(reader), start, rate);
}

}  // namespace

MotionWord LagrangianNames::coordinate(std::size_t index, int primes) const {
  const Coordinate& c = model_.coordinates[index];
  return {primes == 0 ? c.position : (primes == 1 ? c.rate : c.acceleration), primes};
}

std::optional<MotionWord> LagrangianNames::find(std::string_view name, int primes) const {
  if (!name.ends_with(multiplier_word)) return {};
  const std::string_view of = name.substr(0, name.size() - multiplier_word.size());
  const auto it = std::ranges::find(model_.constraints, of, &Constraint::name);
  if (it == model_.constraints.end()) return {};
  if (primes > 0)
    throw Error(Error::Code::bad_value, "the rate of '" + std::string(name) + "' is not known", {},
                "coordinates and [let] names have rates");
  return MotionWord{multiplier_symbol(it->name), 2, true};
}

std::vector<std::string> LagrangianNames::known() const {
  std::vector<std::string> words;
  for (const Constraint& c : model_.constraints) words.push_back(c.name + std::string(multiplier_word));
  return words;
}

void declare_lagrangian_names(const Value& document, Lagrangian& model, ModelNames& names) {
  static constexpr std::array<NamedSection, 1> coordinates{{{"coordinates", NameKind::coordinate, 3}}};
  declare_names(document, coordinates, model, names);
  for (const Entry& e : entries_in(document, "coordinates"))
    model.coordinates.push_back({e.key,
                                 Expr::symbol(e.key, SymbolKind::coordinate),
                                 Expr::symbol(e.key, SymbolKind::coordinate, 1),
                                 Expr::symbol(e.key, SymbolKind::coordinate, 2),
                                 {},
                                 {},
                                 {},
                                 e.at()});
  if (!model.coordinates.empty()) return;
  throw Error(Error::Code::bad_value, "the model has no coordinates", document.at(),
              "write [coordinates] with one line for each, such as theta = { start = 0.1, rate = 0 }");
}

void read_coordinates(const Value& document, Lagrangian& model, ModelNames& names) {
  std::size_t i = 0;
  for (const Entry& entry : entries_in(document, "coordinates")) read_coordinate(entry, model.coordinates[i++], names);
}

}  // namespace alembert
