#include "alembert/report/constant_derivation_report.h"

#include "alembert/io/tables/json.h"
#include "alembert/report/equation_sides.h"
#include "alembert/report/latex_parts.h"
#include "alembert/report/named_values.h"

namespace alembert {
namespace {

using std::size_t;

std::string text_of(const ConstantEntry& entry) {
  std::vector<EquationTerm> terms;
  for (const Expr e : entry.terms) terms.push_back({e});
  return join_terms(terms, [](const EquationTerm& t) { return to_text(t.factor); });
}

std::string latex_of(const ConstantEntry& entry) {
  std::vector<EquationTerm> terms;
  for (const Expr e : entry.terms) terms.push_back({e});
  return join_terms(terms, [](const EquationTerm& t) { return to_latex(t.factor); });
}

using Printer = std::string (*)(const std::string&, Expr, double);

/// Lines for the constants of M or g.
std::string table(const std::vector<NamedConstant>& constants, const std::vector<double>& values, Printer print) {
  std::string text;
  for (size_t k = 0; k < constants.size(); ++k) text += print(constants[k].name, constants[k].formula, values[k]);
  return text;
}

std::string formula_lines(const std::string& name, const std::vector<Expr>& entries,
                          const std::vector<std::string>& names) {
  std::string text;
  for (size_t i = 0; i < entries.size(); ++i) text += name + "[" + names[i] + "] = " + to_text(entries[i]) + "\n";
  return text;
}

std::vector<Expr> forces(const ConstantDerivation& d) {
  std::vector<Expr> list;
  for (size_t i = 0; i < d.constants.n; ++i) list.push_back(d.effort[i] + d.applied[i]);
  return list;
}

/// The rows of the constraints: what is zero, A by its entries that are not zero, b and c.
std::string rows_text(const ConstantDerivation& d) {
  const ConstraintFormulas& rows = d.rows;
  if (rows.size() == 0) return {};
  std::string text = "\nConstraints, A q' = b and A q'' = c:\n" + formula_lines("phi", rows.phi, rows.names);
  for (size_t r = 0; r < rows.size(); ++r)
    for (size_t j = 0; j < rows.n; ++j)
      if (const Expr a = rows.jacobian(r, j); !a.is_zero())
        text += "A[" + rows.names[r] + "," + d.coordinates[j] + "] = " + to_text(a) + "\n";
  if (any_nonzero(rows.b)) text += formula_lines("b", rows.b, rows.names);
  return text + formula_lines("c", rows.c, rows.names);
}

}  // namespace

std::string constant_derivation_text(Graph& graph, const ConstantDerivation& d) {
  const GraphScope scope(graph);
  const std::vector<std::string>& q = d.coordinates;
  const TrigConstants& c = d.constants;
  std::string text = d.name.empty() ? "" : d.name + "\n";
  text += "Lagrange's equations with named constants, M q'' + C q' + g" +
          std::string(any_nonzero(d.remaining) ? " + r" : "") + (d.rows.size() > 0 ? " + A^T lambda" : "") +
          " = Q with C[i,j] = sum of Gamma[i,j,k] q[k]'\n\nM is symmetric:\n";
  for (size_t i = 0; i < c.n; ++i)
    for (size_t j = i; j < c.n; ++j)
      if (const ConstantEntry& entry = c.M[i * c.n + j]; !entry.terms.empty())
        text += "M[" + q[i] + "," + q[j] + "] = " + text_of(entry) + "\n";
  text += table(c.of_mass, d.mass_values, named_value_text) + "\n";
  for (size_t i = 0; i < c.n; ++i) text += "g[" + q[i] + "] = " + text_of(c.g[i]) + "\n";
  text += table(c.of_gravity, d.gravity_values, named_value_text) + "\n";
  text += c.christoffel.empty() ? "All Christoffel symbols are zero.\n"
                                : "Christoffel symbols (first kind) that are not zero:\n";
  for (const TrigConstants::Christoffel& gamma : c.christoffel) {
    text += "  Gamma[" + q[gamma.i] + "," + q[gamma.j] + "," + q[gamma.k] + "] = ";
    if (gamma.j != gamma.k) text += "Gamma[" + q[gamma.i] + "," + q[gamma.k] + "," + q[gamma.j] + "] = ";
    text += text_of(gamma.value) + "\n";
  }
  if (any_nonzero(d.remaining)) text += "\n" + formula_lines("r", d.remaining, q);
  if (const std::vector<Expr> Q = forces(d); any_nonzero(Q))
    text += "\nGeneralized forces:\n" + formula_lines("Q", Q, q);
  return text + rows_text(d);
}

std::string constant_derivation_latex(Graph& graph, const ConstantDerivation& d) {
  const GraphScope scope(graph);
  const std::vector<std::string>& q = d.coordinates;
  const TrigConstants& c = d.constants;
  std::string text;
  for (size_t i = 0; i < c.n; ++i)
    for (size_t j = i; j < c.n; ++j)
      if (const ConstantEntry& entry = c.M[i * c.n + j]; !entry.terms.empty())
        text += display_latex("M" + subscript_latex({q[i], q[j]}) + " = " + latex_of(entry));
  text += table(c.of_mass, d.mass_values, named_value_latex);
  for (size_t i = 0; i < c.n; ++i) text += display_latex("g" + subscript_latex({q[i]}) + " = " + latex_of(c.g[i]));
  text += table(c.of_gravity, d.gravity_values, named_value_latex);
  for (const TrigConstants::Christoffel& gamma : c.christoffel) {
    std::string line = "\\Gamma" + subscript_latex({q[gamma.i], q[gamma.j], q[gamma.k]}) + " = ";
    if (gamma.j != gamma.k) line += "\\Gamma" + subscript_latex({q[gamma.i], q[gamma.k], q[gamma.j]}) + " = ";
    text += display_latex(line + latex_of(gamma.value));
  }
  const auto vector = [&](const std::string& name, const std::vector<Expr>& list) {
    if (!any_nonzero(list)) return;
    for (size_t i = 0; i < c.n; ++i) text += display_latex(name + subscript_latex({q[i]}) + " = " + to_latex(list[i]));
  };
  vector("r", d.remaining);
  vector("Q", forces(d));
  const ConstraintFormulas& rows = d.rows;
  for (size_t r = 0; r < rows.holonomic(); ++r) text += display_latex(to_latex(rows.phi[r]) + " = 0");
  for (size_t r = 0; r < rows.size(); ++r) {
    for (size_t j = 0; j < rows.n; ++j)
      if (const Expr a = rows.jacobian(r, j); !a.is_zero())
        text += display_latex("A" + subscript_latex({rows.names[r], q[j]}) + " = " + to_latex(a));
    if (!rows.b[r].is_zero())
      text += display_latex("b" + subscript_latex({rows.names[r]}) + " = " + to_latex(rows.b[r]));
    text += display_latex("c" + subscript_latex({rows.names[r]}) + " = " + to_latex(rows.c[r]));
  }
  return text;
}

std::string constant_derivation_json(Graph& graph, const ConstantDerivation& d) {
  const GraphScope scope(graph);
  const TrigConstants& c = d.constants;
  Json json;
  json["form"] = "lagrange";
  json["name"] = d.name;
  json["coordinates"] = d.coordinates;
  json["constants"] = Json::array();
  const auto add_constants = [&](const std::vector<NamedConstant>& list, const std::vector<double>& values) {
    for (size_t k = 0; k < list.size(); ++k)
      json["constants"].push_back(
          {{"name", list[k].name}, {"formula", to_text(list[k].formula)}, {"value", values[k]}});
  };
  add_constants(c.of_mass, d.mass_values);
  add_constants(c.of_gravity, d.gravity_values);
  const auto entries = [](const std::vector<ConstantEntry>& list) {
    std::vector<std::string> result;
    for (const ConstantEntry& e : list) result.push_back(text_of(e));
    return result;
  };
  json["M"] = json_matrix<std::string>(entries(c.M), c.n);
  json["christoffel"] = Json::array();
  for (const TrigConstants::Christoffel& gamma : c.christoffel)
    json["christoffel"].push_back({{"i", d.coordinates[gamma.i]},
                                   {"j", d.coordinates[gamma.j]},
                                   {"k", d.coordinates[gamma.k]},
                                   {"value", text_of(gamma.value)}});
  json["C"] = json_matrix<std::string>(to_texts(d.coriolis_matrix()), c.n);
  json["g"] = entries(c.g);
  json["remaining"] = to_texts(d.remaining);
  json["effort"] = to_texts(d.effort);
  json["applied"] = to_texts(d.applied);
  if (d.rows.size() == 0) return to_text(json);
  json["rows"] = d.rows.names;
  json["phi"] = to_texts(d.rows.phi);
  json["A"] = json_matrix<std::string>(to_texts(d.rows.A), d.rows.n);
  json["b"] = to_texts(d.rows.b);
  json["c"] = to_texts(d.rows.c);
  return to_text(json);
}

}  // namespace alembert
