/// Reading a value of a file as a formula: a number, an expression, or a number with a unit.
#pragma once
#include <optional>
#include <span>
#include <string>

#include "alembert/io/toml/document.h"
#include "alembert/model/description.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/units.h"

namespace alembert {

struct Formula {
  Written written;
  std::optional<Dimension> dimension;  ///< only of "number unit"
  std::string unit;                    ///< as written, "" if none
};

/// Throws Error with the place: wrong type, not finite, syntax, unknown names, names that must not stand here.
/// `path` names the key.
Formula read_formula(const Value& value, const std::string& path, const Names& names);

/// The same where a unit, if there is one, must be of one of the `expected` dimensions; `words` says which.
Formula read_formula(const Value& value, const std::string& path, const Names& names,
                     std::span<const Dimension> expected, std::string_view words);

/// The formula of an expression string. Errors name the path; those that know no place get one.
Expr read_expression(const Value& text, const std::string& path, const Names& names, Domain* domain = nullptr);

}  // namespace alembert
