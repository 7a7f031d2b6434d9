/// From the tree of a model file to a Mechanism.
#pragma once
#include <cstddef>
#include <filesystem>

#include "alembert/io/toml/document.h"
#include "alembert/model/mechanism.h"

namespace alembert {

struct MechanismLimits {
  std::size_t parts = 1'000'000;  ///< most bodies, joints, forces and constraints, of each
};

/// Reads sections name, space, gravity, parameters, inputs, table, ground, body, joint, force, constraint, let, states,
/// outputs, simulate and include (docs/model-format.md). All formulas are in the graph of the result. Files that the
/// model names are relative to `folder`.
///
/// Throws Error with the place for everything that does not fit. Whether the bodies can exist is not tested here; see
/// model/validate.h.
Mechanism read_mechanism(const Value& document, const std::filesystem::path& folder = {},
                         const MechanismLimits& limits = {});

/// Throws Error at the first section that a mechanism does not have.
void check_mechanism_keys(const Value& document);

}  // namespace alembert
