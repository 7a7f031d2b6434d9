#include "alembert/integrate/simulate.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdint>

#include "alembert/integrate/crossing.h"
#include "alembert/integrate/projection.h"

namespace alembert {
namespace {

/// Whether the status names a constraint row instead of a component.
bool of_row(const Status& status) { return status.trouble == Trouble::inconsistent || status.trouble == Trouble::lost; }

/// y = (q, v, z, W), W the work done so far.
class SystemOde : public Ode {
 public:
  explicit SystemOde(const System& system)
      : system_(system), sizes_(system.sizes()), projection_(system), u_(static_cast<std::size_t>(sizes_.nu)) {}

  int size() const override { return sizes_.nq + sizes_.nv + sizes_.nz + 1; }
  bool steers(int i) const override { return i < size() - 1; }

  Status rhs(double t, std::span<const double> y, std::span<double> dydt) override {
    const Status status = rates(t, y, dydt);
    if (sizes_.na == 0 || !system_.rows_depend()) return status;
    // Rows that depend on each other agree on the constraints alone, and near a change of rank their directions swing
    // with the smallest distance from them: look from there.
    on_rows_.assign(y.begin(), y.end());
    bool moved = false;
    if (const Status lost = project(t, on_rows_, moved); !lost.good()) return {Trouble::not_finite, -1, t};
    return moved ? rates(t, on_rows_, dydt) : status;
  }

  Status rates(double t, std::span<const double> y, std::span<double> dydt) {
    const State x = state(t, y);
    system_.inputs(t, u_);
    system_.qdot(x.q, x.v, dydt.first(x.q.size()));
    Status status =
        accelerate(x, dydt.subspan(x.q.size(), x.v.size()), dydt.subspan(x.q.size() + x.v.size(), x.z.size()));
    // Inside a step rows may contradict each other for being off the constraints; whether they do so on them, the
    // projection finds out.
    if (status.trouble == Trouble::inconsistent) status = {};
    dydt.back() = status.good() ? system_.energies(x, u_).power : 0.0;
    return status;
  }

  Status project(double t, std::span<double> y, bool& moved) override {
    const auto nq = static_cast<std::size_t>(sizes_.nq), nv = static_cast<std::size_t>(sizes_.nv);
    if (sizes_.na > 0) system_.tidy(y.first(nq));
    return projection_.project(t, y.first(nq), y.subspan(nq, nv), moved);
  }

  /// y seen as a state.
  State state(double t, std::span<const double> y) const {
    const auto nq = static_cast<std::size_t>(sizes_.nq), nv = static_cast<std::size_t>(sizes_.nv);
    return {t, y.first(nq), y.subspan(nq, nv), y.subspan(nq + nv, static_cast<std::size_t>(sizes_.nz))};
  }

  /// As the system's, with the index of a component of y.
  Status accelerate(const State& x, System::Out vdot, System::Out zdot) const {
    Status status = system_.accelerate(x, u_, vdot, zdot, {});
    if (status.index >= 0 && !of_row(status)) status.index += sizes_.nq;
    return status;
  }

  /// The speed that component i of y belongs to, or -1.
  int speed_of(int i) const {
    if (i < 0 || i >= sizes_.nq + sizes_.nv) return -1;
    return i < sizes_.nq ? system_.speed_of(i) : i - sizes_.nq;
  }

  System::Out inputs() { return u_; }
  const Sizes& sizes() const { return sizes_; }

 private:
  const System& system_;
  Sizes sizes_;
  Projection projection_;
  std::vector<double> u_, on_rows_;
};

/// Times of the rows: start + k step, the last one exactly the end.
class RowTimes {
 public:
  RowTimes(double start, double end, double step) : start_(start), end_(end), step_(step) {
    const double count = (end - start) / step;
    const double slack = std::max(1e-9, 4.0 * std::numeric_limits<double>::epsilon() * count);
    constexpr double most = 0x1p53;  // beyond it k * step is no longer exact
    last_ = static_cast<std::int64_t>(std::min(std::max(std::ceil(count - slack), 0.0), most));
    if (last_ == 0 && end > start) last_ = 1;
  }
  std::int64_t last() const { return last_; }
  double at(std::int64_t k) const {
    return k == last_ ? end_ : std::min(start_ + static_cast<double>(k) * step_, end_);
  }

 private:
  double start_, end_, step_;
  std::int64_t last_ = 0;
};

struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  double width() const { return high - low; }
};

/// Makes rows, hands them on and keeps the account of energy.
class Recorder {
 public:
  Recorder(const System& system, SystemOde& ode, const Sink& sink)
      : system_(system),
        ode_(ode),
        sink_(sink),
        rates_(static_cast<std::size_t>(ode.sizes().nv + ode.sizes().nz)),
        phi_(static_cast<std::size_t>(ode.sizes().nc)),
        y_(static_cast<std::size_t>(ode.size())) {}

  std::span<double> y() { return y_; }  ///< where the caller puts the state before deliver()

