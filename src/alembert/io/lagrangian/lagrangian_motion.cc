/// [energy] [work] [force] [constraint]: the formulas of a Lagrangian.
#include <algorithm>
#include <array>

#include "alembert/core/text.h"
#include "alembert/io/formulas/description_sections.h"
#include "alembert/io/formulas/dimensions.h"
#include "alembert/io/formulas/formula_reader.h"
#include "alembert/io/lagrangian/lagrangian_sections.h"
#include "alembert/io/toml/table_reader.h"

namespace alembert {
namespace {

constexpr std::array<Dimension, 1> energy_dimension{{{.length = 2, .mass = 1, .time = -2}}};
constexpr std::array<Dimension, 1> power_dimension{{{.length = 2, .mass = 1, .time = -3}}};
/// Of a force or of a torque, whatever the coordinate is.
constexpr std::array<Dimension, 2> work_dimensions{
    {{.length = 1, .mass = 1, .time = -2}, {.length = 2, .mass = 1, .time = -2}}};

/// One formula of [energy], with its name in the space of names where it has one.
std::optional<Written> read_energy_part(const TableReader& reader, std::string_view key, ModelNames& names,
                                        std::span<const Dimension> dimension, NamedFormula* named) {
  const Value* value = reader.find(key);
  if (value == nullptr) return {};
  const ScopedNames scope(names, in_motion(reader.path(key)));
  const Written written = read_formula(*value, reader.path(key), scope, dimension, "a formula in SI units").written;
  if (named != nullptr) *named = {{written.formula}, scope.order(), written.domain};
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

Constraint read_lagrangian_constraint(const Entry& entry, ModelNames& names) {
  const std::string path = "[constraint." + entry.key + "]";
  static constexpr std::array<std::string_view, 11> mechanism{"type",   "body", "points", "direction", "radius", "axis",
                                                              "sphere", "on",   "plane",  "rows",      "count"};
  refuse_mechanism_keys(entry.value, path, mechanism,
                        "a Lagrangian's constraint is holonomic = \"...\" or pfaffian = \"...\"");
  return read_constraint(entry.value, path, entry.key, entry.at(), names);
}

}  // namespace

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
  names.motion().kinetic = std::move(kinetic);
  names.motion().potential = std::move(potential);
}

void read_work(const Value& document, Lagrangian& model, ModelNames& names) {
  model.work.resize(model.coordinates.size());
  for (const Entry& entry : entries_in(document, "work")) {
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
  for (const Entry& entry : entries_in(document, "force")) model.forces.push_back(read_force(entry, names));
}

void read_constraints(const Value& document, Lagrangian& model, ModelNames& names) {
  for (const Entry& entry : entries_in(document, "constraint"))
    model.constraints.push_back(read_lagrangian_constraint(entry, names));
}

}  // namespace alembert
