/// Equations with named constants as plain text, LaTeX or JSON.
#pragma once
#include <string>

#include "alembert/analysis/derivation/constant_derivation.h"

namespace alembert {

/// Each needs the graph of the model; terms stand in the order in which their constants are numbered.
std::string constant_derivation_text(Graph& graph, const ConstantDerivation& derivation);
std::string constant_derivation_latex(Graph& graph, const ConstantDerivation& derivation);
/// Keys: form, name, coordinates, constants [{name, formula, value}], M, christoffel, C, g, remaining, effort, applied.
std::string constant_derivation_json(Graph& graph, const ConstantDerivation& derivation);

}  // namespace alembert
