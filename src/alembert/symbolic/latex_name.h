/// Names in LaTeX.
#pragma once
#include <string>
#include <string_view>

namespace alembert {

/// A name as a letter, word or \text{} and its subscript, each ready for math mode; the subscript may be empty.
struct LatexName {
  std::string stem;
  std::string subscript;
};
LatexName split_latex_name(std::string_view name);

/// \text{...} that stands in math mode, every character harmless; what has no safe spelling becomes a question mark.
std::string latex_text(std::string_view text);

/// The symbol `name` differentiated `order` times: "\ddot{\theta}_{1}", "x^{(3)}".
std::string latex_symbol(std::string_view name, int order);

}  // namespace alembert
