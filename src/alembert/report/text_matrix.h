/// Matrices of formulas or numbers as plain text.
#pragma once
#include <string>
#include <vector>

namespace alembert {

/// A matrix as cells of text with what its rows and columns are called.
struct TextMatrix {
  std::string name;
  std::vector<std::string> cells;                      ///< row-major
  std::vector<std::string> row_names, column_names;    ///< column_names empty: a column vector
  std::vector<std::size_t> row_breaks, column_breaks;  ///< a line is drawn before these; ascending
};

/// In brackets where it fits the page, else the cells that are not "0" one by one: M[x,th] = ...
std::string to_text(const TextMatrix& matrix);

}  // namespace alembert
