/// Methods that take steps of one size: what they share.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "alembert/integrate/past_change.h"
#include "alembert/integrate/stepper.h"
#include "alembert/integrate/system_ode.h"

namespace alembert {

/// Equal steps from start to end over y = (q, v, z, W), either way in time; only the last one may be shorter. The size
/// is given, or chosen once from the tolerance (step_choice.h) and then kept: that is what conserves, over any time,
/// what a geometric method conserves. Step k ends at start + k h without adding up rounding.
///
/// interpolate() makes a shorter step from where the last one began, so rows are as good as steps, constraints
/// included. A step whose equations cannot be solved is made in halves, quarters, ... and counted as rejected. Past
/// places where rows lose rank another method leads (past_change.h); equal steps go on behind.
class FixedStepper : public Stepper {
 public:
  /// A state with what the method carries besides y.
  struct Node {
    double t = 0.0;
    std::vector<double> y, carried;
    double loss = 0.0;  ///< [J] what dampers and friction took in the step that led here
  };

  Status start(double t, std::span<const double> y, double t_end) override;
  Status step() override;
  Status interpolate(double t, std::span<double> y_out) override;
  std::optional<double> dissipated() const override;
  std::vector<double> memory() const override;
  Status restart(double t, std::span<const double> y, double t_end, std::span<const double> memory) override;

  double step_size() const { return h_; }  ///< [s] signed

  /// One step from a node, in place, which adds to its loss. A status that is not good leaves the node without meaning.
  virtual Status advance(Node& node, double h) = 0;
  /// Fills what is carried for a state to start from.
  virtual Status enter(Node& node) = 0;
  virtual int order() const = 0;
  /// Whether the last advance() met a change of rank, so that its result, good or not, is worth nothing.
  virtual bool met_change() const { return false; }

 protected:
  /// `fixed`: the size of the steps [s], positive.
  FixedStepper(SystemOde& ode, const StepControl& control, std::optional<double> fixed);

  SystemOde& ode_;
  StepControl control_;

 private:
  Status begin(double t, std::span<const double> y, double t_end);
  Status advance_in_parts(Node& node, double h);
  Status step_past();
  Status moment_after(double t, std::span<double> y_out);

  std::optional<double> fixed_;
  double h_ = 0.0, t_start_ = 0.0;
  double count_ = 0.0;  ///< steps made since t_start_
  Node now_, before_, trial_, from_;
  std::vector<double> rates_;
  PastChange past_;
  bool stepped_past_ = false;  ///< the last step was one of past_
  double loss_ = 0.0;          ///< [J] up to the time of the last interpolate()
};

}  // namespace alembert
