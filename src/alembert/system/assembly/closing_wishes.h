/// What assembly asks of joints that close loops: starts and rates that are written, and guesses for the others.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Starts (or rates) of closing joints as rows: those that must be had first, then the guesses.
struct ClosingWishes {
  std::vector<ClosingTarget> targets;
  std::vector<double> give;  ///< of the guesses
};

enum class Guesses : std::uint8_t { none, written, all };

/// What is not written is drawn, and at rest. Throws Error (unsupported) for a fixed orientation.
ClosingWishes closing_wishes(const MechanismSetup& setup, bool speeds, Guesses guesses,
                             Firmness firmness = Firmness::none);

/// Where angles of closing joints are looked for: near the start as written, else near zero.
std::vector<double> closing_start(const MechanismSetup& setup);

/// What is written of the starts (or rates) of closing joints.
ClosingStated stated_of_closing(const MechanismSetup& setup, bool speeds);

/// Coordinates and speeds of closing joints at a state at t = 0.
ClosingReadings<double> closing_at(const MechanismSetup& setup, std::span<const double> q, std::span<const double> v);

}  // namespace alembert
