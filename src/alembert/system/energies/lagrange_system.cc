#include "alembert/system/energies/lagrange_system.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/linalg/ldlt.h"
#include "alembert/linalg/rank.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/derivative.h"

namespace alembert {
namespace {

void add_mass(std::vector<Expr>& list, const LagrangeEquations& eq) {
  for (std::size_t i = 0; i < eq.n; ++i)
    for (std::size_t j = 0; j <= i; ++j) list.push_back(eq.mass(i, j));
}

/// Lower triangle of M by rows, right side of M q'' = f, rates of the extra states, rows A q'' = c.
std::vector<Expr> dynamics(const Lagrangian& model, const LagrangeEquations& eq) {
  std::vector<Expr> list;
  add_mass(list, eq);
  const std::vector<Expr> cv = eq.coriolis();
  for (std::size_t i = 0; i < eq.n; ++i)
    list.push_back(eq.effort[i] + eq.applied[i] - cv[i] - eq.g[i] - eq.remaining[i]);
  for (const ExtraState& s : model.states) list.push_back(s.rate);
  list.insert(list.end(), eq.rows.A.begin(), eq.rows.A.end());
  list.insert(list.end(), eq.rows.c.begin(), eq.rows.c.end());
  return list;
}

std::vector<Expr> matrices(const LagrangeEquations& eq) {
  std::vector<Expr> list;
  add_mass(list, eq);
  list.insert(list.end(), eq.rows.A.begin(), eq.rows.A.end());
  return list;
}

/// What is zero at the accelerations a and multipliers lambda: M a + A^T lambda - right side, then A a - c.
std::vector<Expr> residuals(const LagrangeEquations& eq) {
  std::vector<Expr> list = eq.residuals();
  const ConstraintFormulas& rows = eq.rows;
  for (std::size_t r = 0; r < rows.size(); ++r) {
    std::vector<Expr> excess{-rows.c[r]};
    for (std::size_t j = 0; j < eq.n; ++j) {
      list[j] += rows.jacobian(r, j) * rows.lambda[r];
      excess.push_back(rows.jacobian(r, j) * eq.a[j]);
    }
    list.push_back(sum(excess));
  }
  return list;
}

/// d(residual_i)/d(symbol_j), row by row, for q, v, z and u in turn.
std::vector<Expr> residual_slopes(const Lagrangian& model, const LagrangeEquations& eq) {
  std::vector<Expr> symbols = eq.q;
  symbols.insert(symbols.end(), eq.v.begin(), eq.v.end());
  for (const ExtraState& s : model.states) symbols.push_back(s.symbol);
  for (const Input& u : model.inputs) symbols.push_back(u.symbol);
  std::vector<Expr> list;
  for (const Expr r : residuals(eq))
    for (const Expr slope : gradient(r, symbols)) list.push_back(slope);
  return list;
}

/// q' . dR/dq', what Rayleigh's dissipation function R takes away.
Expr dissipation(const Lagrangian& model, const LagrangeEquations& eq) {
  if (!model.dissipation) return Expr(0);
  std::vector<Expr> terms;
  for (std::size_t i = 0; i < eq.n; ++i) terms.push_back(eq.v[i] * derivative(model.dissipation->formula, eq.v[i]));
  return sum(terms);
}

bool finite(std::span<const double> list) {
  return std::ranges::all_of(list, [](double x) { return std::isfinite(x); });
}

std::size_t triangle(std::size_t n) { return n * (n + 1) / 2; }

/// The full matrix of a lower triangle by rows.
void unfold(std::span<const double> lower, std::size_t n, std::vector<double>& full) {
  for (std::size_t i = 0, k = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j, ++k) full[i * n + j] = full[j * n + i] = lower[k];
}

}  // namespace

LagrangeSystem::LagrangeSystem(const Lagrangian& model, const LagrangeEquations& eq) {
  const GraphScope scope(*model.graph);
  const auto n = static_cast<int>(eq.n);
  sizes_.nq = sizes_.nv = n;
  sizes_.nz = static_cast<int>(model.states.size());
  sizes_.nu = static_cast<int>(model.inputs.size());
  sizes_.nc = static_cast<int>(eq.rows.holonomic());
  sizes_.na = static_cast<int>(eq.rows.size());
  sizes_.events = model.simulate.until ? 1 : 0;
  for (const Coordinate& c : model.coordinates) names_.push_back(c.name);
  for (const Input& u : model.inputs) input_ids_.push_back(u.symbol.id());

  const std::vector<double> parameters = parameter_numbers(model);
  std::vector<Expr> inputs, events;
  for (const Input& u : model.inputs) inputs.push_back(u.value);
  if (model.simulate.until) events.push_back(model.simulate.until->formula);
  inputs_ = StateTape(model, parameters, inputs);
  dynamics_ = StateTape(model, parameters, dynamics(model, eq));
  matrices_ = StateTape(model, parameters, matrices(eq));
  const std::vector<Expr> slopes = residual_slopes(model, eq);
  jacobian_ = StateTape(model, parameters, slopes, eq.rows.lambda);
  residual_ = LagrangeResidual(model, parameters, eq, slopes, 2 * eq.n + model.states.size() + model.inputs.size());
  const Expr lost = dissipation(model, eq);
  dissipates_ = model.dissipation.has_value();
  energies_ = StateTape(model, parameters, std::vector<Expr>{eq.kinetic, eq.potential, eq.conserved, eq.power, lost});
  events_ = StateTape(model, parameters, events);
  rows_ = LagrangeRows(model, parameters, eq.rows);
  factor_.assign(eq.n * eq.n, 0.0);
  vdot_.assign(eq.n, 0.0);
  zdot_.assign(model.states.size(), 0.0);
  lambda_.assign(eq.rows.size(), 0.0);
  b_.assign(eq.rows.size(), 0.0);
}

void LagrangeSystem::inputs(double t, Out u) const { std::ranges::copy(inputs_.run({t, {}, {}, {}}, {}), u.begin()); }

int LagrangeSystem::factor_mass(In mass) const {
  const std::size_t n = index(sizes_.nv);
  unfold(mass, n, factor_);
  general_ = false;
  const int failed = ldlt_factor_checked(sizes_.nv, factor_);
  if (failed < 0) return -1;
  // Not positive definite. Where it is regular all the same the motion is defined; `check` reports the rest.
  unfold(mass, n, factor_);
  if (!finite(factor_)) return failed;
  if (find_rank(sizes_.nv, sizes_.nv, factor_).rank < sizes_.nv) return failed;
  general_ = true;
  return -1;
}

int LagrangeSystem::factor(In mass, In A) const {
  if (sizes_.na == 0) return factor_mass(mass);
  unfold(mass, index(sizes_.nv), factor_);
  return saddle_.factor(sizes_.nv, sizes_.na, factor_, A);
}

void LagrangeSystem::solve(In f, In c, Out x, Out lambda) const {
  if (sizes_.na > 0) {
    saddle_.solve(f, c, x, lambda);
  } else if (general_) {
    std::ranges::copy(least_squares(sizes_.nv, sizes_.nv, factor_, f), x.begin());
  } else {
    std::ranges::copy(f, x.begin());
    ldlt_solve<double>(sizes_.nv, factor_, x);
  }
}

Status LagrangeSystem::accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const {
  const std::size_t n = index(sizes_.nv), nz = index(sizes_.nz), na = index(sizes_.na), mass = triangle(n);
  solved_.clear();
  const In values = dynamics_.run(x, u);
  std::ranges::copy(values.subspan(mass, n), vdot.begin());
  std::ranges::copy(values.subspan(mass + n, nz), zdot.begin());
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) {
      const std::size_t speed = i >= mass && i < mass + n ? i - mass : 0;
      return {Trouble::not_finite, static_cast<int>(speed), x.t};
    }
  const In A = values.subspan(mass + n + nz, na * n), c = values.last(na);
  if (const int failed = factor(values.first(mass), A); failed >= 0) return {Trouble::singular, failed, x.t};
  solve(vdot, c, vdot, lambda_);
  solved_.push_back(x.t);
  for (const In part : {x.q, x.v, x.z, u}) solved_.insert(solved_.end(), part.begin(), part.end());
  if (!lambda.empty()) std::ranges::copy(lambda_, lambda.begin());
  return {};
}

