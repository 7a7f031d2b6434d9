/// [energy] [work] [force] [constraint] [outputs] [simulate]: the formulas of a Lagrangian.
#include <algorithm>
#include <array>

#include "alembert/core/text.h"
#include "alembert/io/formula_reader.h"
#include "alembert/io/lagrangian_sections.h"
#include "alembert/io/table_reader.h"

namespace alembert {
namespace {

constexpr std::array<Dimension, 1> energy_dimension{{{.length = 2, .mass = 1, .time = -2}}};
constexpr std::array<Dimension, 1> power_dimension{{{.length = 2, .mass = 1, .time = -3}}};
constexpr std::array<Dimension, 1> force_dimension{{{.length = 1, .mass = 1, .time = -2}}};
constexpr std::array<Dimension, 1> length_dimension{{{.length = 1}}};
constexpr std::array<Dimension, 1> time_dimension{{{.time = 1}}};
constexpr std::array<Dimension, 1> no_dimension{{{}}};
/// Of a force or of a torque, whatever the coordinate is.
constexpr std::array<Dimension, 2> work_dimensions{
    {{.length = 1, .mass = 1, .time = -2}, {.length = 2, .mass = 1, .time = -2}}};

Allowed in_motion_with_energies(std::string where) {
  Allowed allowed = in_motion(std::move(where));
  allowed.energies = true;
  return allowed;
}

/// One formula of [energy], with its name in the space of names where it has one.
std::optional<Written> read_energy_part(const TableReader& reader, std::string_view key, ModelNames& names,
                                        std::span<const Dimension> dimension, NamedFormula* named) {
  const Value* value = reader.find(key);
  if (value == nullptr) return {};
  const ScopedNames scope(names, in_motion(reader.path(key)));
  const Written written = read_formula(*value, reader.path(key), scope, dimension, "a formula in SI units").written;
  if (named != nullptr) *named = {{written.formula}, scope.order()};
  return written;
}

void check_energy_parts(const TableReader& reader) {
  const Entry* lagrangian = reader.table().find("lagrangian");
  for (const char* other : {"kinetic", "potential"})
    if (lagrangian != nullptr && reader.find(other) != nullptr)
      throw Error(Error::Code::bad_value, std::string("[energy] has both lagrangian and ") + other, lagrangian->at(),
                  "keep lagrangian alone, or kinetic and potential: lagrangian = kinetic - potential");
  if (lagrangian == nullptr)
    static_cast<void>(reader.need("kinetic", "write kinetic = \"m*x'^2/2\", or lagrangian = \"...\""));
}

/// The tables [section.X], each with a name.
std::span<const Entry> tables_in(const Value& document, const std::string& section) {
  const Entry* found = document.find(section);
  if (found == nullptr) return {};
  return entries_of(found->value, "[" + section + "]");
}

void refuse_mechanism_keys(const Value& table, const std::string& path, std::span<const std::string_view> keys,
                           const std::string& hint) {
  for (const Entry& entry : entries_of(table, path))
    if (std::ranges::find(keys, entry.key) != keys.end())
      throw Error(Error::Code::unsupported, key_path(path, entry.key) + " belongs to a mechanism, not to a Lagrangian",
                  entry.at(), hint);
}

std::vector<Written> read_components(const TableReader& reader, const char* key, const Names& names,
                                     std::span<const Dimension> dimension, const char* words) {
  const Value& list = reader.need(key, "a force has at = [...] and value = [...], one to three formulas each");
  if (!list.is(Value::Kind::array)) fail_wrong_type(list, reader.path(key), "a list of one to three formulas");
  if (list.items.empty() || list.items.size() > 3)
    throw Error(Error::Code::bad_value, reader.path(key) + " has " + std::to_string(list.items.size()) + " components",
                list.at(), "write one to three");
  std::vector<Written> components;
  for (std::size_t i = 0; i < list.items.size(); ++i)
    components.push_back(
        read_formula(list.items[i], reader.path(key) + "[" + std::to_string(i) + "]", names, dimension, words).written);
  return components;
}

PointForce read_force(const Entry& entry, ModelNames& names) {
  const std::string path = "[force." + entry.key + "]";
  static constexpr std::array<std::string_view, 12> mechanism{"type",      "body",    "bodies", "points",
                                                              "stiffness", "damping", "length", "actuator",
                                                              "joint",     "frame",   "rest",   "count"};
  refuse_mechanism_keys(entry.value, path, mechanism,
                        "a Lagrangian's force has at = [...] (where its point is) and value = [...], in coordinates");
  const TableReader reader(entry.value, path, {"at", "value"});
  Allowed position = in_motion(reader.path("at"));
  position.order = 0;
  PointForce force{entry.key, {}, {}, entry.at()};
  force.at = read_components(reader, "at", ScopedNames(names, position), length_dimension, "a length");
  force.value = read_components(reader, "value", ScopedNames(names, in_motion_with_energies(reader.path("value"))),
                                force_dimension, "a force");
  if (force.at.size() != force.value.size())
    throw Error(Error::Code::bad_value,
                path + ": at has " + std::to_string(force.at.size()) + " components and value " +
                    std::to_string(force.value.size()),
                reader.find("value")->at(), "write one component of the force for each of the point");
  return force;
}

Constraint read_constraint(const Entry& entry, ModelNames& names) {
  const std::string path = "[constraint." + entry.key + "]";
  static constexpr std::array<std::string_view, 11> mechanism{"type",   "body", "points", "direction", "radius", "axis",
                                                              "sphere", "on",   "plane",  "rows",      "count"};
  refuse_mechanism_keys(entry.value, path, mechanism,
                        "a Lagrangian's constraint is holonomic = \"...\" or pfaffian = \"...\"");
  const TableReader reader(entry.value, path, {"holonomic", "pfaffian", "at_start"});
  const Value* holonomic = reader.find("holonomic");
  const Value* pfaffian = reader.find("pfaffian");
  if ((holonomic == nullptr) == (pfaffian == nullptr))
    throw Error(
        Error::Code::bad_value,
        path + (holonomic == nullptr ? " has neither holonomic nor pfaffian" : " has both holonomic and pfaffian"),
        holonomic == nullptr ? entry.at() : pfaffian->at(),
        "write one: holonomic = \"x^2 + y^2 - l^2\", or pfaffian = \"x' - r*phi'\"");
  Constraint constraint{entry.key, pfaffian != nullptr, reader.boolean("at_start", false), {}};
  if (constraint.pfaffian && reader.find("at_start") != nullptr)
    throw Error(Error::Code::bad_value, reader.path("at_start") + " is for holonomic constraints",
                reader.find("at_start")->at(), "remove it: a condition on rates has no value to subtract");
  Allowed allowed = in_motion_with_energies(reader.path(constraint.pfaffian ? "pfaffian" : "holonomic"));
  if (!constraint.pfaffian) {
    allowed.order = 0;
    allowed.hint = "a condition on rates is pfaffian = \"...\"";
  }
  const std::string where = allowed.where;
  const Value& row = constraint.pfaffian ? *pfaffian : *holonomic;
  constraint.row = read_formula(row, where, ScopedNames(names, std::move(allowed))).written;
  return constraint;
}

std::string read_method(const TableReader& reader) {
  std::string method = reader.text("method", "auto");
  const std::vector<std::string> known{"auto", "rk5", "rk8"};
  if (std::ranges::find(known, method) != known.end()) return method;
  throw Error(Error::Code::unknown_name, "unknown method '" + method + "'", reader.find("method")->at(),
              did_you_mean(method, known));
}

}  // namespace

Allowed in_motion(std::string where) {
  return {.where = std::move(where), .time = true, .inputs = true, .states = true, .order = 1, .hint = {}};
}

void read_energy(const Value& document, Lagrangian& model, ModelNames& names) {
  const Entry* energy = document.find("energy");
  if (energy == nullptr)
    throw Error(Error::Code::bad_value, "[energy] is missing", document.at(),
                "write [energy] with kinetic and potential, or lagrangian");
  const TableReader reader(energy->value, "[energy]", {"kinetic", "potential", "lagrangian", "dissipation"});
  check_energy_parts(reader);
  NamedFormula kinetic, potential{{Expr()}, no_motion};
  model.kinetic = read_energy_part(reader, "kinetic", names, energy_dimension, &kinetic);
  model.potential = read_energy_part(reader, "potential", names, energy_dimension, &potential);
  model.lagrangian = read_energy_part(reader, "lagrangian", names, energy_dimension, nullptr);
  model.dissipation = read_energy_part(reader, "dissipation", names, power_dimension, nullptr);
  if (model.lagrangian) return;
  names.kinetic = std::move(kinetic);
  names.potential = std::move(potential);
}

void read_work(const Value& document, Lagrangian& model, ModelNames& names) {
  model.work.resize(model.coordinates.size());
  for (const Entry& entry : tables_in(document, "work")) {
    const std::string path = "[work] " + entry.key;
    const ModelNames::Named* named = names.find(entry.key);
    if (named == nullptr || named->kind != NameKind::coordinate)
      throw Error(Error::Code::unknown_name, path + ": there is no such coordinate", entry.at(),
                  did_you_mean(entry.key, names.all(NameKind::coordinate)));
    const ScopedNames scope(names, in_motion_with_energies(path));
    model.work[named->index] = read_formula(entry.value, path, scope, work_dimensions, "a force or a torque").written;
  }
}

void read_forces(const Value& document, Lagrangian& model, ModelNames& names) {
  for (const Entry& entry : tables_in(document, "force")) model.forces.push_back(read_force(entry, names));
}

void read_constraints(const Value& document, Lagrangian& model, ModelNames& names) {
  for (const Entry& entry : tables_in(document, "constraint"))
    model.constraints.push_back(read_constraint(entry, names));
}

void read_outputs(const Value& document, Lagrangian& model, ModelNames& names) {
  const std::span<const Entry> entries = tables_in(document, "outputs");
  names.outputs.reserve(entries.size());
  for (const Entry& entry : entries) {
    const std::string path = "[outputs] " + entry.key;
    Allowed allowed = in_motion_with_energies(path);
    allowed.order = 2;
    allowed.outputs = names.outputs.size();
    const ScopedNames scope(names, std::move(allowed));
    const Written written = read_formula(entry.value, path, scope).written;
    names.outputs.push_back({{written.formula}, scope.order()});
    model.outputs.push_back({entry.key, written});
  }
}

void read_simulate(const Value& document, Lagrangian& model, ModelNames& names) {
  const Entry* entry = document.find("simulate");
  if (entry == nullptr) return;
  const TableReader reader(entry->value, "[simulate]", {"time", "step", "tolerance", "method", "until"});
  const auto number = [&](const char* key, std::span<const Dimension> dimension,
                          const char* words) -> std::optional<Written> {
    const Value* value = reader.find(key);
    if (value == nullptr) return {};
    const ScopedNames scope(names, {.where = reader.path(key), .hint = "use numbers and parameters"});
    return read_formula(*value, reader.path(key), scope, dimension, words).written;
  };
  model.simulate.time = number("time", time_dimension, "a time");
  model.simulate.step = number("step", time_dimension, "a time");
  model.simulate.tolerance = number("tolerance", no_dimension, "a number without unit");
  model.simulate.method = read_method(reader);
  if (const Value* until = reader.find("until"))
    model.simulate.until =
        read_formula(*until, reader.path("until"), ScopedNames(names, in_motion_with_energies(reader.path("until"))))
            .written;
}

}  // namespace alembert
