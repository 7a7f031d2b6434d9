#include "alembert/forms/energies/lagrange.h"

#include <algorithm>
#include <array>

#include "alembert/core/error.h"
#include "alembert/core/progress.h"
#include "alembert/forms/energies/growth_limit.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert {
namespace {

const Rational half(1, 2);

Expr dot(std::span<const Expr> a, std::span<const Expr> b) {
  std::vector<Expr> terms;
  for (std::size_t i = 0; i < a.size(); ++i) terms.push_back(a[i] * b[i]);
  return sum(terms);
}

/// e with all rates zero.
Expr at_rest(const LagrangeEquations& eq, Expr e) {
  const std::vector<Expr> zeros(eq.n);
  return substitute(e, eq.v, zeros);
}

/// What a potential adds to the kinetic energy by a part that is quadratic in the rates: V - V(0) - dV/dq'(0) . q'.
Expr quadratic_part(const LagrangeEquations& eq, Expr V) {
  const bool at_rest_alone = std::ranges::none_of(eq.v, [&](Expr rate) { return contains(V, rate); });
  if (at_rest_alone) return {};
  std::vector<Expr> slopes = gradient(V, eq.v);
  for (Expr& s : slopes) s = at_rest(eq, s);
  return simplify(V - at_rest(eq, V) - dot(slopes, eq.v));
}

/// Where the energies were written, for errors about them.
const Source& energy_source(const Lagrangian& model) {
  return model.kinetic ? model.kinetic->at : model.lagrangian->at;
}

/// Error unless the entry (i, j) of M, which holds rates as it stands, is what it is at rest.
void refuse_unless_equal(Expr entry, Expr entry_at_rest, const LagrangeEquations& eq, std::size_t i, std::size_t j,
                         const Lagrangian& model) {
  const Verdict verdict = compare_values(entry, entry_at_rest).verdict;
  if (verdict == Verdict::proved || verdict == Verdict::probable) return;
  const auto rate = std::ranges::find_if(eq.v, [&](Expr v) { return contains(entry, v); });
  throw Error(Error::Code::bad_value,
              "the energy is not quadratic in the rates: its second derivative by " + to_text(eq.v[i]) + " and " +
                  to_text(eq.v[j]) + " depends on " + to_text(*rate),
              energy_source(model), "Lagrange's equations in the form M q'' + C q' + g need a quadratic energy");
}

/// M = d2L/dq'dq', which must not hold rates.
void derive_mass(LagrangeEquations& eq, std::span<const Expr> momenta, const Lagrangian& model,
                 const GrowthLimit& limit) {
  eq.M.assign(eq.n * eq.n, Expr());
  for (std::size_t i = 0; i < eq.n; ++i) {
    const std::vector<Expr> row = gradient(momenta[i], eq.v);
    for (std::size_t j = i; j < eq.n; ++j) {
      const Expr entry = at_rest(eq, row[j]);
      if (!identical(entry, row[j])) refuse_unless_equal(row[j], entry, eq, i, j, model);
      eq.M[i * eq.n + j] = eq.M[j * eq.n + i] = entry;
    }
    limit.check();
  }
}

/// Christoffel symbols and C from M, skipping coordinates that M does not hold.
void derive_coriolis(LagrangeEquations& eq, const GrowthLimit& limit) {
  const std::size_t n = eq.n;
  // slope(i, j, k) = dM_ij/dq_k for i <= j
  std::vector<Expr> slopes(n * n * n);
  const auto slope = [&](std::size_t i, std::size_t j, std::size_t k) -> Expr& {
    return slopes[(std::min(i, j) * n + std::max(i, j)) * n + k];
  };
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = i; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) slope(i, j, k) = derivative(eq.mass(i, j), eq.q[k]);
      limit.check();
    }

  eq.christoffel.clear();
  std::vector<std::vector<Expr>> terms(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t k = j; k < n; ++k) {
        const std::array<Expr, 3> parts{slope(i, j, k), slope(i, k, j), -slope(j, k, i)};
        if (parts[0].is_zero() && parts[1].is_zero() && parts[2].is_zero()) continue;
        const Expr gamma = scaled(sum(parts), half);
        if (gamma.is_zero()) continue;
        eq.christoffel.push_back({i, j, k, gamma});
        terms[i * n + j].push_back(gamma * eq.v[k]);
        if (j != k) terms[i * n + k].push_back(gamma * eq.v[j]);
      }
  eq.C.assign(n * n, Expr());
  for (std::size_t ij = 0; ij < n * n; ++ij) eq.C[ij] = sum(terms[ij]);
}

