/// The numbers behind the formulas of a model, for code that is written once for numbers and for formulas.
#pragma once
#include <unordered_map>
#include <vector>

#include "alembert/model/description.h"

namespace alembert {

/// Value of a formula in parameters alone, as double. Remembers what it has worked out.
class NumberReals {
 public:
  /// Throws Error (cyclic, bad_value) as parameter_numbers() does. `model` must outlive this.
  explicit NumberReals(const Description& model);

  /// Throws Error (unknown_name) when the formula holds anything but parameters and pi.
  double operator()(Expr formula) const;
  const std::vector<double>& parameters() const { return parameters_; }

 private:
  const Description& model_;
  std::vector<double> parameters_;
  mutable std::unordered_map<std::uint32_t, double> known_;
};

/// The formula itself: parameters stay symbols.
struct FormulaReals {
  Expr operator()(Expr formula) const { return formula; }
};

}  // namespace alembert
