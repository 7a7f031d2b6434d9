/// One implicit step of the generalised-alpha method.
#pragma once
#include <cmath>
#include <span>
#include <vector>

#include "alembert/integrate/alpha_matrix.h"
#include "alembert/integrate/alpha_point.h"
#include "alembert/integrate/stepper.h"
#include "alembert/integrate/turns.h"
#include "alembert/system/system.h"

namespace alembert {

/// Finds the end of a step of length h from its start, by Newton's method:
///
///   q1 = q0 o exp(h (v0 + h (1/2 - beta) a0 + h beta a1))          s1 = s0 + h (1 - gamma) a0 + h gamma a1
///   (1 - alpha_m) a1 + alpha_m a0 = (1 - alpha_f) rate1 + alpha_f rate0
///   r(q1, s1, vdot1, lambda1) = 0,  zdot1 = h(q1, s1)              phi(q1) = 0,  nonholonomic rows A v1 = b
///
/// The unknowns of the iteration are changes of q1 along the tangent, and of lambda times h^2: the matrix then does not
/// become worse for short steps, and rounding errors of lambda grow as h^-2 but not those of q (Bottasso, Bauchau and
/// Cardona 2007, SIAM J. Sci. Comput. 29). It has exact derivatives of the equations of motion, at the start of a step
/// (at its end, guesses would strain stiff springs), but takes the derivative of exp for 1, from which it differs by
/// half the angle of a step, and nonholonomic rows for constant. The iteration reaches the same solution a little later
/// for that. Derivatives are kept from step to step while it does so fast enough. Rows that depend on each other change
/// nothing but lambda, which stays the smallest (saddle_lu.h).
///
/// The exponential of a free joint (linear speeds in the turning frame) is replaced by the motion along the direction
/// half-way through the turn, which differs in third order.
class AlphaStep {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  /// The system must outlive it; so must `turns`, which belong to it.
  AlphaStep(const System& system, const Turns& turns, const AlphaNumbers& numbers, const StepControl& control);

  /// Starts without a matrix, so that what follows does not depend on what was before.
  void forget() {
    derivatives_ready_ = fresh_ = follow_ = false;
    contradiction_ = 0.0;
    noise_ = 1.0;
  }
  /// Lets the next step begin with new derivatives.
  void renew() { derivatives_ready_ = false; }

  /// `to` holds t and a guess of rate and lambda; the system has been solved at `from`, so that it knows whether rows
  /// depend on each other. step_too_small says that the iteration does not converge, `lost` that
  /// a row cannot be met; other trouble comes from the system. Indices are those of y = (q, v, z).
  Status solve(const AlphaPoint& from, double h, AlphaPoint& to, StepCounts& counts);

  /// Of the holonomic rows: A v - b. Not zero but of second order, because v1 follows from positions.
  void speed_defect(const AlphaPoint& at, Out defect);
  /// Changes the speeds of the start of a step of length h by as little as gives them this defect.
  Status set_speed_defect(AlphaPoint& at, double h, In defect, StepCounts& counts);
  /// The least change of speeds that takes the defect away, relative to the tolerance: an error of second order that
  /// does not add up from step to step. `worst` is changed where it exceeds 1.
  double error_across(const AlphaPoint& at, int& worst);

  /// What remains of errors of positions (along the tangent, [nv]) and of s when the next step begins: constraints
  /// remove their parts, stiff forces damp them. Replaces both. Needs a successful solve().
  void filter(Out position, Out s);

  /// The length [s] below which rounding of rows makes errors of speeds say nothing at all; 0 without holonomic rows.
  double shortest_step() const;

  /// Rounding of rows grows in speeds as 1/h and is seen in errors, more of it in shorter steps. Where these have not
  /// become smaller with the step, what counts as rounding is raised until an error of this size passes. False where
  /// that would be more than rounding can be.
  bool raise_noise(double error);
  /// The same for an iteration that did not converge in either.
  bool raise_noise() { return raise_noise(last_correction_); }
  /// Lets go of it by and by, as steps go on.
  void settle_noise();
  double noise() const { return noise_; }  ///< for runs that go on elsewhere
  void set_noise(double noise) { noise_ = noise; }

  /// Which numbers error() compares with: those at these two points.
  void set_scale(const AlphaPoint& from, const AlphaPoint& to);
  /// Largest component, relative to what one step may err by, of a change of positions along the tangent at q and a
  /// change of s; `worst` is its index in y. Infinite for what is not a number.
  double error(In q, In position, In s, int& worst);
  /// What one step may err by in component i of y of this size.
  double allowed(std::size_t i, double size) const { return share_ * control_.allowed(i, size); }

 private:
  enum class Derivatives { stay, follow };
  void update(const AlphaPoint& from, AlphaPoint& to);
  Status right_side(const AlphaPoint& at, StepCounts& counts);
  void row_speeds(const AlphaPoint& at);
  Status set_length(double h, const AlphaPoint& from, StepCounts& counts);
  Status evaluate(const AlphaPoint& at, StepCounts& counts);
  Status of_y(Status status, double t) const;
  bool change_defect(const AlphaPoint& at, In wanted);
  Status iterate(const AlphaPoint& from, AlphaPoint& to, Derivatives derivatives, StepCounts& counts);
  void guess_again(const AlphaPoint& from, AlphaPoint& to);
  void find_least(Out lambda);
  double correction(const AlphaPoint& at, int& worst);
  double max_ratio(In q, In position, In s, double share, double noise, double speed_noise, int& worst);
  double largest_phi(const AlphaPoint& at, int& row);
  State state(const AlphaPoint& at) const;

  const System& system_;
  const Turns& turns_;
  AlphaNumbers numbers_;
  StepControl control_;
  Sizes sizes_;
  std::size_t nv_, ns_;
  double share_ = 1.0;  ///< of the tolerance, that one step may use

  double h_ = 0.0;                       ///< the step that the matrix is factored for
  double position_ = 0.0, speed_ = 0.0;  ///< changes of q1 and v1 per change of rate1: beta h^2 share, gamma h share
  double ratio_ = 0.0;                   ///< of the second to the first, gamma / (beta h)
  bool derivatives_ready_ = false;
  bool fresh_ = false;   ///< the derivatives are those at the start of this step
  bool follow_ = false;  ///< the last step needed new derivatives in every iteration
  AlphaMatrix matrix_;
  SparseRows A_;
  std::vector<double> u_, r_, zdot_, phi_rows_, b_, speeds_of_rows_;
  std::vector<double> move_, half_;            ///< [nv]
  std::vector<double> right_, rows_right_;     ///< [nv + nz], [na]
  std::vector<double> x_, mu_, ds_;            ///< [nv + nz], [na], [nv + nz]
  std::vector<double> guess_, guess_lambda_;   ///< [nv + nz], [na]
  std::vector<double> moved_;                  ///< [nq]
  std::vector<double> allowed_q_, allowed_s_;  ///< [nq], [nv + nz] error of one step
  std::vector<double> known_q_, known_s_;      ///< [nq], [nv + nz] numbers are not known better than that
  double known_ = 0.0;                         ///< nor are rows, 0 without holonomic ones
  double noise_ = 1.0;                         ///< how many times that is seen in errors
  double last_correction_ = 0.0;               ///< of an iteration, relative to where it may end
  double contradiction_ = 0.0;                 ///< what the last solution left of phi
};

}  // namespace alembert
