/// Units of measurement in model files: "30 deg", "5 mm", "1500 rpm", "10 N/mm".
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "alembert/core/error.h"
#include "alembert/symbolic/expr.h"

namespace alembert {

/// Exponents of the base quantities. Angle is kept apart, so that an angle given for a length is noticed.
struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int current = 0;
  int temperature = 0;
  int angle = 0;

  friend bool operator==(const Dimension&, const Dimension&) = default;
};

/// A number with its unit, converted to SI and radians.
struct Quantity {
  Expr value;  ///< exact: a rational, times pi for angles given in degrees or turns
  Dimension dimension;
  std::string unit;  ///< as written
};

/// Reads "number unit". Empty when `text` does not have that shape (then it is an expression); throws Error
/// (unknown_name) with "did you mean" when it has but the unit is not known.
std::optional<Quantity> parse_quantity(std::string_view text, const Source& at);

/// In words, for errors: "a length", "an angle per time", or "kg m/s^2" where there is no word.
std::string describe(const Dimension& dimension);

}  // namespace alembert
