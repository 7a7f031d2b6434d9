/// A motion that `run` has recorded, read back.
#pragma once
#include <filesystem>
#include <optional>

#include "alembert/analysis/driven/motion_path.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

/// Reads the columns t, coordinates, speeds and extra states of the model from a table, CSV or HDF5; others are passed
/// over. Throws Error, with place and remedy, where the file cannot be read, is no table of numbers, lacks a column (of
/// another model, say), where a value is not finite, or times do not ascend.
MotionRows read_motion(const Workbench& workbench, const std::filesystem::path& file);

/// The tolerance with which a table was made, as the summary.json of the run in its folder tells; nothing without one.
std::optional<double> recorded_tolerance(const std::filesystem::path& file);

}  // namespace alembert
