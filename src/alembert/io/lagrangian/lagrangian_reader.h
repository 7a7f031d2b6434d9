/// From the tree of a model file to a Lagrangian.
#pragma once
#include <filesystem>

#include "alembert/io/toml/document.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// Reads sections name, parameters, inputs, table, coordinates, let, states, energy, work, force, constraint, draw,
/// outputs and simulate (docs/model-format.md). All formulas are in the graph of the result. Files that the model names
/// are relative to `folder`.
///
/// Throws Error with the place for everything that does not fit.
Lagrangian read_lagrangian(const Value& document, const std::filesystem::path& folder = {});

}  // namespace alembert
