#include "alembert/integrate/ida_solver.h"

#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

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
/// Weight of multipliers, as a share of what they had if they steered: the equations are linear in them, so they are
/// right when positions and speeds are.
constexpr double no_weight = 1e-30;

/// What SUNDIALS has to say is in its return values.
void keep_silent(int /*code*/, const char* /*module*/, const char* /*function*/, char* /*text*/, void* /*data*/) {}

}  // namespace

IdaSolver::IdaSolver(StabilizedForm& problem, const StepControl& wanted, double t, double t_end)
    : form(problem),
      control(wanted),
      t_start(t),
      t_stop(t_end),
      Y(owned<Vector>(N_VNew_Serial(form.size(), context.get()))),
      rate(owned<Vector>(N_VClone(Y.get()))),
      scratch(owned<Vector>(N_VClone(Y.get()))),
      weight(owned<Vector>(N_VClone(Y.get()))),
      memory(IDACreate(context.get())),
      assembly(form.size()) {
  IDASetErrHandlerFn(memory.get(), keep_silent, nullptr);
}

Status IdaSolver::start(std::span<const double> y0, double wanted_first_step) {
  if (Status status = form.begin(t_start, y0, numbers(Y.get()), numbers(rate.get())); !status.good()) return status;
  if (const int bad = first_not_finite(numbers(rate.get())); bad >= 0) return {Trouble::not_finite, bad, t_start};
  // The pattern of the matrix, any factor will do.
  if (Status status = form.jacobian(t_start, 1.0, numbers(Y.get()), numbers(rate.get()), assembly); !status.good())
    return status;

  const auto n = static_cast<sunindextype>(form.size()), elements = static_cast<sunindextype>(assembly.value().size());
  matrix = owned<Matrix>(SUNSparseMatrix(n, n, elements, CSC_MAT, context.get()));
  copy_matrix(matrix.get());
  linear = owned<LinearSolver>(SUNLinSol_KLU(Y.get(), matrix.get(), context.get()));
  if (IDAInit(memory.get(), residual, t_start, Y.get(), rate.get()) != IDA_SUCCESS) throw std::bad_alloc();
  IDASetUserData(memory.get(), this);
  IDAWFtolerances(memory.get(), weights);
  IDASetLinearSolver(memory.get(), linear.get(), matrix.get());
  IDASetJacFn(memory.get(), jacobian);
  std::ranges::fill(numbers(scratch.get()), 0.0);
  std::ranges::fill(numbers(scratch.get()).first(static_cast<std::size_t>(form.differential())), 1.0);
  IDASetId(memory.get(), scratch.get());
  IDASetSuppressAlg(memory.get(), SUNTRUE);  // in an index-2 problem the error of multipliers says nothing of the step
  IDASetMaxErrTestFails(memory.get(), most_tries);
  IDASetMaxConvFails(memory.get(), most_tries);
  if (std::isfinite(control.max_step)) IDASetMaxStep(memory.get(), control.max_step);
  first_step = std::min(wanted_first_step > 0.0 ? wanted_first_step : choose_first_step(), control.max_step);
  stop_at(t_stop);
  return {};
}

void IdaSolver::stop_at(double t) {
  t_stop = t;
  IDASetStopTime(memory.get(), t);
  IDASetInitStep(memory.get(), std::copysign(std::min(first_step, std::abs(t - t_start)), t - t_start));
}

/// A first step at order 1 errs by h^2 |Y''| / 2, with Y'' from the rates a little later.
double IdaSolver::choose_first_step() {
  const std::span<const double> from = numbers(Y.get()), slope = numbers(rate.get());
  weights(Y.get(), weight.get(), this);
  const std::span<const double> w = numbers(weight.get());
  const auto count = static_cast<std::size_t>(form.differential());
  const auto norm = [&](const auto& part) {
    double sum = 0.0;
    for (std::size_t i = 0; i < count; ++i) sum += std::pow(part(i) * w[i], 2) / static_cast<double>(w.size());
    return std::sqrt(sum);
  };
  const double longest = std::abs(t_stop - t_start), speed = norm([&](std::size_t i) { return slope[i]; });
  const double size = norm([&](std::size_t i) { return from[i]; });
  const double probe = std::min(1e-4 * (speed > 0.0 && size > 0.0 ? size / speed : 1.0), longest);
  std::vector<double> later(from.begin(), from.end()), there(later.size()), rates(later.size());
  for (std::size_t i = 0; i < later.size(); ++i) later[i] += std::copysign(probe, t_stop - t_start) * slope[i];
  if (!form.begin(t_start + std::copysign(probe, t_stop - t_start), later, there, rates).good()) return 1e-3 * probe;
  const double bend = norm([&](std::size_t i) { return (rates[i] - slope[i]) / probe; });
  return std::isfinite(bend) && bend > 0.0 ? std::min(std::sqrt(1.0 / bend), longest) : probe;
}

