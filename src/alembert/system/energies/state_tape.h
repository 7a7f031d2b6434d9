/// Formulas of a model evaluated at a state.
#pragma once
#include <span>
#include <vector>

#include "alembert/model/lagrangian.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/system/system.h"

namespace alembert {

/// The symbols that formulas of a model may hold, in the order in which a tape takes their values:
/// parameters, t, inputs, coordinates, rates, states, accelerations.
struct StateLayout {
  std::vector<Expr> symbols;
  std::size_t time = 0;    ///< where t stands; parameters fill what comes before
  std::size_t inputs = 0;  ///< where the first input stands, and so on
  std::size_t q = 0;
  std::size_t v = 0;
  std::size_t z = 0;
  std::size_t a = 0;
};

StateLayout state_layout(const Lagrangian& model);

/// A tape of formulas with the model's parameter values set. Serves one thread at a time.
class StateTape {
 public:
  StateTape() = default;
  /// `parameters` as parameter_numbers() gives them; `more` are further symbols that formulas may hold, such as
  /// multipliers. The model's graph is needed only during construction.
  StateTape(const Lagrangian& model, std::span<const double> parameters, std::span<const Expr> formulas,
            std::span<const Expr> more = {});

  TapeMachine<double>& machine() { return machine_; }  ///< for its comparisons

  std::size_t outputs() const { return machine_.tape().outputs().size(); }
  /// The values of all formulas; `a` and `more` may be empty where no formula holds accelerations or further symbols.
  /// The result is overwritten by the next run.
  std::span<const double> run(const State& x, System::In u, System::In a = {}, System::In more = {});

 private:
  StateLayout layout_;
  TapeMachine<double> machine_;
  std::vector<double> in_;
  std::vector<double> out_;
};

}  // namespace alembert
