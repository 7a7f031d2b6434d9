/// Adaptive explicit Runge-Kutta methods for smooth problems that are not stiff, one driver for every tableau.
#pragma once
#include <limits>
#include <span>
#include <vector>

#include "alembert/integrate/ode.h"
#include "alembert/integrate/tableau.h"

namespace alembert {

struct StepControl {
  double relative = 1e-8;   ///< error allowed in one step, per component: absolute + relative * max(|y0|, |y1|)
  double absolute = 1e-8;   ///< in the component's own unit
  double first_step = 0.0;  ///< [s] magnitude; 0 chooses one
  double max_step = std::numeric_limits<double>::infinity();  ///< [s] magnitude
  long max_steps = 10'000'000;                                ///< tried steps, accepted and rejected together
};

/// What a run has cost so far.
struct StepCounts {
  long steps = 0;        ///< accepted
  long rejected = 0;     ///< tried and repeated with a smaller step
  long evaluations = 0;  ///< of the right-hand side
};

/// Advances dy/dt = f(t, y) from a start to an end, either way in time, one accepted step at a time.
///
/// The error of a step is measured in the maximum norm, so each steering component keeps its own tolerance however many
/// others there are. The step size follows a PI controller (Gustafsson; HNW II, sec. IV.2), the first one Hairer's
/// algorithm (HNW I, sec. II.4). A right-hand side that is singular or not finite inside a tried step makes the step
/// smaller; it is reported when no smaller step helps. A step starts from the projection (Ode::project) of where the
/// last one ended; interpolate() gives the step as it was made. Memory is allocated by start() alone.
///
///   RungeKutta method(ode, dormand_prince_8(), control);
///   Status status = method.start(t0, y0, t_end);
///   while (status.good() && !method.done()) status = method.step();
class RungeKutta {
 public:
  /// Keeps references: the problem and the tableau must outlive the object.
  RungeKutta(Ode& ode, const Tableau& tableau, const StepControl& control);

  /// Evaluates f once or twice and chooses the first step. Precondition: t, t_end finite, y has the problem's size.
  Status start(double t, std::span<const double> y, double t_end);

  /// One accepted step, the last one ending exactly at t_end; nothing when done(). A status that is not good leaves
  /// t() and y() at the last accepted step and names the component of y that is not finite or has the largest error.
  Status step();

  bool done() const { return t_ == t_end_; }
  double t() const { return t_; }
  double t_before() const { return t_before_; }  ///< where the last accepted step began
  std::span<const double> y() const { return y_; }
  const StepCounts& counts() const { return counts_; }
  int worst() const { return worst_; }  ///< component of y with the largest error in the last tried step

  /// The solution at a time within the last accepted step, ends included. The first call in a step may cost
  /// evaluations of f, hence the status; the ends are exact and free.
  Status interpolate(double t, std::span<double> y_out);

 private:
  std::span<double> k(int i) { return std::span(k_).subspan(static_cast<std::size_t>(i) * y_.size(), y_.size()); }
  Status evaluate(double t, std::span<const double> y, std::span<double> dydt);
  Status stage(int i, double h, std::span<const double> y);
  void combine(const Tableau::Row& row, int count, std::span<double> sum);
  Status begin_step();
  Status advance();
  Status try_step(double h);
  double error_norm(double h);
  double scaled_max(std::span<const double> x, std::span<const double> y0, std::span<const double> y1);
  double choose_first_step();
  double shortest_step() const;
  void accept(double t_new);
  Status make_dense();

  Ode& ode_;
  const Tableau& tableau_;
  StepControl control_;
  StepCounts counts_;
  double t_start_ = 0.0, t_before_ = 0.0, t_ = 0.0, t_end_ = 0.0;
  double h_ = 0.0;             ///< the next step to try, signed
  double error_ = 0.0;         ///< of the last tried step; 1 is the tolerance
  double error_before_ = 0.0;  ///< of the last accepted step
  int worst_ = -1;             ///< component with the largest error in the last tried step
  bool dense_ready_ = false;
  std::vector<int> steering_;         ///< components that count in the error
  std::vector<double> y_before_, y_;  ///< [n] ends of the last accepted step
  std::vector<double> y_new_, work_;  ///< [n]
  std::vector<double> k_;             ///< [stages x n]
  std::vector<double> dense_;         ///< [rows x n]
};

}  // namespace alembert
