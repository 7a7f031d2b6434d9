/// A motion that drives determine, seen as a method of integration.
#pragma once
#include <memory>
#include <vector>

#include "alembert/analysis/driven/states_along.h"
#include "alembert/integrate/method.h"

namespace alembert {

/// Steps along y = (q, v, z, W): q and v from the rows alone (driven_motion.h), the extra states z integrated along
/// them, with the implicit method where they are stiff. Forces play no part; W stays as it was given.
///
/// stop_at() may be called before any step, with times to come.
class DrivenStepper : public Stepper {
 public:
  /// `system` must outlive this. `control` is what make_stepper() takes, for the extra states.
  DrivenStepper(const System& system, AssembleOptions assemble, const StepControl& control);

  /// y satisfies the rows.
  Status start(double t, std::span<const double> y, double t_end) override;
  Status step() override;
  Status interpolate(double t, std::span<double> y_out) override;
  std::vector<double> memory() const override { return {}; }
  Status restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) override;

  /// [nv] vdot where start(), step() or interpolate() was last.
  const std::vector<double>& accelerations() const { return path_->here().a(); }

 private:
  Status start_states(Method method);
  void put(std::span<const double> states, std::span<double> y) const;

  const System& system_;
  AssembleOptions assemble_;
  StepControl control_;
  Sizes sizes_;
  std::unique_ptr<DrivenPath> path_;
  std::unique_ptr<StatesAlong> along_;
  std::unique_ptr<SystemOde> ode_;
  std::unique_ptr<Stepper> states_;  ///< over (z, 0); null where there are none
  Method method_ = Method::rk8;      ///< of states_
  std::vector<double> y_before_, z_;
};

}  // namespace alembert
