#include "alembert/integrate/cvode_solver.h"

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/integrate/step_trouble.h"

namespace alembert {
namespace {

using namespace sundials_handles;

constexpr double epsilon = std::numeric_limits<double>::epsilon();
/// How often one step may be tried: what ends it is the resolution of time, within fifty tries or so.
constexpr int most_tries = 200;
/// Weight of a component that does not steer, as a share of what it had if it did. Not nothing: while the others rest,
/// steps grow without bound, and a long step of low order keeps no account.
constexpr double account_weight = 1e-2;

/// What SUNDIALS has to say is in its return values.
void keep_silent(int /*code*/, const char* /*module*/, const char* /*function*/, char* /*text*/, void* /*data*/) {}

}  // namespace

CvodeSolver::CvodeSolver(Ode& problem, const StepControl& wanted, double known_to, double t, std::span<const double> y0,
                         double t_end, double wanted_first_step)
    : ode(problem),
      control(wanted),
      known(known_to),
      t_start(t),
      t_stop(t_end),
      first_step(wanted_first_step),
      y(owned<Vector>(N_VNew_Serial(static_cast<sunindextype>(y0.size()), context.get()))),
      scratch(owned<Vector>(N_VClone(y.get()))),
      weight(owned<Vector>(N_VClone(y.get()))),
      matrix(owned<Matrix>(SUNDenseMatrix(N_VGetLength(y.get()), N_VGetLength(y.get()), context.get()))),
      linear(owned<LinearSolver>(SUNLinSol_Dense(y.get(), matrix.get(), context.get()))),
      memory(CVodeCreate(CV_BDF, context.get())),
      rows(ode.has_jacobian() ? y0.size() * y0.size() : 0),
      projected(y0.size()),
      gap(y0.size()) {
  std::ranges::copy(y0, numbers(y.get()).begin());
  CVodeSetErrHandlerFn(memory.get(), keep_silent, nullptr);
  if (CVodeInit(memory.get(), rhs, t, y.get()) != CV_SUCCESS) throw std::bad_alloc();
  CVodeSetUserData(memory.get(), this);
  CVodeWFtolerances(memory.get(), weights);
  CVodeSetLinearSolver(memory.get(), linear.get(), matrix.get());
  if (ode.has_jacobian()) CVodeSetJacFn(memory.get(), jacobian);
  if (CVodeSetProjFn(memory.get(), project) != CV_SUCCESS) throw std::bad_alloc();
  CVodeSetProjErrEst(memory.get(), SUNFALSE);  // it would cost another projection and saves next to no steps
  CVodeSetMaxNumProjFails(memory.get(), most_tries);
  CVodeSetMaxErrTestFails(memory.get(), most_tries);
  CVodeSetMaxConvFails(memory.get(), most_tries);
  if (std::isfinite(control.max_step)) CVodeSetMaxStep(memory.get(), control.max_step);
  stop_at(t_end);
}

void CvodeSolver::stop_at(double t) {
  t_stop = t;
  CVodeSetStopTime(memory.get(), t);
  // CVODE refuses to choose a step for an interval of a few roundings.
  const double length = std::abs(t - t_start);
  const bool tiny = length < 1e3 * epsilon * std::max(std::abs(t_start), std::abs(t));
  const double h = tiny ? length : std::min({first_step, control.max_step, length});
  if (h > 0.0) CVodeSetInitStep(memory.get(), std::copysign(h, t - t_start));
}

/// Runs what a callback has to do and translates its status: 0, 1 (try a smaller step) or -1.
template <class Work>
int CvodeSolver::guarded(double at, const Work& work) {
  try {
    Status status = work();
    if (status.good()) return 0;
    status.time = at;
    last_trouble = status;
    return curable(status.trouble) || status.trouble == Trouble::lost ? 1 : -1;
  } catch (...) {
    thrown = std::current_exception();
    return -1;
  }
}

int CvodeSolver::rhs(double t, N_Vector y, N_Vector dydt, void* self) {
  auto& solver = *static_cast<CvodeSolver*>(self);
  return solver.guarded(t, [&]() -> Status {
    ++solver.evaluations;
    if (const int bad = first_not_finite(numbers(y)); bad >= 0) return {Trouble::not_finite, bad, t};
    if (const Status status = solver.ode.rhs(t, numbers(y), numbers(dydt)); !status.good()) return status;
    if (const int bad = first_not_finite(numbers(dydt)); bad >= 0) return {Trouble::not_finite, bad, t};
    return {};
  });
}

int CvodeSolver::jacobian(double t, N_Vector y, N_Vector /*f*/, SUNMatrix J, void* self, N_Vector, N_Vector, N_Vector) {
  auto& solver = *static_cast<CvodeSolver*>(self);
  return solver.guarded(t, [&]() -> Status {
    const std::size_t n = numbers(y).size();
    if (const Status status = solver.ode.jacobian(t, numbers(y), solver.rows); !status.good()) return status;
    if (const int bad = first_not_finite(solver.rows); bad >= 0)
      return {Trouble::not_finite, bad / static_cast<int>(n), t};
    for (std::size_t j = 0; j < n; ++j) {
      double* column = SUNDenseMatrix_Column(J, static_cast<sunindextype>(j));
      for (std::size_t i = 0; i < n; ++i) column[i] = solver.rows[i * n + j];
    }
    return {};
  });
}

/// CVODE's norm is the root of the mean square; the factor makes it the root of the sum.
int CvodeSolver::weights(N_Vector y, N_Vector weight, void* self) {
  const auto& solver = *static_cast<CvodeSolver*>(self);
  const std::span<const double> values = numbers(y);
  const std::span<double> w = numbers(weight);
  const double factor = std::sqrt(static_cast<double>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double allowed = solver.control.allowed(i, values[i]);
    // CVODE refuses tolerances that rounding of y exceeds: they become the tightest that it takes.
    const double rounding =
        std::max(2.0 * epsilon * factor * std::abs(values[i]), solver.known * std::max(1.0, std::abs(values[i])));
    // A tolerance of zero allows no error; a weight of infinity would make one of no error, 0 * inf.
    w[i] = factor / std::max({allowed, rounding, 1e-150});
    if (!solver.ode.steers(static_cast<int>(i))) w[i] *= account_weight;
  }
  return 0;
}

int CvodeSolver::project(double t, N_Vector y, N_Vector correction, double /*epsilon*/, N_Vector /*error*/,
                         void* self) {
  auto& solver = *static_cast<CvodeSolver*>(self);
  return solver.guarded(t, [&]() -> Status {
    const std::span<const double> from = numbers(y);
    const std::span<double> by = numbers(correction);
    std::vector<double>& to = solver.projected;
    std::ranges::copy(from, to.begin());
    bool moved = false;
    std::ranges::fill(by, 0.0);
    if (const Status status = solver.ode.project(t, to, moved); !status.good() || !moved) return status;
    for (std::size_t i = 0; i < by.size(); ++i) by[i] = to[i] - from[i];
    return {};
  });
}

/// Ten units in the last place of t; near t = 0 a length that no problem on this interval can mean.
void CvodeSolver::set_shortest_step() const {
  double t = t_start;
  CVodeGetCurrentTime(memory.get(), &t);
  const double shortest = std::max(10.0 * epsilon * std::abs(t), epsilon * epsilon * std::abs(t_stop - t_start));
  // The last step may have to be shorter.
  CVodeSetMinStep(memory.get(), std::min({shortest, control.max_step, 0.5 * std::abs(t_stop - t)}));
}

long CvodeSolver::failures() const {
  long errors = 0, iterations = 0, projections = 0;
  CVodeGetNumErrTestFails(memory.get(), &errors);
  CVodeGetNumStepSolveFails(memory.get(), &iterations);
  CVodeGetNumProjFails(memory.get(), &projections);
  return errors + iterations + projections;
}

}  // namespace alembert
