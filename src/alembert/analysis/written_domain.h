/// Formulas of a model that have no value at a state as they are written, although what they fold to has one.
#pragma once
#include <vector>

#include "alembert/analysis/evaluation.h"
#include "alembert/forms/lagrange.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// A warning for each formula such as k*sqrt(x)^2, which folds to k*x, at x < 0: with the part that has no value, and
/// the formula's place. Results that only follow from the motion are passed over.
std::vector<Warning> undefined_as_written(const Lagrangian& model, const LagrangeEquations& equations, const Point& at);

}  // namespace alembert
