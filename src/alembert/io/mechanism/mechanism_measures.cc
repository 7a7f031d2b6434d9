/// Which measures the formulas of a mechanism use.
#include "alembert/io/mechanism/mechanism_names.h"
#include "alembert/model/motion_formulas.h"

namespace alembert {

void register_measures(Mechanism& model, const MechanismNames& names) {
  for (const Expr symbol : motion_symbols(model)) {
    const Measure* found = names.measure(symbol.name());
    if (found == nullptr) continue;
    Measure measure = *found;
    measure.order = symbol.order();
    measure.symbol = symbol;
    model.measures.push_back(std::move(measure));
  }
  measure_closing_joints(model);
}

}  // namespace alembert
