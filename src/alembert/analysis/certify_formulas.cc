#include "alembert/analysis/certify_formulas.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "alembert/analysis/evaluate.h"
#include "alembert/analysis/worst.h"
#include "alembert/forms/lagrange.h"
#include "alembert/forms/traced_equations.h"
#include "alembert/forms/traced_lagrangian.h"

namespace alembert {
namespace {

constexpr int most_traced_coordinates = 8;  // beyond it formulas take longer than the certificate may

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
  for (std::size_t i = 0; i < x.q.size(); ++i) x.q[i] = setup.q0[i] + nearness * (x.q[i] - setup.q0[i]);
  return x;
}

/// phi, A, b and c of all rows at a state.
struct RowNumbers {
  std::vector<double> phi, A, b, c;
  std::vector<bool> listed;  ///< as A: the row lists this speed

  RowNumbers(const System& system, const Point& x) {
    const Sizes sizes = system.sizes();
    const auto rows = static_cast<std::size_t>(sizes.na), n = static_cast<std::size_t>(sizes.nv);
    phi.assign(rows, 0.0);
    b = c = phi;
    A.assign(rows * n, 0.0);
    listed.assign(rows * n, false);
    system.constraint(x.t, x.q, std::span(phi).first(static_cast<std::size_t>(sizes.nc)));
    system.constraint_speed(x.t, x.q, b);
    system.constraint_acceleration({x.t, x.q, x.v, x.z}, c);
    SparseRows sparse;
    system.constraint_jacobian(x.t, x.q, sparse);
    for (std::size_t i = 0; i < rows; ++i)
      for (auto k = static_cast<std::size_t>(sparse.first[i]); k < static_cast<std::size_t>(sparse.first[i + 1]); ++k) {
        const std::size_t at = i * n + static_cast<std::size_t>(sparse.column[k]);
        A[at] += sparse.value[k];
        listed[at] = true;
      }
  }
};

/// Rows of loops do not list speeds that move all of the loop: these change how the row's axes lie, which shows only
/// where the loop is open. Formulas, which have the whole derivative, are then the same where all rows hold.
void compare_rows(CertifyBench& bench, const System& formulas, const System& kernels, const Point& x, bool assembled,
                  Worst& worst) {
  const MechanismSetup& setup = bench.setup;
  const RowNumbers derived(formulas, x), computed(kernels, x);
  const std::size_t n = x.v.size();
  const std::vector<double>& units = bench.force_sizes.units();
  const RowSizes sizes = bench.row_sizes(kernels, x);
  bench.pose(x);
  const double remoteness = bench.remoteness();
  // How far coordinates are from where they are zero, and the bodies from there: there are no quaternions here.
  std::vector<double> ways = units;
  for (std::size_t j = 0; j < n; ++j) ways[j] += std::abs(x.q[j]);
  const auto where = [&] { return describe(setup.model, x); };
  for (std::size_t i = 0; i < computed.phi.size(); ++i) {
    const std::span<const double> row = std::span(computed.A).subspan(i * n, n);
    const bool same_anywhere = !reads_closing(setup, i);
    if (!finite(row) || !finite(std::span(computed.c).subspan(i, 1))) continue;
    const int k = static_cast<int>(i);
    for (std::size_t j = 0; j < n; ++j)
      if (assembled || (same_anywhere && computed.listed[i * n + j]))
        worst.add(derived.A[i * n + j] - row[j], remoteness * sizes.along(k, units) / units[j], where);
    if (same_anywhere == assembled) continue;
    const double speed = remoteness * (sizes.along(k, x.v) + sizes.b(k));
    worst.add(derived.phi[i] - computed.phi[i], remoteness * sizes.along(k, ways) + std::abs(computed.phi[i]), where);
    worst.add(derived.b[i] - computed.b[i], speed, where);
    worst.add(derived.c[i] - computed.c[i], speed * bench.fastest(x.v) + remoteness * sizes.c(k), where);
  }
}

/// The state moved onto all rows, or nothing where that is far away or cannot be.
std::optional<Point> assembled(const MechanismSetup& setup, Point x) {
  constexpr double far = 0.5;
  try {
    assemble(setup, x.t, x.q, x.v);
  } catch (const Error&) {
    return {};
  }
  for (std::size_t i = 0; i < x.q.size(); ++i)
    if (std::abs(x.q[i] - setup.q0[i]) > far) return {};
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
  Check check;
  check.name = "derived formulas = kernels";
  report_progress("checking: " + check.name, 0, 0);
  if (setup.compiled.plan.nv > most_traced_coordinates) {
    check.note = "formulas of more than " + std::to_string(most_traced_coordinates) + " coordinates are not compared";
    return check;
  }
  if (has_quaternions(setup.model)) {
    check.note = "quaternion joints: formulas in the speeds are not compared";
    return check;
  }
  try {
    const GraphScope scope(*setup.model.graph);
    const Lagrangian lagrangian = traced_lagrangian(setup.trace_input());
    Evaluator formulas(lagrangian, derive_lagrange(lagrangian));
    MechanismEvaluator kernels(setup);
    MechanismDynamics<double> dynamics(setup);
    const ConstraintSystem rows(setup.kinematics());
    Worst worst(check.name, rounding_tolerance);
    for (const MechanismSample& s : samples) {
      EvaluateOptions options;
      options.at = state_of(setup, s);
      options.a = s.vdot;
      const Evaluation derived = formulas.at(options);
      const Evaluation computed = kernels.at(options);
      compare_rows(bench, formulas.system(), rows, options.at, false, worst);
      if (!setup.constraints.rows.names.empty())
        if (const auto x = assembled(setup, options.at)) compare_rows(bench, formulas.system(), rows, *x, true, worst);
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
    check.note = error.message();
    return check;
  }
}

}  // namespace alembert
