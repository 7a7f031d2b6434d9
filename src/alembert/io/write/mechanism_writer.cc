#include "alembert/io/write/mechanism_writer.h"

#include <filesystem>

#include "alembert/io/write/mechanism_writer_sections.h"
#include "alembert/symbolic/curve.h"

namespace alembert {
namespace {

void write_head(const MechanismWords& words, TomlLines& lines) {
  const Mechanism& model = words.model();
  const std::string origin = std::filesystem::path(model.file).filename().string();
  lines.comment("Written by alembert" + (origin.empty() ? "" : " from " + origin) + ". SI units and radians.");
  if (!model.name.empty()) lines.entry("name", toml_string(model.name));
  if (model.planar) lines.entry("space", toml_string("planar"));
  const Vec3<Expr>& g = model.gravity;
  const Expr usual(-9.81), down = model.planar ? g.y : g.z, across = model.planar ? g.z : g.y;
  if (!identical(down, usual) || !g.x.is_zero() || !across.is_zero()) lines.entry("gravity", words.vector(g));
}

/// A section of names and formulas; `entry` writes one of them.
template <class List, class Entry>
void write_section(TomlLines& lines, std::string_view section, const List& list, Entry entry) {
  if (list.empty()) return;
  lines.heading(section);
  for (const auto& item : list) entry(item);
}

void write_names(const MechanismWords& words, TomlLines& lines) {
  const Mechanism& model = words.model();
  write_section(lines, "parameters", model.parameters,
                [&](const Parameter& p) { lines.entry(p.name, words.value(p.value)); });
  write_section(lines, "inputs", model.inputs, [&](const Input& u) { lines.entry(u.name, words.value(u.value)); });
  write_section(lines, "let", model.lets, [&](const auto& let) { lines.entry(let.first, words.value(let.second)); });
  write_section(lines, "states", model.states, [&](const ExtraState& s) {
    lines.entry(s.name, toml_table({{"start", words.value(s.start)}, {"rate", words.value(s.rate)}}));
  });
}

void write_tables(const MechanismWords& words, TomlLines& lines) {
  for (const Expr table : words.model().graph->curves()) {
    const Curve& curve = *curve_of(table);
    std::vector<std::string> x, y;
    const auto coordinate = [&](const Curve::Column& column, std::size_t i) {
      return words.value(column.has_formula(i) ? curve.formulas()[static_cast<std::size_t>(column.formula[i])]
                                               : Expr(column.exact[i]));
    };
    for (std::size_t i = 0; i < curve.size(); ++i) {
      x.push_back(coordinate(curve.x(), i));
      y.push_back(coordinate(curve.y(), i));
    }
    lines.heading("table", curve.name());
    lines.entry("x", toml_list(x));
    lines.entry("y", toml_list(y));
  }
}

void write_simulate(const MechanismWords& words, TomlLines& lines) {
  const Simulate& simulate = words.model().simulate;
  const bool method = simulate.method != "auto";
  const bool tolerances = simulate.tolerance || !simulate.absolute.empty();
  if (!simulate.time && !simulate.step && !tolerances && !simulate.largest_step && !simulate.until && !method &&
      !simulate.impacts_in_turn)
    return;
  lines.heading("simulate");
  const auto entry = [&](std::string_view key, const std::optional<Written>& value) {
    if (value) lines.entry(key, words.value(value->formula));
  };
  entry("time", simulate.time);
  entry("step", simulate.step);
  entry("tolerance", simulate.tolerance);
  if (!simulate.absolute.empty()) {
    std::string table;
    for (const auto& [name, value] : simulate.absolute)
      table += (table.empty() ? "{ " : ", ") + toml_string(name) + " = " + words.value(value.formula);
    lines.entry("absolute", table + " }");
  }
  entry("largest_step", simulate.largest_step);
  if (method) lines.entry("method", toml_string(simulate.method));
  entry("until", simulate.until);
  if (simulate.impacts_in_turn) lines.entry("impacts", toml_string("sequential"));
}

}  // namespace

std::string to_toml(const Mechanism& model) {
  const GraphScope scope(*model.graph);
  const MechanismWords words(model);
  TomlLines lines;
  write_head(words, lines);
  write_names(words, lines);
  write_tables(words, lines);
  write_bodies(words, lines);
  write_joints(words, lines);
  write_forces(words, lines);
  write_constraints(words, lines);
  write_section(lines, "outputs", model.outputs,
                [&](const Output& output) { lines.entry(output.name, words.value(output.value.formula)); });
  write_simulate(words, lines);
  return lines.text();
}

}  // namespace alembert
