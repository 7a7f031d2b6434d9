#include "alembert/analysis/certificate/lines/certify_formulas.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "alembert/analysis/certificate/worst.h"
#include "alembert/analysis/state/evaluate_mechanism.h"
#include "alembert/core/index.h"
#include "alembert/forms/energies/growth_limit.h"
#include "alembert/forms/energies/lagrange.h"
#include "alembert/forms/traced/traced_equations.h"
#include "alembert/forms/traced/traced_lagrangian.h"
#include "alembert/kernel/manifold.h"

namespace alembert {
namespace {

bool finite(std::span<const double> list) {
  return std::ranges::all_of(list, [](double x) { return std::isfinite(x); });
}

/// The state of a sample. Angles of closing joints are known but for whole turns, and numbers and formulas count those
/// in different ways: where there are some, the state is drawn near the start, where they agree.
Point state_of(const MechanismSetup& setup, const MechanismSample& sample) {
  // No simple fraction: it would make half turns of whole ones, where rows of screws and racks jump to the next turn.
  constexpr double nearness = 0.1013;
  Point x = sample.x;
  if (setup.model.dependent_coordinates.empty()) return x;
  std::vector<double> way(x.v.size());
  difference_on_manifold(setup.compiled.plan, setup.q0, sample.x.q, way);
  for (double& d : way) d *= nearness;
  step_on_manifold(setup.compiled.plan, setup.q0, way, x.q);
  return x;
}

/// phi, A, b and c of all rows at a state; phi of rows of speeds alone is 0.
struct RowNumbers {
  std::vector<double> phi, A, b, c;
  std::vector<bool> listed;  ///< as A: the row lists this speed

  RowNumbers(std::size_t rows, std::size_t n)
      : phi(rows, 0.0), A(rows * n, 0.0), b(rows, 0.0), c(rows, 0.0), listed(rows * n, false) {}

  static RowNumbers of(const System& system, const Point& x) {
    const Sizes sizes = system.sizes();
    const std::size_t rows = index(sizes.na), n = index(sizes.nv);
    RowNumbers result(rows, n);
    system.constraint(x.t, x.q, std::span(result.phi).first(index(sizes.nc)));
    system.constraint_speed(x.t, x.q, result.b);
    system.constraint_acceleration({x.t, x.q, x.v, x.z}, result.c);
    SparseRows sparse;
    system.constraint_jacobian(x.t, x.q, sparse);
    for (std::size_t i = 0; i < rows; ++i)
      for (auto k = index(sparse.first[i]); k < index(sparse.first[i + 1]); ++k) {
        const std::size_t at = i * n + index(sparse.column[k]);
        result.A[at] += sparse.value[k];
        result.listed[at] = true;
      }
    return result;
  }
};

/// The derived equations of a mechanism, compiled for evaluation.
class DerivedFormulas {
 public:
  /// Throws Error (too_large, unsupported) where no formulas are made of the model.
  explicit DerivedFormulas(const MechanismSetup& setup) : setup_(setup), equations_(derived(setup)) {
    std::vector<Expr> formulas;
    const LagrangeEquations& eq = equations_;
    for (const auto* list : {&eq.M, &eq.C, &eq.g, &eq.remaining, &eq.applied, &eq.effort, &eq.rows.phi, &eq.rows.A,
                             &eq.rows.b, &eq.rows.c})
      formulas.insert(formulas.end(), list->begin(), list->end());
    program_ = FormulaProgram(setup.model, setup.motion, formulas);
    machine_ = FormulaMachine<double>(program_, setup.real.parameters());
  }

