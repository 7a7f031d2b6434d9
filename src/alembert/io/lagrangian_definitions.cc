/// [parameters] [inputs] [coordinates] [let] [states]: everything that gives a meaning to a name.
#include <algorithm>
#include <array>

#include "alembert/io/formula_reader.h"
#include "alembert/io/lagrangian_sections.h"
#include "alembert/io/table_reader.h"
#include "alembert/model/dependency_order.h"

namespace alembert {
namespace {

/// The graph ranks each new symbol among all others, so their number is limited.
constexpr std::size_t most_symbols = 10'000;

struct Section {
  const char* key;
  NameKind kind;
};
constexpr std::array<Section, 6> sections{{{"parameters", NameKind::parameter},
                                           {"inputs", NameKind::input},
                                           {"coordinates", NameKind::coordinate},
                                           {"let", NameKind::let},
                                           {"states", NameKind::state},
                                           {"outputs", NameKind::output}}};

/// The entries of a section of names; none when the file does not have it.
std::span<const Entry> entries_in(const Value& document, const std::string& section) {
  const Entry* found = document.find(section);
  if (found == nullptr) return {};
  return entries_of(found->value, "[" + section + "]");
}

struct Declaration {
  const Entry* entry;
  NameKind kind;
  std::size_t index;
};

std::vector<Declaration> declarations_of(const Value& document) {
  std::vector<Declaration> result;
  for (const Section& section : sections) {
    std::size_t index = 0;
    for (const Entry& entry : entries_in(document, section.key)) result.push_back({&entry, section.kind, index++});
  }
  std::ranges::stable_sort(result, {}, [](const Declaration& d) { return d.entry->place; });
  return result;
}

void check_count(const Value& document) {
  std::size_t count = 0;
  for (const char* section : {"parameters", "inputs", "states", "coordinates", "coordinates", "coordinates"})
    count += entries_in(document, section).size();
  if (count > most_symbols)
    throw Error(Error::Code::too_large, "the model has more than " + std::to_string(most_symbols) + " symbols",
                document.at(), "a coordinate counts three times; give constants as numbers instead of parameters");
}

// Coordinates and their units.

constexpr Dimension angle{.angle = 1};
constexpr Dimension length{.length = 1};
constexpr Dimension pure_number{};
constexpr Dimension angular_rate{.time = -1, .angle = 1};
constexpr Dimension speed{.length = 1, .time = -1};
constexpr Dimension frequency{.time = -1};
constexpr std::array<Dimension, 3> position_dimensions{angle, length, pure_number};
constexpr std::array<Dimension, 3> rate_dimensions{angular_rate, speed, frequency};

Dimension per_time(Dimension d) {
  d.time -= 1;
  return d;
}

std::string si_unit(const Dimension& position) {
  if (position == angle) return "rad";
  return position == length ? "m" : "";
}

/// The dimension that `unit = "..."` gives.
std::optional<Dimension> read_unit(const TableReader& reader) {
  const Value* value = reader.find("unit");
  if (value == nullptr) return {};
  const std::string unit = reader.text("unit", "");
  if (unit == "rad") return angle;
  if (unit == "m") return length;
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
    c.unit = agreed_unit(path, {}, start, zero(c.at));
    return;
  }
  const TableReader reader(entry.value, path, {"start", "rate", "unit"});
  Formula start = zero(c.at), rate = zero(c.at);
  if (const Value* value = reader.find("start")) start = read_start(*value, reader.path("start"), scope);
  if (const Value* value = reader.find("rate"))
    rate = read_formula(*value, reader.path("rate"), scope, rate_dimensions, "an angle or a length per time");
  c.start = start.written.formula;
  c.start_rate = rate.written.formula;
  c.unit = agreed_unit(path, read_unit(reader), start, rate);
}

/// [let] which others each uses; also the first check of their syntax and names, in file order.
std::vector<std::vector<std::size_t>> uses_of_lets(std::span<const Entry> entries, const ModelNames& names) {
  Graph scratch;
  const GraphScope scope(scratch);
  LetUses collector(names);
  std::vector<std::vector<std::size_t>> uses;
  uses.reserve(entries.size());
  for (const Entry& entry : entries) {
    static_cast<void>(read_formula(entry.value, "[let] " + entry.key, collector));
    uses.push_back(collector.take());
  }
  return uses;
}

}  // namespace

