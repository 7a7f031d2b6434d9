/// The equations of a system as a person wants to read them, with what they cost.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "alembert/analysis/fields/force_field.h"
#include "alembert/forms/energies/lagrange.h"
#include "alembert/forms/energies/multiplier_formulas.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

struct Derivation {
  std::string name;                                 ///< of the model
  std::vector<std::string> coordinates;             ///< names
  LagrangeEquations equations;                      ///< simplified
  std::vector<Expr> coriolis;                       ///< C q', simplified
  MultiplierFormulas multipliers;                   ///< of the rows of constraints
  std::size_t operations_before = 0;                ///< of all equations together, as derived
  std::size_t operations_after = 0;                 ///< and simplified
  std::vector<std::pair<std::string, Expr>> named;  ///< sub-formulas that occur more than once, in order of use
  bool potential_has_rates = false;  ///< V as written depends on the rates: `equations` shows it at zero rates
  bool has_force = false;            ///< effort or applied forces are not all zero
  ForceField field;                  ///< of effort + applied, when has_force
};

/// Derives, simplifies, counts. With `numeric`, parameters are replaced by their values.
Derivation derive(const Lagrangian& model, bool numeric);
/// The same for equations that have been derived already, not simplified. Multipliers get no formulas where these would
/// take more than `multiplier_nodes` of the graph.
Derivation derive(const Lagrangian& model, LagrangeEquations derived, bool numeric,
                  std::size_t multiplier_nodes = Graph::default_node_limit);

}  // namespace alembert