  struct Numbers {
    std::vector<double> inverse_dynamics;  ///< M vdot + C v + g + r - applied
    std::vector<double> effort;
    RowNumbers rows;
  };
  Numbers at(const Point& x, std::span<const double> u, std::span<const double> vdot) {
    const std::size_t n = equations_.n, rows = equations_.rows.size();
    std::vector<double> qdot(x.q.size());
    coordinate_rates<double>(setup_.compiled.plan, x.q, x.v, qdot);
    std::span<const double> left = machine_.run({x.t, x.q, x.v, x.z, u, vdot, qdot, {}});
    const auto take = [&](std::size_t count) {
      const std::span<const double> piece = left.first(count);
      left = left.subspan(count);
      return piece;
    };
    const std::span<const double> M = take(n * n), C = take(n * n), g = take(n), r = take(equations_.remaining.size()),
                                  applied = take(n), effort = take(n);
    Numbers result{std::vector<double>(n), {effort.begin(), effort.end()}, RowNumbers(rows, n)};
    for (std::size_t i = 0; i < n; ++i) {
      result.inverse_dynamics[i] = g[i] - applied[i] + (r.empty() ? 0.0 : r[i]);
      for (std::size_t j = 0; j < n; ++j) result.inverse_dynamics[i] += M[i * n + j] * vdot[j] + C[i * n + j] * x.v[j];
    }
    std::ranges::copy(take(equations_.rows.phi.size()), result.rows.phi.begin());
    std::ranges::copy(take(rows * n), result.rows.A.begin());
    std::ranges::copy(take(rows), result.rows.b.begin());
    std::ranges::copy(take(rows), result.rows.c.begin());
    return result;
  }

 private:
  static LagrangeEquations derived(const MechanismSetup& setup) {
    const Lagrangian lagrangian = traced_lagrangian(setup.trace_input());
    if (has_quaternions(setup.model)) return traced_equations(setup.trace_input(), lagrangian);
    return derive_lagrange(lagrangian, most_formula_nodes);
  }

