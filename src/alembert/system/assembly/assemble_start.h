/// The start of a mechanism, moved onto its constraints.
#pragma once
#include <optional>
#include <vector>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Moves q0 and v0 of `setup`, as the user wrote them, onto all rows at t = 0 and reads where closing joints are there.
/// Coordinates and speeds of closing joints count like those of the tree: written ones with `fixed = true` are kept,
/// other written ones move where they must, the rest moves least. (But orientations of ball joints that close loops do
/// not count.) What is written and was changed is in setup.start_changes. Needs everything of the setup that comes
/// before the start.
/// Returns why no speeds satisfy all rows there, if none do; v0 is then as it was.
/// Throws Error (singular) naming the worst row of positions, or a joint that only closes with its axes opposite.
std::optional<Error> assemble_start(MechanismSetup& setup);

/// Moves speeds, as the user wrote them, onto all rows at a configuration on them, by the same rules; why that is
/// impossible, if it is.
std::optional<Error> assemble_start_speeds(const MechanismSetup& setup, const std::vector<double>& q,
                                           std::vector<double>& v);

/// The Error (singular) for a failure of `system`, the rows of `setup`: with the place where the row is written (none
/// for what assembly asks of closing joints), and `hint` unless the row has no value.
Error row_failure(const MechanismSetup& setup, const AssembleFailure& failure, const System& system,
                  const std::string& hint);

}  // namespace alembert
