/// Assembly branches for people and for machines.
#pragma once
#include <string>

#include "alembert/workbench/workbench.h"

namespace alembert {

/// With the keys of docs/branches.md.
std::string branches_json(const Workbench& workbench, const Branches& branches,
                          const std::vector<StartChange>& start_changes);
/// A table: one line a coordinate, one column a branch.
std::string branches_text(const Workbench& workbench, const Branches& branches);

}  // namespace alembert
