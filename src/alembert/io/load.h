/// Models from files of any format that alembert reads.
#pragma once
#include <filesystem>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "alembert/io/mechanism/mechanism_reader.h"
#include "alembert/io/toml/document.h"
#include "alembert/model/lagrangian.h"
#include "alembert/model/mechanism.h"

namespace alembert {

using Model = std::variant<Lagrangian, Mechanism>;

/// How to read a model; free_base, independent_mimic and snap are for .urdf files only.
struct LoadOptions {
  bool free_base = false;          ///< the root link moves freely instead of being fixed to the ground
  bool independent_mimic = false;  ///< joints that mimic others move on their own
  bool snap = false;               ///< angles near whole quarter turns are such
  /// Values in place of those in [parameters] and [inputs], as text; names that the file does not have are not used.
  std::vector<std::pair<std::string, std::string>> values = {};
};

/// Reads the model in `path`, whose extension says the format: .toml, .urdf, or .adm and .acf (adm_reader.h). The
/// bodies of a mechanism have been tested (model/validate.h). Throws Error; also for options that do not apply to the
/// file.
Model load_model(const std::filesystem::path& path, const LoadOptions& options = {});

/// The same where only a system given by its energies can be used; Error (unsupported) for a mechanism.
Lagrangian load_lagrangian(const std::filesystem::path& path);

/// The model of a .toml file that has been parsed. A file with space, gravity, body, joint, ground or include is a
/// mechanism. Files that it names are relative to `folder`. Throws Error.
Model read_model(const Value& document, const std::filesystem::path& folder = {}, const MechanismLimits& limits = {});

}  // namespace alembert
