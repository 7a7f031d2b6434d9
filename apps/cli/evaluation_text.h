/// The numbers of a system at one state, for people.
#pragma once
#include <string>

#include "alembert/workbench/workbench.h"

namespace alembert::cli {

/// Everything in `e` (analysis/state/evaluation.h), long lists cut short: JSON has them whole.
std::string evaluation_text(const Workbench& workbench, const Point& x, const Evaluation& e);

}  // namespace alembert::cli