  const MechanismSetup& setup_;
  LagrangeEquations equations_;
  FormulaProgram program_;
  FormulaMachine<double> machine_;
};

/// How far each speed's coordinates are from where they are zero, and a unit.
std::vector<double> ways(const CertifyBench& bench, const Point& x) {
  std::vector<double> result = bench.force_sizes.units();
  for (std::size_t b = 1; b < index(bench.plan.n_bodies()); ++b) {
    const std::size_t q = index(bench.plan.first_q[b]), v = index(bench.plan.first_v[b]);
    if (speeds_of(bench.plan.kind[b]) == 1) result[v] += std::abs(x.q[q]);
    if (bench.plan.kind[b] != JointKind::free) continue;
    const double far = norm(Vec3<double>{x.q[q], x.q[q + 1], x.q[q + 2]});
    for (std::size_t k = 3; k < 6; ++k) result[v + k] += far;
  }
  return result;
}

/// Rows of loops do not list speeds that move all of the loop: these change how the row's axes lie, which shows only
/// where the loop is open. Formulas, which have the whole derivative, are then the same where all rows hold.
void compare_rows(CertifyBench& bench, const RowNumbers& derived, const System& kernels, const Point& x, bool assembled,
                  Worst& worst) {
  const MechanismSetup& setup = bench.setup;
  const RowNumbers computed = RowNumbers::of(kernels, x);
  const std::size_t n = x.v.size();
  const std::vector<double>& units = bench.force_sizes.units();
  const RowSizes sizes = bench.row_sizes(kernels, x);
  bench.pose(x);
  const double remoteness = bench.remoteness();
  const std::vector<double> far = ways(bench, x);
  const auto where = [&] { return describe(setup.model, x); };
  for (std::size_t i = 0; i < computed.phi.size(); ++i) {
    const std::span<const double> row = std::span(computed.A).subspan(i * n, n);
    const bool same_anywhere = !reads_closing(setup, i);
    if (!finite(row) || !finite(std::span(computed.c).subspan(i, 1))) continue;
    if (setup.constraints.vanishing[i]) continue;  // nothing but rounding in the kernels, nothing at all in formulas
    const int k = static_cast<int>(i);
    for (std::size_t j = 0; j < n; ++j)
      if (assembled || (same_anywhere && computed.listed[i * n + j]))
        worst.add(derived.A[i * n + j] - row[j], remoteness * sizes.along(k, units) / units[j], where);
    if (same_anywhere == assembled) continue;
    const double speed = remoteness * (sizes.along(k, x.v) + sizes.b(k));
    worst.add(derived.phi[i] - computed.phi[i], remoteness * sizes.along(k, far) + std::abs(computed.phi[i]), where);
    worst.add(derived.b[i] - computed.b[i], speed, where);
    worst.add(derived.c[i] - computed.c[i], speed * bench.fastest(x.v) + remoteness * sizes.c(k), where);
  }
}

/// The state moved onto all rows, or nothing where that is far away or cannot be.
std::optional<Point> assembled(const MechanismSetup& setup, Point x) {
  constexpr double far = 0.5;
  if (assemble(ConstraintSystem(setup.kinematics()), x.t, sample_options(setup), x.q, x.v)) return {};
  std::vector<double> way(x.v.size());
  difference_on_manifold(setup.compiled.plan, setup.q0, x.q, way);
  if (std::ranges::any_of(way, [](double d) { return std::abs(d) > far; })) return {};
  return x;
}

/// Sizes [speed] of all forces at a state with the acceleration of a sample.
std::vector<double> force_sizes(CertifyBench& bench, MechanismDynamics<double>& dynamics, const Point& x,
                                const MechanismSample& s) {
  dynamics.at(x.t, x.q, x.v, x.z, s.u);
  const LoadSizes loads = load_sizes(bench.setup, dynamics);
  return bench.force_sizes.efforts(dynamics.workspace(), {x.v, s.vdot, bench.gravity(), 0.0}, &loads);
}

}  // namespace

bool reads_closing(const MechanismSetup& setup, std::size_t row) {
  const RowPlan& rows = setup.constraints.rows;
  const RowSource& source = rows.sources[static_cast<std::size_t>(rows.source_of[row])];
  if (setup.model.planar || source.kind != RowSource::Kind::formula) return false;
  const auto is_closing = [&](const RowVariable& variable) {
    if (variable.kind != RowVariable::Kind::measure) return false;
    const Measure::Kind kind = setup.model.measures[static_cast<std::size_t>(variable.index)].kind;
    return kind == Measure::Kind::closing_coordinate || kind == Measure::Kind::closing_speed;
  };
  return std::ranges::any_of(rows.formulas[static_cast<std::size_t>(source.index)].variables, is_closing);
}

Check check_formulas(CertifyBench& bench, std::span<const MechanismSample> samples) {
  const MechanismSetup& setup = bench.setup;
  Worst worst("derived formulas = kernels", rounding_tolerance);
  try {
    const GraphScope scope(*setup.model.graph);
    DerivedFormulas formulas(setup);
    MechanismEvaluator kernels(setup);
    MechanismDynamics<double> dynamics(setup);
    const ConstraintSystem rows(setup.kinematics());
    for (const MechanismSample& s : samples) {
      worst.next_state();
      EvaluateOptions options;
      options.at = state_of(setup, s);
      options.a = s.vdot;
      const DerivedFormulas::Numbers derived = formulas.at(options.at, s.u, s.vdot);
      const Evaluation computed = kernels.at(options);
      compare_rows(bench, derived.rows, rows, options.at, false, worst);
      if (!setup.constraints.rows.names.empty())
        if (const auto x = assembled(setup, options.at))
          compare_rows(bench, formulas.at(*x, s.u, s.vdot).rows, rows, *x, true, worst);
      const std::size_t n = computed.g.size();
      if (!finite(derived.inverse_dynamics) || !finite(computed.inverse_dynamics)) continue;
      const std::vector<double> size = force_sizes(bench, dynamics, options.at, s);
      for (std::size_t i = 0; i < n; ++i) {
        const auto where = [&] { return describe(setup.model, options.at); };
        double inertia = 0.0;
        for (std::size_t j = 0; j < n; ++j) inertia += std::abs(computed.M[i * n + j] * s.vdot[j]);
        worst.add(derived.inverse_dynamics[i] - computed.inverse_dynamics[i], size[i] + inertia, where);
        worst.add(derived.effort[i] - computed.effort[i], size[i] + std::abs(computed.effort[i]), where);
      }
    }
    return worst.finish("the derived equations differ from the kernels");
  } catch (const Error& error) {
    if (error.code() != Error::Code::unsupported && error.code() != Error::Code::too_large) throw;
    return not_applicable("derived formulas = kernels", "`derive` makes none: " + error.message());
  }
}

}  // namespace alembert
