/// Every number of a system given by its energies at one state.
#pragma once
#include "alembert/analysis/state/evaluation.h"
#include "alembert/forms/energies/lagrange.h"
#include "alembert/model/lagrangian.h"
#include "alembert/system/energies/lagrange_system.h"
#include "alembert/system/energies/state_tape.h"

namespace alembert {

/// The model's start as it is written.
Point start_point(const Lagrangian& model);

/// Puts other efforts in the place of the model's own: `effort`, and what they do to `power`.
void replace_effort(const std::vector<double>& tau, const std::vector<double>& v, Evaluation& e);

/// The programs behind an Evaluation, compiled once for many states. Serves one thread at a time.
class Evaluator {
 public:
  Evaluator(const Lagrangian& model, const LagrangeEquations& equations);

  Evaluation at(const EvaluateOptions& options);
  const LagrangeSystem& system() const { return system_; }

 private:
  /// Rows and multipliers; needs everything else to be filled in, `lambda` those of the acceleration.
  void add_constraints(const EvaluateOptions& options, const std::vector<double>& lambda, Evaluation& e) const;

  std::size_t n_;
  LagrangeSystem system_;
  StateTape tape_;  ///< M, C, g, remaining, effort, applied, momenta, energies
};

}  // namespace alembert
