/// The recursive kernels on robots and chains, beside other libraries on the same states in the same run.
#include <array>
#include <cstdio>
#include <optional>

#include "bench.h"
#include "kernels.h"
#include "peers.h"
#include "stored_times.h"
#include "turns.h"

namespace alembert::bench {
namespace {

constexpr std::size_t state_count = 128;
constexpr std::size_t compared_states = 16;
constexpr double tolerance = 1e-10;
constexpr int most_speeds_by_matrix = 20;  ///< beyond, solving with a dense matrix is no way to accelerations
constexpr const char* pinocchio = "pinocchio3.7.0-clang14";

/// One of our kernels, and what it is called elsewhere.
struct Kernel {
  const char* name;
  double (Matrices::*run)(std::size_t, double);
  std::optional<Task> task;            ///< what other libraries do in its place
  std::vector<std::string> pinocchio;  ///< ops of pinocchio_times.csv, the fastest counts
  Pack<8> (Sweeps<Pack<8>>::*batch)(std::size_t, Pack<8>) = nullptr;
};

const std::vector<Kernel>& kernels() {
  static const std::vector<Kernel> all{
      {"kinematics", &Matrices::kinematics, Task::kinematics, {"forwardKinematics(q)"}, &Sweeps<Pack<8>>::kinematics},
      {"rnea", &Matrices::inverse, Task::inverse, {"rnea"}, &Sweeps<Pack<8>>::inverse},
      {"crba", &Matrices::mass_matrix, Task::mass_matrix, {"crba_local(default)", "crba_world"}},
      {"aba", &Matrices::forward, Task::forward, {"aba_local(default)", "aba_world"}, &Sweeps<Pack<8>>::forward},
      {"crba+solve", &Matrices::forward_by_matrix, Task::forward, {"crba+cholesky+solve + nonLinearEffects"}},
      {"coriolis", &Matrices::coriolis, {}, {"computeCoriolisMatrix"}},
      {"rnea derivatives", &Matrices::inverse_derivatives, {}, {"computeRNEADerivatives"}},
      {"aba derivatives", &Matrices::forward_derivatives, {}, {"computeABADerivatives"}}};
  return all;
}

/// A mechanism, and its names in the stored times.
struct Case {
  TestMechanism mechanism;
  bool peers = true;
  std::string pinocchio_name, peers_name;
};

/// What the task asks for, from the kernel that ran last.
std::vector<double> result_of(const Matrices& ours, Task task) {
  switch (task) {
    case Task::mass_matrix: return ours.M;
    case Task::inverse:
    case Task::forward: return ours.out;
    case Task::kinematics: break;
  }
  std::vector<double> positions;
  for (std::size_t b = 1; b < ours.w.X_WB.size(); ++b) {
    const Vec3<double>& p = ours.w.X_WB[b].p;
    positions.insert(positions.end(), {p.x, p.y, p.z});
  }
  return positions;
}

bool runs_on(const Kernel& kernel, const Plan& plan) {
  return kernel.run != &Matrices::forward_by_matrix || plan.nv <= most_speeds_by_matrix;
}

/// Our kernels among themselves: M vdot + bias = tau, C v + g = bias, and each lane of a Pack.
void compare_ours(const std::string& name, Matrices& ours, Sweeps<Pack<8>>& lanes, Agreement& agreement) {
  const std::size_t nv = ours.out.size();
  const auto times = [&](const std::vector<double>& A, const std::vector<double>& x, std::vector<double> sum) {
    for (std::size_t i = 0; i < nv; ++i)
      for (std::size_t j = 0; j < nv; ++j) sum[i] += A[i * nv + j] * x[j];
    return sum;
  };
  for (std::size_t s = 0; s < compared_states; ++s) {
    const std::string at = name + ", state " + std::to_string(s);
    ours.inverse(s, 0.0);
    const std::vector<double> tau = ours.out, &v = ours.states.v[s];
    std::vector<double> bias(nv), g(nv);
    rnea<double>(ours.plan, ours.par, v, {}, {}, bias, ours.w);
    gravity_vector<double>(ours.plan, ours.par, g, ours.w);
    ours.mass_matrix(s, 0.0);
    agreement.demand(at + ", M vdot + bias", times(ours.M, ours.states.vdot[s], bias), tau, tolerance);
    ours.coriolis(s, 0.0);
    agreement.demand(at + ", C v + g", times(ours.A, v, g), bias, tolerance);
    const auto lane = [&](const std::vector<Pack<8>>& x) {
      std::vector<double> values;
      for (const Pack<8>& y : x) values.push_back(y[static_cast<int>(s % 8)]);
      return values;
    };
    lanes.inverse(s / 8, 0.0);
    agreement.demand(at + ", rnea of Pack<8>", lane(lanes.out), tau, tolerance);
    lanes.forward(s / 8, 0.0);
    ours.forward(s, 0.0);
    agreement.demand(at + ", aba of Pack<8>", lane(lanes.out), ours.out, tolerance);
  }
}

void print_nanoseconds(std::optional<double> seconds) {
  if (seconds)
    std::printf(" %11.1f", 1e9 * *seconds);
  else
    std::printf(" %11s", "-");
}

/// Our times alone, with Pinocchio's from another machine beside them.
Json measure_ours(const Case& test, Matrices& ours, Sweeps<Pack<8>>& lanes, const StoredTimes& stored) {
  Json rows = Json::array();
  for (const Kernel& kernel : kernels()) {
    if (!runs_on(kernel, ours.plan)) continue;
    Turns plain(state_count, [&](std::size_t s, double shift) { return (ours.*kernel.run)(s, shift); });
    Turns wide(lanes.states.count(), [&](std::size_t s, double shift) { return (lanes.*kernel.batch)(s, shift)[0]; });
    Samples free, chained, batch;
    while (free.wants_more(repetitions, repetition_budget)) {
      plain.measure(free);
      plain.measure(chained, true);
      if (kernel.batch != nullptr) wide.measure(batch);
    }
    const auto pack = kernel.batch != nullptr ? std::optional(batch.minimum() / 8.0) : std::nullopt;
    const auto theirs = stored.best_of(pinocchio, test.pinocchio_name, kernel.pinocchio);
    std::printf("%-9s %-17s %11.1f %11.1f %11.1f", test.mechanism.name.c_str(), kernel.name, 1e9 * free.minimum(),
                1e9 * free.median(), 1e9 * chained.minimum());
    print_nanoseconds(pack);
    print_nanoseconds(theirs);
    std::printf(" %5d\n", free.count());
    std::fflush(stdout);
    Json row{{"model", test.mechanism.name},
             {"kernel", kernel.name},
             {"ours", json_of(free)},
             {"chained", json_of(chained)}};
    if (pack) row["pack8_per_state"] = *pack;
    if (theirs) row["pinocchio_stored"] = *theirs;
    rows.push_back(row);
  }
  return rows;
}

/// One kernel against one way of a peer, in turn.
Json measure_pair(const Case& test, Matrices& ours, const Kernel& kernel, const Peer& peer, const PeerWay& way,
                  const StoredTimes& stored, Agreement& agreement) {
  const std::string name = test.mechanism.name + ", " + kernel.name + ", " + peer.name + " " + way.name;
  double difference = 0.0;
  for (std::size_t s = 0; s < compared_states; ++s) {
    (ours.*kernel.run)(s, 0.0);
    difference = std::max(difference, agreement.demand(name + ", state " + std::to_string(s),
                                                       result_of(ours, *kernel.task), way.result(s), tolerance));
  }
  Turns our_turns(state_count, [&](std::size_t s, double shift) { return (ours.*kernel.run)(s, shift); });
  Turns their_turns(state_count, [&](std::size_t s, double) { return way.run(s), 0.0; });
  Samples own, theirs;
  while (own.wants_more(repetitions, repetition_budget) && theirs.wants_more(repetitions, repetition_budget)) {
    our_turns.measure(own);
    their_turns.measure(theirs);
  }
  const double ratio = theirs.minimum() / own.minimum();
  const auto pinocchio_best = stored.best_of(pinocchio, test.pinocchio_name, kernel.pinocchio);
  const auto peer_best = stored.best(peer.name, test.peers_name, way.name);
  std::printf("%-9s %-11s %10.1f %10.1f  %-11s %-41s %11.1f %11.1f %7.2f", test.mechanism.name.c_str(), kernel.name,
              1e9 * own.minimum(), 1e9 * own.median(), peer.name.c_str(), way.name.c_str(), 1e9 * theirs.minimum(),
              1e9 * theirs.median(), ratio);
  Json row{
      {"model", test.mechanism.name}, {"kernel", kernel.name},     {"peer", peer.name}, {"way", way.name},
      {"ours", json_of(own)},         {"theirs", json_of(theirs)}, {"ratio", ratio},    {"difference", difference}};
  if (pinocchio_best && peer_best) {
    const double needed = *peer_best / *pinocchio_best;
    std::printf(" %7.2f %-7s", needed, ratio >= needed ? "met" : "not met");
    row["needed"] = needed;
    row["met"] = ratio >= needed;
  } else {
    std::printf(" %7s %-7s", "-", "-");
  }
  std::printf(" %8.1e\n", difference);
  std::fflush(stdout);
  return row;
}

std::vector<Case> cases(const Options& options) {
  std::vector<Case> all;
  const std::filesystem::path robots = options.shared / "robots";
  const auto add = [&](const char* name, const char* file, bool free_base, const char* pinocchio_name) {
    if (std::filesystem::exists(robots / file))
      all.push_back({robot(name, robots / file, free_base), !free_base, pinocchio_name, name});
    else
      std::printf("%s: left out, there is no %s\n", name, (robots / file).string().c_str());
  };
  add("ur5", "ur5_robot.urdf", false, "ur5");
  add("panda", "panda.urdf", false, "panda(9dof)");
  add("iiwa", "iiwa14_no_collision.urdf", false, "");
  add("anymal", "anymal_b.urdf", true, "anymal_ff");
  for (const std::size_t n : {10U, 50U, 100U, 500U}) {
    TestMechanism mechanism = chain(n);
    const std::string name = mechanism.name;
    all.push_back({std::move(mechanism), true, name, name});
  }
  return all;
}

}  // namespace

Json bench_kernels(const Options& options, Agreement& agreement) {
  std::printf("\nRecursive kernels, from coordinates to results; %zu random states in turn, CPU time in ns\n",
              state_count);
  std::printf("sine and cosine: ours are own polynomials, eight angles at once; the others call libm\n");
  for (const std::string& reason : missing_peers()) std::printf("%s\n", reason.c_str());
  const StoredTimes stored(options.shared / "peers");
  if (stored.empty())
    std::printf("no stored times in %s: no ratios to compare with\n", (options.shared / "peers").string().c_str());
  const std::vector<Case> tests = cases(options);

  std::printf("\nOurs. 'chained' waits for the result before; Pinocchio's times are stored ones of another machine\n");
  std::printf("%-9s %-17s %11s %11s %11s %11s %11s %5s\n", "model", "kernel", "min", "median", "chained", "Pack<8>/8",
              "(Pinocchio)", "reps");
  Json rows = Json::array(), pairs = Json::array();
  for (const Case& test : tests) {
    const PlainStates states = random_states(test.mechanism.plan, state_count);
    Matrices ours(test.mechanism, states);
    Sweeps<Pack<8>> lanes(test.mechanism, states);
    compare_ours(test.mechanism.name, ours, lanes, agreement);
    for (const Json& row : measure_ours(test, ours, lanes, stored)) rows.push_back(row);
  }

  std::printf(
      "\nIn turn with other libraries; ratio of minima. 'needed' is what makes us as fast as Pinocchio's clang\n");
  std::printf("build: that library's stored time over Pinocchio's, both of one other machine\n");
  std::printf("%-9s %-11s %10s %10s  %-11s %-41s %11s %11s %7s %7s %-7s %8s\n", "model", "kernel", "min", "median",
              "peer", "way", "min", "median", "ratio", "needed", "", "differ");
  int met_count = 0, needed_count = 0;
  for (const Case& test : tests) {
    if (!test.peers) continue;
    const PlainStates states = random_states(test.mechanism.plan, state_count);
    Matrices ours(test.mechanism, states);
    for (const Peer& peer : peers_on(plain_model(test.mechanism), states))
      for (const PeerWay& way : peer.ways)
        for (const Kernel& kernel : kernels()) {
          if (kernel.task != way.task || !runs_on(kernel, ours.plan)) continue;
          pairs.push_back(measure_pair(test, ours, kernel, peer, way, stored, agreement));
          needed_count += pairs.back().contains("needed") ? 1 : 0;
          met_count += pairs.back().value("met", false) ? 1 : 0;
        }
  }
  if (needed_count > 0) std::printf("ratios met: %d of %d\n", met_count, needed_count);
  return {{"ours", rows}, {"pairs", pairs}};
}

}  // namespace alembert::bench
