/// Writing a mechanism as a model file.
#pragma once
#include <string>

#include "alembert/model/mechanism.h"

namespace alembert {

/// The mechanism as a model file (docs/model-format.md) that reads back as the same mechanism with the same numbers,
/// wherever it came from. Numbers are decimals where they end and quoted expressions otherwise; formulas are written
/// with the names of the model. Keys with their default values are left out.
///
/// What is not written: shapes, since mass, center and inertia hold what they give; [let] names inside formulas, which
/// hold their meaning; units, since numbers are in SI. What a URDF says of efforts and speeds that motors can reach is
/// written as a comment. Throws Error (too_large) for a formula beyond print_limit.
std::string to_toml(const Mechanism& model);

}  // namespace alembert
