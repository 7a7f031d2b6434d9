/// Small mechanisms with closed loops in joint coordinates, beside another library on the same states in the same run.
#include <cmath>
#include <cstdio>
#include <optional>

#include "alembert/integrate/simulate.h"
#include "bench.h"
#include "loop_mechanisms.h"
#include "peers.h"
#include "turns.h"

namespace alembert::bench {
namespace {

constexpr std::size_t state_count = 128;
constexpr std::size_t compared_states = 16;
constexpr double tolerance = 1e-9;  ///< of accelerations and of forces: states are on the constraints to 1e-12
constexpr double four_bar_goal = 1.5e-6, ratio_goal = 5.0;

/// Accelerations and multipliers at states in turn.
class Forward {
 public:
  Forward(const LoopMechanism& mechanism, const PlainStates& states)
      : states_(states),
        dynamics_(*mechanism.setup),
        rows_(mechanism.setup->constraints.rows),
        u_(mechanism.model->inputs.size(), 0.0),
        vdot_(mechanism.setup->v0.size()),
        lambda_(static_cast<std::size_t>(rows_.size())) {}

  double run(std::size_t s, double shift) {
    states_.q[s][0] += shift;
    dynamics_.at(0.0, states_.q[s], states_.v[s], {}, u_);
    dynamics_.accelerate(states_.tau[s], vdot_, lambda_);
    return vdot_[0];
  }
  const std::vector<double>& accelerations() const { return vdot_; }
  /// [closing joint] size of the force that closes the loop
  std::vector<double> forces() const {
    std::vector<double> result;
    for (const RowSource& source : rows_.sources) {
      double squared = 0.0;
      for (const int row : source.rows) squared += std::pow(lambda_[static_cast<std::size_t>(row)], 2);
      if (source.kind == RowSource::Kind::closing_joint) result.push_back(std::sqrt(squared));
    }
    return result;
  }
  std::size_t rows() const { return lambda_.size(); }

