/// The constraint rows of a mechanism in joint coordinates: where each comes from and which speeds it holds.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "alembert/plan/compile.h"
#include "alembert/plan/formula_rows.h"

namespace alembert {

/// A speed that moves a body, and where its coefficient stands among those of the source.
struct RowStep {
  int speed = 0;
  int slot = 0;
};

/// The speeds that move a body as far as a source feels them: where both bodies of a joint hang on a common one, only
/// those beyond it.
struct RowPath {
  int body = 0;  ///< of the model
  std::vector<RowStep> steps;
};

/// Neighbouring rows that one joint, formula or geometric constraint gives.
struct RowSource {
  enum class Kind : std::uint8_t { closing_joint, formula, geometric };
  Kind kind = Kind::closing_joint;
  int index = 0;               ///< joint, FormulaRow, or constraint
  std::vector<int> rows;       ///< where its rows stand in the system
  std::vector<int> columns;    ///< [slot] speeds that its rows hold, ascending
  std::vector<RowPath> paths;  ///< one a body, bodies ascending
};

struct RowPlan {
  std::vector<RowSource> sources;    ///< closing joints, drives, constraints; each in file order
  std::vector<FormulaRow> formulas;  ///< drives first
  std::vector<std::string> names;    ///< [row] "D.tx", "gear", "wheel.forward"
  std::vector<int> source_of;        ///< [row]
  std::vector<bool> is_drive;        ///< [row]
  int holonomic = 0;                 ///< rows 0 ... holonomic - 1 hold positions; the others speeds alone

  int size() const { return static_cast<int>(names.size()); }
};

/// Finds the rows. May add measures to the model that formulas of rows need.
/// Throws Error for what is not a constraint (see formula_rows()).
RowPlan plan_rows(Mechanism& model, const Compiled& compiled);

}  // namespace alembert
