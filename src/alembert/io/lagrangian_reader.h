/// From the tree of a model file to a Lagrangian.
#pragma once
#include "alembert/io/document.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// Reads sections name, parameters, inputs, coordinates, let, states, energy, work, force, constraint, outputs and
/// simulate (docs/model-format.md). All formulas are in the graph of the result.
///
/// Throws Error with the place for everything that does not fit; Error (unsupported) for a mechanism.
Lagrangian read_lagrangian(const Value& document);

}  // namespace alembert
