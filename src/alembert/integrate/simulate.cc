#include "alembert/integrate/simulate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>

#include "alembert/integrate/energy_rounding.h"
#include "alembert/integrate/event_loop.h"
#include "alembert/integrate/lock_up.h"
#include "alembert/integrate/recorder.h"
#include "alembert/integrate/row_times.h"

namespace alembert {
namespace {

/// Notices when thousands of steps bring the motion hardly any further.
class StallGuard {
 public:
  StallGuard(double start, double end) : t(start), least_(smallest_share * (end - start)) {}
  bool stalled(const StepCounts& counts, double now) {
    const std::int64_t all = counts.steps + counts.rejected;
    if (all - tried < window) return false;
    const bool stuck = now - t < least_;
    tried = all;
    t = now;
    return stuck;
  }

  /// A step that had to end at a known time says nothing about the pace.
  void excuse() { ++tried; }

  double t;                ///< where counting began
  std::int64_t tried = 0;  ///< steps tried until then, and those excused since

 private:
  static constexpr std::int64_t window = 100'000;  // tried steps looked at together
  static constexpr double smallest_share = 1e-3;   // of the whole time: at this pace 100 million steps are to come
  double least_;
};

StepCounts operator+(const StepCounts& a, const StepCounts& b) {
  return {a.steps + b.steps, a.rejected + b.rejected, a.evaluations + b.evaluations, a.jacobians + b.jacobians};
}

/// @param rounding  energy_rounding() of the motion: a drift within it is none
double relative_drift(const Account& account, double relative, const EnergyRounding& rounding) {
  const double moved = std::max({account.swing, std::abs(account.supplied()), account.dissipated_end});
  const bool moves = moved > std::min(100.0 * relative, 0.1) * account.level;
  double scale = moves ? moved : account.level;
  // Where something moves, a drift within rounding of its states is a small share of it by itself.
  const bool of_state = account.drift <= rounding.of_state && moved <= 1e3 * rounding.of_state;
  if (of_state || account.drift <= rounding.of_sums) scale = std::max(scale, rounding.of_state / known_state);
  return scale > 0.0 ? account.drift / scale : 0.0;
}

class Simulation {
 public:
  Simulation(const System& system, const State& start, const SimulateOptions& options, const Sink& sink)
      : system_(system),
        options_(options),
        sink_(sink),
        times_(start.t, options.end_time, options.output_step),
        guard_(start.t, options.end_time),
        events_(system, start.t, options.end_time),
        motion_(system, start, options.end_time, options.absolute * tightening(options.method)) {
    for (const auto& [component, tolerance] : options.absolute_of) motion_.set(component, tolerance / options.absolute);
    if (options.from != nullptr) before_ = options.from->counts;
    kept_evaluations_ = before_.evaluations;
    build();
    y_.resize(static_cast<std::size_t>(ode_->size()));
    auto next = std::ranges::copy(start.q, y_.begin()).out;
    next = std::ranges::copy(start.v, next).out;
    std::ranges::copy(start.z, next);
  }

  SimulateResult run() {
    result_.time = times_.at(0);
    result_.status = go();
    if (!of_row(result_.status)) result_.status.index = ode_->speed_of(result_.status.index);
    if (!result_.status.good()) result_.last.assign(method_->y().begin(), method_->y().end());
    result_.counts = counts();
    result_.below = motion_.below(options_.absolute);
    result_.sampled_from = events_.sampled_from();
    result_.events = events_.count();
    result_.energy_drift = relative_drift(result_, judged(), rounding());
    return result_;
  }

 private:
  /// What depends on the rows of the system, which events may change.
  void build() {
    lock_up_.forget();
    ode_.emplace(system_, options_.work_steers);
    recorder_.emplace(system_, *ode_, sink_, result_);
    const StepControl control = {options_.relative,
                                 options_.absolute,
                                 options_.first_step,
                                 options_.max_step,
                                 options_.max_steps - before_.steps - before_.rejected,
                                 motion_.allowances()};
    method_ = make_stepper(method(), *ode_, control, options_.method_options);
  }

  Method method() const { return result_.stiff_since >= 0.0 ? *options_.when_stiff : options_.method; }

  /// Equal steps are as long as the user wants them: they make swings of their own, up to a hundredth of the level.
  double judged() const {
    return options_.method_options.fixed_step ? std::max(options_.relative, 1e-4) : options_.relative;
  }
  /// What rounding can have done to the account.
  EnergyRounding rounding() const {
    if (!(result_.drift > 0.0)) return {};
    // The account ends with the last row, however fast the motion became behind it.
    const std::span<const double> y = last_row_.empty() ? method_->y() : last_row_;
    // Constraints round places to units of the model, however little moves.
    const std::span<const double> units = system_.sizes().na > 0 ? std::span<const double>() : motion_.allowances();
    return energy_rounding(system_, ode_->state(result_.time, y), result_.time - times_.at(0), units);
  }

