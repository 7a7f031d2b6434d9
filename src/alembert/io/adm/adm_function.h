/// Numbers and functions of time in .adm files, which MATLAB evaluates in the course's engine.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "alembert/io/toml/document.h"
#include "alembert/symbolic/graph.h"

namespace alembert {

/// A formula in t in the language of model files, in parentheses unless it is a number.
struct AdmFunction {
  std::string text;
  bool of_time = false;  ///< t occurs in it
  Source at;             ///< where it was written
};

/// Reads formulas, and tests them before they become part of longer ones.
///
/// MATLAB's elementwise operators .* ./ .^ are taken as * / ^. A chain a^b^c is refused, because MATLAB works it out
/// from the left and model files from the right.
class AdmFormulas {
 public:
  /// A function of t. Empty for an absent value (null) and for the texts NONE, none and "".
  /// Throws Error with place and `path` for anything that is not a formula in t alone.
  std::optional<AdmFunction> function(const Value* value, const std::string& path);

  /// The number behind a value: a decimal, or a formula without t such as "pi/2". Throws Error like function(), and
  /// when it is not finite.
  double number(const Value& value, const std::string& path);

 private:
  static Expr parsed(const Value& value, const std::string& text, const std::string& path, bool with_time);

  Graph scratch_;  ///< where the formulas are tested
};

/// A value that number() has tested as a model file has it, and as it is written inside a formula.
Value number_value(Value value);
std::string number_text(const Value& value);

}  // namespace alembert
