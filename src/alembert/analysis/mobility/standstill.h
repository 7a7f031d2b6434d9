/// Starts from which nothing can move although speeds could: dead centres, and links stretched in line.
#pragma once
#include <optional>
#include <string>

#include "alembert/system/mechanism/mechanism_setup.h"
#include "alembert/system/system.h"

namespace alembert {

/// Why the motion cannot start, for people, naming the drives that hold it; nothing where it can, or where rows are on
/// speeds alone, or more than 200. All motions that speeds allow at the start must be such that positions forbid them,
/// and either a drive asks for a speed that none of them obeys, or every drive rests.
///
/// @param pushed  forces or speeds lead along such motions
std::optional<std::string> standstill(const System& system, const ConstraintSetup& rows, const State& start,
                                      bool pushed);

/// The same as an Error.
void refuse_standstill(const System& system, const ConstraintSetup& rows, const State& start, bool pushed);

/// Whether forces or speeds lead anywhere at a start.
bool is_pushed(const System& system, const State& start);

}  // namespace alembert
