/// Work on states in turn, timed in samples of about a millisecond.
#pragma once
#include <cmath>
#include <functional>

#include "timing.h"

namespace alembert::bench {

class Turns {
 public:
  /// @param run  run(state, shift): does the work and returns a number of its result; adds `shift` to its input
  Turns(std::size_t states, std::function<double(std::size_t, double)> run) : states_(states), run_(std::move(run)) {}

  /// Adds the CPU time of one call, in the mean over a sample. `chained`: each call waits for the result of the one
  /// before. A short sample that others have interrupted is repeated a few times: it finds the caches full of their
  /// data, and a virtual machine may credit too little time to it.
  void measure(Samples& samples, bool chained = false) {
    if (calls_ == 0) {
      pass(1, false);  // fills the caches
      calls_ = 1 + static_cast<std::size_t>(sample_seconds / pass(8, false).cpu);
    }
    const int repeats = calls_ > 1 ? 5 : 0;
    Times times = pass(calls_, chained);
    for (int k = 0; k < repeats && times.cpu < 0.98 * times.wall; ++k) times = pass(calls_, chained);
    samples.add(times.cpu);
  }

 private:
  static constexpr double sample_seconds = 1.5e-3;

  struct Times {
    double cpu, wall;  ///< [s] of one call
  };

  Times pass(std::size_t calls, bool chained) {
    double result = 0.0;
    const double began_wall = wall_seconds(), began = cpu_seconds();
    for (std::size_t k = 0; k < calls; ++k) {
      result = run_(next_, chained ? 0.0 * result : 0.0);
      next_ = next_ + 1 < states_ ? next_ + 1 : 0;
    }
    keep(result);
    const double ended = cpu_seconds(), ended_wall = wall_seconds();
    const auto n = static_cast<double>(calls);
    return {(ended - began) / n, (ended_wall - began_wall) / n};
  }

  std::size_t states_;
  std::function<double(std::size_t, double)> run_;
  std::size_t next_ = 0, calls_ = 0;
};

}  // namespace alembert::bench
