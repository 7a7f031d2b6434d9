#include "alembert/workbench/report/report_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <optional>

#include "alembert/analysis/derivation/symbol_values.h"
#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/report/named_values.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/units.h"
#include "alembert/workbench/answers/mobility_report.h"

namespace alembert {
namespace {

/// Names of a list that are shown; behind them comes how many there are.
constexpr std::size_t most_names = 12;
/// Parameters and inputs that are listed.
constexpr std::size_t most_listed = 200;
/// Speeds, and rows of constraints, up to which mobility is worked out: its cost grows with their cubes.
constexpr int most_motions = 100;

std::string digits(double value, const char* format = "%.3g") {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

std::string listed(std::vector<std::string> names) {
  const std::size_t count = names.size();
  names.resize(std::min(count, most_names));
  std::string text = join(names, ", ");
  return count > most_names ? text + ", ... (" + std::to_string(count) + ")" : text;
}

std::string count_of(std::size_t count, const std::vector<std::string>& names) {
  return names.empty() ? std::to_string(count) : std::to_string(count) + ": " + listed(names);
}

/// "at t = 0.35 s" in a warning.
std::optional<double> time_in(const std::string& warning) {
  constexpr std::string_view before = "t = ";
  const std::size_t at = warning.find(before);
  if (at == std::string::npos) return {};
  const char* first = warning.data() + at + before.size();
  double time = 0.0;
  const auto [last, error] = std::from_chars(first, warning.data() + warning.size(), time);
  if (error != std::errc() || std::string_view(last, warning.data() + warning.size()).substr(0, 2) != " s") return {};
  return time;
}

class Group {
 public:
  explicit Group(const char* title) : json_{{"title", title}, {"rows", Json::array()}} {}

  void add(const std::string& label, const std::string& value, const std::string& unit = {},
           const std::string& note = {}) {
    Json row{{"label", label}, {"value", value}};
    if (!unit.empty()) row["unit"] = unit;
    if (!note.empty()) row["note"] = note;
    json_["rows"].push_back(std::move(row));
  }
  void add(const std::string& label, long long value) { add(label, std::to_string(value)); }

  bool empty() const { return json_["rows"].empty(); }
  Json json() const { return json_; }

 private:
  Json json_;
};

void add_mobility(Workbench& workbench, Group& group) {
  const Sizes sizes = workbench.system()->sizes();
  if (sizes.nv > most_motions || sizes.na > most_motions)
    return group.add(
        "Degrees of freedom", "not counted here", "",
        "`alembert mobility " + std::filesystem::path(workbench.model().file).filename().string() + "` counts them");
  try {
    const MobilityReport report = report_mobility(workbench, workbench.point("", "", 0.0));
    const Mobility& m = report.mobility;
    group.add("Degrees of freedom", std::to_string(m.dof), "",
              m.independent.empty() ? "" : "independent: " + listed(m.independent));
    if (m.velocity_dof != m.dof) group.add("Degrees of freedom of speeds", m.velocity_dof);
    if (m.drives > 0)
      group.add("Driven", std::to_string(m.drives), "", "free to move: " + std::to_string(m.undriven_dof));
    group.add("Gruebler's count", std::to_string(m.counts.gruebler()), "",
              m.counts.gruebler() == m.dof ? "" : "differs where rows depend on each other");
    if (!m.redundant.empty()) group.add("Redundant rows", count_of(m.redundant.size(), m.redundant));
    if (!report.undetermined.empty())
      group.add("Forces that are not unique", count_of(report.undetermined.size(), report.undetermined));
    if (m.singular) group.add("Start", "singular configuration");
  } catch (const Error& error) {
    group.add("Degrees of freedom", "not found", "", error.message());
  }
}

Group model_facts(Workbench& workbench) {
  Group group("Model");
  const Mechanism* mechanism = workbench.mechanism();
  if (mechanism == nullptr) {
    group.add("Kind", "given by its energies");
  } else {
    group.add("Kind", mechanism->planar ? "mechanism in a plane" : "mechanism in space");
    std::vector<std::string> bodies, joints;
    for (std::size_t b = 1; b < mechanism->bodies.size(); ++b) bodies.push_back(mechanism->bodies[b].name);
    long long closing = 0;
    for (const Joint& joint : mechanism->joints) {
      joints.push_back(joint.name);
      closing += joint.closing ? 1 : 0;
    }
    group.add("Bodies", count_of(bodies.size(), bodies));
    group.add("Joints", count_of(joints.size(), joints), "",
              closing == 0   ? ""
              : closing == 1 ? "1 closes a loop"
                             : std::to_string(closing) + " close loops");
    if (!mechanism->constraints.empty())
      group.add("Constraints", static_cast<long long>(mechanism->constraints.size()));
  }
  if (mechanism == nullptr && !workbench.lagrangian().constraints.empty())
    group.add("Constraints", static_cast<long long>(workbench.lagrangian().constraints.size()));
  group.add("Coordinates", count_of(workbench.coordinates().size(), names_of(workbench.coordinates())));
  group.add("Speeds", count_of(workbench.speeds().size(), names_of(workbench.speeds())));
  if (!workbench.model().states.empty())
    group.add("States of its own", static_cast<long long>(workbench.model().states.size()));
  add_mobility(workbench, group);
  return group;
}

/// A value in SI as the model writes it: in the unit that stands there.
void add_value(Group& group, const std::string& name, double value, const std::string& unit, const std::string& note) {
  const std::optional<Quantity> one = unit.empty() ? std::nullopt : parse_quantity("1 " + unit, {});
  if (!one) return group.add(name, ten_digits(value), "", note);
  const double scale = SymbolValues()(std::array<Expr, 1>{one->value})[0];
  const std::string in_si = scale == 1.0 ? "" : ten_digits(value) + " in SI units";
  group.add(name, ten_digits(value / scale), unit, in_si.empty() ? note : note.empty() ? in_si : note + "; " + in_si);
}

/// Values and inputs. The model's graph is current.
Group parameter_facts(const Description& model) {
  Group group("Parameters");
  const std::vector<double> values = parameter_numbers(model);
  const std::size_t shown = std::min(model.parameters.size(), most_listed);
  for (std::size_t i = 0; i < shown; ++i) {
    const Parameter& p = model.parameters[i];
    add_value(group, p.name, values[i], p.unit, p.value.is_number() || !p.unit.empty() ? "" : "= " + to_text(p.value));
  }
  if (shown < model.parameters.size()) group.add("...", std::to_string(model.parameters.size() - shown) + " more");
  for (std::size_t i = 0; i < std::min(model.inputs.size(), most_listed); ++i) {
    const Input& input = model.inputs[i];
    if (input.value.is_number())
      add_value(group, input.name, input.value.number().to_double(), input.unit, "input");
    else
      group.add(input.name, to_text(input.value), "", "input");
  }
  return group;
}

Group method_facts(const RunSummary& summary) {
  Group group("Method");
  const SimulateResult& r = summary.result;
  group.add("Method", summary.method, "", summary.method_reason);
  group.add("Tolerance", digits(summary.tolerance));
  if (summary.step_tolerance > 0.0)
    group.add("Tolerance of a step", digits(summary.step_tolerance), "", "tightened, because errors of steps add up");
  group.add("Simulated time", ten_digits(r.time), "s",
            r.time < summary.end_time ? "of " + ten_digits(summary.end_time) + " s" : "");
  group.add("Rows", r.rows);
  group.add("Steps", r.counts.steps);
  group.add("Rejected steps", r.counts.rejected);
  group.add("Evaluations", r.counts.evaluations);
  if (r.counts.jacobians > 0) group.add("Jacobians", r.counts.jacobians);
  if (r.events > 0) group.add("Events", r.events);
  group.add("Computing time", digits(summary.wall_seconds), "s");
  return group;
}

void add_condition(Group& group, const char* label, const std::optional<WorstCondition>& worst) {
  if (!worst) return;
  group.add(label, digits(worst->value), "", "largest, at t = " + digits(worst->time, "%.6g") + " s");
}

Group accuracy_facts(const RunSummary& summary) {
  Group group("Accuracy");
  const SimulateResult& r = summary.result;
  group.add("Energy drift", digits(r.energy_drift, "%.1e"), "", "of the energy that moved");
  const auto energy = [&](const char* label, double start, double end) {
    group.add(label, ten_digits(start) + " to " + ten_digits(end), "J");
  };
  energy("Kinetic energy", r.kinetic_start, r.kinetic_end);
  energy("Potential energy", r.potential_start, r.potential_end);
  group.add("Supplied", ten_digits(r.supplied()), "J");
  group.add("Dissipated", ten_digits(r.dissipated_end), "J");
  if (r.constraint_max > 0.0 || r.constraint_speed_max > 0.0) {
    group.add("Constraints met to", digits(r.constraint_max, "%.1e"), "", "largest row at any time, positions");
    group.add("Their speeds met to", digits(r.constraint_speed_max, "%.1e"), "", "likewise, speeds");
  }
  for (const ConservedMomentum& kept : summary.motion.momenta)
    group.add("Conserved " + kept.name, ten_digits(kept.start), kept.unit, "drift " + digits(kept.drift, "%.1e"));
  add_condition(group, "Condition of the mass matrix", summary.motion.mass);
  add_condition(group, "Condition of the constraints", summary.motion.constraints);
  return group;
}

Group file_facts(const RunSummary& summary) {
  Group group("Files");
  for (const std::filesystem::path& file : summary.files) {
    const std::string name = file.filename().string();
    const std::string what = name == "summary.json"           ? "these numbers, for programs"
                             : name.starts_with("trajectory") ? "the motion, row by row"
                             : file.extension() == ".svg"     ? "a plot"
                                                              : "";
    group.add(name, what);
  }
  return group;
}

Json warning(const std::string& text) {
  Json json{{"text", text}};
  if (const std::optional<double> time = time_in(text)) json["time"] = *time;
  return json;
}

Json warnings_of(const Description& model, const RunSummary* summary) {
  Json list = Json::array();
  const auto add = [&](const Warning& w) {
    list.push_back(warning((w.at.line > 0 ? "line " + std::to_string(w.at.line) + ": " : "") + w.message));
  };
  std::ranges::for_each(model.warnings, add);
  if (summary == nullptr) return list;
  if (!summary->start_changes.empty()) add(warning_of(summary->start_changes));
  if (!summary->trouble.empty()) list.push_back({{"text", summary->trouble}, {"time", summary->result.time}});
  for (const std::string& text : summary->warnings) list.push_back(warning(text));
  return list;
}

}  // namespace

Json report_facts(Workbench& workbench, const RunSummary* summary) {
  const GraphScope scope(*workbench.model().graph);
  std::vector<Group> groups{model_facts(workbench), parameter_facts(workbench.model())};
  if (summary != nullptr)
    groups.insert(groups.end(), {method_facts(*summary), accuracy_facts(*summary), file_facts(*summary)});
  Json json{{"groups", Json::array()}};
  for (const Group& group : groups)
    if (!group.empty()) json["groups"].push_back(group.json());
  json["warnings"] = warnings_of(workbench.model(), summary);
  json["events"] = Json::array();
  if (summary != nullptr)
    for (const RunEvent& event : summary->happenings)
      json["events"].push_back({{"time", event.time}, {"what", event.what}, {"energy", event.energy}});
  return json;
}

}  // namespace alembert
