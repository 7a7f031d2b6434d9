#include "alembert/report/text_matrix.h"

#include <algorithm>

namespace alembert {
namespace {

constexpr std::size_t page_width = 118;

/// Visible width of UTF-8 text.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

bool has(const std::vector<std::size_t>& list, std::size_t i) { return std::ranges::binary_search(list, i); }

std::string in_brackets(const TextMatrix& m, std::size_t columns, const std::vector<std::size_t>& widths) {
  std::string text, ruler;
  for (std::size_t j = 0; j < columns; ++j)
    ruler += (has(m.column_breaks, j) ? "+-" : "") + std::string(widths[j] + (j + 1 < columns ? 3 : 1), '-');
  const std::string indent(m.name.size() + 3, ' ');
  for (std::size_t i = 0; i < m.row_names.size(); ++i) {
    if (has(m.row_breaks, i)) text += indent + "[-" + ruler + "]\n";
    text += (i == 0 ? m.name + " = " : indent) + "[ ";
    for (std::size_t j = 0; j < columns; ++j) {
      const std::string& cell = m.cells[i * columns + j];
      if (has(m.column_breaks, j)) text += "| ";
      text += cell + std::string(widths[j] - width(cell) + (j + 1 < columns ? 3 : 1), ' ');
    }
    text += "]\n";
  }
  return text;
}

}  // namespace

std::string to_text(const TextMatrix& m) {
  const std::size_t columns = m.column_names.empty() ? 1 : m.column_names.size();
  std::vector<std::size_t> widths(columns, 1);
  for (std::size_t k = 0; k < m.cells.size(); ++k)
    widths[k % columns] = std::max(widths[k % columns], width(m.cells[k]));
  std::size_t total = m.name.size() + 6 + 2 * m.column_breaks.size();
  for (const std::size_t w : widths) total += w + 3;
  if (total <= page_width && !m.column_names.empty()) return in_brackets(m, columns, widths);
  std::string text;
  for (std::size_t k = 0; k < m.cells.size(); ++k) {
    if (m.cells[k] == "0") continue;
    text += m.name + "[" + m.row_names[k / columns];
    if (!m.column_names.empty()) text += "," + m.column_names[k % columns];
    text += "] = " + m.cells[k] + "\n";
  }
  return text.empty() ? m.name + " = 0\n" : text;
}

}  // namespace alembert
