#include "alembert/forms/identification/base_parameters_coefficients.h"

#include <cmath>

#include "alembert/core/random.h"
#include "alembert/symbolic/simplify.h"

namespace alembert {
namespace {

using std::size_t;

/// Equations for s unknowns, each a row of s + 1 formulas, with their numbers.
struct Row {
  std::vector<Expr> formulas;
  std::vector<double> numbers;
};

Expr small_integer(Random& random) { return Expr(Rational(static_cast<std::int64_t>(random.bits() % 5) - 2)); }

/// Quarter turns, whole lengths and small whole speeds.
DynamicState<Expr> exact_state(const Plan& plan, Random& random) {
  DynamicState<Expr> x;
  x.q.resize(static_cast<size_t>(plan.nq));
  for (size_t b = 1; b < static_cast<size_t>(plan.n_bodies()); ++b) {
    Expr* q = x.q.data() + plan.first_q[b];
    const JointKind kind = plan.kind[b];
    if (kind == JointKind::free) q += 3;
    if (speeds_of(kind) > 1)
      *q = Expr(1.0);  // the quaternion of no turn
    else
      *q = kind == JointKind::prismatic ? small_integer(random) : scaled(Expr::pi() * small_integer(random), {1, 2});
  }
  for (int d = 0; d < plan.nv; ++d) {
    x.v.push_back(small_integer(random));
    x.vdot.push_back(small_integer(random));
  }
  return x;
}

/// Rows on which elimination in their order meets large pivots; empty when the unknowns are not determined.
std::vector<Row> pivot_rows(const std::vector<Row>& rows, size_t unknowns) {
  constexpr double no_pivot = 1e-9;  // of numbers that are products of small integers and lengths
  std::vector<std::vector<double>> left;
  for (const Row& row : rows) left.push_back(row.numbers);
  std::vector<Row> chosen;
  for (size_t c = 0; c < unknowns; ++c) {
    size_t best = 0;
    for (size_t r = 0; r < left.size(); ++r)
      if (std::abs(left[r][c]) > std::abs(left[best][c])) best = r;
    if (left.empty() || std::abs(left[best][c]) < no_pivot) return {};
    const std::vector<double> pivot = left[best];
    chosen.push_back(rows[best]);
    for (std::vector<double>& row : left) {
      const double factor = row[c] / pivot[c];
      for (size_t k = c; k <= unknowns; ++k) row[k] -= factor * pivot[k];
    }
  }
  return chosen;
}

/// The unknowns as formulas, by Gauss-Jordan elimination; empty when the rows do not determine them.
std::vector<Expr> solve(const std::vector<Row>& equations, size_t unknowns) {
  std::vector<Row> rows = pivot_rows(equations, unknowns);
  for (size_t c = 0; c < rows.size(); ++c)
    for (size_t r = 0; r < rows.size(); ++r) {
      if (r == c || rows[r].formulas[c].is_zero()) continue;
      const Expr factor = rows[r].formulas[c] / rows[c].formulas[c];
      for (size_t k = c; k <= unknowns; ++k)
        rows[r].formulas[k] = simplify(rows[r].formulas[k] - factor * rows[c].formulas[k]);
    }
  std::vector<Expr> result;
  for (size_t c = 0; c < rows.size(); ++c) result.push_back(simplify(rows[c].formulas[unknowns] / rows[c].formulas[c]));
  return result;
}

}  // namespace

std::vector<Expr> exact_coefficients(const Plan& plan, const Params<Expr>& par, const NumberReals& real,
                                     std::span<const InertialEntry> entries, const DependentEntry& relation) {
  constexpr size_t most_unknowns = 6;  // of a formula that is still worth reading
  constexpr size_t states_per_unknown = 3;
  constexpr double agreement = 1e-8;
  const size_t unknowns = relation.of.size();
  std::vector<Expr> exact;
  if (unknowns <= most_unknowns) {
    std::vector<InertialEntry> columns;
    for (const auto& [index, number] : relation.of) columns.push_back(entries[index]);
    columns.push_back(entries[relation.index]);
    Random random(2);
    std::vector<DynamicState<Expr>> states;
    for (size_t k = 0; k < states_per_unknown * unknowns; ++k) states.push_back(exact_state(plan, random));
    const std::vector<Expr> Y = regressor_columns<Expr>(plan, par, states, columns);
    std::vector<Row> rows;
    for (size_t i = 0; i < Y.size(); i += columns.size()) {
      Row row;
      for (size_t k = 0; k < columns.size(); ++k) {
        row.formulas.push_back(simplify(Y[i + k]));
        row.numbers.push_back(real(row.formulas.back()));
      }
      rows.push_back(std::move(row));
    }
    exact = solve(rows, unknowns);
  }
  std::vector<Expr> result;
  for (size_t k = 0; k < unknowns; ++k) {
    const double number = relation.of[k].second;
    const bool agrees = !exact.empty() && std::abs(real(exact[k]) - number) <= agreement * (1.0 + std::abs(number));
    result.push_back(agrees ? exact[k] : Expr(number));
  }
  return result;
}

}  // namespace alembert
