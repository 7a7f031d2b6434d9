/// Why a coordinate cannot be independent, in words.
#pragma once
#include <string>
#include <vector>

#include "alembert/core/error.h"

namespace alembert {

/// Error (bad_value) that says what holds the coordinate.
///
/// @param tied     other coordinates chosen that the constraints tie it to; empty: they decide it by themselves
/// @param rows     names of the constraint rows that it stands in
/// @param freedom  coordinates that are free at this state, whichever they are
Error cannot_be_independent(const std::string& coordinate, const std::vector<std::string>& tied,
                            const std::vector<std::string>& rows, int freedom);

}  // namespace alembert
