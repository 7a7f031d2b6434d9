/// The equations of a model in every form, for the report and the equation sheet.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "alembert/analysis/derivation/form_derivation.h"
#include "alembert/report/equation_sheet.h"
#include "alembert/workbench/workbench.h"

namespace alembert {

/// How much a sheet may take. Sizes decide, never a clock: the same model gives the same sheet everywhere.
struct SheetBudget {
  int most_coordinates = 60;                                 ///< speeds up to which anything is derived
  int most_bodies = 1000;                                    ///< up to which forms that speak of bodies are
  std::size_t nodes = Graph::default_node_limit;             ///< by which all forms together may make the graph grow
  std::size_t form_nodes = Graph::default_node_limit;        ///< by which one may that is not used by the simulation
  std::size_t multiplier_nodes = Graph::default_node_limit;  ///< by which formulas of multipliers may
};

/// For a report that is made after every run: well below a second for what people read, two at most.
SheetBudget report_budget(const Workbench& workbench);

struct SheetOptions {
  SheetBudget budget;
  std::vector<std::string> forms;  ///< those wanted; none: all
  /// cut, about, independent and numeric; its form and state do not count.
  FormRequest request;
  std::function<void(double)> progress;  ///< called after every form with the share that is done
};

/// Forms that do not apply, or would be too large, say why. Throws Error (unknown_name) for names in the options that
/// are not there, as FormDeriver does.
EquationSheet equation_sheet(Workbench& workbench, const SheetOptions& options);

}  // namespace alembert
