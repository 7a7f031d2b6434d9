#include "alembert/workbench/answers/branch_output.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>

#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/report/start_changes_json.h"

namespace alembert {
namespace {

std::vector<std::string> dependent_names(const Workbench& workbench) {
  std::vector<std::string> names;
  if (workbench.mechanism() != nullptr)
    for (const MechanismCoordinate& c : workbench.mechanism()->dependent_coordinates) names.push_back(c.name);
  return names;
}

/// A line of the table: coordinates of the tree, then those of closing joints. Angles in degrees where the file has
/// such.
struct Line {
  std::string name, unit;
  double per_unit = 1.0;  ///< of what is shown
};

std::vector<Line> lines_of(const Workbench& workbench) {
  std::vector<Line> lines;
  const auto add = [&](const std::string& name, std::string_view unit) {
    const bool turned = unit == "rad" && workbench.model().degrees;
    lines.push_back({name, turned ? "deg" : std::string(unit), turned ? 180.0 / std::numbers::pi : 1.0});
  };
  for (const Workbench::Word& word : workbench.coordinates()) add(word.name, word.unit);
  if (workbench.mechanism() != nullptr)
    for (const MechanismCoordinate& c : workbench.mechanism()->dependent_coordinates) add(c.name, c.unit);
  return lines;
}

bool is_held(const Branches& branches, const std::string& name) {
  return std::ranges::any_of(branches.held, [&](const auto& held) { return held.first == name; });
}

/// More branches than fit beside each other follow below.
constexpr std::size_t columns_at_once = 6;
/// Longer tables are for machines: --json has them.
constexpr std::size_t most_lines = 60, most_branches_in_text = 24;

std::string padded(std::string text, std::size_t width) {
  if (text.size() < width) text.insert(text.begin(), width - text.size(), ' ');
  return text;
}

std::string number(double x) {
  constexpr double nothing = 1e-12;  // what rounding leaves of a zero
  char text[32];
  std::snprintf(text, sizeof text, "%.8g", std::abs(x) < nothing ? 0.0 : x);
  return text;
}

/// The branches first ... end - 1 beside each other.
std::string block(const Branches& branches, const std::vector<Line>& lines, std::size_t first, std::size_t end) {
  std::vector<std::string> labels;
  std::size_t width = 10;
  for (const Line& line : lines) {
    labels.push_back("  " + line.name + (line.unit.empty() ? "" : " [" + line.unit + "]") +
                     (is_held(branches, line.name) ? " *" : ""));
    width = std::max(width, labels.back().size());
  }
  const auto label = [&](const std::string& text) { return text + std::string(width - text.size(), ' '); };
  std::string text = label("branch");
  for (std::size_t b = first; b < end; ++b) text += padded(std::to_string(b + 1), 15);
  text += "\n";
  for (std::size_t i = 0; i < lines.size() && i < most_lines; ++i) {
    text += label(labels[i]);
    for (std::size_t b = first; b < end; ++b) {
      const Branch& branch = branches.list[b];
      const double value = i < branch.q.size() ? branch.q[i] : branch.dependent[i - branch.q.size()];
      text += padded(number(lines[i].per_unit * value), 15);
    }
    text += "\n";
  }
  if (lines.size() > most_lines) text += "  and " + std::to_string(lines.size() - most_lines) + " more: see --json\n";
  text += label("starts");
  for (std::size_t b = first; b < end; ++b) text += padded(std::to_string(branches.list[b].hits), 15);
  return text + "\n";
}

}  // namespace

std::string branches_json(const Workbench& workbench, const Branches& branches,
                          const std::vector<StartChange>& start_changes) {
  const std::vector<std::string> dependent = dependent_names(workbench);
  Json json;
  json["held"] = Json::object();
  for (const auto& [name, value] : branches.held) json["held"][name] = value;
  json["branches"] = Json::array();
  for (std::size_t b = 0; b < branches.list.size(); ++b) {
    const Branch& branch = branches.list[b];
    Json entry;
    entry["number"] = b + 1;
    entry["q"] = Json::object();
    for (std::size_t i = 0; i < branch.q.size(); ++i) entry["q"][workbench.coordinates()[i].name] = branch.q[i];
    entry["dependent"] = Json::object();
    for (std::size_t i = 0; i < branch.dependent.size(); ++i) entry["dependent"][dependent[i]] = branch.dependent[i];
    entry["hits"] = branch.hits;
    entry["singular"] = branch.singular;
    json["branches"].push_back(std::move(entry));
  }
  json["starts"] = branches.starts;
  json["complete"] = branches.complete;
  json["note"] = branches.note;
  json["start_changes"] = start_changes_json(start_changes);
  return to_text(json);
}

std::string branches_text(const Workbench& workbench, const Branches& branches) {
  const std::vector<Line> lines = lines_of(workbench);
  std::string text = workbench.model().name.empty() ? "" : workbench.model().name + "\n";
  const std::size_t all = branches.list.size(), count = std::min(all, most_branches_in_text);
  for (std::size_t first = 0; first < count; first += columns_at_once)
    text += block(branches, lines, first, std::min(first + columns_at_once, count));
  if (all > count) text += "and " + std::to_string(all - count) + " more branches: see --json\n";
  if (!branches.held.empty()) text += "* held\n";
  for (std::size_t b = 0; b < count; ++b)
    if (branches.list[b].singular)
      text += "Branch " + std::to_string(b + 1) + " is at a dead centre: branches meet there.\n";
  return text + branches.note + "\n";
}

}  // namespace alembert
