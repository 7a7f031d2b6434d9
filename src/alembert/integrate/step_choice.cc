#include "alembert/integrate/step_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "alembert/integrate/event_loop.h"
#include "alembert/integrate/method.h"
#include "alembert/integrate/runge_kutta.h"

namespace alembert {
namespace {

using StepNode = FixedStepper::Node;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double loose = 1e-6;          // tolerance of the path on which errors are measured: energy stays for long
constexpr long longest_path = 100'000;  // steps
constexpr std::size_t most_places = 16;

/// A state on the motion, with what the system remembers there: formulas that have switched, turns of angles.
struct Place {
  StepNode node;
  std::vector<double> memory;
  bool behind_event = false;
};

/// States along the motion, denser where it is faster.
struct Path {
  std::vector<Place> places;
  double shortest_piece = infinite;  ///< [s] of what varies with time alone
  double covered = 0.0;              ///< [s] time from the first place to the end of the path
  double stride = 0.0;  ///< [s] mean step of the method that found it, as long as it would be without events
  long evaluations = 0;
};

/// Leaves out every second place, but for the first one and for those that tell what the motion is like behind an
/// event: there may be no other until the next one.
void thin_out(std::vector<Place>& places) {
  const bool spare = std::ranges::count_if(places, &Place::behind_event) <= static_cast<std::ptrdiff_t>(most_places);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (i % 2 != 0 && !(spare && places[i].behind_event)) continue;
    if (kept != i) places[kept] = std::move(places[i]);
    ++kept;
  }
  places.resize(kept);
}

/// Follows the motion through everything that only makes forces jump, up to where the method will begin anew.
class Scout {
 public:
  Scout(SystemOde& ode, const StepNode& start, double t_end, std::span<const double> units)
      : ode_(ode),
        events_(ode.system(), start.t, t_end),
        runge_kutta_(ode, dormand_prince_8(), control(units)),
        t_end_(t_end),
        y_(start.y) {
    path_.places.push_back({start, ode.system().memory()});
    events_.resume(start.t, start.y, std::vector<double>(static_cast<std::size_t>(ode.sizes().events), 0.0));
  }

  Path follow() {
    const double t = path_.places.front().node.t;
    double end = t, stepped = 0.0;
    Status status = runge_kutta_.start(t, y_, t_end_);
    if (status.good()) runge_kutta_.stop_at(events_.stop_before(t, t_end_));
    while (status.good() && !ended_ && !runge_kutta_.done() && runge_kutta_.counts().steps < longest_path) {
      runge_kutta_.look_no_further(events_.sight(runge_kutta_.t(), pieces_per_step(Method::rk8)));
      status = runge_kutta_.step();
      if (!status.good()) break;
      stepped += std::abs(runge_kutta_.t() - runge_kutta_.t_before());
      const std::optional<double> event = events_.find(runge_kutta_);
      end = event.value_or(runge_kutta_.t());
      if (event)
        status = pass(*event);
      else
        add(runge_kutta_.t(), runge_kutta_.y(), false);
    }
    path_.evaluations = runge_kutta_.counts().evaluations;
    path_.shortest_piece = events_.shortest_piece().length;
    path_.covered = end != t ? std::abs(end - t) : std::abs(t_end_ - t);
    path_.stride = stepped > 0.0 ? stepped / static_cast<double>(runge_kutta_.counts().steps) : path_.covered;
    return std::move(path_);
  }

 private:
  static StepControl control(std::span<const double> units) {
    StepControl control;
    control.units = units;
    control.relative = control.absolute = loose;
    control.max_steps = 2 * longest_path;
    return control;
  }

  Status pass(double t) {
    ended_ = events_.ends_run();
    if (ended_) return {};
    if (const Status status = events_.pass(runge_kutta_, t, ode_, y_); !status.good()) return status;
    ended_ = !events_.smooth();
    if (ended_ || t == t_end_) return {};
    add(t, y_, true);
    const Status status = runge_kutta_.restart(t, y_, t_end_, runge_kutta_.memory());
    if (status.good()) runge_kutta_.stop_at(events_.stop_before(t, t_end_));
    return status;
  }

  void add(double t, std::span<const double> y, bool behind_event) {
    if (t == t_end_ || (!behind_event && ++steps_ % every_ != 0)) return;
    Place place{{t, {y.begin(), y.end()}, {}}, ode_.system().memory(), behind_event};
    // Steps from beside the constraints would first of all go there.
    bool moved = false;
    ode_.system().tidy(std::span(place.node.y).first(static_cast<std::size_t>(ode_.sizes().nq)));
    if (!ode_.project(t, place.node.y, moved).good()) return;
    path_.places.push_back(std::move(place));
    if (path_.places.size() < 2 * most_places) return;
    thin_out(path_.places);
    every_ = std::min(2 * every_, longest_path);
  }

