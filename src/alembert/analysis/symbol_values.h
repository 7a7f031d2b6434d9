/// Numbers for the symbols of formulas.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "alembert/model/lagrangian.h"
#include "alembert/symbolic/expr.h"

namespace alembert {

/// Values of symbols, and of formulas in them. The graph of the symbols must be current.
class SymbolValues {
 public:
  void set(Expr symbol, double value) { values_[symbol.id()] = value; }
  void set(const std::string& name, int order, double value) {
    set(Expr::symbol(name, SymbolKind::coordinate, order), value);
  }

  /// Throws Error (unknown_name) for a symbol without a value.
  std::vector<double> operator()(std::span<const Expr> formulas) const;

 private:
  std::unordered_map<std::uint32_t, double> values_;
};

/// Parameters, inputs (by their own formulas in t), extra states and the time.
void set_signals(const Description& model, double t, std::span<const double> z, SymbolValues& values);

}  // namespace alembert
