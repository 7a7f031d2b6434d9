/// IDA as IdaStepper drives it. For its source file alone, which hides SUNDIALS from all others.
#pragma once
#include <ida/ida.h>

#include <exception>
#include <span>

#include "alembert/integrate/stabilized_form.h"
#include "alembert/integrate/stepper.h"
#include "alembert/integrate/sundials_handles.h"

namespace alembert {

/// One run of IDA, with the rows that the form keeps at its start. Made anew for each: what is left over from the last
/// one cannot change the next.
struct IdaSolver {
  IdaSolver(StabilizedForm& problem, const StepControl& wanted, double t, double t_end);

  /// Starts at y = (q, v, z, W). A first step of 0 chooses one.
  Status start(std::span<const double> y0, double wanted_first_step);
  /// Y at a time within the last step; overwritten by the next call. Nothing where IDA cannot say.
  std::span<const double> at(double t) const;

  // SUNDIALS calls these, from C: exceptions wait in `thrown`.
  static int residual(double t, N_Vector Y, N_Vector rate, N_Vector F, void* self);
  static int jacobian(double t, double factor, N_Vector Y, N_Vector rate, N_Vector F, SUNMatrix J, void* self, N_Vector,
                      N_Vector, N_Vector);
  static int weights(N_Vector Y, N_Vector weight, void* self);
  template <class Work>
  int guarded(double at, const Work& work);

  double choose_first_step();
  /// The last step ends there. Before the first step.
  void stop_at(double t);
  void set_shortest_step() const;
  void copy_matrix(SUNMatrix J) const;
  long failures() const;
  /// After each step: takes note of its order.
  void note_order();
  /// Whether steps keep failing at low orders. Where order and size rise together from order 1, the next step meets the
  /// errors of order 1 four times as large; it fails where these have used all of the tolerance, and IDA falls back to
  /// where it began, without end.
  bool crawls() const;

  StabilizedForm& form;
  StepControl control;
  double t_start, t_stop, first_step = 0.0;
  sundials_handles::Context context;
  sundials_handles::Vector Y, rate, scratch, weight;
  sundials_handles::Matrix matrix;
  sundials_handles::LinearSolver linear;
  sundials_handles::SolverMemory<IDAFree> memory;
  SparseAssembly assembly;
  Status last_trouble;        ///< the latest that a callback has met in this step
  std::exception_ptr thrown;  ///< by a callback
  long evaluations = 0;
  long low_steps = 0, failures_before = 0;  ///< steps at low order since the last at a higher one, failures until then
  long noted_evaluations = 0, noted_failures = 0, noted_jacobians = 0;  ///< already in the stepper's counts
};

}  // namespace alembert
