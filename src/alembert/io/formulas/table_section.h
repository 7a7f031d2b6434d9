/// [table.X]: curves given by points, used in expressions as X(x), and X'(x) for their slope.
#pragma once
#include <filesystem>

#include "alembert/io/formulas/names_in_model.h"
#include "alembert/io/toml/document.h"

namespace alembert {

/// Most points of a table.
constexpr std::size_t most_table_points = 1'000'000;

/// Reads all tables into names.tables. The parameters must be known. A `file` is relative to `folder`;
/// it has two numbers in each line, separated by a comma, a semicolon or blanks; lines that start with # and one line
/// of words above the numbers are skipped. Throws Error with the place in the model, or in the file of the table.
void read_tables(const Value& document, const std::filesystem::path& folder, ModelNames& names);

}  // namespace alembert
