/// Reading lists of numbers as vectors: two components in planar models, three in spatial ones.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/io/toml/document.h"
#include "alembert/spatial/vec3.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/units.h"

namespace alembert {

/// A position [m]; components may carry units of length. In planar models z is zero.
/// Throws Error (bad_value) with the place of the list when it is no list or has the wrong number of components, and
/// what read_formula throws for each of them.
Vec3<Expr> read_vector(const Value& value, const std::string& path, const Names& names, bool planar);

/// The same for another quantity: units must be of one of the `expected` dimensions, and `words` says which.
Vec3<Expr> read_vector(const Value& value, const std::string& path, const Names& names, bool planar,
                       std::span<const Dimension> expected, std::string_view words);

/// A direction: plain numbers of any length, not normalised. Throws also when it is certain that all are zero.
Vec3<Expr> read_direction(const Value& value, const std::string& path, const Names& names, bool planar);

/// A list of exactly `count` formulas. `words` says what was expected: "a list of three numbers [x, y, z]".
std::vector<Expr> read_list(const Value& value, const std::string& path, const Names& names, std::size_t count,
                            std::string_view words, std::span<const Dimension> expected,
                            std::string_view dimension_words);

/// The values of formulas without parameters; empty when one of them holds a symbol other than pi.
std::optional<std::vector<double>> constant_numbers(std::span<const Expr> formulas);

}  // namespace alembert
