/// Backward differentiation formulas for a system together with its constraints: IDA of SUNDIALS.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "alembert/integrate/runge_kutta.h"
#include "alembert/integrate/stabilized_form.h"
#include "alembert/integrate/stepper.h"

namespace alembert {

struct IdaSolver;

/// Advances y = (q, v, z, W) from a start to an end, either way in time, by formulas of order 1 to 5 applied to the
/// stabilised index-2 form (stabilized_form.h): multipliers are unknowns like speeds, nothing is projected, and every
/// step ends on the constraints of positions and speeds and with unit quaternions. The equations of a step are solved
/// by Newton's method with the exact sparse Jacobian, so large mechanisms with local loops cost in proportion to their
/// size.
///
/// Errors are measured in the Euclidean norm of q, v and z, each component over its own tolerance, so none exceeds it.
/// W is the integral of the power along the step's polynomial. Rows that depend on others follow an independent set;
/// where they stop doing so (the rank has grown), or a step fails, the set is chosen again and a new history begins.
/// Where that does not help either, close to a configuration that loses rank, a few steps of an explicit method with
/// projection lead past it; what stops them too is reported. They also lead away from where steps of low order keep
/// failing.
///
/// restart() begins a new history, at order 1 with a step of its own choice: that of the order before would be rejected
/// until it is as small.
/// Ref: Hindmarsh et al. 2005, SUNDIALS, ACM TOMS 31; Brenan, Campbell and Petzold 1996, ch. 5.
class IdaStepper : public Stepper {
 public:
  /// Keeps a reference: the problem must outlive the object.
  IdaStepper(SystemOde& ode, const StepControl& control);
  ~IdaStepper() override;

  Status start(double t, std::span<const double> y, double t_end) override;
  Status step() override;
  /// Costs three evaluations of the power.
  Status interpolate(double t, std::span<double> y_out) override;
  std::vector<double> memory() const override { return {}; }
  Status restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) override;
  void stop_at(double t) override;

 private:
  Status begin(double t, std::span<const double> y, double t_end, double first_step);
  /// A new history from (t_, y_), with the rows that form_ has chosen.
  Status begin_history(double first_step);
  /// The same, where rows have to be chosen again, from y_ moved onto them.
  Status begin_again(bool& changed);
  Status try_step();
  Status advance();
  Status step_past();
  Status follow_rows();
  Status trouble(int flag) const;
  /// q (tidied), v and z of the step's polynomial.
  Status read(double t, std::span<double> y);
  /// Work from the beginning of the last step to t.
  Status work(double t, double& sum);
  void note_costs();
  void find_worst();

  SystemOde& ode_;
  StepControl control_;
  StabilizedForm form_;
  std::vector<double> y_before_, inside_;  ///< [n]
  std::unique_ptr<IdaSolver> solver_;      ///< of the current history
  RungeKutta past_;                        ///< leads past configurations that lose rank
  int steps_past_ = 0;                     ///< how many of its steps are to come
  int patience_ = 0;                       ///< how many it takes the next time
  bool stepped_past_ = false;              ///< the last step was one of them
};

}  // namespace alembert
