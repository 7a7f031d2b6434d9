/// The numbers behind a model's parameters, and behind the formulas that use nothing else.
#pragma once
#include <limits>
#include <span>
#include <vector>

#include "alembert/model/description.h"

namespace alembert {

/// [parameter] its value for the model as it is now; to change a parameter, replace its `value` and ask again.
/// Throws Error (cyclic, bad_value) with the parameter's place when parameters need each other or one is not finite.
std::vector<double> parameter_numbers(const Description& model);

/// [formula] the values of formulas in parameters and pi alone: starts, rates at the start, times.
/// `parameters` as parameter_numbers() gives them; any other symbol is Error (unknown_name). Results may be infinite.
std::vector<double> numbers_in_parameters(const Description& model, std::span<const double> parameters,
                                          std::span<const Expr> formulas);

/// [simulate] as numbers.
struct SimulateNumbers {
  double time = 10.0;                                             ///< [s]
  double step = 0.01;                                             ///< [s] between rows of the result
  double tolerance = 1e-8;                                        ///< relative and absolute
  double largest_step = std::numeric_limits<double>::infinity();  ///< [s] of the method
  std::vector<double> absolute;                                   ///< [Simulate::absolute]
};

/// Throws Error (bad_value) with the place when one is not a finite number above zero, or as refuse_too_many_rows().
SimulateNumbers simulate_numbers(const Description& model);

/// Throws Error (bad_value) at `place` where rows every `step` up to `time` are more than any result may have: 100
/// million.
void refuse_too_many_rows(double time, double step, const Source& place = {});

}  // namespace alembert
