/// A form of the equations as `derive --form` writes it, in numbers at one state after the other.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/analysis/derivation/form_derivation.h"
#include "alembert/analysis/derivation/symbol_values.h"
#include "alembert/forms/classical/form_answer.h"
#include "alembert/system/system.h"

namespace alembert {

/// The graph of the formulas must be current in every call.
class DerivedForm {
 public:
  explicit DerivedForm(const FormDerivation& derivation);

  const std::string& name() const { return system_.form; }
  /// Accelerations and constraint forces at a state; reactions and drives are left out.
  FormAnswer at(const SymbolValues& values);
  /// Whether the formulas hold at a configuration of `system`, which has the form's coordinates: the dependent ones
  /// follow from the others, and not from the last digits of rows. Always, where the form eliminates none.
  bool holds(const System& system, double t, std::span<const double> q) const;

 private:
  FormSystem<double> system_;  ///< at the last state
  std::vector<int> dependent_;
  SymbolProgram program_;
};

}  // namespace alembert
