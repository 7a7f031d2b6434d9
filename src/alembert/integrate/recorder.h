/// Rows of a simulation, and the account that is kept with them.
#pragma once
#include <span>
#include <vector>

#include "alembert/integrate/simulate.h"
#include "alembert/integrate/system_ode.h"
#include "alembert/system/events/hybrid_system.h"

namespace alembert {

/// Makes rows, hands them on and keeps the account. What it refers to must outlive it.
class Recorder {
 public:
  Recorder(const System& system, SystemOde& ode, const Sink& sink, Account& account);

  /// The state at a time within the method's last step: projects it onto the constraints (a start only where it is not
  /// on them), with speeds of exactly zero where joints rest or stick, hands the sink its row and enters it in the
  /// account.
  Status deliver(Stepper& method, double t);
  /// The same of a state that no step led to.
  Status deliver(double t, std::span<const double> y);
  /// (q, v, z, W) of the last row.
  std::span<const double> y() const { return y_; }

  /// The dissipation at the start, before the first step.
  void begin(double t, std::span<const double> y);
  /// Adds what the last step did up to a time within it: work, and dissipated energy, by Lobatto's rule of order 8
  /// where the method does not integrate it. Comes before the rows of the step.
  Status add_step(Stepper& method, double until);

 private:
  Status record(double t, double dissipated);  ///< y_
  bool kept(double t);
  std::int64_t dependent_rows(const State& x);
  double violation(const State& x);
  double speed_violation(const State& x);
  bool enter(const Energies& e);
  void look_at_energies(double t);
  double loss_rate(double t, std::span<const double> y);
  double dissipated_at(double t) const;
  double dissipated_at(const Stepper& method, double t) const;

  const System& system_;
  const HybridSystem* hybrid_;  ///< the system, where it is one
  SystemOde& ode_;
  const Sink& sink_;
  Account& account_;
  std::vector<double> rates_, phi_, b_, y_, inside_;
  std::vector<double> zero_, step_, zero_rows_, lambda_;
  SparseRows A_;

  /// Rates of dissipation in the last step, up to where it counts.
  struct StepLoss {
    double begin = 0.0, h = 0.0;   ///< [s]
    double before = 0.0;           ///< [J] dissipated until `begin`
    std::vector<double> at, rate;  ///< in shares of h; [W]
  };
  StepLoss loss_;
};

}  // namespace alembert
