/// The rows of closing joints, drives and constraints of a mechanism, as formulas.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/energies/constraint_rows.h"
#include "alembert/forms/traced/tracer.h"

namespace alembert {

/// One row in joint coordinates.
struct TracedRow {
  std::string name;       ///< as RowPlan::names has it: "D.tx", "gear", "wheel.forward"
  bool holonomic = true;  ///< phi = 0 holds; otherwise only the rate
  Expr phi;               ///< in coordinates and t; zero where the row holds speeds alone
  Expr rate;              ///< d phi/dt, or the formula that is linear in the speeds: A v - b
  Source at;              ///< of the joint, the motion or the constraint
};

/// All rows in the order of RowPlan.
std::vector<TracedRow> traced_rows(Tracer& tracer);

/// A, b and c of the rows, unsimplified, with columns for the speeds, which need not be rates of coordinates:
/// A = d(rate)/dv, and c by differentiating along q' = N(q) v.
ConstraintFormulas row_formulas(const Tracer& tracer, const std::vector<TracedRow>& rows);

}  // namespace alembert