 private:
  PlainStates states_;
  MechanismDynamics<double> dynamics_;
  const RowPlan& rows_;
  std::vector<double> u_, vdot_, lambda_;
};

/// Largest relative difference of accelerations and forces.
double compare(const std::string& name, Forward& ours, const LoopPeer& peer, Agreement& agreement) {
  double difference = 0.0;
  for (std::size_t s = 0; s < compared_states; ++s) {
    ours.run(s, 0.0);
    const std::vector<double> theirs = peer.result(s);
    const std::span<const double> all(theirs);
    const std::size_t nv = ours.accelerations().size();
    const std::string at = name + " and " + peer.name + ", state " + std::to_string(s);
    difference =
        std::max(difference, agreement.demand(at + ", accelerations", ours.accelerations(), all.first(nv), tolerance));
    difference = std::max(difference, agreement.demand(at + ", forces", ours.forces(), all.subspan(nv), tolerance));
  }
  return difference;
}

Json measure(const LoopMechanism& mechanism, double effort, const char* note, Agreement& agreement) {
  const PlainStates states = loop_states(mechanism, state_count, effort);
  Forward ours(mechanism, states);
  const std::optional<LoopPeer> peer = loop_peer(plain_loops(mechanism), states);
  const double difference = peer ? compare(mechanism.name, ours, *peer, agreement) : 0.0;
  Turns our_turns(state_count, [&](std::size_t s, double shift) { return ours.run(s, shift); });
  Turns their_turns(state_count, [&](std::size_t s, double) { return peer->run(s), 0.0; });
  Samples own, chained, theirs;
  while (own.wants_more(repetitions, repetition_budget)) {
    our_turns.measure(own);
    our_turns.measure(chained, true);
    if (peer) their_turns.measure(theirs);
  }
  std::printf("%-13s %-22s %3zu %4zu %9.1f %9.1f %9.1f", mechanism.name.c_str(), note, mechanism.setup->v0.size(),
              ours.rows(), 1e9 * own.minimum(), 1e9 * own.median(), 1e9 * chained.minimum());
  Json row{{"model", mechanism.name}, {"change", note},       {"speeds", mechanism.setup->v0.size()},
           {"rows", ours.rows()},     {"ours", json_of(own)}, {"chained", json_of(chained)}};
  if (peer) {
    const double ratio = theirs.minimum() / own.minimum();
    std::printf("  %-10s %10.1f %10.1f %7.2f  >= %g: %-3s %8.1e", peer->name.c_str(), 1e9 * theirs.minimum(),
                1e9 * theirs.median(), ratio, ratio_goal, met(ratio >= ratio_goal), difference);
    row.update({{"peer", peer->name},
                {"way", peer->way},
                {"theirs", json_of(theirs)},
                {"ratio", ratio},
                {"difference", difference}});
  }
  if (mechanism.name == "four-bar") std::printf("  <= 1.5 us: %s", met(own.minimum() <= four_bar_goal));
  std::printf("\n");
  std::fflush(stdout);
  return row;
}

/// A whole motion at an accuracy: q and v at the end.
std::vector<double> simulated(const LoopMechanism& mechanism, double time, double accuracy) {
  const MechanismSetup& setup = *mechanism.setup;
  const MechanismSystem system(setup);
  SimulateOptions how;
  how.relative = how.absolute = accuracy;
  how.end_time = how.output_step = time;
  std::vector<double> end;
  simulate(system, {0.0, setup.q0, setup.v0, {}}, how, [&](const Row& row) {
    end.assign(row.x.q.begin(), row.x.q.end());
    end.insert(end.end(), row.x.v.begin(), row.x.v.end());
    return true;
  });
  return end;
}

using Run = std::function<std::vector<double>(double accuracy)>;

/// The loosest power of ten that a run must be asked for to come within `wanted` of q and v at the end, each in units
/// of its largest; and the error that it has then.
struct Setting {
  double accuracy = 0.0, error = INFINITY;
};
Setting setting_for(const Run& run, const std::vector<double>& truth, double wanted) {
  Setting found;
  for (int power = -3; power >= -12 && !(found.error <= wanted); --power) {
    found = {std::pow(10.0, power), 0.0};
    const std::vector<double> end = run(found.accuracy);
    for (const std::size_t half : {std::size_t{0}, truth.size() / 2}) {
      double size = 0.0, off = 0.0;
      for (std::size_t i = half; i < half + truth.size() / 2; ++i) {
        size = std::max(size, std::abs(truth[i]));
        off = std::max(off, std::abs(end[i] - truth[i]));
      }
      found.error = std::max(found.error, off / size);
    }
  }
  return found;
}

/// Andrews' mechanism to 0.03 s with the same error at the end.
Json measure_motion(const LoopMechanism& andrews, double effort, Agreement& agreement) {
  constexpr double time = 0.03, wanted = 1e-6;
  constexpr double published = 15.81077119629904;  // beta there: Mazzia and Magherini, Test Set for IVP Solvers
  const std::vector<double> truth = simulated(andrews, time, 1e-13);
  agreement.demand("beta of Andrews' mechanism", std::vector{truth[0]}, std::vector{published}, 1e-9);
  const Run ours = [&](double accuracy) { return simulated(andrews, time, accuracy); };
  const std::optional<LoopPeer> peer = loop_peer(plain_loops(andrews), loop_states(andrews, 1, effort));
  const Run theirs = [&](double accuracy) { return peer->simulate(0, time, accuracy); };
  const Setting our_setting = setting_for(ours, truth, wanted);
  Setting their_setting;
  if (peer) their_setting = setting_for(theirs, truth, wanted);
  Samples own, other;
  const auto take = [](const Run& run, double accuracy, Samples& samples) {
    const double began = cpu_seconds();
    keep(run(accuracy));
    samples.add(cpu_seconds() - began);
  };
  while (own.wants_more(repetitions, repetition_budget) &&
         (!peer || other.wants_more(repetitions, repetition_budget))) {
    take(ours, our_setting.accuracy, own);
    if (peer) take(theirs, their_setting.accuracy, other);
  }
  std::printf("\nAndrews' mechanism to 0.03 s, q and v at the end to %g of the largest; CPU time\n", wanted);
  std::printf("ours, rk8 at %g: min %.2f ms, median %.2f ms, error %.1e\n", our_setting.accuracy, 1e3 * own.minimum(),
              1e3 * own.median(), our_setting.error);
  Json result{{"error_wanted", wanted},
              {"ours", {{"accuracy", our_setting.accuracy}, {"error", our_setting.error}, {"cpu", json_of(own)}}}};
  if (!peer) return result;
  const double ratio = other.minimum() / own.minimum();
  std::printf("%s, %s at %g: min %.2f ms, median %.2f ms, error %.1e; ratio %.2f\n", peer->name.c_str(),
              peer->integrator.c_str(), their_setting.accuracy, 1e3 * other.minimum(), 1e3 * other.median(),
              their_setting.error, ratio);
  result["theirs"] = {{"accuracy", their_setting.accuracy}, {"error", their_setting.error}, {"cpu", json_of(other)}};
  result["ratio"] = ratio;
  return result;
}

}  // namespace

Json bench_constrained(const Options& options, Agreement& agreement) {
  std::printf("\nClosed loops in joint coordinates: accelerations and constraint forces from coordinates on;\n");
  std::printf("%zu states in turn, CPU time in ns. 'chained' waits for the result before\n", state_count);
  for (const std::string& reason : missing_peers())
    if (reason.starts_with("Simbody")) std::printf("%s\n", reason.c_str());
  std::printf("%-13s %-22s %3s %4s %9s %9s %9s  %-10s %10s %10s %7s %10s %8s\n", "model", "example, but", "nv", "rows",
              "min", "median", "chained", "peer", "min", "median", "ratio", "goal", "differ");
  const LoopMechanism four_bar =
      example(options.source, "four-bar", {{"[joint.O]", "motion = \"w*t\"", "rate = \"w\""}});
  const LoopMechanism slider_crank = example(options.source, "slider-crank", {{"[joint.C]", "", "cut = true"}});
  const LoopMechanism andrews = example(options.source, "andrews", {});
  const double mom = 0.033;  // its own effort
  Json rows = Json::array();
  rows.push_back(measure(four_bar, 1.0, "without its drive", agreement));
  rows.push_back(measure(slider_crank, 2.0, "cut at C", agreement));
  rows.push_back(measure(andrews, mom, "as it is", agreement));
  return {{"forward", rows}, {"motion", measure_motion(andrews, mom, agreement)}};
}

}  // namespace alembert::bench
