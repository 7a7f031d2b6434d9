/// Lines that say what names stand for: formula and value.
#pragma once
#include <array>
#include <cstdio>
#include <string>

#include "alembert/symbolic/print.h"

namespace alembert {

/// A number for people, with ten digits; zero without a sign.
inline std::string ten_digits(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.10g", value + 0.0);
  return text.data();
}

/// "  name = formula = value", or without a formula that is itself a number.
inline std::string named_value_text(const std::string& name, Expr formula, double value) {
  const std::string middle = formula.is_number() ? "" : to_text(formula) + " = ";
  return "  " + name + " = " + middle + ten_digits(value) + "\n";
}
inline std::string named_value_latex(const std::string& name, Expr formula, double value) {
  const std::string middle = formula.is_number() ? "" : to_latex(formula) + " = ";
  return "\\[\n" + latex_name(name) + " = " + middle + to_latex(Expr(Rational::from_double(value))) + "\n\\]\n";
}

}  // namespace alembert
