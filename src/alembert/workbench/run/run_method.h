/// Which method a run uses, with which settings and tolerances.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "alembert/workbench/run/run.h"

namespace alembert {

/// Sets the method and its options in `how` (whose tolerance is known) for the user's word, and says why in `summary`.
/// `sizes`: of the system. Throws Error for unknown words and for settings that are out of range or do not belong to
/// the method.
void choose_method(const std::string& word, const RunOptions& options, const Sizes& sizes, RunSummary& summary,
                   SimulateOptions& how);

/// For friction that follows the load of its joint, which is solved for together with accelerations: refuses methods
/// that do not ask for these.
void need_accelerations(SimulateOptions& how, const RunSummary& summary);

/// What to say before a run that its method makes long; empty where it does not.
std::string slow_method_note(const SimulateOptions& how);
/// The same during the run, once it is known: after a few seconds of the clock, where minutes are to come. From `begin`
/// to t took `seconds`.
std::string pace_note(const SimulateOptions& how, double begin, double t, double seconds);

/// Corrects the summary of a run that went on with the method for stiff motions.
void say_method_change(const SimulateOptions& how, RunSummary& summary);

/// Says of a run by the method that was chosen for it where another would have served better: a long motion without
/// losses.
void say_long_motion(const SimulateOptions& how, RunSummary& summary);
/// Of a run that came to its end: trouble where its account of energy says that the motion is wrong, a warning where
/// errors have added up to more than a thousand tolerances.
void say_account(const SimulateOptions& how, RunSummary& summary);

/// Which component of (q, v, z) each of [simulate] absolute is about, with its tolerance. Throws Error (unknown_name)
/// with the place for a name that is none of the system's.
std::vector<std::pair<int, double>> own_tolerances(const Description& model, const System& system);

}  // namespace alembert
