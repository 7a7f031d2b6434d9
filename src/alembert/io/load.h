/// Models from files of any format that alembert reads.
#pragma once
#include <filesystem>

#include "alembert/model/lagrangian.h"

namespace alembert {

/// Reads the model in `path`, whose extension says the format: .toml. Throws Error.
Lagrangian load_lagrangian(const std::filesystem::path& path);

}  // namespace alembert