  Status deliver(double t, SimulateResult& result) {
    bool moved = false;
    if (Status status = ode_.project(t, y_, moved); !status.good()) return status;
    system_.tidy(y().first(static_cast<std::size_t>(ode_.sizes().nq)));
    const State x = ode_.state(t, y_);
    system_.inputs(t, ode_.inputs());
    const std::span<double> rates = rates_;
    Status status = ode_.accelerate(x, rates.first(x.v.size()), rates.subspan(x.v.size()));
    status.time = t;
    if (!status.good()) return status;
    for (std::size_t i = 0; i < x.v.size(); ++i)
      if (!std::isfinite(rates[i])) return {Trouble::not_finite, ode_.sizes().nq + static_cast<int>(i), t};

    const Energies energies = system_.energies(x, ode_.inputs());
    if (!account(energies, result)) return {Trouble::not_finite, -1, t};
    const double constraint = violation(x);
    result.constraint_max = std::max(result.constraint_max, constraint);
    result.time = t;
    ++result.rows;
    if (!sink_({x, ode_.inputs(), rates.first(x.v.size()), energies, y_.back(), constraint}))
      return {Trouble::interrupted, -1, t};
    return {};
  }

 private:
  double violation(const State& x) {
    system_.constraint(x.t, x.q, phi_);
    double largest = 0.0;
    for (const double phi : phi_) largest = std::max(largest, std::abs(phi));
    return largest;
  }

  bool account(const Energies& e, SimulateResult& result) {
    if (!std::isfinite(e.kinetic) || !std::isfinite(e.potential) || !std::isfinite(e.conserved)) return false;
    if (result.rows == 0) conserved_at_start_ = e.conserved;
    kinetic_.include(e.kinetic);
    potential_.include(e.potential);
    result.drift = std::max(result.drift, std::abs(e.conserved - conserved_at_start_ - y_.back()));
    result.swing = kinetic_.width() + potential_.width();
    result.level = std::max(result.level, std::abs(e.kinetic) + std::abs(e.potential));
    return true;
  }

  const System& system_;
  SystemOde& ode_;
  const Sink& sink_;
  std::vector<double> rates_, phi_, y_;
  double conserved_at_start_ = 0.0;
  Range kinetic_, potential_;
};

/// Notices when thousands of steps bring the motion hardly any further.
class StallGuard {
 public:
  StallGuard(double start, double end) : t_(start), least_(smallest_share * (end - start)) {}
  bool stalled(const RungeKutta& method) {
    const long tried = method.counts().steps + method.counts().rejected;
    if (tried - tried_ < window) return false;
    const bool stuck = method.t() - t_ < least_;
    tried_ = tried;
    t_ = method.t();
    return stuck;
  }

 private:
  static constexpr long window = 100'000;         // tried steps looked at together
  static constexpr double smallest_share = 1e-3;  // of the whole time: at this pace 100 million steps are to come
  double t_;
  double least_;
  long tried_ = 0;
};

/// Steps to the end, or to the first event, and delivers the rows that each step covers.
Status run(RungeKutta& method, Crossing& events, Recorder& recorder, const RowTimes& times, double end,
           SimulateResult& result) {
  const double start = times.at(0);
  const std::vector<double> y0(recorder.y().begin(), recorder.y().end());
  if (const Status status = method.start(start, y0, end); !status.good()) return status;
  events.start(start, y0);
  std::optional<double> stop;
  StallGuard guard(start, end);
  for (std::int64_t k = 0; k <= times.last() && !result.stopped_by_event; ++k) {
    double t = times.at(k);
    while (method.t() < t && !stop) {
      if (const Status status = method.step(); !status.good()) return status;
      if (guard.stalled(method)) return {Trouble::stalled, method.worst(), method.t()};
      stop = events.find(method);
    }
    if (stop && *stop <= t) {
      t = *stop;
      result.stopped_by_event = true;
    }
    if (const Status status = method.interpolate(t, recorder.y()); !status.good()) return status;
    if (const Status status = recorder.deliver(t, result); !status.good()) return status;
  }
  return {};
}

/// Share of the tolerance that one step may use: the errors of the steps add up, in ten periods of an oscillation to
/// about five times that of one step (rk8) or fifteen (rk5).
constexpr double share_of_a_step = 0.1;

double relative_drift(const SimulateResult& result, double relative) {
  const bool moves = result.swing > std::min(100.0 * relative, 1e-6) * result.level;
  const double scale = moves ? result.swing : result.level;
  return scale > 0.0 ? result.drift / scale : 0.0;
}

}  // namespace

std::optional<Method> method_named(std::string_view name) {
  for (const Method method : {Method::rk5, Method::rk8})
    if (name == name_of(method)) return method;
  return {};
}

std::string_view name_of(Method method) { return method == Method::rk5 ? "rk5" : "rk8"; }

SimulateResult simulate(const System& system, const State& start, const SimulateOptions& options, const Sink& sink) {
  SystemOde ode(system);
  assert(options.end_time >= start.t && options.output_step > 0.0);

  Recorder recorder(system, ode, sink);
  auto next = std::ranges::copy(start.q, recorder.y().begin()).out;
  next = std::ranges::copy(start.v, next).out;
  std::ranges::copy(start.z, next);

  const StepControl control = {share_of_a_step * options.relative, share_of_a_step * options.absolute,
                               options.first_step, options.max_step, options.max_steps};
  RungeKutta method(ode, options.method == Method::rk5 ? dormand_prince_5() : dormand_prince_8(), control);
  SimulateResult result;
  result.time = start.t;
  Crossing events(ode.sizes().events, [&](double t, std::span<const double> y, std::span<double> values) {
    system.inputs(t, ode.inputs());
    system.event_values(ode.state(t, y), ode.inputs(), values);
  });
  result.status =
      run(method, events, recorder, RowTimes(start.t, options.end_time, options.output_step), options.end_time, result);
  if (!of_row(result.status)) result.status.index = ode.speed_of(result.status.index);
  result.counts = method.counts();
  result.energy_drift = relative_drift(result, options.relative);
  return result;
}

}  // namespace alembert