void declare_names(const Value& document, Lagrangian& model, ModelNames& names) {
  check_count(document);
  for (const Declaration& d : declarations_of(document)) names.add(d.entry->key, d.kind, d.index, d.entry->at());
  for (const Entry& e : entries_in(document, "parameters"))
    model.parameters.push_back({e.key, Expr::symbol(e.key, SymbolKind::parameter), {}, {}, e.at()});
  for (const Entry& e : entries_in(document, "inputs"))
    model.inputs.push_back({e.key, Expr::symbol(e.key, SymbolKind::input), {}, {}, e.at()});
  for (const Entry& e : entries_in(document, "states"))
    model.states.push_back({e.key, Expr::symbol(e.key, SymbolKind::state), {}, {}, e.at()});
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

void read_parameters(const Value& document, Lagrangian& model, ModelNames& names) {
  std::size_t i = 0;
  for (const Entry& entry : entries_in(document, "parameters")) {
    const std::string path = "[parameters] " + entry.key;
    const ScopedNames scope(names, {.where = path, .hint = "a parameter is made of numbers and other parameters"});
    Formula formula = read_formula(entry.value, path, scope);
    Parameter& p = model.parameters[i++];
    p.value = formula.written.formula;
    p.unit = std::move(formula.unit);
  }
}

void read_inputs(const Value& document, Lagrangian& model, ModelNames& names) {
  std::size_t i = 0;
  for (const Entry& entry : entries_in(document, "inputs")) {
    const std::string path = "[inputs] " + entry.key;
    const ScopedNames scope(names, {.where = path, .time = true, .hint = "an input is made of t and parameters"});
    Formula formula = read_formula(entry.value, path, scope);
    Input& input = model.inputs[i++];
    input.value = formula.written.formula;
    input.unit = std::move(formula.unit);
  }
}

void read_coordinates(const Value& document, Lagrangian& model, ModelNames& names) {
  std::size_t i = 0;
  for (const Entry& entry : entries_in(document, "coordinates")) read_coordinate(entry, model.coordinates[i++], names);
}

void read_lets(const Value& document, Lagrangian& model, ModelNames& names) {
  const std::span<const Entry> entries = entries_in(document, "let");
  const DependencyOrder found = dependency_order(uses_of_lets(entries, names));
  if (!found.cycle.empty()) {
    std::vector<std::string> cycle;
    for (const std::size_t i : found.cycle) cycle.push_back(entries[i].key);
    throw Error(Error::Code::cyclic, "[let] names need each other: " + describe_cycle(cycle),
                entries[found.cycle.front()].at(), "write one of them without the others");
  }
  names.lets.resize(entries.size());
  for (const std::size_t i : found.order) {
    const std::string path = "[let] " + entries[i].key;
    Allowed allowed = in_motion(path);
    allowed.order = 2;
    const ScopedNames scope(names, std::move(allowed));
    const Expr meaning = read_formula(entries[i].value, path, scope).written.formula;
    names.lets[i] = {{meaning}, scope.order()};
  }
  for (std::size_t i = 0; i < entries.size(); ++i)
    model.lets.emplace_back(entries[i].key, names.lets[i].derivatives.front());
}

void read_states(const Value& document, Lagrangian& model, ModelNames& names) {
  std::size_t i = 0;
  for (const Entry& entry : entries_in(document, "states")) {
    const TableReader reader(entry.value, "[states] " + entry.key, {"start", "rate"});
    ExtraState& state = model.states[i++];
    const Value& rate = reader.need("rate", "write its time derivative, such as rate = \"r - x\"");
    if (const Value* start = reader.find("start")) {
      const ScopedNames scope(names,
                              {.where = reader.path("start"), .hint = "a start is made of numbers and parameters"});
      state.start = read_formula(*start, reader.path("start"), scope).written.formula;
    }
    Allowed allowed = in_motion(reader.path("rate"));
    allowed.energies = true;
    state.rate = read_formula(rate, reader.path("rate"), ScopedNames(names, std::move(allowed))).written.formula;
  }
}

}  // namespace alembert
