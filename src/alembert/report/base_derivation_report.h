/// A derivation in base parameters as plain text, LaTeX or JSON.
#pragma once
#include <string>

#include "alembert/analysis/derivation/base_derivation.h"
#include "alembert/report/formula_writer.h"

namespace alembert {

/// The parameters with their frames, formulas and values, then the equations as derivation_text() prints them.
std::string base_derivation_text(const BaseDerivation& derivation, Writing writing = Writing::readable);
std::string base_derivation_latex(const BaseDerivation& derivation, Writing writing = Writing::readable);
/// The keys of derivation_json() and base_parameters: name, formula, value, body.
std::string base_derivation_json(const BaseDerivation& derivation, Writing writing = Writing::readable);

}  // namespace alembert
