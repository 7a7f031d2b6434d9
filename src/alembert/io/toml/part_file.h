/// Files that a model file names: tables, included models.
#pragma once
#include <filesystem>

#include "alembert/core/error.h"

namespace alembert {

/// Throws Error (unreadable) at `at`, where the model names the file, unless it is an ordinary file: reading a device
/// or a pipe might never end.
void check_part_file(const std::filesystem::path& path, const Source& at);

}  // namespace alembert
