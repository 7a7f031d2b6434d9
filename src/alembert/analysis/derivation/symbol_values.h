/// Numbers for the symbols of formulas.
#pragma once
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "alembert/model/lagrangian.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/tape_machine.h"

namespace alembert {

/// Values of symbols, and of formulas in them. The graph of the symbols must be current.
class SymbolValues {
 public:
  void set(Expr symbol, double value) { values_[symbol.id()] = value; }
  void set(const std::string& name, int order, double value) {
    set(Expr::symbol(name, SymbolKind::coordinate, order), value);
  }

  /// Throws Error (unknown_name) for a symbol without a value.
  double of(Expr symbol) const;
  std::vector<double> operator()(std::span<const Expr> formulas) const;

 private:
  std::unordered_map<std::uint32_t, double> values_;
};

/// Formulas compiled once, for the values of their symbols at one state after the other. The graph of the formulas must
/// be current when it is made.
class SymbolProgram {
 public:
  explicit SymbolProgram(std::span<const Expr> formulas);
  /// Throws Error (unknown_name) for a symbol without a value; the symbols' graph must be current.
  std::vector<double> at(const SymbolValues& values);

 private:
  std::vector<Expr> symbols_;
  std::size_t formulas_ = 0;
  TapeMachine<double> machine_;
};

/// Parameters, inputs (by their own formulas in t), extra states and the time.
void set_signals(const Description& model, double t, std::span<const double> z, SymbolValues& values);

}  // namespace alembert