Status LagrangeSystem::accelerate_with(In tau, In effort, const State& x, In u, Out vdot, Out zdot, Out lambda) const {
  // q'' and lambda are linear in the efforts: add what their change alone causes.
  const Status status = accelerate(x, u, vdot, zdot, lambda);
  if (!status.good()) return status;
  std::vector<double> change(vdot.size()), change_of_lambda(index(sizes_.na));
  for (std::size_t i = 0; i < change.size(); ++i) change[i] = tau[i] - effort[i];
  solve(change, change_of_lambda, change, change_of_lambda);
  for (std::size_t i = 0; i < change.size(); ++i) vdot[i] += change[i];
  for (std::size_t i = 0; i < lambda.size(); ++i) lambda[i] += change_of_lambda[i];
  return status;
}

/// Derivatives of the equations. Where one is no number or infinite, a root is at its end and the other side of a
/// switch is in force, of which nothing is felt: max(-y, 0)^0.5 at y > 0.
System::In LagrangeSystem::slopes(const State& x, In u, In vdot, In lambda) const {
  const In values = jacobian_.run(x, u, vdot, lambda);
  slopes_.assign(values.begin(), values.end());
  for (double& slope : slopes_)
    if (!std::isfinite(slope)) slope = 0.0;
  return slopes_;
}

