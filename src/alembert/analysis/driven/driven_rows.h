/// Rows of a motion that drives determine, through events.
#pragma once
#include <functional>
#include <string>

#include "alembert/integrate/stepper.h"
#include "alembert/system/assembly/assemble.h"
#include "alembert/system/system.h"

namespace alembert {

struct DrivenRowsOptions {
  AssembleOptions assemble;
  double end_time = 0.0;     ///< [s]
  double output_step = 0.0;  ///< [s] positive
  double tolerance = 1e-8;   ///< of the extra states
  /// Sees every step, up to where it counts (an event may be within it), before its rows. May be absent.
  std::function<void(Stepper& step, double until)> stepped;
};

/// Takes a row: a state, its inputs and accelerations, which end with the call; false asks to stop.
using DrivenSink = std::function<bool(const State& x, System::In u, System::In vdot)>;

struct DrivenRowsResult {
  double time = 0.0;              ///< [s] of the last row
  double constraint_max = 0.0;    ///< largest |phi| over the rows
  bool stopped_by_event = false;  ///< an event function of the system crossed zero: the last row is there
  std::string trouble;            ///< what ended it early, in words; "" when nothing did
};

/// Follows the one motion that the rows of `system` allow, and its extra states along it, from a start that satisfies
/// them. Hands on rows as simulate() does: at start.t + k * output_step, exactly at the end, and where `until` ends it.
/// `moving` is the system itself or a HybridSystem of it: between events comparisons are held; where a row prescribes
/// another speed from some moment on, the motion goes on with that. A row at such a time is the state behind it, where
/// formulas have their new values (those of simulate() are before it).
DrivenRowsResult follow_rows(const System& system, const System& moving, const State& start,
                             const DrivenRowsOptions& options, const DrivenSink& sink);

}  // namespace alembert
