/// What the constraint rows of a mechanism need that does not change with the state.
#pragma once
#include <vector>

#include "alembert/kernel/rows/row_plan.h"
#include "alembert/system/mechanism/formula_program.h"
#include "alembert/system/row_scales.h"

namespace alembert {

/// Const and shared by threads.
struct ConstraintSetup {
  RowPlan rows;
  FormulaProgram formula_program;     ///< of every FormulaRow: its coefficients, phi, b, c
  FormulaProgram length_program;      ///< of every distance: length, rate, acceleration
  std::vector<int> first_value;       ///< [FormulaRow] where its values begin in formula_program
  std::vector<int> length_of;         ///< [constraint] where its length begins in length_program, -1 for others
  std::vector<double> start_value;    ///< [FormulaRow] phi at the start where it counts from there, else 0
  std::vector<double> rack_start;     ///< [constraint] of racks: turn times radius less way at the start
  std::vector<double> closing_start;  ///< [dependent coordinate] where angles of closing joints are looked for
  std::vector<bool> in_time;          ///< [FormulaRow] it asks for a speed of its own
  bool rheonomic = false;             ///< some row holds the time
  std::vector<bool> vanishing;        ///< [row] has no coefficient at any configuration (rank/row_choice.h)
  RowScales scales;                   ///< what rows and speeds are measured in, around the start
  std::vector<int> kept;              ///< rows from which all others follow at general configurations, ascending
  double apart = 1.0;                 ///< the least that is left of one of them across the others, in their scales, at
                                      ///< a general configuration; at most one
};

}  // namespace alembert
