#include "alembert/analysis/derivation/lagrange_form.h"
#include "alembert/io/tables/json.h"
#include "alembert/report/block_parts.h"
#include "alembert/report/derivation_report.h"
#include "alembert/report/equation_sides.h"
#include "alembert/report/start_changes_json.h"

namespace alembert {
namespace {

Json field_json(const ForceField& field, const FormulaWriter& writer) {
  Json json;
  switch (field.verdict) {
    case ForceField::Verdict::conservative: json["conservative"] = true; break;
    case ForceField::Verdict::piecewise:
    case ForceField::Verdict::undecided: json["conservative"] = nullptr; break;
    default: json["conservative"] = false;
  }
  json["potential"] = field.potential ? Json(writer.text(*field.potential)) : Json(nullptr);
  json["note"] = field.note;
  return json;
}

/// Rows of constraints and their multipliers.
void add_constraints(Json& json, const Derivation& d, const FormulaWriter& writer) {
  const ConstraintFormulas& rows = d.equations.rows;
  json["rows"] = rows.names;
  json["phi"] = writer.texts(rows.phi);
  json["A"] = json_matrix<std::string>(writer.texts(rows.A), rows.n);
  json["b"] = writer.texts(rows.b);
  json["c"] = writer.texts(rows.c);
  json["lambda"] = d.multipliers.why_not.empty() ? Json(writer.texts(d.multipliers.values)) : Json(nullptr);
  json["lambda_on_constraints"] =
      d.multipliers.why_not.empty() ? Json(writer.texts(d.multipliers.on_rows)) : Json(nullptr);
  json["lambda_where_not_zero"] = writer.texts(d.multipliers.conditions);
  if (!d.multipliers.why_not.empty()) json["lambda_note"] = d.multipliers.why_not;
}

}  // namespace

std::string derivation_json(const Lagrangian& model, const Derivation& d, Writing writing, const FormValues* numbers) {
  const GraphScope scope(*model.graph);
  const FormulaWriter writer = derivation_writer(d, writing);
  const LagrangeEquations& eq = d.equations;
  Json json;
  json["form"] = "lagrange";
  json["name"] = d.name;
  json["coordinates"] = d.coordinates;
  json["operations"] = {{"before", d.operations_before}, {"after", d.operations_after}};
  if (writer.names_parts()) json["definitions"] = writer.definitions_json();
  json["T"] = writer.text(eq.kinetic);
  json["V"] = writer.text(eq.potential);
  json["M"] = json_matrix<std::string>(writer.texts(eq.M), eq.n);
  json["christoffel"] = Json::array();
  for (const auto& gamma : eq.christoffel)
    json["christoffel"].push_back({{"i", d.coordinates[gamma.i]},
                                   {"j", d.coordinates[gamma.j]},
                                   {"k", d.coordinates[gamma.k]},
                                   {"value", writer.text(gamma.value)}});
  json["C"] = json_matrix<std::string>(writer.texts(eq.C), eq.n);
  json["g"] = writer.texts(eq.g);
  json["remaining"] = writer.texts(eq.remaining);
  json["effort"] = writer.texts(eq.effort);
  json["applied"] = writer.texts(eq.applied);
  if (eq.rows.size() > 0) add_constraints(json, d, writer);
  json["equations"] = Json::array();
  const auto print = [&](const EquationTerm& t) { return writer.text(t.factor, t.unknown); };
  for (std::size_t i = 0; i < eq.n; ++i) {
    const EquationSides sides = equation_sides(d, i);
    json["equations"].push_back(join_terms(sides.left, print) + " = " + join_terms(sides.right, print));
  }
  json["named"] = Json::array();
  if (!writer.names_parts())
    for (const auto& [name, part] : d.named) json["named"].push_back({{"name", name}, {"value", writer.text(part)}});
  if (d.has_force) json["force_field"] = field_json(d.field, writer);
  const FormSystem<Expr> system = lagrange_form(d);
  json["blocks"] = blocks_json(system);
  if (numbers != nullptr) {
    json["numbers"] = numbers_json(system, *numbers);
    json["start_changes"] = start_changes_json(numbers->start_changes);
  }
  return to_text(json);
}

}  // namespace alembert
