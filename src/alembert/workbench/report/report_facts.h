/// What is known about a model and its run, in words and numbers for people.
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "alembert/workbench/run/run.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

/// `Facts` of page/src/recording.ts: the model and its parameters; with a summary also method, accuracy, files,
/// warnings and events. Mobility is left out for large models, with a note on how to get it.
nlohmann::ordered_json report_facts(Workbench& workbench, const RunSummary* summary);

}  // namespace alembert
