/// A derivation as plain text, LaTeX or JSON.
#pragma once
#include <string>

#include "alembert/analysis/derivation.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// Each needs the model's graph to be the current one (GraphScope) or sets it itself through `model`.
std::string derivation_text(const Lagrangian& model, const Derivation& derivation);
/// A document fragment of display formulas that KaTeX and LaTeX (amsmath) accept.
std::string derivation_latex(const Lagrangian& model, const Derivation& derivation);
/// Keys: form, name, coordinates, operations {before, after}, T, V, M, christoffel, C, g, remaining, effort, applied,
/// equations, named; force_field where there are forces; with constraints rows (names), phi (holonomic rows), A, b, c,
/// lambda and lambda_on_constraints (null with a lambda_note where there are no formulas). Formulas are strings that
/// parse back.
std::string derivation_json(const Lagrangian& model, const Derivation& derivation);

/// Whether forces have a potential, as the end of "This force is ...".
std::string force_field_text(const ForceField& field);

}  // namespace alembert
