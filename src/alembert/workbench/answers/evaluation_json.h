/// An evaluation as JSON, with the keys of docs/cli.md.
#pragma once
#include <string>
#include <vector>

#include "alembert/workbench/workbench.h"

namespace alembert {

std::string evaluation_json(Workbench& workbench, const StartPoint& x, const Evaluation& e);

/// What is undefined, or not certain, of an evaluation.
std::vector<std::string> evaluation_warnings(const Workbench& workbench, const Point& x, const Evaluation& e);

}  // namespace alembert
