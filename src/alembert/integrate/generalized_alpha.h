/// The generalised-alpha method on manifolds, index 3, for stiff mechanisms and mechanisms under constraints.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "alembert/integrate/alpha_step.h"
#include "alembert/integrate/manifold_hermite.h"
#include "alembert/integrate/past_change.h"
#include "alembert/integrate/stepper.h"
#include "alembert/integrate/system_ode.h"
#include "alembert/integrate/turns.h"

namespace alembert {

/// Implicit, of second order in positions, speeds and multipliers, and stable for linear vibrations of any frequency:
/// those that steps cannot follow are damped by a spectral radius that the user chooses (alpha_step.h has the
/// equations). Holonomic rows hold for positions to rounding, speeds satisfy them to second order; rotations are moved
/// by rotations. Extra states z are integrated as speeds are, the work W by Simpson's rule.
///
/// The error of a step comes from the step itself: positions against the integral of the interpolated speeds, speeds
/// and z from second differences of their rates. Before it counts it is filtered through the matrix of the iteration,
/// which takes away what constraints remove and stiff forces damp. Tolerances are those of runs of a few periods: as
/// steps err by h^3 and runs by h^2, a step may err by tolerance^(3/2). When the step changes, the auxiliary rates and
/// the part of the speeds across the constraints, which both depend on it, are scaled to the new one; otherwise
/// accelerations would be of first order there. Steps therefore change seldom. Speeds across the constraints, which
/// follow from positions, are compared with these directly.
///
/// Where rows lose rank (folded linkages), positions on both branches satisfy them, and the iteration does not know
/// which to take: another method leads past such places (past_change.h), after which this one starts anew.
///
/// Refs: Arnold and Bruls 2007, Convergence of the generalized-alpha scheme for constrained mechanical systems,
/// Multibody Syst. Dyn. 18; Bruls, Cardona and Arnold 2012, Lie group generalized-alpha time integration of constrained
/// flexible multibody systems, Mech. Mach. Theory 48; Arnold, Bruls and Cardona 2015, Numer. Math. 129.
class GeneralizedAlpha : public Stepper {
 public:
  /// @param spectral_radius  0 ... 1: 1 damps nothing, 0 removes fast vibrations within a step
  /// @param fixed_step       [s] length of every step but the last; shorter ones only where the iteration does not
  ///                         converge. Nothing: error control
  /// Keeps a reference: the problem must outlive the object.
  GeneralizedAlpha(SystemOde& ode, const StepControl& control, double spectral_radius,
                   std::optional<double> fixed_step = {});

  Status start(double t, std::span<const double> y, double t_end) override;
  Status step() override;
  Status interpolate(double t, std::span<double> y_out) override;
  bool remembers_forces() const override { return true; }
  std::vector<double> memory() const override;
  /// Goes on with the rates of the old run and makes a new matrix, which changes steps by less than their error. Speeds
  /// may have been projected on the constraints.
  Status restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) override;

  std::span<const double> vdot() const { return std::span(now_.rate).first(nv_); }  ///< [nv] at t()
  std::span<const double> lambda() const { return now_.lambda; }                    ///< [na] at t()

 private:
  Status begin(double t, std::span<const double> y, double t_end);
  Status find_rates(AlphaPoint& at);
  double choose_first_step();
  void shift_rates();
  double time_scale();
  Status try_step(double h, double t_new);
  double fastest() const;
  void look_for_change();
  Status begin_past();
  Status step_past();
  Status prepare(double h);
  double estimate_error(double h);
  Status find_work(double h, double& work, double& power);
  Status refined_work(double begin, double h, double share, const AlphaPoint& from, const AlphaPoint& to,
                      double& added);
  double power(double t, std::span<const double> y);
  void accept(double h, double work, double power);
  double next_step(double h, bool repeated) const;
  double shortest_step() const;
  static void write(const AlphaPoint& at, double work, std::span<double> y);
  void interpolate(double x, double h, const AlphaPoint& from, const AlphaPoint& to, std::span<double> y);

  SystemOde& ode_;
  const System& system_;
  Turns turns_;
  AlphaNumbers numbers_;
  StepControl control_;
  std::optional<double> fixed_step_;
  AlphaStep implicit_;
  ManifoldHermite between_;
  PastChange past_;
  std::size_t nq_, nv_, ns_;
  PastChange::Distance change_ = PastChange::Distance::far;

  double t_start_ = 0.0;
  double h_ = 0.0;                           ///< the next step to try, signed
  double h_now_ = 0.0;                       ///< the step that a and the speed defect of now_ belong to
  double h_last_ = 0.0;                      ///< from before_ to now_
  double error_ = 0.0;                       ///< of the last tried step; 1 is allowed
  bool adjust_ = false;                      ///< speeds may have been projected
  bool stepped_past_ = false;                ///< the last step was one of past_
  double unseen_ = 0.0;                      ///< [rad or m] motion since change_ was found, at most
  AlphaPoint before_;                        ///< where the last accepted step began
  AlphaPoint now_;                           ///< at t_
  AlphaPoint from_;                          ///< as now_, with what depends on the step scaled to the one being tried
  AlphaPoint next_;                          ///< where that ends
  std::vector<double> defect_;               ///< [nc] A v - b of now_
  std::vector<double> wanted_;               ///< [nc] of from_
  double work_before_ = 0.0;                 ///< W at t_before_
  double power_before_ = 0.0, power_ = 0.0;  ///< dW/dt at t_before_ and t_
  std::vector<double> position_error_, s_error_;
  std::vector<double> speed_mid_, k_, chart_, sum_;  ///< [nv]
  std::vector<double> q_work_;                       ///< [nq]
  std::vector<double> y_work_;                       ///< [n]
};

}  // namespace alembert
