#include <algorithm>

#include "alembert/report/form_report.h"
#include "alembert/report/latex_parts.h"

namespace alembert {
namespace {

/// The assembled matrix with lines between its blocks.
std::string assembled(const FormSystem<Expr>& system, const FormulaWriter& writer) {
  const std::vector<int> row_lines = block_lines(system, true), column_lines = block_lines(system, false);
  const auto has = [](const std::vector<int>& list, int i) { return std::ranges::binary_search(list, i); };
  std::string text = "\\left[\\begin{array}{";
  for (int j = 0; j < system.matrix.cols; ++j) text += has(column_lines, j) ? "|c" : "c";
  text += "}\n";
  for (int i = 0; i < system.matrix.rows; ++i) {
    if (has(row_lines, i)) text += "\\hline\n";
    for (int j = 0; j < system.matrix.cols; ++j)
      text += writer.latex(system.matrix(i, j)) + (j + 1 == system.matrix.cols ? " \\\\\n" : " & ");
  }
  return text + "\\end{array}\\right]";
}

std::string column(const std::vector<std::string>& entries) {
  std::string text = "\\begin{bmatrix}\n";
  for (const std::string& entry : entries) text += entry + " \\\\\n";
  return text + "\\end{bmatrix}";
}

}  // namespace

std::string form_latex(Graph& graph, const FormDerivation& d, Writing writing) {
  const GraphScope scope(graph);
  const FormSystem<Expr>& system = d.system;
  const FormulaWriter writer = form_writer(system, writing);
  std::string text = writer.definitions_latex();
  for (const NamedBlock<Expr>& block : system.blocks)
    if (!block.value.a.empty())
      text += display_latex(block_latex(block.name) + " = " +
                            matrix_latex(writer, block.value.a, static_cast<std::size_t>(block.value.cols)));
  std::vector<std::string> unknowns;
  for (const std::string& name : system.unknowns) unknowns.push_back(unknown_latex(name));
  if (system.matrix.a.empty()) return text;
  return text + display_latex(assembled(system, writer) + "\n" + column(unknowns) + " = " +
                              matrix_latex(writer, system.right, 1));
}

}  // namespace alembert
