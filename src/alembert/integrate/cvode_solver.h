/// CVODE as CvodeStepper drives it. For its source file alone, which hides SUNDIALS from all others.
#pragma once
#include <cvode/cvode.h>

#include <exception>
#include <span>
#include <vector>

#include "alembert/integrate/ode.h"
#include "alembert/integrate/stepper.h"
#include "alembert/integrate/sundials_handles.h"

namespace alembert {

/// One run of CVODE. Made anew for each: what is left over from the last one cannot change the next.
struct CvodeSolver {
  /// `known_to`: how well steps are known, as a share of max(1, |y|); errors below are none.
  CvodeSolver(Ode& problem, const StepControl& wanted, double known_to, double t, std::span<const double> y0,
              double t_end, double wanted_first_step);

  // SUNDIALS calls these, from C: exceptions wait in `thrown`.
  static int rhs(double t, N_Vector y, N_Vector dydt, void* self);
  static int jacobian(double t, N_Vector y, N_Vector f, SUNMatrix J, void* self, N_Vector, N_Vector, N_Vector);
  static int weights(N_Vector y, N_Vector weight, void* self);
  static int project(double t, N_Vector y, N_Vector correction, double epsilon, N_Vector error, void* self);
  template <class Work>
  int guarded(double at, const Work& work);

  /// The last step ends there. Before the first step.
  void stop_at(double t);
  void set_shortest_step() const;
  long failures() const;

  Ode& ode;
  StepControl control;
  double known;
  double t_start, t_stop, first_step;
  sundials_handles::Context context;
  sundials_handles::Vector y, scratch, weight;
  sundials_handles::Matrix matrix;
  sundials_handles::LinearSolver linear;
  sundials_handles::SolverMemory<CVodeFree> memory;
  std::vector<double> rows;       ///< [n x n] of the Jacobian, where the problem has one
  std::vector<double> projected;  ///< [n]
  Status last_trouble;            ///< the latest that a callback has met in this step
  std::exception_ptr thrown;      ///< by a callback
  long evaluations = 0;
  long noted_evaluations = 0, noted_failures = 0, noted_jacobians = 0;  ///< already in the stepper's counts
  std::vector<double> gap;  ///< [n] the polynomial of the last step less y at its beginning
  bool gap_known = false;   ///< whether `gap` belongs to the last step
};

}  // namespace alembert
