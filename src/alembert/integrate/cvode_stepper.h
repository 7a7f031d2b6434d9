/// Backward differentiation formulas of variable order and step for stiff problems: CVODE of SUNDIALS.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "alembert/integrate/ode.h"
#include "alembert/integrate/stepper.h"

namespace alembert {

struct CvodeSolver;

/// Advances dy/dt = f(t, y) from a start to an end, either way in time, by formulas of order 1 to 5.
///
/// Each step solves its implicit equations by Newton's method with Ode::jacobian, or with difference quotients where
/// the problem has none. Its estimated error is measured in the Euclidean norm of the steering components, each over
/// its own tolerance, so none exceeds it. What a step arrives at is projected (Ode::project) before its error is
/// judged: y() lies on the constraints. A right-hand side that is singular or not finite inside a tried step, and a
/// projection that fails, make the step smaller; they are reported when no smaller step helps.
///
/// Tolerances near the rounding of doubles may be below the noise that matrices and projections leave in a step, which
/// no smaller step lessens. Where the size of steps ends at the resolution of time, errors of up to 1e-12 max(1, |y|)
/// are therefore allowed, no more than it takes, from there on.
///
/// restart() begins a new history, at order 1 with a step size of CVODE's choice: that of the order before would be
/// rejected until it is as small.
/// Ref: Hindmarsh et al. 2005, SUNDIALS, ACM TOMS 31; Eich 1993 (projection).
class CvodeStepper : public Stepper {
 public:
  /// Keeps a reference: the problem must outlive the object.
  CvodeStepper(Ode& ode, const StepControl& control);
  ~CvodeStepper() override;

  Status start(double t, std::span<const double> y, double t_end) override;
  Status step() override;
  /// Free of evaluations.
  Status interpolate(double t, std::span<double> y_out) override;
  std::vector<double> memory() const override { return {known_}; }
  Status restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) override;
  void stop_at(double t) override;

 private:
  Status begin(double t, std::span<const double> y, double t_end, double first_step);
  Status try_step();
  Status trouble(int flag) const;
  void note_costs();
  void find_worst();

  Ode& ode_;
  StepControl control_;
  double known_ = 0.0;            ///< how well steps are known, as a share of max(1, |y|)
  std::vector<double> y_before_;  ///< [n] where the last accepted step began
  std::unique_ptr<CvodeSolver>
      solver_;  ///< of the current run; none before start() and for problems without components
};

}  // namespace alembert