/// r of (1): what explicit time and parts linear in the rates contribute.
void derive_remaining(LagrangeEquations& eq, std::span<const Expr> linear, Expr kinetic_at_rest) {
  const Expr t = Expr::time();
  const std::vector<Expr> centrifugal = gradient(kinetic_at_rest, eq.q);
  std::vector<std::vector<Expr>> by_q;
  for (const Expr b : linear) by_q.push_back(gradient(b, eq.q));
  eq.remaining.assign(eq.n, Expr());
  for (std::size_t i = 0; i < eq.n; ++i) {
    std::vector<Expr> terms{derivative(linear[i], t), -centrifugal[i]};
    for (std::size_t j = 0; j < eq.n; ++j)
      terms.push_back((derivative(eq.mass(i, j), t) + by_q[i][j] - by_q[j][i]) * eq.v[j]);
    eq.remaining[i] = sum(terms);
  }
}

/// Inputs and states may not multiply rates: d/dt dL/dq' would need their own rates.
void refuse_driven_momenta(std::span<const Expr> momenta, const Lagrangian& model) {
  for (const Expr e : Walk(momenta)) {
    if (!e.is_symbol() || (e.kind() != SymbolKind::input && e.kind() != SymbolKind::state)) continue;
    throw Error(Error::Code::unsupported,
                "'" + e.name() + "' multiplies a rate in the energy, so that its own rate would be needed",
                energy_source(model), "write it as an expression in t, or use it in the potential or in [work]");
  }
}

/// Functions with a kink or a jump have derivatives that hide it: |q'| looks linear in q', and is not.
void refuse_kinks_in_rates(Expr L, const LagrangeEquations& eq, const Lagrangian& model) {
  for (const Expr e : Walk(std::array<Expr, 1>{L})) {
    switch (e.op()) {
      case Op::abs:
      case Op::sign:
      case Op::floor:
      case Op::min:
      case Op::max:
      case Op::less:
      case Op::less_equal:
      case Op::select:
      case Op::table:
      case Op::table_slope: break;
      default: continue;
    }
    for (const Expr rate : eq.v)
      if (contains(e, rate))
        throw Error(Error::Code::bad_value, "the energy is not quadratic in the rates: it holds " + to_text(e),
                    energy_source(model),
                    "forces that change with the direction of motion belong in [work] or in the dissipation");
  }
}

/// Generalized force of a force at a moving point: Q_i = F . dp/dq_i.
void add_point_force(std::vector<Expr>& applied, const PointForce& force, const LagrangeEquations& eq) {
  for (std::size_t c = 0; c < force.at.size(); ++c) {
    const std::vector<Expr> jacobian = gradient(force.at[c].formula, eq.q);
    for (std::size_t i = 0; i < eq.n; ++i) applied[i] += jacobian[i] * force.value[c].formula;
  }
}

void derive_forces(LagrangeEquations& eq, const Lagrangian& model) {
  eq.effort.assign(eq.n, Expr());
  for (std::size_t i = 0; i < eq.n; ++i)
    if (model.work[i]) eq.effort[i] = model.work[i]->formula;
  eq.applied = model.applied;
  eq.applied.resize(eq.n);
  for (const PointForce& force : model.forces) add_point_force(eq.applied, force, eq);
  if (!model.dissipation) return;
  const std::vector<Expr> drag = gradient(model.dissipation->formula, eq.v);
  for (std::size_t i = 0; i < eq.n; ++i) eq.applied[i] -= drag[i];
}

}  // namespace

