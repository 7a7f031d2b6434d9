/// A derivation as plain text, LaTeX or JSON.
#pragma once
#include <string>
#include <vector>

#include "alembert/analysis/derivation/derivation.h"
#include "alembert/analysis/derivation/form_derivation.h"
#include "alembert/model/lagrangian.h"
#include "alembert/report/formula_writer.h"

namespace alembert {

/// Each needs the model's graph to be the current one (GraphScope) or sets it itself through `model`. `numbers`, where
/// there are any, are those of lagrange_form() at a state and come after the formulas.
std::string derivation_text(const Lagrangian& model, const Derivation& derivation, Writing writing = Writing::readable,
                            const FormValues* numbers = nullptr);
/// A document fragment of display formulas that KaTeX and LaTeX (amsmath) accept; text above each matrix says what it
/// is, its size and the names of its rows and columns.
std::string derivation_latex(const Lagrangian& model, const Derivation& derivation, Writing writing = Writing::readable,
                             const FormValues* numbers = nullptr);
/// Keys: form, name, coordinates, operations {before, after}, T, V, M, christoffel, C, g, remaining, effort, applied,
/// equations, named, definitions (of named parts, where formulas are long; then `named` is empty), blocks (of
/// lagrange_form(), per name: meaning, rows, columns, nonzero); force_field where there are forces; with constraints
/// rows (names), phi (holonomic rows), A, b, c, lambda and lambda_on_constraints (null with a lambda_note where there
/// are no formulas); numbers where there are any: every block, matrix, right, solution, unique. Formulas are strings
/// that parse back.
std::string derivation_json(const Lagrangian& model, const Derivation& derivation, Writing writing = Writing::readable,
                            const FormValues* numbers = nullptr);

/// Whether forces have a potential, as the end of "This force is ..."; `potential` as it is to be written.
std::string force_field_text(const ForceField& field, const std::string& potential);

/// A writer for all formulas of a derivation.
FormulaWriter derivation_writer(const Derivation& derivation, Writing writing);
/// Effort and applied forces together.
std::vector<Expr> generalized_forces(const Derivation& derivation);

}  // namespace alembert
