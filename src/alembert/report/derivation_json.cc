#include "alembert/io/json.h"
#include "alembert/report/derivation_report.h"
#include "alembert/report/equation_sides.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

std::vector<std::string> texts(const std::vector<Expr>& list) {
  std::vector<std::string> result;
  for (const Expr e : list) result.push_back(to_text(e));
  return result;
}

Json field_json(const ForceField& field) {
  Json json;
  switch (field.verdict) {
    case ForceField::Verdict::conservative: json["conservative"] = true; break;
    case ForceField::Verdict::undecided: json["conservative"] = nullptr; break;
    default: json["conservative"] = false;
  }
  json["potential"] = field.potential ? Json(to_text(*field.potential)) : Json(nullptr);
  json["note"] = field.note;
  return json;
}

/// Rows of constraints and their multipliers.
void add_constraints(Json& json, const Derivation& d) {
  const ConstraintFormulas& rows = d.equations.rows;
  json["rows"] = rows.names;
  json["phi"] = texts(rows.phi);
  json["A"] = json_matrix<std::string>(texts(rows.A), rows.n);
  json["b"] = texts(rows.b);
  json["c"] = texts(rows.c);
  json["lambda"] = d.multipliers.why_not.empty() ? Json(texts(d.multipliers.values)) : Json(nullptr);
  json["lambda_on_constraints"] = d.multipliers.why_not.empty() ? Json(texts(d.multipliers.on_rows)) : Json(nullptr);
  if (!d.multipliers.why_not.empty()) json["lambda_note"] = d.multipliers.why_not;
}

}  // namespace

std::string derivation_json(const Lagrangian& model, const Derivation& d) {
  const GraphScope scope(*model.graph);
  const LagrangeEquations& eq = d.equations;
  Json json;
  json["form"] = "lagrange";
  json["name"] = d.name;
  json["coordinates"] = d.coordinates;
  json["operations"] = {{"before", d.operations_before}, {"after", d.operations_after}};
  json["T"] = to_text(eq.kinetic);
  json["V"] = to_text(eq.potential);
  json["M"] = json_matrix<std::string>(texts(eq.M), eq.n);
  json["christoffel"] = Json::array();
  for (const auto& gamma : eq.christoffel)
    json["christoffel"].push_back({{"i", d.coordinates[gamma.i]},
                                   {"j", d.coordinates[gamma.j]},
                                   {"k", d.coordinates[gamma.k]},
                                   {"value", to_text(gamma.value)}});
  json["C"] = json_matrix<std::string>(texts(eq.C), eq.n);
  json["g"] = texts(eq.g);
  json["remaining"] = texts(eq.remaining);
  json["effort"] = texts(eq.effort);
  json["applied"] = texts(eq.applied);
  if (eq.rows.size() > 0) add_constraints(json, d);
  json["equations"] = Json::array();
  const auto print = [](const EquationTerm& t) { return to_text(t.factor * t.unknown); };
  for (std::size_t i = 0; i < eq.n; ++i) {
    const EquationSides sides = equation_sides(d, i);
    json["equations"].push_back(join_terms(sides.left, print) + " = " + join_terms(sides.right, print));
  }
  json["named"] = Json::array();
  for (const auto& [name, part] : d.named) json["named"].push_back({{"name", name}, {"value", to_text(part)}});
  if (d.has_force) json["force_field"] = field_json(d.field);
  return to_text(json);
}

}  // namespace alembert
