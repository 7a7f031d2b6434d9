/// What every method of integration looks like to those who drive it.
#pragma once
#include <cmath>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "alembert/system/status.h"

namespace alembert {

struct StepControl {
  double relative = 1e-8;   ///< error allowed in one step, per component: absolute + relative * max(|y0|, |y1|)
  double absolute = 1e-8;   ///< in the component's own unit
  double first_step = 0.0;  ///< [s] magnitude; 0 chooses one
  double max_step = std::numeric_limits<double>::infinity();  ///< [s] magnitude
  long max_steps = 10'000'000;                                ///< tried steps, accepted and rejected together
  /// [component] what `absolute` is counted in (motion_sizes.h), empty for 1. Whoever makes the stepper owns these
  /// numbers, which may change between steps.
  std::span<const double> units;

  /// What one step may err by in component i of this size.
  double allowed(std::size_t i, double size) const {
    return absolute * (units.empty() ? 1.0 : units[i]) + relative * std::abs(size);
  }
};

/// What a run has cost so far.
struct StepCounts {
  long steps = 0;        ///< accepted
  long rejected = 0;     ///< tried and repeated with a smaller step
  long evaluations = 0;  ///< of the right-hand side (or of the residual)
  long jacobians = 0;    ///< of its derivatives; implicit methods only
};

/// Advances a state y from a start to an end, one accepted step at a time. Memory is allocated by start() alone.
///
///   Status status = method.start(t0, y0, t_end);
///   while (status.good() && !method.done()) status = method.step();
class Stepper {
 public:
  Stepper() = default;
  Stepper(const Stepper&) = delete;
  Stepper& operator=(const Stepper&) = delete;
  virtual ~Stepper() = default;

  /// Forgets what was before, but for counts(), and chooses the first step. Precondition: t, t_end finite, y has the
  /// problem's size.
  virtual Status start(double t, std::span<const double> y, double t_end) = 0;

  /// Moves t_end nearer: where the motion bends at a known time, no step may cross it. Between start() or restart() and
  /// the first step.
  virtual void stop_at(double t) { t_end_ = t; }

  /// Until the next call, a step that chooses its own size goes no further than this.
  void look_no_further(double t) { sight_ = t; }

  /// One accepted step, the last one ending exactly at t_end; nothing when done(). A status that is not good leaves
  /// t() and y() at the last accepted step and names a component of y (or, where Status says so, a row).
  virtual Status step() = 0;

  /// The solution at a time within the last accepted step, ends included. The ends are exact and free; the first call
  /// in a step may cost evaluations, hence the status.
  virtual Status interpolate(double t, std::span<double> y_out) = 0;
  /// [J] what dampers and friction took from t_before() to the time of the last interpolate(), where the method
  /// integrates it along with the motion.
  virtual std::optional<double> dissipated() const { return {}; }

  /// Whether memory() holds forces of the past: behind a place where they jump the method must start() instead.
  virtual bool remembers_forces() const { return false; }
  /// What restart() needs besides t and y to go on as if nothing had happened.
  virtual std::vector<double> memory() const = 0;
  /// As start(), with the memory of a run that has been at (t, y). From equal arguments follow equal steps, bit for
  /// bit. Methods with a history of steps begin with a new one.
  virtual Status restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) = 0;

  /// Whether the size of recent steps was set by stability instead of accuracy: the motion is stiff.
  virtual bool stiff() const { return false; }

  bool done() const { return t_ == t_end_; }
  double t() const { return t_; }
  double t_before() const { return t_before_; }  ///< where the last accepted step began
  double t_end() const { return t_end_; }
  std::span<const double> y() const { return y_; }
  const StepCounts& counts() const { return counts_; }
  int worst() const { return worst_; }  ///< component of y with the largest error in the last tried step, or -1

 protected:
  /// Where the next step has to end at the latest.
  double next_stop() const { return sight_ > t_ && sight_ < t_end_ ? sight_ : t_end_; }

  StepCounts counts_;
  double t_before_ = 0.0, t_ = 0.0, t_end_ = 0.0;
  double sight_ = std::numeric_limits<double>::infinity();
  int worst_ = -1;
  std::vector<double> y_;  ///< at t_
};

}  // namespace alembert