  Status go() {
    Status status = options_.from != nullptr ? resume(*options_.from) : begin();
    while (status.good() && !method_->done() && !result_.stopped_by_event) status = advance();
    return status;
  }

  Status begin() {
    const double t = times_.at(0);
    system_.start_over();
    system_.accept(ode_->state(t, y_));
    expect_errors(y_);
    if (const Status status = events_.begin(t, y_); !status.good()) return status;
    if (!events_.smooth()) build();
    if (const Status status = see_steps(); !status.good()) return status;
    recorder_->begin(t, y_);
    if (const Status status = recorder_->deliver(t, y_); !status.good()) return status;
    ++next_row_;
    if (events_.due()) {
      if (const Status status = events_.pass(t, y_); !status.good()) return status;
      take_jump(t);
    }
    if (const Status status = start(t); !status.good()) return status;
    keep(t, {}, {});
    return {};
  }

  /// Equal steps of a given size may not pass over what depends on time.
  Status see_steps() {
    if (!options_.method_options.fixed_step) return {};
    const TimeVariation::Piece piece = events_.shortest_piece();
    if (*options_.method_options.fixed_step <= pieces_per_step(method()) * piece.length) return {};
    return {Trouble::passed_over, -1, piece.begin};
  }

  Status resume(const Checkpoint& from) {
    y_ = from.y;
    motion_.recall(from.motion);
    static_cast<Account&>(result_) = from.account;
    system_.recall(from.system);
    build();
    events_.resume(from.t, y_, from.signs);
    ode_->set_most_rows(from.most_rows);
    guard_.t = from.stall_time;
    guard_.tried = from.stall_tried;
    next_row_ = from.next_row;
    return from.counts.steps == 0 ? start(from.t) : restart(from.t, from.method);
  }

  /// From y_ to the end, no step across a time at which formulas switch for certain.
  Status start(double t) {
    look_ahead(t, y_);
    return aimed(method_->start(t, y_, options_.end_time));
  }
  Status restart(double t, std::span<const double> memory) {
    return aimed(method_->restart(t, y_, options_.end_time, memory));
  }
  Status aimed(const Status& started) {
    if (started.good()) method_->stop_at(events_.stop_before(method_->t(), options_.end_time));
    return started;
  }

  /// One step, and the rows that it covers.
  Status advance() {
    if (motion_.at_rest()) look_ahead(method_->t(), method_->y());
    const double sight = events_.sight(method_->t(), pieces_per_step(method()));
    const bool begins = begins_at_order_one(method()) && method_->t() < first_stop_;
    method_->look_no_further(begins ? std::min(sight, first_stop_) : sight);
    first_stop_ = -std::numeric_limits<double>::infinity();  // of the first step alone
    if (const Status status = method_->step(); !status.good()) return status;
    motion_.see(method_->y());
    if (guard_.stalled(counts(), method_->t())) return {Trouble::stalled, method_->worst(), method_->t()};
    const std::optional<double> stop = events_.find(*method_);
    const double until = stop.value_or(method_->t());
    if (options_.stepped) options_.stepped(*method_, until);
    if (const Status status = recorder_->add_step(*method_, until); !status.good()) return status;
    if (const Status status = deliver_rows(until); !status.good()) return status;
    if (stop && events_.ends_run()) {
      result_.stopped_by_event = true;
      return result_.time < *stop ? deliver(*stop) : Status{};
    }
    if (stop) {
      if (const Status status = pass_event(*stop); !status.good()) return status;
    } else {
      system_.accept(ode_->state(method_->t(), method_->y()));
    }
    if (method_->done()) return {};
    if (lock_up_.ahead(*ode_, *method_))
      return {Trouble::locked, locked_row(system_, ode_->state(method_->t(), method_->y())), method_->t()};
    if (options_.when_stiff && method_->stiff()) return change_method();
    if (!wanted(method_->t())) return {Trouble::interrupted, -1, method_->t()};
    ++steps_;
    return checkpoint_due() ? pause() : Status{};
  }

  bool checkpoint_due() const {
    const long most = options_.checkpoint_steps.value_or(steps_between_checkpoints(system_.sizes()));
    return steps_ >= most || counts().evaluations - kept_evaluations_ >= evaluations_per_step * most;
  }

