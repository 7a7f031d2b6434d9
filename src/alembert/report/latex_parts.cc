#include "alembert/report/latex_parts.h"

#include "alembert/symbolic/latex_name.h"
#include "alembert/symbolic/print.h"

namespace alembert {

std::string display_latex(const std::string& formula) { return "\\[\n" + formula + "\n\\]\n"; }

std::string matrix_latex(const FormulaWriter& writer, const std::vector<Expr>& entries, std::size_t columns) {
  std::string text = "\\begin{bmatrix}\n";
  for (std::size_t k = 0; k < entries.size(); ++k) {
    text += writer.latex(entries[k]);
    text += (k + 1) % columns == 0 ? " \\\\\n" : " & ";
  }
  return text + "\\end{bmatrix}";
}

std::string unknown_latex(const std::string& name) {
  std::string stem = name;
  int primes = 0;
  while (stem.ends_with('\'')) {
    stem.pop_back();
    ++primes;
  }
  if (stem.starts_with("-Qc ")) return "-Q_{c," + latex_name(stem.substr(4)) + "}";
  if (stem.starts_with("independent ")) stem.erase(0, 12);
  return latex_symbol(stem, primes);
}

std::string block_latex(const std::string& name) {
  if (name == "gamma") return "\\gamma";
  if (name.size() == 1) return name;
  if (name == "MB") return "M B";
  if (name.size() == 2) return std::string(1, name[0]) + "_{" + name.substr(1) + "}";
  return "\\mathrm{" + name + "}";
}

std::string subscript_latex(std::initializer_list<std::string> names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "_{" : "\\,") + latex_name(name);
  return text + "}";
}

std::string christoffel_latex(const Derivation& d, std::size_t i, std::size_t j, std::size_t k) {
  return "\\Gamma" + subscript_latex({d.coordinates[i], d.coordinates[j], d.coordinates[k]});
}

}  // namespace alembert
