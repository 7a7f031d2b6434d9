#include "alembert/workbench/tables/unit_words.h"

#include <algorithm>

#include "alembert/model/geometric_row_words.h"

namespace alembert {
namespace {

std::string of_measure(const Mechanism& model, const Measure& measure) {
  const auto i = static_cast<std::size_t>(measure.index), k = static_cast<std::size_t>(measure.component);
  using Kind = Measure::Kind;
  switch (measure.kind) {
    case Kind::point: return rate_unit("m", measure.order);
    case Kind::angle: return rate_unit("rad", measure.order);
    case Kind::quaternion: return {};
    case Kind::angular_velocity: return rate_unit("rad/s", measure.order);
    case Kind::kinetic:
    case Kind::potential: return "J";
    case Kind::spring_length: return rate_unit("m", measure.order);
    case Kind::joint_effort: return effort_unit(words(model, model.joints[i]).speeds[k].unit);
    case Kind::closing_coordinate: return rate_unit(words(model, model.joints[i]).coordinates[k].unit, measure.order);
    case Kind::closing_speed: return rate_unit(words(model, model.joints[i]).speeds[k].unit, measure.order);
    case Kind::spring_force:
    case Kind::joint_force:
    case Kind::constraint_force: return "N";
    case Kind::joint_moment: return "N m";
    case Kind::multiplier: return std::holds_alternative<Constraint>(model.constraints[i]) ? "" : "N";
  }
  return {};
}

}  // namespace

UnitWords::UnitWords(const Workbench& workbench)
    : mechanism_(workbench.mechanism()), graph_(workbench.model().graph.get()) {
  words_["t"] = "s";
  for (const Workbench::Word& c : workbench.coordinates()) words_[c.name] = c.unit;
  if (mechanism_ == nullptr) return;
  for (const auto* list : {&mechanism_->dependent_coordinates, &mechanism_->speeds, &mechanism_->dependent_speeds})
    for (const MechanismCoordinate& c : *list)
      if (!c.name.ends_with('\'')) words_.try_emplace(c.name, c.unit);
  add_joints(*mechanism_);
  add_constraints(*mechanism_);
  add_bodies(*mechanism_);
}

void UnitWords::add_bodies(const Mechanism& model) {
  for (const Body& body : model.bodies) {
    for (const char* part : {".x", ".y", ".z"}) words_.try_emplace(body.name + part, "m");
    words_.try_emplace(body.name + ".angle", "rad");
    for (const char* part : {".wx", ".wy", ".wz"}) words_.try_emplace(body.name + part, "rad/s");
  }
}

void UnitWords::add_joints(const Mechanism& model) {
  for (const Joint& joint : model.joints) {
    for (const char* row : {".tx", ".ty", ".tz"}) words_.try_emplace(joint.name + row, "m");
    for (const char* row : {".rx", ".ry", ".rz"}) words_.try_emplace(joint.name + row, "rad");
    for (const char* part : {".fx", ".fy", ".fz", ".f1", ".f2", ".f3"}) words_.try_emplace(joint.name + part, "N");
    for (const char* part : {".m", ".mx", ".my", ".mz", ".m1", ".m2", ".m3"})
      words_.try_emplace(joint.name + part, "N m");
    for (const JointWord& speed : words(model, joint).speeds)
      words_.try_emplace(coordinate_name(joint.name, speed) + ".effort", effort_unit(speed.unit));
  }
}

void UnitWords::add_constraints(const Mechanism& model) {
  for (const MechanismConstraint& constraint : model.constraints) {
    const std::string& name = name_of(constraint);
    for (const RowWord& row : geometric_row_words(constraint, model.planar))
      words_.try_emplace(name + (row.suffix.empty() ? "" : "." + row.suffix), "m");
    if (std::holds_alternative<Constraint>(constraint)) continue;
    for (const char* part : {".force", ".fx", ".fy", ".fz"}) words_.try_emplace(name + part, "N");
  }
}

std::string UnitWords::operator()(std::string_view name) const {
  constexpr std::string_view multiplier = "lambda[";
  if (name.starts_with('-')) name.remove_prefix(1);
  if (name.starts_with(multiplier) && name.ends_with(']'))
    return effort_unit((*this)(name.substr(multiplier.size(), name.size() - multiplier.size() - 1)));
  const std::string_view base = name.substr(0, name.find_last_not_of('\'') + 1);
  const auto found = words_.find(base);
  return found == words_.end() ? "" : rate_unit(found->second, static_cast<int>(name.size() - base.size()));
}

std::string UnitWords::of(const Output& output) const {
  const GraphScope scope(*graph_);
  const Expr formula = output.value.formula;
  if (!formula.is_symbol()) return {};
  if (mechanism_ != nullptr)
    for (const Measure& measure : mechanism_->measures)
      if (identical(measure.symbol, formula)) return of_measure(*mechanism_, measure);
  if (formula.kind() != SymbolKind::coordinate && formula.kind() != SymbolKind::time) return {};
  return (*this)(formula.name() + std::string(static_cast<std::size_t>(formula.order()), '\''));
}

std::string UnitWords::of_row(const Evaluation& e, std::size_t row) const {
  return rate_unit((*this)(e.rows[row]), row < e.holonomic ? 0 : 1);
}

std::string UnitWords::of_constraints(std::span<const std::string> rows) const {
  if (rows.empty()) return {};
  const std::string first = (*this)(rows[0]);
  return std::ranges::all_of(rows, [&](const std::string& row) { return (*this)(row) == first; }) ? first : "";
}

}  // namespace alembert