  /// The discrete change at an event; the method begins anew behind it.
  Status pass_event(double t) {
    expect_errors(method_->y());
    if (const Status status = events_.pass(*method_, t, *ode_, y_); !status.good()) return status;
    if (events_.expected()) guard_.excuse();
    system_.accept(ode_->state(t, y_));
    if (events_.smooth()) return method_->remembers_forces() ? start(t) : restart(t, method_->memory());
    if (const Status status = take_jump(t); !status.good()) return status;
    const Status status = start(t);
    // At order 1 a step as long as a flight would end below the stop that was left.
    constexpr double of_flight = 0.1;
    first_stop_ = t + of_flight * events_.shortest_flight(ode_->state(t, y_));
    return status;
  }

  /// How large the motion is that begins at a state.
  void look_ahead(double t, std::span<const double> y) {
    motion_.expect(system_, ode_->state(t, y), std::min(events_.sight(t, 1), options_.end_time));
  }

  /// The tolerance at a state, in the unit of each component.
  void expect_errors(std::span<const double> y) {
    errors_.resize(y.size());
    for (std::size_t i = 0; i < y.size(); ++i)
      errors_[i] = options_.absolute * motion_.allowances()[i] + options_.relative * std::abs(y[i]);
    events_.expect_errors(errors_);
  }

  /// Behind an event that has changed speeds or rows.
  Status take_jump(double t) {
    result_.work = y_.back();
    result_.dissipated -= events_.energy_jump() - events_.supplied_jump();
    before_ = counts();
    build();
    bool moved = false;  // onto rows that are new: a joint comes to rest at a stop nearer than rounding of events
    if (const Status status = ode_->project(t, y_, moved); !status.good()) return status;
    recorder_->begin(t, y_);
    return {};
  }

  Status change_method() {
    const double t = result_.stiff_since = method_->t();
    std::ranges::copy(method_->y(), y_.begin());
    before_ = counts();
    build();
    recorder_->begin(t, y_);
    return start(t);
  }

  /// All rows that are due up to a time within the last step.
  Status deliver_rows(double until) {
    while (next_row_ <= times_.last() && times_.at(next_row_) <= until) {
      // One step may cover more rows than anybody wants to wait for. Before the first there is no checkpoint.
      if (next_row_ > 0 && !wanted(times_.at(next_row_))) return {Trouble::interrupted, -1, times_.at(next_row_)};
      if (const Status status = deliver(times_.at(next_row_)); !status.good()) return status;
      ++next_row_;
    }
    return {};
  }

  bool wanted(double t) const { return !options_.go_on || options_.go_on(t); }

  Status deliver(double t) {
    if (const Status status = recorder_->deliver(*method_, t); !status.good()) return status;
    last_row_.assign(recorder_->y().begin(), recorder_->y().end());
    return {};
  }

  /// Lets the method begin anew from a state on the constraints, which a checkpoint can hold.
  Status pause() {
    std::ranges::copy(method_->y(), y_.begin());
    bool moved = false;
    // Close to a singular configuration no state may be found: after the next step, then.
    if (!ode_->project(method_->t(), y_, moved).good()) return {};
    steps_ = 0;
    const double t = method_->t();
    const std::vector<double> memory = method_->memory();
    kept_evaluations_ = counts().evaluations;
    keep(t, memory, counts());
    // Whatever they remember of the last steps, a run that goes on from here does not know.
    ode_->step_begins(true);
    lock_up_.forget();
    return restart(t, memory);
  }

  void keep(double t, const std::vector<double>& memory, const StepCounts& counts) const {
    if (options_.checkpoint)
      options_.checkpoint({t, y_, memory, system_.memory(), motion_.memory(), events_.signs(), ode_->most_rows(),
                           guard_.t, guard_.tried, counts, next_row_, result_});
  }

  StepCounts counts() const { return before_ + method_->counts(); }

  const System& system_;
  const SimulateOptions& options_;
  const Sink& sink_;
  SimulateResult result_;
  std::optional<SystemOde> ode_;
  std::optional<Recorder> recorder_;
  RowTimes times_;
  StallGuard guard_;
  EventLoop events_;
  MotionSizes motion_;
  LockUp lock_up_;
  std::unique_ptr<Stepper> method_;
  StepCounts before_;  ///< of the run that this one goes on with
  std::vector<double> y_, last_row_;
  double first_stop_ = -std::numeric_limits<double>::infinity();  ///< [s] no further in the first step behind an event
  std::vector<double> errors_;                                    ///< [component] the tolerance in its unit
  std::int64_t next_row_ = 0;
  long steps_ = 0;             ///< since the last checkpoint
  long kept_evaluations_ = 0;  ///< counted at the last checkpoint
};

}  // namespace

SimulateResult simulate(const System& system, const State& start, const SimulateOptions& options, const Sink& sink) {
  assert(options.end_time >= start.t && options.output_step > 0.0);
  return Simulation(system, start, options, sink).run();
}

}  // namespace alembert
