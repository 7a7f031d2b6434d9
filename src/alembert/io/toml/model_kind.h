/// Which kind of model a file describes.
#pragma once
#include <filesystem>
#include <string>

#include "alembert/io/toml/document.h"

namespace alembert {

/// The extension of a file name in lower-case letters, ".toml".
std::string lower_extension(const std::filesystem::path& path);

/// Throws Error at the first key that no kind of model has, with "did you mean".
void check_model_keys(const Value& document);
/// The first key that only a mechanism has (space, gravity, body, joint, ground, include), or null.
const Entry* mechanism_entry(const Value& document);
/// The first key that only a Lagrangian has (coordinates, energy, work), or null.
const Entry* lagrangian_entry(const Value& document);

}  // namespace alembert
