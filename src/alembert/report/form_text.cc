#include <algorithm>

#include "alembert/report/block_parts.h"
#include "alembert/report/form_report.h"
#include "alembert/report/named_values.h"
#include "alembert/report/text_matrix.h"
#include "alembert/report/written_size.h"

namespace alembert {
namespace {

std::vector<std::string> cells(const std::vector<double>& entries) {
  std::vector<std::string> result;
  for (const double x : entries) result.push_back(ten_digits(x));
  return result;
}

std::vector<std::size_t> breaks(const FormSystem<Expr>& system, bool rows) {
  const std::vector<int> lines = block_lines(system, rows);
  return {lines.begin(), lines.end()};
}

std::string block_text(const FormDerivation& d, std::size_t k, const FormulaWriter& writer) {
  const NamedBlock<Expr>& block = d.system.blocks[k];
  if (block.value.a.empty()) return {};
  std::string text = "\n" + block_head(block) + "\n";
  text += to_text(TextMatrix{block.name, writer.texts(block.value.a), block.row_names, block.column_names, {}, {}});
  if (d.values) text += "in numbers:\n" + numbers_text(block, k, *d.values);
  return text;
}

std::string closing_text(const FormDerivation& d, const FormulaWriter& writer) {
  if (d.closing.empty()) return {};
  std::string text = "\nCoordinates of closing joints, by those of the tree of joints:\n";
  for (const FormDefinition& closing : d.closing)
    text += "  " + to_text(closing.symbol) + " = " + writer.text(closing.value) + "\n";
  return text;
}

std::string reactions_text(const FormDerivation& d, const FormulaWriter& writer) {
  if (d.reactions.empty()) return {};
  std::string text = "\nReactions by the multipliers, at the joint's point on the joint's second body:\n";
  for (const JointReactions& joint : d.reactions) {
    text += "  " + joint.of + ":";
    if (!readable(joint)) text += " too long to be written out; JSON has them";
    for (std::size_t k = 0; readable(joint) && k < joint.names.size(); ++k) {
      text += std::string(k == 0 ? "" : ",") + " " + joint.names[k] + " = " + writer.text(joint.formulas[k]);
      if (joint.values.empty()) continue;
      const std::string unit = d.values->unit(joint.names[k]);
      text += " = " + ten_digits(joint.values[k]) + (unit.empty() ? "" : " " + unit);
    }
    text += "\n";
  }
  return text;
}

}  // namespace

std::vector<int> block_lines(const FormSystem<Expr>& system, bool rows) {
  std::vector<int> result;
  for (const BlockPlace& place : system.places) result.push_back(rows ? place.row : place.col);
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  std::erase(result, 0);
  return result;
}

FormulaWriter form_writer(const FormDerivation& d, Writing writing) {
  const FormSystem<Expr>& system = d.system;
  std::vector<Expr> formulas;
  for (const NamedBlock<Expr>& block : system.blocks)
    formulas.insert(formulas.end(), block.value.a.begin(), block.value.a.end());
  formulas.insert(formulas.end(), system.matrix.a.begin(), system.matrix.a.end());
  formulas.insert(formulas.end(), system.right.begin(), system.right.end());
  for (const FormDefinition& closing : d.closing) formulas.push_back(closing.value);
  for (const JointReactions& joint : d.reactions)
    formulas.insert(formulas.end(), joint.formulas.begin(), joint.formulas.end());
  return {std::move(formulas), system.unknowns, writing};
}

bool readable(const JointReactions& joint) {
  constexpr double most_of_a_joint = 600.0;  // symbols and operations
  return written_size(joint.formulas) <= most_of_a_joint;
}

std::string equation_text(const FormSystem<Expr>& system, int i, const FormulaWriter& writer) {
  std::string left;
  for (int j = 0; j < system.matrix.cols; ++j) {
    const Expr factor = system.matrix(i, j);
    if (factor.is_zero()) continue;
    std::string unknown = system.unknowns[static_cast<std::size_t>(j)];
    std::string text = writer.text(factor);
    const bool sum = factor.op() == Op::sum && !writer.names(factor);
    bool minus = text.starts_with('-') && !sum;
    if (minus) text.erase(0, 1);
    if (unknown.starts_with('-')) {  // an unknown that is defined with a sign
      unknown.erase(0, 1);
      minus = !minus;
    }
    if (unknown.find(' ') != std::string::npos) unknown = "(" + unknown + ")";
    if (sum) text = "(" + text + ")";
    text = text == "1" ? unknown : text + "*" + unknown;
    left += left.empty() ? (minus ? "-" : "") + text : (minus ? " - " : " + ") + text;
  }
  return (left.empty() ? "0" : left) + " = " + writer.text(system.right[static_cast<std::size_t>(i)]);
}

std::string form_text(Graph& graph, const FormDerivation& d, Writing writing) {
  const GraphScope scope(graph);
  const FormSystem<Expr>& system = d.system;
  const FormulaWriter writer = form_writer(d, writing);
  std::string text = d.name.empty() ? "" : d.name + "\n";
  text += "Form " + system.form + ": " + std::to_string(system.matrix.rows) + " equations in " +
          std::to_string(system.matrix.cols) + " unknowns\n";
  if (!d.independent.empty()) {
    text += "Independent coordinates:";
    for (const std::string& name : d.independent) text += " " + name;
    text += "\n";
  }
  for (const std::string& note : system.notes) text += "Note: " + note + "\n";
  if (writer.names_parts()) text += "\nNamed parts of the formulas below:\n" + writer.definitions_text();
  text += closing_text(d, writer);
  if (d.values) text += "\nNumbers are those at this state:\n" + state_text(*d.values);
  for (std::size_t k = 0; k < system.blocks.size(); ++k) text += block_text(d, k, writer);

  text += "\nThe system S y = b (" + size_text(system.equations.size(), system.unknowns.size(), system.matrix.a) +
          "), made of\n";
  for (const BlockPlace& place : system.places)
    text += "  " + place.text + " in rows " + std::to_string(place.row + 1) + " to " +
            std::to_string(place.row + place.rows) + ", columns " + std::to_string(place.col + 1) + " to " +
            std::to_string(place.col + place.cols) + "\n";
  const TextMatrix S{"S",
                     writer.texts(system.matrix.a),
                     system.equations,
                     system.unknowns,
                     breaks(system, true),
                     breaks(system, false)};
  text += to_text(S);
  if (d.values) {
    TextMatrix numbers = S;
    numbers.cells = cells(d.values->matrix);
    text += "in numbers:\n" + to_text(numbers);
  }
  text += "\n" + unknowns_text(system, d.values ? &*d.values : nullptr) + "\nRight side:\n" +
          to_text(TextMatrix{"b", writer.texts(system.right), system.equations, {}, {}, {}});
  if (d.values) text += "in numbers:\n" + right_side_text(system, *d.values);
  text += "\nEquations:\n";
  for (int i = 0; i < system.matrix.rows; ++i)
    text += "  " + system.equations[static_cast<std::size_t>(i)] + ":  " + equation_text(system, i, writer) + "\n";
  return text + reactions_text(d, writer) + "\nOperations: " + std::to_string(d.operations) + "\n";
}

}  // namespace alembert
