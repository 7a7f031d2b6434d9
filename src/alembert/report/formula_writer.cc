#include "alembert/report/formula_writer.h"

#include <algorithm>
#include <unordered_set>

#include "alembert/core/error.h"
#include "alembert/io/tables/json.h"
#include "alembert/report/latex_parts.h"
#include "alembert/report/written_size.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// Characters of one formula, and of all together, up to which all are written out: programs that read them go on with
/// each by itself, and people look for terms.
constexpr double most_characters = 1e6;
constexpr double most_in_all = 2e7;
/// Operations from which on a part that occurs twice has a name, and from which on a whole formula has one: it stands
/// in a block, in the assembled matrix and in the equations.
constexpr std::size_t least_part = 3;
constexpr std::size_t least_formula = 12;

bool are_long(const std::vector<Expr>& formulas) {
  // A number or a symbol takes a character or more, and there are about as many of them as of operations.
  double all = 0.0;
  for (const Expr& e : formulas) {
    const double size = e.is_number() || e.is_symbol() ? 1.0 : written_size({&e, 1});
    if (2.0 * size > most_characters || (all += 2.0 * size) > most_in_all) return true;
  }
  return false;
}

bool is_counted(const std::string& name, const std::string& prefix) {
  return name.size() > prefix.size() && name.starts_with(prefix) &&
         std::all_of(name.begin() + static_cast<std::ptrdiff_t>(prefix.size()), name.end(),
                     [](char c) { return '0' <= c && c <= '9'; });
}

/// A prefix for which no name is the prefix and a number.
std::string free_prefix(const std::vector<Expr>& formulas, const std::vector<std::string>& taken) {
  std::vector<std::string> names;
  for (const Expr e : Walk(formulas))
    if (e.is_symbol()) names.push_back(e.name());
  for (const std::string& name : taken) names.push_back(name.substr(0, name.find('\'')));
  std::string prefix = "e";
  while (std::ranges::any_of(names, [&](const std::string& name) { return is_counted(name, prefix); })) prefix += "_";
  return prefix;
}

std::vector<std::pair<std::string, Expr>> parts_to_name(std::vector<Expr> formulas,
                                                        const std::vector<std::string>& taken) {
  std::unordered_set<std::uint32_t> known;
  std::erase_if(formulas, [&](Expr e) { return !known.insert(e.id()).second; });
  if (!are_long(formulas)) return {};
  const std::string prefix = free_prefix(formulas, taken);
  // Formulas that deserve a name count twice.
  const std::size_t count = formulas.size();
  for (std::size_t k = 0; k < count; ++k)
    if (operations(formulas[k]) >= least_formula) formulas.push_back(formulas[k]);
  return repeated_parts(formulas, least_part, prefix);
}

}  // namespace

FormulaWriter::FormulaWriter(std::vector<Expr> formulas, const std::vector<std::string>& taken, Writing writing)
    : writing_(writing) {
  if (writing == Writing::in_full) return;
  parts_ = parts_to_name(std::move(formulas), taken);
  if (parts_.empty()) return;
  for (const auto& [name, part] : parts_) names_.emplace(part.id(), name);
  shown_ = shown_but(Expr());
}

NodeName FormulaWriter::shown_but(Expr itself) const {
  return [this, itself](Expr e) -> std::string {
    const auto it = identical(e, itself) ? names_.end() : names_.find(e.id());
    return it == names_.end() ? "" : it->second;
  };
}

std::string FormulaWriter::print(std::string (*printer)(Expr, const NodeName&), Expr e) const {
  try {
    return printer(e, shown_);
  } catch (const Error& error) {
    if (writing_ != Writing::in_full || error.code() != Error::Code::too_large) throw;
    throw Error(error.code(), error.message(), error.at(), "without --written-out, parts of long formulas are named");
  }
}
std::string FormulaWriter::text(Expr e) const { return print(to_text, e); }
std::string FormulaWriter::latex(Expr e) const { return print(to_latex, e); }

std::vector<std::string> FormulaWriter::texts(const std::vector<Expr>& list) const {
  std::vector<std::string> result;
  result.reserve(list.size());
  for (const Expr e : list) result.push_back(text(e));
  return result;
}

// A factor with a name would lose it in the product.
std::string FormulaWriter::text(Expr factor, Expr unknown) const {
  if (unknown.is_one() || !names(factor)) return text(factor * unknown);
  return term_to_text(factor, shown_) + "*" + to_text(unknown);
}
std::string FormulaWriter::latex(Expr factor, Expr unknown) const {
  if (unknown.is_one() || !names(factor)) return latex(factor * unknown);
  return term_to_latex(factor, shown_) + " " + to_latex(unknown);
}

std::string FormulaWriter::definitions_text() const {
  std::string text;
  for (const auto& [name, part] : parts_) text += "  " + name + " = " + to_text(part, shown_but(part)) + "\n";
  return text;
}

std::string FormulaWriter::definitions_latex() const {
  std::string text;
  for (const auto& [name, part] : parts_)
    text += display_latex(latex_name(name) + " = " + to_latex(part, shown_but(part)));
  return text;
}

Json FormulaWriter::definitions_json() const {
  Json list = Json::array();
  for (const auto& [name, part] : parts_) list.push_back({{"name", name}, {"value", to_text(part, shown_but(part))}});
  return list;
}

}  // namespace alembert
