#include <algorithm>

#include "alembert/report/form_report.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

std::string display(const std::string& formula) { return "\\[\n" + formula + "\n\\]\n"; }

/// "rod.x''" as a name with two dots, "Cq^T" and the like as they are read.
std::string unknown_latex(const std::string& name) {
  std::string stem = name;
  int primes = 0;
  while (stem.ends_with('\'')) {
    stem.pop_back();
    ++primes;
  }
  if (stem.starts_with("lambda[") && stem.ends_with(']'))
    return "\\lambda_{" + latex_name(stem.substr(7, stem.size() - 8)) + "}";
  if (stem.starts_with("-Qc ")) return "-Q_{c," + latex_name(stem.substr(4)) + "}";
  if (stem.starts_with("independent ")) stem.erase(0, 12);
  const std::string text = latex_name(stem);
  if (primes == 1) return "\\dot{" + text + "}";
  return primes == 2 ? "\\ddot{" + text + "}" : text;
}

std::string block_name_latex(const std::string& name) {
  if (name == "gamma") return "\\gamma";
  if (name.size() == 1) return name;
  if (name == "MB") return "M B";
  if (name.size() == 2) return std::string(1, name[0]) + "_{" + name.substr(1) + "}";
  return "\\mathrm{" + name + "}";
}

std::string matrix(const std::vector<Expr>& entries, int columns) {
  std::string text = "\\begin{bmatrix}\n";
  for (std::size_t k = 0; k < entries.size(); ++k) {
    text += to_latex(entries[k]);
    text += (k + 1) % static_cast<std::size_t>(columns) == 0 ? " \\\\\n" : " & ";
  }
  return text + "\\end{bmatrix}";
}

bool begins(const FormSystem<Expr>& system, int at, bool row) {
  return at > 0 && std::ranges::any_of(system.places, [&](const BlockPlace& p) { return (row ? p.row : p.col) == at; });
}

/// The assembled matrix with lines between its blocks.
std::string assembled(const FormSystem<Expr>& system) {
  std::string text = "\\left[\\begin{array}{";
  for (int j = 0; j < system.matrix.cols; ++j) text += begins(system, j, false) ? "|c" : "c";
  text += "}\n";
  for (int i = 0; i < system.matrix.rows; ++i) {
    if (begins(system, i, true)) text += "\\hline\n";
    for (int j = 0; j < system.matrix.cols; ++j)
      text += to_latex(system.matrix(i, j)) + (j + 1 == system.matrix.cols ? " \\\\\n" : " & ");
  }
  return text + "\\end{array}\\right]";
}

std::string column(const std::vector<std::string>& entries) {
  std::string text = "\\begin{bmatrix}\n";
  for (const std::string& entry : entries) text += entry + " \\\\\n";
  return text + "\\end{bmatrix}";
}

}  // namespace

std::string form_latex(Graph& graph, const FormDerivation& d) {
  const GraphScope scope(graph);
  const FormSystem<Expr>& system = d.system;
  std::string text;
  for (const NamedBlock<Expr>& block : system.blocks)
    if (!block.value.a.empty())
      text += display(block_name_latex(block.name) + " = " + matrix(block.value.a, block.value.cols));
  std::vector<std::string> unknowns;
  for (const std::string& name : system.unknowns) unknowns.push_back(unknown_latex(name));
  if (system.matrix.a.empty()) return text;
  return text + display(assembled(system) + "\n" + column(unknowns) + " = " + matrix(system.right, 1));
}

}  // namespace alembert
