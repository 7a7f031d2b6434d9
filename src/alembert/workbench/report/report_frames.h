/// The states of a trajectory's rows with all that acts on the bodies of a mechanism there.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "alembert/workbench/report/report_rows.h"

namespace alembert {

/// Where the parts of a state stand in a row of RunColumns.
struct RowParts {
  std::size_t q = 0, closing_q = 0, v = 0, closing_v = 0, z = 0;  ///< where they begin
  std::size_t end = 0;
  RowParts(const Sizes& sizes, std::size_t dependent_coordinates, std::size_t dependent_speeds);
};

/// Goes to one row after the other. Stops, dry friction and comparisons are as the state has them. Serves one thread.
class ReportFrames {
 public:
  /// Both must outlive this; `rows` are complete.
  ReportFrames(const MechanismSystem& system, const ReportRows& rows);

  /// Brings loads() to a frame. False where the accelerations there cannot be found: then poses and velocities alone
  /// are right.
  bool go_to(std::size_t frame);
  const LoadList& loads() const { return system_.loads(); }

 private:
  void find_fastest();
  bool accelerate(const State& x);

  const MechanismSystem& system_;
  const ReportRows& rows_;
  RowParts parts_;
  std::optional<HybridSystem> hybrid_;  ///< where anything can jump
  std::vector<double> fastest_;         ///< [speed, dependent speed] over the frames
  std::vector<double> q_, v_, z_, u_, vdot_, zdot_, lambda_, added_;
};

}  // namespace alembert
