#include <algorithm>

#include "alembert/report/block_parts.h"
#include "alembert/report/form_report.h"
#include "alembert/report/latex_parts.h"
#include "alembert/symbolic/latex_name.h"

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

std::string closing_latex(const FormDerivation& d, const FormulaWriter& writer) {
  if (d.closing.empty()) return {};
  std::string text = caption_latex("coordinates of closing joints, by those of the tree of joints", {}, {});
  for (const FormDefinition& closing : d.closing)
    text += display_latex(to_latex(closing.symbol) + " = " + writer.latex(closing.value));
  return text;
}

std::string reactions_latex(const FormDerivation& d, const FormulaWriter& writer) {
  if (d.reactions.empty()) return {};
  std::string text =
      caption_latex("reactions by the multipliers, at the joint's point on the joint's second body", {}, {});
  for (const JointReactions& joint : d.reactions) {
    std::string line = latex_text(joint.of + (readable(joint) ? ":" : ": too long to be written out; JSON has them"));
    for (std::size_t k = 0; readable(joint) && k < joint.names.size(); ++k)
      line += std::string(k == 0 ? "" : ",") + " \\quad " + unknown_latex(joint.names[k]) + " = " +
              writer.latex(joint.formulas[k]) +
              (joint.values.empty()
                   ? ""
                   : " \\approx " + number_latex(joint.values[k], d.values ? d.values->unit(joint.names[k]) : ""));
    text += display_latex(line);
  }
  return text;
}

}  // namespace

std::string form_latex(Graph& graph, const FormDerivation& d, Writing writing) {
  const GraphScope scope(graph);
  const FormSystem<Expr>& system = d.system;
  const FormulaWriter writer = form_writer(d, writing);
  std::string text = writer.definitions_latex() + closing_latex(d, writer) + (d.values ? state_latex(*d.values) : "");
  for (std::size_t k = 0; k < system.blocks.size(); ++k) {
    const NamedBlock<Expr>& block = system.blocks[k];
    if (block.value.a.empty()) continue;
    const std::string name = block_latex(block.name);
    const auto columns = static_cast<std::size_t>(block.value.cols);
    text += caption_latex(block) + display_latex(name + " = " + matrix_latex(writer, block.value.a, columns));
    if (d.values) text += numbers_latex(block, k, *d.values);
  }
  std::vector<std::string> unknowns;
  for (const std::string& name : system.unknowns) unknowns.push_back(unknown_latex(name));
  if (system.matrix.a.empty()) return text;
  text += caption_latex("the system S y = b (" +
                            size_text(system.equations.size(), system.unknowns.size(), system.matrix.a) + ")",
                        system.equations, system.unknowns) +
          display_latex(assembled(system, writer) + "\n" + column(unknowns) + " = " +
                        matrix_latex(writer, system.right, 1));
  if (!d.values) return text + reactions_latex(d, writer);
  return text + numbers_latex("S", d.values->matrix, system.unknowns.size()) + right_side_latex(system, *d.values) +
         unknowns_latex(system, *d.values) + reactions_latex(d, writer);
}

}  // namespace alembert
