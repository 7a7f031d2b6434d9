/// Adaptive explicit Runge-Kutta methods for smooth problems that are not stiff, one driver for every tableau.
#pragma once
#include <span>
#include <vector>

#include "alembert/integrate/ode.h"
#include "alembert/integrate/stepper.h"
#include "alembert/integrate/tableau.h"

namespace alembert {

/// Advances dy/dt = f(t, y) from a start to an end, either way in time, one accepted step at a time.
///
/// The error of a step is measured in the maximum norm, so each steering component keeps its own tolerance however many
/// others there are. The step size follows a PI controller (Gustafsson; HNW II, sec. IV.2), the first one Hairer's
/// algorithm (HNW I, sec. II.4). A right-hand side that is singular or not finite inside a tried step makes the step
/// smaller; it is reported when no smaller step helps. A step starts from the projection (Ode::project) of where the
/// last one ended; interpolate() gives the step as it was made.
class RungeKutta : public Stepper {
 public:
  /// Keeps references: the problem and the tableau must outlive the object.
  RungeKutta(Ode& ode, const Tableau& tableau, const StepControl& control);

  /// Evaluates f once or twice.
  Status start(double t, std::span<const double> y, double t_end) override;
  Status step() override;
  Status interpolate(double t, std::span<double> y_out) override;
  std::vector<double> memory() const override;
  Status restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) override;
  /// After fifteen such steps, with fewer than six others in a row between them (HNW II, sec. IV.2).
  bool stiff() const override { return stiff_steps_ >= 15; }

 private:
  std::span<double> k(int i) { return std::span(k_).subspan(static_cast<std::size_t>(i) * y_.size(), y_.size()); }
  Status evaluate(double t, std::span<const double> y, std::span<double> dydt);
  Status stage(int i, double h, std::span<const double> y);
  void combine(const Tableau::Row& row, int count, std::span<double> sum);
  Status begin(double t, std::span<const double> y, double t_end);
  Status begin_step();
  Status advance();
  Status try_step(double h);
  double error_norm(double h);
  double scaled_max(std::span<const double> x, std::span<const double> y0, std::span<const double> y1);
  double choose_first_step();
  double shortest_step() const;
  void accept(double t_new);
  void watch_stiffness(double h);
  Status make_dense();

  Ode& ode_;
  const Tableau& tableau_;
  StepControl control_;
  double t_start_ = 0.0;
  double h_ = 0.0;             ///< the next step to try, signed
  double error_ = 0.0;         ///< of the last tried step; 1 is the tolerance
  double error_before_ = 0.0;  ///< of the last accepted step
  bool dense_ready_ = false;
  int stiff_steps_ = 0, other_steps_ = 0;
  std::vector<int> steering_;         ///< components that count in the error
  std::vector<double> y_before_;      ///< [n] where the last accepted step began
  std::vector<double> y_new_, work_;  ///< [n]
  std::vector<double> k_;             ///< [stages x n]
  std::vector<double> dense_;         ///< [rows x n]
};

}  // namespace alembert