Status LagrangeSystem::accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const {
  // M q'' + A^T lambda = f, A q'' = c: with R = M a + A^T lambda - f and S = A a - c at a = q'' and lambda held fixed,
  //   M d(q'') + A^T d(lambda) = -dR,    A d(q'') = -dS.
  const Status status = accelerate(x, u, vdot_, zdot_, {});
  if (!status.good()) return status;
  const In slopes = this->slopes(x, u, vdot_, lambda_);
  const std::size_t n = index(sizes_.nv), nz = index(sizes_.nz), nu = index(sizes_.nu), na = index(sizes_.na);
  const std::size_t width = 2 * n + nz + nu;
  std::vector<double> column(n), rows(na);
  const auto fill = [&](Out block, std::size_t first, std::size_t columns) {
    for (std::size_t c = 0; c < columns; ++c) {
      for (std::size_t i = 0; i < n; ++i) column[i] = -slopes[i * width + first + c];
      for (std::size_t i = 0; i < na; ++i) rows[i] = -slopes[(n + i) * width + first + c];
      solve(column, rows, column, rows);
      for (std::size_t i = 0; i < n; ++i) block[i * columns + c] = column[i];
    }
  };
  fill(by_q, 0, n);
  fill(by_v, n, n);
  fill(by_z, 2 * n, nz);
  fill(by_u, 2 * n + nz, nu);
  return {};
}

Status LagrangeSystem::constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const {
  const In values = matrices_.run({t, q, {}, {}}, {});
  if (!finite(values)) return {Trouble::not_finite, -1, t};
  const std::size_t mass = triangle(index(sizes_.nv));
  if (const int failed = factor(values.first(mass), values.subspan(mass)); failed >= 0)
    return {Trouble::singular, failed, t};
  solve(f, c, x, lambda);
  return {};
}

