#include "alembert/model/motion_formulas.h"

#include <unordered_map>

#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

bool is_of_closing_joint(const Measure& measure) {
  return measure.kind == Measure::Kind::closing_coordinate || measure.kind == Measure::Kind::closing_speed;
}

/// What joints that close loops have instead of coordinates and speeds of the tree, by name.
std::unordered_map<std::string, Measure> dependent_measures(const Mechanism& model) {
  std::unordered_map<std::string, Measure> result;
  const auto add = [&](Measure::Kind kind, const MechanismCoordinate& c) {
    result.emplace(c.name, Measure{kind, c.name, 0, c.joint, c.within, {}, {}});
  };
  for (const MechanismCoordinate& c : model.dependent_coordinates) add(Measure::Kind::closing_coordinate, c);
  for (const MechanismCoordinate& c : model.dependent_speeds)
    if (words(model, model.joints[static_cast<std::size_t>(c.joint)]).quaternion) add(Measure::Kind::closing_speed, c);
  return result;
}

}  // namespace

std::vector<Expr> motion_formulas(const Mechanism& model) {
  std::vector<Expr> all;
  each_motion_formula(model, [&](Expr formula) { all.push_back(formula); });
  return all;
}

std::vector<Expr> motion_symbols(const Mechanism& model) {
  std::vector<Expr> symbols;
  const std::vector<Expr> formulas = motion_formulas(model);
  for (const Expr e : Walk(formulas))
    if (e.is_symbol() && e.kind() == SymbolKind::coordinate) symbols.push_back(e);
  return symbols;
}

void measure_closing_joints(Mechanism& model) {
  std::erase_if(model.measures, is_of_closing_joint);
  const std::unordered_map<std::string, Measure> dependent = dependent_measures(model);
  for (const Expr symbol : motion_symbols(model)) {
    const auto it = dependent.find(symbol.name());
    if (it == dependent.end()) continue;
    Measure measure = it->second;
    measure.order = symbol.order();
    measure.symbol = symbol;
    model.measures.push_back(std::move(measure));
  }
}

}  // namespace alembert