  SystemOde& ode_;
  EventLoop events_;
  RungeKutta runge_kutta_;
  double t_end_;
  std::vector<double> y_;
  Path path_;
  long steps_ = 0, every_ = 1;
  bool ended_ = false;  ///< by an event behind which the method chooses its step anew
};

/// Error of one step of size h (signed), in tolerances.
double error_of_step(FixedStepper& method, SystemOde& ode, const StepControl& control, const Place& place, double h) {
  const StepNode& from = place.node;
  StepNode once = from, twice = from;
  ode.system().recall(place.memory);
  bool past = false;  // rows lose rank there: such steps are not the method's own
  const auto advance = [&](StepNode& node, double length) {
    const Status status = method.advance(node, length);
    past = past || method.met_change();
    return status.good() && !past;
  };
  bool made = advance(once, h) && advance(twice, 0.5 * h);
  twice.t = from.t + 0.5 * h;
  made = made && advance(twice, 0.5 * h);
  if (!made) return past ? 0.0 : infinite;
  const Energies energies = ode.system().energies(ode.state(from.t, from.y), ode.inputs());
  const double unit = ode.sizes().na > 0 ? 1.0 : 0.0;  // of what rows are made of
  double most = 0.0;
  for (std::size_t i = 0; i < from.y.size(); ++i) {
    double size = std::max(std::abs(from.y[i]), std::abs(twice.y[i]));
    // Work is compared with the energy that it is to account for.
    if (!ode.steers(static_cast<int>(i))) size = std::abs(energies.kinetic) + std::abs(energies.potential);
    const double scale = control.allowed(i, size);
    const double rounding = 16.0 * std::numeric_limits<double>::epsilon() * (unit + std::abs(from.y[i]));
    const double error = std::abs(once.y[i] - twice.y[i]);
    if (!(error < infinite)) return infinite;
    if (error > rounding) most = std::max(most, error / scale);
  }
  return most / (1.0 - std::ldexp(1.0, -method.order()));
}

/// Errors of steps of size h added up over the whole motion, in tolerances.
double error_of_motion(FixedStepper& method, SystemOde& ode, const StepControl& control, const Path& path, double h,
                       double t_end) {
  const double first = path.places.front().node.t, end = first + std::copysign(path.covered, t_end - first);
  double sum = 0.0;
  for (std::size_t i = 0; i < path.places.size() && sum < infinite; ++i) {
    const double until = i + 1 < path.places.size() ? path.places[i + 1].node.t : end;
    const double time = std::abs(until - path.places[i].node.t);
    sum += time / h * error_of_step(method, ode, control, path.places[i], std::copysign(h, t_end - first));
  }
  return sum * std::abs(t_end - first) / path.covered;
}

}  // namespace

StepChoice choose_step(FixedStepper& method, SystemOde& ode, const StepControl& control, const StepNode& start,
                       double t_end) {
  const System& system = ode.system();
  const std::vector<double> memory = system.memory();
  Path path = Scout(ode, start, t_end, control.units).follow();
  StepChoice choice;
  constexpr double fewest_steps = 50.0;
  const double seen = pieces_per_step(Method::variational) * path.shortest_piece;
  const double longest = std::min({std::abs(t_end - start.t) / fewest_steps, control.max_step, seen});
  constexpr double tiny = 0x1p-10;  // of the first guess: where not even that can be made there is nothing to learn
  std::erase_if(path.places, [&](Place& place) {
    system.recall(place.memory);
    if (place.node.t == start.t) return false;
    if (!method.enter(place.node).good()) return true;
    StepNode trial = place.node;
    return !method.advance(trial, std::copysign(tiny * path.stride, t_end - start.t)).good() || method.met_change();
  });

  constexpr double target = 0.3, aim = 0.1;  // of the tolerance: what is accepted, and what is aimed at
  const auto measure = [&](double h) { return error_of_motion(method, ode, control, path, h, t_end); };
  const auto factor = [&](double error) { return std::pow(aim / std::max(error, 1e-300), 1.0 / method.order()); };
  choice.h = std::min(path.stride, longest);
  double error = measure(choice.h);
  while (error <= target) {
    const double h = std::min(choice.h * std::min(factor(error), 4.0), longest);
    const double now = h > 1.5 * choice.h ? measure(h) : infinite;
    if (!(now <= target)) break;
    choice.h = h;
    error = now;
  }
  constexpr int most_tries = 16;
  for (int tries = 0; tries < most_tries && error > target; ++tries) {
    const double h = choice.h * (error == infinite ? 0.25 : std::clamp(factor(error), 0.05, 0.9)), now = measure(h);
    if (error < infinite && now > 0.7 * error) break;  // rounding: shorter steps do not help any more
    choice.h = h;
    error = now;
  }
  choice.evaluations = path.evaluations;
  system.recall(memory);
  return choice;
}

}  // namespace alembert
