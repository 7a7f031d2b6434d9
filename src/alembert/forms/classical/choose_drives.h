/// Which drives inverse dynamics solves for.
#pragma once
#include <vector>

#include "alembert/forms/blocks/blocks.h"

namespace alembert {

/// As many drives as there are independent coordinates, or as act independently on them: the first in order that do.
/// A drive that works against constraint rows alone moves nothing and stays as the model gives it.
///
/// @param at  with M, drive_reach and, by choose_independent(), B
std::vector<int> choose_drives(const Blocks<double>& at);

}  // namespace alembert
