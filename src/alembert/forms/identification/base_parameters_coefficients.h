/// Exact coefficients of relations that were found in numbers.
#pragma once
#include <span>
#include <vector>

#include "alembert/forms/identification/base_parameters_columns.h"
#include "alembert/model/reals.h"

namespace alembert {

/// [of the relation] its coefficients as formulas in the model's parameters, by solving for them at states where sines
/// and cosines are 0 and 1. Where that does not lead to the number that was found (a relation that only holds for these
/// values of the parameters), the coefficient is that number.
/// The model's graph must be the current one.
std::vector<Expr> exact_coefficients(const Plan& plan, const Params<Expr>& par, const NumberReals& real,
                                     std::span<const InertialEntry> entries, const DependentEntry& relation);

}  // namespace alembert
