/// Every number of a system at one state.
#pragma once
#include <optional>
#include <vector>

#include "alembert/forms/lagrange.h"
#include "alembert/model/lagrangian.h"
#include "alembert/system/lagrange_system.h"
#include "alembert/system/state_tape.h"

namespace alembert {

/// A state that owns its numbers.
struct Point {
  double t = 0.0;
  std::vector<double> q, v, z;
};

/// The model's start.
Point start_point(const Lagrangian& model);

/// What to evaluate at.
struct EvaluateOptions {
  Point at;
  std::optional<std::vector<double>> a;    ///< accelerations for inverse dynamics; zero when absent
  std::optional<std::vector<double>> tau;  ///< replaces the model's efforts ([work]) in `acceleration`
};

/// Numbers at one state, in SI units per coordinate; matrices row-major.
struct Evaluation {
  std::vector<double> inputs;
  std::vector<double> M, C, g;
  std::vector<double> bias;       ///< C v + g
  std::vector<double> remaining;  ///< r of forms/lagrange.h
  std::vector<double> effort;     ///< [work]
  std::vector<double> passive;    ///< applied forces and dissipation less `remaining`: M a + bias = tau + passive
  std::vector<double> inverse_dynamics;  ///< M a + bias - passive
  std::vector<double> acceleration;      ///< for tau, or the model's own efforts; empty when M is singular
  std::vector<double> momenta;           ///< dL/dq'
  std::vector<double> state_rates;
  double kinetic = 0.0;
  double potential = 0.0;
  double conserved = 0.0;
  double power = 0.0;
  Status status;  ///< of the acceleration
};

/// The programs behind an Evaluation, compiled once for many states. Serves one thread at a time.
class Evaluator {
 public:
  Evaluator(const Lagrangian& model, const LagrangeEquations& equations);

  Evaluation at(const EvaluateOptions& options);

 private:
  std::size_t n_;
  LagrangeSystem system_;
  StateTape tape_;  ///< M, C, g, remaining, effort, applied, momenta, energies
};

}  // namespace alembert
