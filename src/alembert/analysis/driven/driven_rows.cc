#include "alembert/analysis/driven/driven_rows.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "alembert/analysis/driven/driven_stepper.h"
#include "alembert/core/index.h"
#include "alembert/integrate/event_loop.h"
#include "alembert/integrate/row_times.h"
#include "alembert/system/constraints/describe_status.h"

namespace alembert {
namespace {

class DrivenRows {
 public:
  DrivenRows(const System& system, const System& moving, const State& start, const DrivenRowsOptions& options,
             const DrivenSink& sink)
      : system_(system),
        moving_(moving),
        options_(options),
        sink_(sink),
        times_(start.t, options.end_time, options.output_step),
        events_(moving, times_.at(0), times_.at(times_.last())),
        method_(system, options.assemble, control_of(options)),
        u_(index(system.sizes().nu)),
        phi_(index(system.sizes().nc)) {
    for (const System::In part : {start.q, start.v, start.z}) y_.insert(y_.end(), part.begin(), part.end());
    y_.push_back(0.0);
    row_ = y_;
  }

  DrivenRowsResult run() {
    result_.time = times_.at(0);
    if (begin())
      while (next_row_ <= times_.last() && !result_.stopped_by_event && advance()) {
      }
    return result_;
  }

 private:
  static StepControl control_of(const DrivenRowsOptions& options) {
    StepControl control;
    control.relative = control.absolute = options.tolerance;
    return control;
  }

  State state(double t, std::span<const double> y) const {
    const auto nq = index(system_.sizes().nq), nv = index(system_.sizes().nv);
    return {t, y.first(nq), y.subspan(nq, nv), y.subspan(nq + nv, index(system_.sizes().nz))};
  }

  /// Whether to go on; notes what went wrong.
  bool good(const Status& status) {
    if (!status.good()) result_.trouble = describe_lock_up(status, system_, state(method_.t(), method_.y()).q);
    return status.good();
  }
  /// The same of what an event did.
  bool passed(Status status) {
    if (status.good()) return true;
    if (!of_row(status)) status.index = SystemOde(moving_).speed_of(status.index);
    result_.trouble = describe(status, moving_, state(method_.t(), y_).q);
    return false;
  }

  bool begin() {
    const double t = times_.at(0);
    moving_.start_over();
    moving_.accept(state(t, y_));
    if (!passed(events_.begin(t, y_))) return false;
    known_ = events_.stop_before(t, last_time());
    return good(method_.start(t, y_, last_time())) && deliver_rows(t);
  }

  double last_time() const { return times_.at(times_.last()); }

  /// One step, up to the next row at most, and what happens in it. A row at its end waits for the next step: an event
  /// may be found at the very time.
  bool advance() {
    if (method_.t() >= last_time()) return deliver_rows(last_time());
    std::int64_t row = next_row_;
    while (times_.at(row) <= method_.t()) ++row;
    method_.stop_at(std::min(times_.at(row), known_));
    if (const Status status = method_.step(); !status.good()) return deliver_rows(method_.t()) && good(status);
    const std::optional<double> stop = events_.find(method_);
    if (options_.stepped) options_.stepped(method_, stop.value_or(method_.t()));
    if (stop && events_.ends_run()) return end_at(*stop);
    if (!deliver_rows(just_before(stop.value_or(method_.t())))) return false;
    if (stop) return pass(*stop);
    moving_.accept(state(method_.t(), method_.y()));
    return true;
  }

  /// Rows at the very time of an event come behind it: formulas that switch at t have their new value there.
  static double just_before(double t) { return t - 8.0 * std::numeric_limits<double>::epsilon() * std::abs(t); }

  bool end_at(double t) {
    result_.stopped_by_event = true;
    return deliver_rows(t) && (result_.time == t || deliver(t));
  }

  bool pass(double t) {
    SystemOde ode(moving_);
    const std::vector<double> before = moving_.memory();
    if (const Status status = events_.pass(method_, t, ode, y_); !status.good()) {
      passed(status);
      moving_.recall(before);  // a row at this very time has nothing behind it: it is the last one before
      deliver_rows(t);
      return false;
    }
    moving_.accept(state(t, y_));
    known_ = events_.stop_before(t, last_time());
    return good(method_.start(t, y_, last_time()));
  }

  bool deliver_rows(double until) {
    while (next_row_ <= times_.last() && times_.at(next_row_) <= until) {
      if (!deliver(times_.at(next_row_))) return false;
      ++next_row_;
    }
    return true;
  }

  bool deliver(double t) {
    if (!good(method_.interpolate(std::max(t, method_.t_before()), row_))) return false;
    const State x = state(t, row_);
    system_.inputs(t, u_);
    system_.constraint(t, x.q, phi_);
    for (const double phi : phi_) result_.constraint_max = std::max(result_.constraint_max, std::abs(phi));
    result_.time = t;
    if (sink_(x, u_, method_.accelerations())) return true;
    if (result_.trouble.empty()) result_.trouble = "interrupted";
    return false;
  }

  const System& system_;
  const System& moving_;
  const DrivenRowsOptions& options_;
  const DrivenSink& sink_;
  RowTimes times_;
  EventLoop events_;
  DrivenStepper method_;
  std::vector<double> y_, row_, u_, phi_;
  double known_ = 0.0;  ///< the next time at which formulas switch for certain, or the last row's
  std::int64_t next_row_ = 0;
  DrivenRowsResult result_;
};

}  // namespace

DrivenRowsResult follow_rows(const System& system, const System& moving, const State& start,
                             const DrivenRowsOptions& options, const DrivenSink& sink) {
  return DrivenRows(system, moving, start, options, sink).run();
}

}  // namespace alembert
