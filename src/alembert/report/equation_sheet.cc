#include "alembert/report/equation_sheet.h"

#include <array>

#include "alembert/io/tables/json.h"

namespace alembert {
namespace {

struct FormWords {
  const char *form, *title, *about;
};

constexpr std::array<FormWords, 13> all_forms{{
    {"lagrange", "Lagrange", "Euler-Lagrange's equations of T - V in the coordinates: M q″ + C q′ + g + Aᵀλ = Q."},
    {"newton-euler", "Newton-Euler",
     "Every body by itself: Newton's and Euler's equations with the reactions of the joints as unknowns."},
    {"dalembert", "D'Alembert",
     "Effective equal applied forces and moments, the moments about points of choice, in independent accelerations."},
    {"variational", "Virtual work",
     "Virtual work with Lagrange multipliers, bodies described by frames anywhere on them."},
    {"augmented-reactions", "Augmented, with reactions",
     "Accelerations of all bodies with the reactions, the dependent accelerations written out."},
    {"augmented", "Augmented",
     "Accelerations of all coordinates with the multipliers of the constraints: one symmetric, sparse system."},
    {"eliminated", "Dependent accelerations eliminated",
     "The independent accelerations with the multipliers, the dependent accelerations put in."},
    {"embedded", "Embedded",
     "As many equations as degrees of freedom: Bᵀ M B aᵢ = Bᵀ (Qₑ − M γ), without any constraint force."},
    {"amalgamated", "Amalgamated",
     "Accelerations, constraint forces and independent accelerations in one sparse system."},
    {"separate", "Inverse dynamics, bodies apart",
     "The motion known: reactions and drives from the equilibrium of every body."},
    {"subsystem", "Inverse dynamics, subsystems",
     "The motion known: the equilibrium of everything beyond each joint, so that few reactions appear."},
    {"recursive", "Joint coordinates",
     "Accelerations of the joints of the spanning tree with the rows that close loops: M v′ + Aᵀλ = Q, "
     "A v′ = c."},
    {"state-space", "State space", "A first-order system x′ = f(x, u, t), as integrators and controllers take it."},
}};

Json json_of(const SheetTerm& term) { return {{"latex", term.latex}, {"text", term.text}, {"of", term.of}}; }

Json json_of(const std::vector<SheetTerm>& terms) {
  Json list = Json::array();
  for (const SheetTerm& term : terms) list.push_back(json_of(term));
  return list;
}

Json json_of(const SheetMatrix& m) {
  Json entries = Json::array();
  for (const SheetMatrix::Entry& e : m.entries) {
    Json entry{{"row", e.row}, {"column", e.column}};
    if (e.term) entry["term"] = json_of(*e.term);
    entries.push_back(std::move(entry));
  }
  return {{"kind", "matrix"},
          {"latex", m.latex},
          {"name", m.name},
          {"meaning", m.meaning},
          {"rows", m.rows},
          {"columns", m.columns},
          {"row_names", m.row_names},
          {"column_names", m.column_names},
          {"row_lines", m.row_lines},
          {"column_lines", m.column_lines},
          {"entries", std::move(entries)}};
}

Json json_of(const SheetEquation& e) {
  return {{"kind", "equation"}, {"name", e.name}, {"left", json_of(e.left)}, {"right", json_of(e.right)}};
}

Json json_of(const SheetDefinition& d) {
  return {{"kind", "definition"}, {"latex", d.latex}, {"name", d.name}, {"value", json_of(d.value)}};
}

Json json_of(const SheetForm& f) {
  Json json{{"form", f.form}, {"title", f.title}, {"about", f.about}, {"used", f.used}};
  if (!f.why_not.empty()) json["why_not"] = f.why_not;
  json["operations"] = f.operations;
  json["items"] = Json::array();
  for (const SheetItem& item : f.items)
    json["items"].push_back(std::visit([](const auto& some) { return json_of(some); }, item));
  json["notes"] = f.notes;
  return json;
}

}  // namespace

std::vector<SheetForm> forms_by_name() {
  std::vector<SheetForm> forms;
  for (const FormWords& w : all_forms) {
    SheetForm& form = forms.emplace_back();
    form.form = w.form;
    form.title = w.title;
    form.about = w.about;
  }
  return forms;
}

Json to_json(const EquationSheet& sheet) {
  Json json{{"coordinates", sheet.coordinates}, {"bodies", sheet.bodies}, {"forms", Json::array()}};
  for (const SheetForm& form : sheet.forms) json["forms"].push_back(json_of(form));
  return json;
}

}  // namespace alembert
