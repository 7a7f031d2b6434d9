#include "alembert/io/mechanism/mechanism_names.h"

#include <algorithm>

#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr std::size_t most_suggestions = 2000;

void add_name(std::unordered_map<std::string, int>& names, const std::string& name, int index, const char* what,
              const Source& at) {
  if (names.try_emplace(name, index).second) return;
  throw Error(Error::Code::duplicate_name, std::string("two ") + what + " are named " + shown(name), at,
              "give one of them another name");
}

std::optional<int> find_in(const std::unordered_map<std::string, int>& names, const std::string& name) {
  const auto it = names.find(name);
  if (it == names.end()) return {};
  return it->second;
}

/// Names that start with the prefix, without it.
std::vector<std::string> local_names(const std::unordered_map<std::string, int>& names, const std::string& prefix) {
  std::vector<std::string> result;
  for (const auto& [name, index] : names) {
    if (!name.starts_with(prefix)) continue;
    result.push_back(name.substr(prefix.size()));
    if (result.size() == most_suggestions) break;
  }
  std::ranges::sort(result);
  return result;
}

}  // namespace

MechanismNames::MechanismNames(const Mechanism& model) : model_(model) {
  kinetic = {{of_measure({.kind = Measure::Kind::kinetic, .word = "T", .p = {}, .symbol = {}}, 0).formula}, 1};
  potential = {{of_measure({.kind = Measure::Kind::potential, .word = "V", .p = {}, .symbol = {}}, 0).formula}, 0};
}

void MechanismNames::add_body(const std::string& name, int index, const Source& at) {
  add_name(bodies_, name, index, "bodies", at);
}
void MechanismNames::add_joint(const std::string& name, int index) { joints_.emplace(name, index); }
void MechanismNames::add_force(const std::string& name, std::optional<int> spring, const Source& at) {
  add_name(forces_, name, spring.value_or(-1), "forces", at);
}
void MechanismNames::add_constraint(const std::string& name, int index, const Source& at) {
  add_name(constraints_, name, index, "constraints", at);
}

std::optional<int> MechanismNames::find_body(std::string_view name) const {
  if (name == "ground") return ground;
  const std::string full = prefix + std::string(name);
  if (const std::optional<int> body = find_in(bodies_, full)) return body;
  constexpr std::string_view before_first = "[-1]";
  if (full.ends_with(before_first) && numbered_bodies_.contains(full.substr(0, full.size() - before_first.size())))
    return ground;
  return {};
}

std::optional<int> MechanismNames::find_joint(std::string_view name) const {
  return find_in(joints_, prefix + std::string(name));
}

std::optional<int> MechanismNames::find_spring(std::string_view name) const {
  const std::optional<int> spring = find_in(forces_, prefix + std::string(name));
  return spring && *spring >= 0 ? spring : std::nullopt;
}

std::optional<int> MechanismNames::find_constraint(std::string_view name) const {
  return find_in(constraints_, prefix + std::string(name));
}

std::optional<PointOn> MechanismNames::point_of(std::string_view name, std::string_view word) const {
  const std::optional<int> index = find_body(name);
  if (!index) return {};
  const Body& body = model_.bodies[static_cast<std::size_t>(*index)];
  if (word == "origin") return PointOn{*index, {}};
  if (word == "center") return PointOn{*index, body.center};
  if (const auto it = std::ranges::find(body.points, word, &NamedPoint::name); it != body.points.end())
    return PointOn{*index, it->p};
  if (const auto it = std::ranges::find(body.frames, word, &NamedFrame::name); it != body.frames.end())
    return PointOn{*index, it->p};
  if (name.ends_with("[-1]") && *index == ground && word.find('.') == std::string_view::npos)
    return PointOn{*index, {}};
  return {};
}

std::optional<PointOn> MechanismNames::find_point(std::string_view name) const {
  for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0; dot = name.rfind('.', dot - 1))
    if (std::optional<PointOn> point = point_of(name.substr(0, dot), name.substr(dot + 1))) return point;
  return {};
}

std::vector<std::string> MechanismNames::body_names() const {
  std::vector<std::string> names = local_names(bodies_, prefix);
  names.emplace_back("ground");
  return names;
}

std::vector<std::string> MechanismNames::joint_names() const { return local_names(joints_, prefix); }

std::vector<std::string> point_names(const Body& body) {
  std::vector<std::string> names{"origin", "center"};
  for (const NamedPoint& point : body.points) names.push_back(point.name);
  for (const NamedFrame& frame : body.frames) names.push_back(frame.name);
  return names;
}

std::vector<std::string> MechanismNames::known() const {
  std::vector<std::string> result;
  const auto add = [&](const std::string& word) {
    if (result.size() < most_suggestions && word.starts_with(prefix)) result.push_back(word.substr(prefix.size()));
  };
  for (const auto* list : {&model_.coordinates, &model_.dependent_coordinates})
    for (const MechanismCoordinate& c : *list) add(c.name);
  for (const Body& body : model_.bodies) {
    if (result.size() >= most_suggestions) break;
    for (const NamedPoint& point : body.points) add(body.name + "." + point.name + ".x");
    add(body.name + ".center.x");
    if (model_.planar) add(body.name + ".angle");
  }
  return result;
}

}  // namespace alembert
