/// An evaluation as JSON, with the keys of docs/cli.md.
#pragma once
#include <string>

#include "alembert/workbench/workbench.h"

namespace alembert {

std::string evaluation_json(Workbench& workbench, const StartPoint& x, const Evaluation& e);

}  // namespace alembert
