/// Events along a motion: where they are, and what they change.
#pragma once
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "alembert/integrate/crossing.h"
#include "alembert/integrate/system_ode.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/events/time_variation.h"

namespace alembert {

/// Watches a system's event functions along the steps of a method. Those of any System end the run where they cross
/// zero. Those of a HybridSystem change it: the motion goes on from the changed state.
///
///   events.begin(t, y);
///   if (events.due()) ... the first row ..., events.pass(t, y);
///   method.start(t, y, t_end); method.stop_at(events.stop_before(t, t_end));
///   while (!method.done()) {
///     method.look_no_further(events.sight(method.t(), pieces));
///     method.step();
///     if (const auto t = events.find(method)) {
///       ... rows up to t, from method.interpolate() ...
///       if (events.ends_run()) break;
///       events.pass(method, *t, ode, y);    // y: the state behind the event
///       if (events.smooth()) method.restart(*t, y, t_end, method.memory());
///       else ... a new SystemOde, for rows have changed, and a new method, which starts from y ...
///       method.stop_at(events.stop_before(t, t_end));
///     }
///   }
///
/// What it refers to must outlive it.
class EventLoop {
 public:
  /// For a motion from `begin` to `end`.
  EventLoop(const System& system, double begin, double end);

  /// What the method may leave each component of y off by; before states at which anything changes.
  void expect_errors(std::span<const double> errors) const;
  /// The state of all switches at the start. May take from the speeds in y what rounding has left.
  Status begin(double t, std::span<double> y);
  /// Whether the start runs into a stop: an event behind the first row.
  bool due() const { return hybrid_ != nullptr && !hybrid_->met_at_start().empty(); }
  /// The time up to which the method may step from t: the end, or one before it at which formulas switch for
  /// certain.
  double stop_before(double t, double end);
  /// [s] from where on a switch in time was looked for by samples, since bounds of its formula did not tell; empty
  /// where that never happened.
  const std::optional<double>& sampled_from() const { return sampled_from_; }
  /// How far a step may go from t that spans this many pieces of what depends on time alone
  /// (system/events/time_variation.h). No force or input that comes late or is short is stepped over then.
  double sight(double t, int pieces) { return variation_ ? variation_->after_pieces(t, pieces) : end_; }
  /// The shortest of these pieces during the motion; infinite where there is one alone.
  TimeVariation::Piece shortest_piece();
  /// The first event within the method's last accepted step.
  std::optional<double> find(Stepper& method);
  /// Whether what find() has found is an event whose time was known.
  bool expected() const { return expected_; }
  /// Whether what find() has found ends the run.
  bool ends_run() const;
  /// Makes the discrete change at the time that find() gave. y becomes the state behind it, on the constraints; its
  /// work W takes the energy that the event gives or takes, so that the account of energy goes on.
  Status pass(Stepper& method, double t, SystemOde& ode, std::span<double> y);
  /// The same for what is due() at the start, whose state y is.
  Status pass(double t, std::span<double> y);
  /// Whether the last begin() or pass() left state and rows as they were: at most forces jump.
  bool smooth() const { return hybrid_ == nullptr || hybrid_->only_switched(); }
  /// [s] of what the last pass() let rebound, as long as its flight lasts; infinite where nothing did.
  double shortest_flight(const State& x) const;
  /// [J] what the last pass() added to the conserved energy; impacts take it away.
  double energy_jump() const { return hybrid_ == nullptr ? 0.0 : hybrid_->energy_jump(); }
  /// [J] what of this came in by rows whose speeds jump.
  double supplied_jump() const { return hybrid_ == nullptr ? 0.0 : hybrid_->supplied_jump(); }
  /// Events passed so far.
  long count() const { return hybrid_ == nullptr ? 0 : hybrid_->events(); }

  /// For runs that go on elsewhere, with System::memory().
  const std::vector<double>& signs() const { return crossing_.signs(); }
  void resume(double t, std::span<const double> y, std::vector<double> signs);

 private:
  void values(double t, std::span<const double> y, std::span<double> values) const;
  State state(double t, std::span<const double> y) const;
  Status guard_progress(double t);
  void look_ahead(double t, std::span<const double> y);
  void hold();

  const System& system_;
  const HybridSystem* hybrid_;      ///< the system, where it is one
  const SwitchedSystem* switched_;  ///< it, or what it is made of, where its formulas can be looked at
  Sizes sizes_;
  double begin_, end_;
  std::optional<TimeVariation> variation_;  ///< where anything varies with time
  std::unique_ptr<StepSwitching> bounds_;
  Crossing crossing_;
  std::vector<int> which_;  ///< what find() has found
  double known_time_ = std::numeric_limits<double>::infinity();
  bool expected_ = false;
  std::optional<double> sampled_from_;
  mutable std::vector<double> u_;
  std::vector<double> recent_;  ///< times of the last events, in a ring
  std::size_t next_ = 0;
};

}  // namespace alembert
