/// The mobility of a model, in its own words.
#pragma once
#include <string>
#include <utility>
#include <vector>

#include "alembert/analysis/mobility/mobility.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

struct MobilityReport {
  Mobility mobility;
  /// Joints, drives and constraints whose forces are not unique at the configuration, moved onto the constraints: what
  /// Evaluation::undetermined has there.
  std::vector<std::string> undetermined;
  std::vector<StartChange> start_changes;  ///< of what is stated of the configuration
  std::string idle_spins;                  ///< freedoms that move nothing else, in words; at the start
  std::vector<std::string> closed_by;      ///< joints that close loops: cut, so that their coordinates are dependent
  /// Every Pfaffian row; where a constraint has several, also the constraint itself: are they all integrable?
  std::vector<std::pair<std::string, bool>> integrable;
};

/// Throws Error where rows are not numbers at the configuration.
MobilityReport report_mobility(Workbench& workbench, const StartPoint& at);

/// With the keys of docs/mobility.md.
std::string mobility_json(const MobilityReport& report);
/// For people.
std::string mobility_text(const MobilityReport& report, const std::string& name);

}  // namespace alembert