Status LagrangeSystem::residual(const State& x, In u, In vdot, In lambda, Out r, Out zdot) const {
  const std::size_t n = index(sizes_.nv), nz = index(sizes_.nz), na = index(sizes_.na), mass = triangle(n);
  const In values = dynamics_.run(x, u);
  const In f = values.subspan(mass, n), A = values.subspan(mass + n + nz, na * n);
  std::ranges::copy(values.subspan(mass + n, nz), zdot.begin());
  for (std::size_t i = 0; i < n; ++i) r[i] = -f[i];
  for (std::size_t i = 0, k = 0; i < n; ++i)
    for (std::size_t j = 0; j <= i; ++j, ++k) {
      r[i] += values[k] * vdot[j];
      if (j < i) r[j] += values[k] * vdot[i];
    }
  for (std::size_t i = 0; i < na; ++i)
    for (std::size_t j = 0; j < n; ++j) r[j] += A[i * n + j] * lambda[i];
  for (std::size_t i = 0; i < n; ++i)
    if (!std::isfinite(r[i])) return {Trouble::not_finite, static_cast<int>(i), x.t};
  return finite(zdot) ? Status{} : Status{Trouble::not_finite, -1, x.t};
}

Status LagrangeSystem::residual_jacobian(const State& x, In u, In vdot, In lambda, ResidualJacobian& out) const {
  const In slopes = this->slopes(x, u, vdot, lambda), values = matrices_.run({x.t, x.q, {}, {}}, {});
  residual_.jacobian(x, u, values.first(triangle(index(sizes_.nv))), slopes, out);
  for (const SparseRows* part :
       {&out.mass, &out.by_q, &out.by_v, &out.by_z, &out.z_by_q, &out.z_by_v, &out.z_by_z, &out.rows_by_q})
    if (!finite(part->value)) return {Trouble::not_finite, -1, x.t};
  return {};
}

Status LagrangeSystem::momentum(const State& x, In u, Out p, Out rate) const {
  residual_.momentum(x, u, p, rate);
  return finite(p) && finite(rate) ? Status{} : Status{Trouble::not_finite, -1, x.t};
}

Status LagrangeSystem::find_multipliers(const State& x, In u) const {
  std::size_t k = 1;
  bool same = !solved_.empty() && solved_[0] == x.t;
  for (const In part : {x.q, x.v, x.z, u})
    for (const double value : part) same = same && solved_[k++] == value;
  return same ? Status{} : accelerate(x, u, vdot_, zdot_, {});
}

System::In LagrangeSystem::multipliers(const State& x, In u) const {
  if (!lambda_.empty()) find_multipliers(x, u);
  return lambda_;
}

Energies LagrangeSystem::energies(const State& x, In u) const {
  const In e = energies_.run(x, u);
  Energies result{e[0], e[1], e[2], e[3], e[4]};
  if (!rows_.driven() || !find_multipliers(x, u).good()) return result;
  rows_.speed(x.t, x.q, b_);
  for (std::size_t i = 0; i < b_.size(); ++i) result.power -= lambda_[i] * b_[i];
  return result;
}

void LagrangeSystem::event_values(const State& x, In u, Out values) const {
  std::ranges::copy(events_.run(x, u), values.begin());
}

SwitchingFunctions LagrangeSystem::switching() const {
  std::vector<TapeMachine<double>*> machines{&inputs_.machine(), &dynamics_.machine(), &energies_.machine(),
                                             &residual_.compared()};
  for (TapeMachine<double>* machine : rows_.machines()) machines.push_back(machine);
  return SwitchingFunctions(std::move(machines));
}

void LagrangeSystem::switch_values(const State& x, In u, Out values) const {
  inputs_.run({x.t, {}, {}, {}}, {});
  dynamics_.run(x, u);
  energies_.run(x, u);
  rows_.run_all(x);
  residual_.compare(x, u);
  switching().values(values);
}

void LagrangeSystem::hold_switches(std::span<const Held> held) const {
  switching().hold(held);
  solved_.clear();
}

}  // namespace alembert
