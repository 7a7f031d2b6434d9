/// Analyses of the course engine simEngine2D: .acf files.
#pragma once
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/model/description.h"

namespace alembert {

/// What an .acf file asks for.
struct AcfAnalysis {
  enum class Simulation : std::uint8_t { kinematics, dynamics, inverse_dynamics, equilibrium };
  Simulation simulation = Simulation::dynamics;
  std::optional<double> tend;  ///< [s], positive; only an equilibrium may be without
  std::optional<double> step;  ///< [s] between rows: tend/outputSteps, or stepSize where that is not given
  std::string model;           ///< file name behind "model" or "adm", "" if none
  Source model_at;             ///< where that is written
  std::vector<Warning> warnings;
};

/// The analysis in a file: simulation ("Kinematics", "Dynamics", "InverseDynamics" or "Equilibrium", in any case),
/// tend, stepSize, outputSteps, and optionally the model. Throws Error with the place for what does not fit.
AcfAnalysis read_acf(const std::filesystem::path& path);

/// The same for text in memory; `file` is what errors call it.
AcfAnalysis parse_acf(std::string_view text, std::string file);

}  // namespace alembert
