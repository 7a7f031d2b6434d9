/// What the formulas of a mechanism are made from.
#pragma once
#include <span>

#include "alembert/forms/bodies/body_params.h"
#include "alembert/kernel/rows/row_plan.h"

namespace alembert {

/// A mechanism with what was decided about it in numbers. Everything that it refers to must outlive it;
/// MechanismSetup::trace_input() (system/mechanism/mechanism_setup.h) gives it.
struct TraceInput {
  const Mechanism& model;
  const Compiled& compiled;
  const PlaneAngles& angles;
  const StartLengths& lengths;
  const BodyFrameChoices& choices;
  const RowPlan& rows;
  std::span<const double> start;          ///< [coordinate] assembled
  std::span<const double> closing_start;  ///< [dependent coordinate] what it is there
  std::span<const double> row_start;      ///< [FormulaRow] its value there where it counts from there, else 0
  std::span<const double> rack_start;     ///< [constraint] of racks: turn times radius less way there
  const std::vector<bool>& vanishing;     ///< [row] has no coefficient at any configuration; empty: none is like that
};

}  // namespace alembert
