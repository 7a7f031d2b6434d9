/// Random states of a mechanism, for its certificate.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "alembert/analysis/state/evaluation.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

struct MechanismSample {
  Point x;
  std::vector<double> u;     ///< inputs
  std::vector<double> vdot;  ///< random accelerations for inverse dynamics
};

/// How a drawn state is moved onto the rows: everything may move, and loops must close as `branches` counts it
/// (closing_sense.h), since rows alone also hold where a joint is half a turn off. `setup` must outlive this.
AssembleOptions sample_options(const MechanismSetup& setup);

/// The start and `count` random states: coordinates within 1.5 (unit + |start|) of the start, speeds within 2 (unit +
/// |speed|), accelerations within 3 units, with units of a radian or moving_length(); orientations uniform over all,
/// times up to the end of the simulation.
std::vector<MechanismSample> mechanism_samples(const MechanismSetup& setup, int count, std::uint64_t seed);

/// A state in words: "t = 0, A = 1, A' = 0"; long ones are cut.
std::string describe(const Mechanism& model, const Point& x);

}  // namespace alembert
