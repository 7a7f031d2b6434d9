#include "alembert/workbench/run/run_method.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/model/parameter_numbers.h"

namespace alembert {
namespace {

Method named(const std::string& word) {
  if (const auto method = method_named(word)) return *method;
  std::vector<std::string> known{"auto"};
  for (const std::string_view name : method_names()) known.emplace_back(name);
  throw Error(Error::Code::unknown_name, "--method: there is no method '" + word + "'", {}, did_you_mean(word, known));
}

[[noreturn]] void refuse(const std::string& option, const RunSummary& summary, const std::string& hint) {
  throw Error(Error::Code::bad_value, option + " is not for the method " + summary.method, {}, hint);
}

int checked_order(int order, const RunSummary& summary, Method method) {
  const std::vector<int> orders = orders_of(method);
  if (orders.empty()) refuse("--order", summary, "it belongs to variational, whose steps can be composed");
  if (std::ranges::find(orders, order) != orders.end()) return order;
  std::vector<std::string> words;
  for (const int known : orders) words.push_back(std::to_string(known));
  throw Error(Error::Code::bad_value,
              "--order must be one of " + join(words, ", ") + ", found " + std::to_string(order));
}

void read_settings(const RunOptions& options, const RunSummary& summary, SimulateOptions& how) {
  if (how.method == Method::euler && !options.step_size)
    throw Error(Error::Code::bad_value, "the method " + summary.method + " has no control of errors", {},
                "give its step, --step-size 0.001, and compare with half of it");
  if (options.step_size) {
    if (!takes_fixed_step(how.method)) refuse("--step-size", summary, "its steps follow the tolerance");
    if (!std::isfinite(*options.step_size) || *options.step_size <= 0.0)
      throw Error(Error::Code::bad_value,
                  "--step-size must be a positive number, found " + shortest(*options.step_size));
    how.method_options.fixed_step = options.step_size;
  }
  if (options.spectral_radius) {
    if (!takes_spectral_radius(how.method)) refuse("--spectral-radius", summary, "it belongs to generalised alpha");
    if (!(*options.spectral_radius >= 0.0 && *options.spectral_radius <= 1.0))
      throw Error(Error::Code::bad_value,
                  "--spectral-radius must be between 0 and 1, found " + shortest(*options.spectral_radius));
    how.method_options.spectral_radius = *options.spectral_radius;
  }
  if (options.order) how.method_options.order = checked_order(*options.order, summary, how.method);
}

}  // namespace

void choose_method(const std::string& word, const RunOptions& options, const Sizes& sizes, RunSummary& summary,
                   SimulateOptions& how) {
  constexpr double loose = 1e-4;  // below it order 8 needs fewer evaluations for the same error
  if (word == "auto") {
    how.method = how.relative > loose ? Method::rk5 : Method::rk8;
    summary.method_reason = "explicit Runge-Kutta of order " + std::string(how.method == Method::rk5 ? "5" : "8") +
                            ": " +
                            (sizes.na == 0 ? "no constraints" : "constraints held by projection after every step") +
                            ", tolerance " + shortest(how.relative);
    // Implicit methods solve dense equations, which only pays while they are few.
    constexpr int most_speeds = 150;
    if (sizes.nv <= most_speeds) how.when_stiff = sizes.na == 0 ? Method::cvode : Method::ida;
  } else {
    how.method = named(word);
    summary.method_reason = "asked for";
  }
  summary.method = name_of(how.method);
  read_settings(options, summary, how);
  summary.step_tolerance = how.method_options.fixed_step ? 0.0 : tightening(how.method) * how.relative;
}

void need_accelerations(SimulateOptions& how, const RunSummary& summary) {
  const auto asks = [](Method method) {
    return method == Method::rk5 || method == Method::rk8 || method == Method::cvode;
  };
  if (!asks(how.method))
    throw Error(Error::Code::unsupported,
                "the method " + summary.method + " does not know friction that follows the load of its joint", {},
                "take rk8, rk5 or cvode, or write friction in N or N m");
  if (how.when_stiff) how.when_stiff = Method::cvode;
}

std::string slow_method_note(const SimulateOptions& how) {
  constexpr double tight = 3e-7;  // above it alpha is within ten times of rk8
  if (how.method != Method::alpha || how.method_options.fixed_step || how.relative > tight) return {};
  return "alpha is of order 2: at a tolerance of " + shortest(how.relative) +
         " it takes many small steps, 30 to 100 times as long as rk8; --tolerance 1e-6, or rk8, cvode or ida, is "
         "quicker";
}

std::string pace_note(const SimulateOptions& how, double begin, double t, double seconds) {
  constexpr double soon = 3.0, later = 20.0, long_run = 60.0;  // [s]
  constexpr double hardly_begun = 1e-3;                        // a hard place at the start says little about the rest
  const double share = (t - begin) / (how.end_time - begin);
  if (seconds < (share < hardly_begun ? later : soon) || seconds < share * long_run || !(share < 1.0)) return {};
  const double minutes = seconds / share / 60.0;
  const std::string much = minutes < 100.0 ? "about " + std::to_string(std::lround(minutes)) + " minutes" : "hours";
  std::string note = "t = " + shortest(t) + " s of " + shortest(how.end_time) + " s after " +
                     std::to_string(std::lround(seconds)) + " s: at this pace the run takes " + much;
  if (how.method == Method::variational && !how.method_options.fixed_step)
    note +=
        "; variational takes equal steps, as short as the sharpest bend of a force needs (a root, a stop): rk8, cvode "
        "or ida take short ones there alone";
  return note;
}

void say_method_change(const SimulateOptions& how, RunSummary& summary) {
  const double since = summary.result.stiff_since;
  if (since < 0.0) return;
  summary.method_reason = "after " + summary.method + " until t = " + shortest(since) +
                          " s, where stability instead of accuracy had come to limit its steps: the motion is stiff";
  summary.method = name_of(*how.when_stiff);
  summary.step_tolerance = tightening(*how.when_stiff) * how.relative;
}

void say_long_motion(const SimulateOptions& how, RunSummary& summary) {
  constexpr std::int64_t many = 100'000;  // steps: some 10,000 swings
  constexpr double conservative = 1e-6;   // of the energy that moved: what came in and went
  const SimulateResult& result = summary.result;
  const bool keeps = result.dissipated == 0.0 && std::abs(result.supplied()) <= conservative * result.swing;
  if (!how.when_stiff || result.stiff_since >= 0.0 || result.steps < many || result.events > 0 || !keeps) return;
  summary.method_reason += "; a long motion without losses: the method variational keeps its energy within bounds";
}

void say_account(const SimulateOptions& how, RunSummary& summary) {
  const double drift = summary.result.energy_drift;
  const bool equal_steps = how.method_options.fixed_step.has_value();
  if (drift > std::max(1e-3, 100.0 * how.relative))
    (equal_steps ? summary.warnings.emplace_back() : summary.trouble) =
        "the account of energy is off by " + shortest(drift) +
        " of what moved: the motion is wrong somewhere, perhaps after a singular configuration; "
        "change the tolerance or the step size";
  else if (!equal_steps && drift > std::max(1e-9, 1000.0 * how.relative))
    summary.warnings.push_back("the account of energy is off by " + shortest(drift) +
                               " of what moved, more than a thousand tolerances: errors have added up, or the motion "
                               "came close to a singular configuration; compare with a smaller tolerance");
}

std::vector<std::pair<int, double>> own_tolerances(const Description& model, const System& system) {
  const SimulateNumbers numbers = simulate_numbers(model);
  const Sizes sizes = system.sizes();
  std::vector<std::string> names;
  for (int i = 0; i < sizes.nq; ++i) names.push_back(system.coordinate_name(i));
  for (int i = 0; i < sizes.nv; ++i) names.push_back(system.speed_name(i));
  for (const ExtraState& state : model.states) names.push_back(state.name);
  std::vector<std::pair<int, double>> list;
  for (std::size_t k = 0; k < numbers.absolute.size(); ++k) {
    const auto& [name, value] = model.simulate.absolute[k];
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
      throw Error(Error::Code::unknown_name,
                  "[simulate] absolute." + name + ": there is no coordinate, speed or state '" + name + "'", value.at,
                  did_you_mean(name, names));
    list.emplace_back(static_cast<int>(found - names.begin()), numbers.absolute[k]);
  }
  return list;
}

}  // namespace alembert
