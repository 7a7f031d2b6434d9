/// Random states around a model's start, with what the certificate compares at each.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "alembert/analysis/state/evaluate.h"

namespace alembert {

struct StateSample {
  Point point;
  std::vector<double> acceleration;  ///< random, given to inverse dynamics
  Evaluation numbers;                ///< from the equations
  std::vector<double> mass_rate;     ///< (dM/dq) q', by dual numbers on the program of M
  std::vector<double> g_slope;       ///< dg_i/dq_j, by dual numbers on the program of g
};

/// The start and `count` random states: positions within 1.5 (1 + |start|) of the start, rates within 2 (1 + |rate|),
/// times within the simulated time; then moved onto the constraints where there are some. Where the equations are not
/// finite, a formula has no value as it is written, or the state cannot be assembled, it is drawn nearer to the start
/// (a tenth of the way, a hundredth, ...), and at last left out.
class StateSamples {
 public:
  StateSamples(const Lagrangian& model, const LagrangeEquations& equations, std::span<const double> parameters,
               int count, std::uint64_t seed);

  const std::vector<StateSample>& list() const { return list_; }
  std::size_t wanted() const { return wanted_; }  ///< the start and those asked for
  /// Largest |V| met: what gradients of V that vanish by cancellation are judged against.
  double potential_size() const { return potential_size_; }

 private:
  std::vector<StateSample> list_;
  std::size_t wanted_ = 0;
  double potential_size_ = 0.0;
};

/// A state in words: "t = 0, x = 1, th = 0.5, x' = 0, th' = 0".
std::string describe(const Lagrangian& model, const Point& x);

}  // namespace alembert
