/// What forms and derivations say of each matrix beside its entries: meaning, size, names of rows and columns, numbers.
#pragma once
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "alembert/analysis/derivation/form_derivation.h"

namespace alembert {

/// "6 x 6, 8 not zero".
std::string size_text(std::size_t rows, std::size_t columns, std::span<const Expr> entries);

/// "M: mass matrix (6 x 6, 8 not zero)".
std::string block_head(const NamedBlock<Expr>& block);
/// A display of text lines: the head, then the names of rows and columns (none: a vector).
std::string caption_latex(const std::string& head, const std::vector<std::string>& rows,
                          const std::vector<std::string>& columns);
std::string caption_latex(const NamedBlock<Expr>& block);
/// Per block: meaning, rows, columns (none of a vector), nonzero.
nlohmann::ordered_json blocks_json(const FormSystem<Expr>& system);

/// The numbers of a block, values.blocks[k], as plain text, with ten digits and units where they are known.
std::string numbers_text(const NamedBlock<Expr>& block, std::size_t k, const FormValues& values);
/// The right side of the system likewise.
std::string right_side_text(const FormSystem<Expr>& system, const FormValues& values);
/// A number with ten digits in LaTeX, and its unit where it has one and is not zero.
std::string number_latex(double value, const std::string& unit = {});
/// "name \\approx [numbers]" on lines of its own, as numbers_text() with units.
std::string numbers_latex(const std::string& name, const std::vector<double>& numbers, std::size_t columns);
std::string numbers_latex(const NamedBlock<Expr>& block, std::size_t k, const FormValues& values);
std::string right_side_latex(const FormSystem<Expr>& system, const FormValues& values);
/// Every block, matrix, right, solution (by unknown), whether it is unique, the state, and units of state and solution.
nlohmann::ordered_json numbers_json(const FormSystem<Expr>& system, const FormValues& values);

/// "Unknowns:" with their names, or with their values and whether they are unique.
/// The state that numbers belong to, one line a value; nothing where it is not told.
std::string state_text(const FormValues& values);
std::string state_latex(const FormValues& values);
std::string unknowns_text(const FormSystem<Expr>& system, const FormValues* values);
/// The unknowns' values as a display.
std::string unknowns_latex(const FormSystem<Expr>& system, const FormValues& values);

/// The block of this name, which must be there.
const NamedBlock<Expr>& block_of(const FormSystem<Expr>& system, const std::string& name);

}  // namespace alembert
