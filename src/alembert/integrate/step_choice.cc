#include "alembert/integrate/step_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/integrate/runge_kutta.h"

namespace alembert {
namespace {

using Node = FixedStepper::Node;
constexpr double infinite = std::numeric_limits<double>::infinity();
constexpr double loose = 1e-3;       // tolerance of the path on which errors are measured
constexpr long longest_path = 1000;  // steps
constexpr std::size_t most_places = 16;

/// States along the motion, denser where it is faster.
struct Path {
  std::vector<Node> places;
  double covered = 0.0;  ///< [s] time from the first place to the end of the path
  double stride = 0.0;   ///< [s] mean step of the method that found it
  long evaluations = 0;
};

Path follow(SystemOde& ode, const Node& start, double t_end) {
  StepControl control;
  control.relative = control.absolute = loose;
  control.max_steps = 2 * longest_path;
  RungeKutta scout(ode, dormand_prince_5(), control);
  Path path;
  path.places.push_back(start);
  Status status = scout.start(start.t, start.y, t_end);
  long every = 1;
  while (status.good() && !scout.done() && scout.counts().steps < longest_path) {
    status = scout.step();
    if (!status.good() || scout.done() || scout.counts().steps % every != 0) continue;
    path.places.push_back({scout.t(), {scout.y().begin(), scout.y().end()}, {}});
    // Steps from beside the constraints would first of all go there.
    std::vector<double>& y = path.places.back().y;
    bool moved = false;
    ode.system().tidy(std::span(y).first(static_cast<std::size_t>(ode.sizes().nq)));
    if (!ode.project(scout.t(), y, moved).good()) path.places.pop_back();
    if (path.places.size() < 2 * most_places) continue;
    for (std::size_t i = 1; 2 * i < path.places.size(); ++i) std::swap(path.places[i], path.places[2 * i]);
    path.places.resize(most_places);
    every *= 2;
  }
  path.evaluations = scout.counts().evaluations;
  path.covered = std::abs(scout.t() - start.t);
  if (path.covered == 0.0) path.covered = std::abs(t_end - start.t);
  path.stride = path.covered / static_cast<double>(std::max(scout.counts().steps, 1L));
  return path;
}

/// Error of one step of size h (signed), in tolerances.
double error_of_step(FixedStepper& method, SystemOde& ode, const StepControl& control, const Node& from, double h) {
  Node once = from, twice = from;
  if (!method.advance(once, h).good() || !method.advance(twice, 0.5 * h).good()) return infinite;
  twice.t = from.t + 0.5 * h;
  if (!method.advance(twice, 0.5 * h).good()) return infinite;
  const Energies energies = ode.system().energies(ode.state(from.t, from.y), ode.inputs());
  double most = 0.0;
  for (std::size_t i = 0; i < from.y.size(); ++i) {
    double size = std::max(std::abs(from.y[i]), std::abs(twice.y[i]));
    // Work is compared with the energy that it is to account for.
    if (!ode.steers(static_cast<int>(i))) size = std::abs(energies.kinetic) + std::abs(energies.potential);
    const double scale = control.absolute + control.relative * size;
    const double rounding = 16.0 * std::numeric_limits<double>::epsilon() * (1.0 + std::abs(from.y[i]));
    const double error = std::abs(once.y[i] - twice.y[i]);
    if (!(error < infinite)) return infinite;
    if (error > rounding) most = std::max(most, error / scale);
  }
  return most / (1.0 - std::ldexp(1.0, -method.order()));
}

/// Errors of steps of size h added up over the whole motion, in tolerances.
double error_of_motion(FixedStepper& method, SystemOde& ode, const StepControl& control, const Path& path, double h,
                       double t_end) {
  const double first = path.places.front().t, end = first + std::copysign(path.covered, t_end - first);
  double sum = 0.0;
  for (std::size_t i = 0; i < path.places.size() && sum < infinite; ++i) {
    const double until = i + 1 < path.places.size() ? path.places[i + 1].t : end;
    const double time = std::abs(until - path.places[i].t);
    sum += time / h * error_of_step(method, ode, control, path.places[i], std::copysign(h, t_end - first));
  }
  return sum * std::abs(t_end - first) / path.covered;
}

}  // namespace

StepChoice choose_step(FixedStepper& method, SystemOde& ode, const StepControl& control, const Node& start,
                       double t_end) {
  Path path = follow(ode, start, t_end);
  StepChoice choice;
  constexpr double fewest_steps = 50.0;
  const double longest = std::min(std::abs(t_end - start.t) / fewest_steps, control.max_step);
  for (Node& place : path.places)
    if (choice.status = method.enter(place); !choice.status.good()) return choice;
  constexpr double tiny = 0x1p-10;  // of the first guess: where not even that can be made there is nothing to learn
  std::erase_if(path.places, [&](const Node& place) {
    Node trial = place;
    return place.t != start.t && !method.advance(trial, std::copysign(tiny * path.stride, t_end - start.t)).good();
  });

  constexpr double target = 0.3, aim = 0.1;  // of the tolerance: what is accepted, and what is aimed at
  const auto measure = [&](double h) { return error_of_motion(method, ode, control, path, h, t_end); };
  const auto factor = [&](double error) { return std::pow(aim / std::max(error, 1e-300), 1.0 / method.order()); };
  choice.h = std::min(path.stride, longest);
  double error = measure(choice.h);
  for (bool longer = error <= target; longer;) {
    const double h = std::min(choice.h * std::min(factor(error), 4.0), longest);
    longer = h > 1.5 * choice.h && (error = measure(h)) <= target;
    if (longer) choice.h = h;
  }
  constexpr int most_tries = 16;
  for (int tries = 0; tries < most_tries && error > target; ++tries) {
    const double h = choice.h * (error == infinite ? 0.25 : std::clamp(factor(error), 0.05, 0.9)), now = measure(h);
    if (error < infinite && now > 0.7 * error) break;  // rounding: shorter steps do not help any more
    choice.h = h;
    error = now;
  }
  choice.evaluations = path.evaluations;
  return choice;
}

}  // namespace alembert
