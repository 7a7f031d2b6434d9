#include "alembert/analysis/derivation/lagrange_form.h"

#include "alembert/analysis/derivation/form_point.h"
#include "alembert/forms/classical/form_parts.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

Dense<Expr> dense(int rows, int cols, const std::vector<Expr>& entries) {
  Dense<Expr> m(rows, cols);
  m.a = entries;
  return m;
}

std::vector<Expr> sums(const std::vector<Expr>& a, const std::vector<Expr>& b) {
  std::vector<Expr> result;
  result.reserve(a.size());
  for (std::size_t i = 0; i < a.size(); ++i) result.push_back(a[i] + b[i]);
  return result;
}

void name_blocks(FormBuilder<Expr>& builder, const Derivation& d, const std::vector<Expr>& bias,
                 const std::vector<Expr>& force) {
  const LagrangeEquations& eq = d.equations;
  const int n = static_cast<int>(eq.n), m = static_cast<int>(eq.rows.size());
  const std::vector<std::string>&q = d.coordinates, &rows = eq.rows.names;
  builder.name("M", "mass matrix", dense(n, n, eq.M), q, q);
  builder.name("C", "Coriolis and centrifugal terms", dense(n, n, eq.C), q, q);
  builder.name(
      "g",
      eq.springs_apart ? "slopes of the potential of weights; forces of springs are in Q" : "slopes of the potential",
      column(eq.g), q);
  if (any_nonzero(eq.remaining))
    builder.name("r", "terms of explicit time and of gyroscopic potentials", column(eq.remaining), q);
  builder.name("bias", eq.quasi ? "C v + g" : any_nonzero(eq.remaining) ? "C q' + g + r" : "C q' + g", column(bias), q);
  builder.name("Q", "generalized forces", column(force), q);
  if (m == 0) return;
  builder.name("A", "constraint Jacobian", dense(m, n, eq.rows.A), rows, q);
  builder.name("b", eq.quasi ? "constraint rows: A v = b" : "constraint rows: A q' = b", column(eq.rows.b), rows);
  builder.name("c", eq.quasi ? "constraint rows: A v' = c" : "constraint rows: A q'' = c", column(eq.rows.c), rows);
}

}  // namespace

FormSystem<Expr> lagrange_form(const Derivation& d) {
  const LagrangeEquations& eq = d.equations;
  const int n = static_cast<int>(eq.n), m = static_cast<int>(eq.rows.size());
  const std::vector<Expr> bias = sums(sums(d.coriolis, eq.g), eq.remaining), force = sums(eq.effort, eq.applied);
  std::vector<Expr> inertia, right;
  std::vector<std::string> accelerations, multipliers;
  for (std::size_t i = 0; i < eq.n; ++i) {
    inertia.push_back(eq.mass(i, i));
    right.push_back(force[i] - bias[i]);
    accelerations.push_back(to_text(eq.a[i]));
  }
  for (const std::string& row : eq.rows.names) multipliers.push_back("lambda[" + row + "]");

  FormBuilder<Expr> builder("lagrange");
  builder.unknowns(accelerations, inertia);
  builder.unknowns(multipliers);
  builder.equations(equations_named("motion of", d.coordinates), right, inertia);
  builder.equations(equations_named("row", eq.rows.names), eq.rows.c);
  name_blocks(builder, d, bias, force);
  const Dense<Expr> A = dense(m, n, eq.rows.A);
  builder.put("M", 0, 0, dense(n, n, eq.M));
  builder.put("A^T", 0, n, transposed(A));
  builder.put("A", n, 0, A);
  return builder.finish();
}

FormValues lagrange_values(const MechanismSetup& setup, const Derivation& d, const Point& at) {
  const GraphScope scope(*setup.model.graph);
  return form_values(lagrange_form(d), mechanism_values(setup, at));
}

FormValues lagrange_values(const Lagrangian& model, const Derivation& d, const Point& at) {
  const GraphScope scope(*model.graph);
  return form_values(lagrange_form(d), energy_values(model, d.equations, at));
}

}  // namespace alembert