std::span<const double> IdaSolver::at(double t) const {
  if (IDAGetDky(memory.get(), t, 0, scratch.get()) != IDA_SUCCESS) return {};
  return numbers(scratch.get());
}

/// Runs what a callback has to do and translates its status: 0, 1 (try a smaller step) or -1.
template <class Work>
int IdaSolver::guarded(double at, const Work& work) {
  try {
    Status status = work();
    if (status.good()) return 0;
    status.time = at;
    last_trouble = status;
    return curable(status.trouble) ? 1 : -1;
  } catch (...) {
    thrown = std::current_exception();
    return -1;
  }
}

int IdaSolver::residual(double t, N_Vector Y, N_Vector rate, N_Vector F, void* self) {
  auto& solver = *static_cast<IdaSolver*>(self);
  return solver.guarded(t, [&]() -> Status {
    ++solver.evaluations;
    const auto component = [&](int i) { return i < solver.form.differential() ? i : -1; };
    if (const int bad = first_not_finite(numbers(Y)); bad >= 0) return {Trouble::not_finite, component(bad), t};
    if (const Status status = solver.form.residual(t, numbers(Y), numbers(rate), numbers(F)); !status.good())
      return status;
    if (const int bad = first_not_finite(numbers(F)); bad >= 0) return {Trouble::not_finite, component(bad), t};
    return {};
  });
}

int IdaSolver::jacobian(double t, double factor, N_Vector Y, N_Vector rate, N_Vector /*F*/, SUNMatrix J, void* self,
                        N_Vector, N_Vector, N_Vector) {
  auto& solver = *static_cast<IdaSolver*>(self);
  return solver.guarded(t, [&]() -> Status {
    const Status status = solver.form.jacobian(t, factor, numbers(Y), numbers(rate), solver.assembly);
    if (status.good()) solver.copy_matrix(J);
    return status;
  });
}

void IdaSolver::copy_matrix(SUNMatrix J) const {
  std::ranges::copy(assembly.first(), SUNSparseMatrix_IndexPointers(J));
  std::ranges::copy(assembly.row(), SUNSparseMatrix_IndexValues(J));
  std::ranges::copy(assembly.value(), SUNSparseMatrix_Data(J));
}

/// IDA's norm is the root of the mean square; the factor makes it the root of the sum.
int IdaSolver::weights(N_Vector Y, N_Vector weight, void* self) {
  const auto& solver = *static_cast<IdaSolver*>(self);
  const std::span<const double> values = numbers(Y);
  const std::span<double> w = numbers(weight);
  const double factor = std::sqrt(static_cast<double>(values.size()));
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool steers = static_cast<int>(i) < solver.form.differential();
    const double allowed = steers ? solver.control.allowed(i, values[i])
                                  : solver.control.absolute + solver.control.relative * std::abs(values[i]);
    // A tolerance of zero allows no error; a weight of infinity would make one of no error, 0 * inf.
    w[i] = factor / std::max(allowed, 1e-150);
    if (!steers) w[i] *= no_weight;
  }
  return 0;
}

/// Ten units in the last place of t; near t = 0 a length that no problem on this interval can mean.
void IdaSolver::set_shortest_step() const {
  double t = t_start;
  IDAGetCurrentTime(memory.get(), &t);
  const double shortest = std::max(10.0 * epsilon * std::abs(t), epsilon * epsilon * std::abs(t_stop - t_start));
  // The last step may have to be shorter.
  IDASetMinStep(memory.get(), std::min({shortest, control.max_step, 0.5 * std::abs(t_stop - t)}));
}

void IdaSolver::note_order() {
  int order = 0;
  IDAGetLastOrder(memory.get(), &order);
  if (order > 2) {
    low_steps = 0;
    failures_before = failures();
  } else {
    ++low_steps;
  }
}

bool IdaSolver::crawls() const {
  constexpr long many = 40, often = 8;
  return low_steps >= many && failures() - failures_before >= often;
}

long IdaSolver::failures() const {
  long errors = 0, iterations = 0;
  IDAGetNumErrTestFails(memory.get(), &errors);
  IDAGetNumStepSolveFails(memory.get(), &iterations);
  return errors + iterations;
}

}  // namespace alembert
