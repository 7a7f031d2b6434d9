/// Which method a run uses, and with which settings.
#pragma once
#include <string>

#include "alembert/workbench/run.h"

namespace alembert {

/// Sets the method and its options in `how` (whose tolerance is known) for the user's word, and says why in `summary`.
/// `sizes`: of the system. Throws Error for unknown words and for settings that are out of range or do not belong to
/// the method.
void choose_method(const std::string& word, const RunOptions& options, const Sizes& sizes, RunSummary& summary,
                   SimulateOptions& how);

/// Corrects the summary of a run that went on with the method for stiff motions.
void say_method_change(const SimulateOptions& how, RunSummary& summary);

}  // namespace alembert
