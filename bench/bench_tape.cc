/// Programs of the 6-pendulum's equations on double, Pack<4> and Pack<8>.
#include <cstdio>
#include <type_traits>

#include "alembert/scalar/pack.h"
#include "alembert/symbolic/tape_machine.h"
#include "bench.h"
#include "n_pendulum.h"

namespace alembert::bench {
namespace {

constexpr std::size_t n = 6;
constexpr std::size_t states = 128;
constexpr double sample_seconds = 5e-3;
constexpr int samples_each = 100;
constexpr double ratio_goal = 4.0;
constexpr double tolerance = 1e-12;  ///< sine and cosine of a Pack differ from libm's in the last place

template <class S>
constexpr std::size_t lanes() {
  if constexpr (std::is_same_v<S, double>)
    return 1;
  else
    return S::size;
}

/// A tape on one scalar with all states as its inputs, `lanes` at a time.
template <class S>
class Lane {
 public:
  Lane(const Tape& tape, const std::vector<std::vector<double>>& inputs) : machine_(tape), out_(tape.outputs().size()) {
    for (std::size_t first = 0; first < inputs.size(); first += lanes<S>()) {
      std::vector<S> in(tape.inputs());
      for (std::size_t i = 0; i < in.size(); ++i)
        for (std::size_t lane = 0; lane < lanes<S>(); ++lane) {
          if constexpr (std::is_same_v<S, double>)
            in[i] = inputs[first][i];
          else
            in[i].set(static_cast<int>(lane), inputs[first + lane][i]);
        }
      in_.push_back(in);
    }
  }

  /// Seconds per state over `passes` passes of all states. `chained`: each run waits for the result of the one before.
  double pass(int passes, bool chained) {
    const double began = cpu_seconds();
    for (int p = 0; p < passes; ++p)
      for (std::vector<S>& in : in_) {
        if (chained) in.back() = in.back() + S(0.0) * out_.back();
        machine_.run(in, out_);
        keep(out_);
      }
    return (cpu_seconds() - began) / static_cast<double>(passes) / static_cast<double>(states);
  }

  void measure(Samples& samples, bool chained) {
    if (passes_ == 0) passes_ = 1 + static_cast<int>(sample_seconds / (pass(1, false) * static_cast<double>(states)));
    samples.add(pass(passes_, chained));
  }

  /// All outputs at one state.
  std::vector<double> results(std::size_t state) {
    machine_.run(in_[state / lanes<S>()], out_);
    std::vector<double> values;
    for (const S& x : out_) {
      if constexpr (std::is_same_v<S, double>)
        values.push_back(x);
      else
        values.push_back(x[static_cast<int>(state % lanes<S>())]);
    }
    return values;
  }

 private:
  TapeMachine<S> machine_;
  std::vector<std::vector<S>> in_;
  std::vector<S> out_;
  int passes_ = 0;
};

struct Column {
  const char* name;
  Samples throughput, chained;
};

Json report(const char* name, const Tape& tape, const std::array<Column, 3>& columns) {
  Json row{{"outputs", name}, {"instructions", tape.program().size()}, {"registers", tape.registers()}};
  const double reference = columns[0].throughput.minimum();
  for (const Column& c : columns) {
    const double best = c.throughput.minimum();
    std::printf("%-12s %-8s %6zu %9zu %11.2f %11.1f %11.1f %11.1f %8.2f", name, c.name, tape.program().size(),
                tape.registers(), 1e-6 / best, 1e9 * best, 1e9 * c.throughput.median(), 1e9 * c.chained.minimum(),
                reference / best);
    if (&c == &columns.back()) std::printf("  >= %g: %s", ratio_goal, met(reference / best >= ratio_goal));
    std::printf("\n");
    row[c.name] = {{"seconds_per_state", json_of(c.throughput)},
                   {"chained", json_of(c.chained)},
                   {"states_per_second", 1.0 / best},
                   {"ratio", reference / best}};
  }
  return row;
}

Json bench_outputs(const char* name, const Tape& tape, Agreement& agreement) {
  Random random(n);
  std::vector<std::vector<double>> inputs(states);
  for (auto& in : inputs) {
    in = random_state(n, random);
    while (in.size() < tape.inputs()) in.push_back(random.uniform(-5.0, 5.0));
  }
  Lane<double> one(tape, inputs);
  Lane<Pack<4>> four(tape, inputs);
  Lane<Pack<8>> eight(tape, inputs);
  for (std::size_t s = 0; s < states; ++s) {
    const std::vector<double> expected = one.results(s);
    const std::string at = std::string(name) + ", state " + std::to_string(s);
    agreement.demand(at + ", Pack<4>", four.results(s), expected, tolerance);
    agreement.demand(at + ", Pack<8>", eight.results(s), expected, tolerance);
  }
  std::array<Column, 3> columns{{{"double", {}, {}}, {"Pack<4>", {}, {}}, {"Pack<8>", {}, {}}}};
  for (int k = 0; k < samples_each; ++k)
    for (const bool chained : {false, true}) {
      const auto into = [&](std::size_t c) -> Samples& { return chained ? columns[c].chained : columns[c].throughput; };
      one.measure(into(0), chained);
      four.measure(into(1), chained);
      eight.measure(into(2), chained);
    }
  return report(name, tape, columns);
}

}  // namespace

Json bench_tape(Agreement& agreement) {
  const Lagrangian model = n_pendulum(n);
  const LagrangeEquations equations = derive_lagrange(model);
  const GraphScope scope(*model.graph);
  std::vector<Expr> inputs = state_symbols(model);
  std::vector<Expr> mass_and_bias = equations.coriolis();
  for (std::size_t i = 0; i < equations.n; ++i) {
    mass_and_bias[i] += equations.g[i];
    for (std::size_t j = 0; j <= i; ++j) mass_and_bias.push_back(equations.mass(i, j));
  }
  const Tape dynamics(inputs, mass_and_bias);
  inputs.insert(inputs.end(), equations.a.begin(), equations.a.end());
  const Tape residuals(inputs, equations.residuals());

  std::printf("\nTapes of the 6-pendulum, parameters as inputs, %zu random states in turn; CPU time\n", states);
  std::printf("%-12s %-8s %6s %9s %11s %11s %11s %11s %8s\n", "outputs", "scalar", "instr", "registers", "M states/s",
              "min ns", "median ns", "chained ns", "ratio");
  Json rows = Json::array();
  rows.push_back(bench_outputs("M and bias", dynamics, agreement));
  rows.push_back(bench_outputs("residuals", residuals, agreement));
  return rows;
}

}  // namespace alembert::bench
