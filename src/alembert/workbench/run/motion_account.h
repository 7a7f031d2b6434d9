/// What a run's motion tells beyond its energy: momenta that it keeps, and how well its equations can be solved.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "alembert/analysis/state/conserved_momenta.h"
#include "alembert/integrate/simulate.h"
#include "alembert/workbench/report/report_rows.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

struct WorstCondition {
  double value = 0.0;  ///< infinite for a singular matrix
  double time = 0.0;   ///< [s]
};

struct MotionAccount {
  std::vector<ConservedMomentum> momenta;
  std::optional<WorstCondition> mass, constraints;  ///< of the states looked at; none for large models
  std::optional<double> indefinite;                 ///< [s] first of them at which a kinetic energy may be negative
};

/// How many rows account_of() wants to see of a motion: enough to tell a momentum that stays from one that does not.
std::size_t account_rows(const System& system);

/// Of a motion's rows, which are those of RunColumns.
/// @param system  the workbench's own
/// @param impacts  the motion jumped: momenta are left out
MotionAccount account_of(Workbench& workbench, const System& system, const ReportRows& rows, bool impacts);

/// Where the motion passes a configuration in which constraints depend on each other: when, how often and, as far as
/// they can be told, which.
///
/// @param q  the coordinates at the first of these times
std::string rank_warning(const System& system, const SimulateResult& result, std::span<const double> q);

/// For a run that could not go on: the constraints that vanish or come to depend on each other where it ended, if any.
std::string singular_note(const System& system, const State& start, const SimulateResult& result);

/// Conditions that leave fewer than four digits, and a kinetic energy that is not positive, in words.
std::vector<std::string> condition_warnings(const MotionAccount& account);

}  // namespace alembert