Expr lagrangian_of(const Lagrangian& model) {
  if (model.lagrangian) return model.lagrangian->formula;
  const GraphScope scope(*model.graph);
  return model.kinetic->formula - (model.potential ? model.potential->formula : Expr());
}

LagrangeEquations derive_lagrange(const Lagrangian& model, std::size_t most_nodes) {
  const GraphScope scope(*model.graph);
  const GrowthLimit limit(most_nodes);
  LagrangeEquations eq;
  eq.n = model.coordinates.size();
  eq.q = positions(model);
  eq.v = rates(model);
  eq.a = accelerations(model);
  const Expr T = model.kinetic ? model.kinetic->formula : Expr();
  const Expr V = model.potential ? model.potential->formula : Expr();
  const Expr L = lagrangian_of(model);

  refuse_kinks_in_rates(L, eq, model);
  const std::vector<Expr> momenta = gradient(L, eq.v);
  refuse_driven_momenta(momenta, model);
  derive_mass(eq, momenta, model, limit);
  derive_coriolis(eq, limit);
  std::vector<Expr> linear;
  for (const Expr p : momenta) linear.push_back(at_rest(eq, p));
  const Expr L0 = at_rest(eq, L), T0 = at_rest(eq, T);
  eq.potential = model.lagrangian ? -L0 : at_rest(eq, V);
  eq.kinetic = model.lagrangian ? L - dot(linear, eq.v) - L0 : T - quadratic_part(eq, V);
  eq.g = gradient(eq.potential, eq.q);
  derive_remaining(eq, linear, T0);
  derive_forces(eq, model);

  eq.potential += model.spring_energy;
  eq.springs_apart = !model.spring_energy.is_zero();
  eq.conserved = dot(momenta, eq.v) - L + model.spring_energy;
  std::vector<Expr> forces;
  for (std::size_t i = 0; i < eq.n; ++i) forces.push_back(eq.effort[i] + eq.applied[i]);
  eq.power = dot(forces, eq.v) - derivative(L, Expr::time()) + model.spring_power;
  eq.rows = constraint_formulas(model);
  limit.check();
  return eq;
}

LagrangeEquations simplified(const LagrangeEquations& equations, SimplifyAllowance& allowance) {
  LagrangeEquations eq = equations;
  std::size_t done = 0;
  const auto one = [&](Expr& e) {
    e = simplify(e, allowance);
    report_progress("simplified formulas", ++done, 0);
  };
  const auto each = [&](std::vector<Expr>& list) {
    for (Expr& e : list) one(e);
  };
  // What is long comes last.
  for (Expr* e : {&eq.kinetic, &eq.potential}) one(*e);
  for (auto* list : {&eq.M, &eq.g, &eq.remaining, &eq.effort, &eq.applied}) each(*list);
  eq.rows = simplified(eq.rows, allowance);
  for (Expr* e : {&eq.conserved, &eq.power}) one(*e);
  if (!eq.quasi) derive_coriolis(eq, GrowthLimit(Graph::default_node_limit));
  for (LagrangeEquations::Christoffel& gamma : eq.christoffel) one(gamma.value);
  std::erase_if(eq.christoffel, [](const LagrangeEquations::Christoffel& gamma) { return gamma.value.is_zero(); });
  each(eq.C);
  return eq;
}

LagrangeEquations simplified(const LagrangeEquations& equations) {
  SimplifyAllowance allowance;
  return simplified(equations, allowance);
}

std::vector<Expr> LagrangeEquations::coriolis() const {
  std::vector<Expr> result(n);
  for (std::size_t i = 0; i < n; ++i) result[i] = dot(std::span(C).subspan(i * n, n), v);
  return result;
}

std::vector<Expr> LagrangeEquations::residuals() const {
  const std::vector<Expr> cv = coriolis();
  std::vector<Expr> result(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::array<Expr, 6> terms{
        dot(std::span(M).subspan(i * n, n), a), cv[i], g[i], remaining[i], -effort[i], -applied[i]};
    result[i] = sum(terms);
  }
  return result;
}

}  // namespace alembert
