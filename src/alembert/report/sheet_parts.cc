#include "alembert/report/sheet_parts.h"

#include "alembert/report/latex_parts.h"
#include "alembert/report/written_size.h"

namespace alembert {

SheetTerm SheetParts::whole(Expr e, const std::vector<std::string>& names, const NodeName& shown) const {
  return {to_latex(e, shown), to_text(e, shown), owners_.of(e, names)};
}

std::vector<SheetTerm> SheetParts::terms(Expr e, const std::vector<std::string>& names, const NodeName& shown) const {
  std::vector<SheetTerm> result;
  if (e.is_zero()) return result;
  const bool named = shown && !shown(e).empty();
  for (const Expr term : named ? std::vector<Expr>{e} : terms_of(e))
    result.push_back({term_to_latex(term, shown), term_to_text(term, shown), owners_.of(term, names)});
  return result;
}

SheetTerm SheetParts::times_unknown(Expr factor, const std::string& unknown,
                                    const std::vector<std::string>& names) const {
  SheetTerm term{term_to_latex(factor), term_to_text(factor), {}};
  const auto put = [&](std::string& text, std::string what, const char* between) {
    const bool minus = what.starts_with('-') && text.starts_with('-');
    if (minus) {  // two signs make none
      what.erase(0, 1);
      text.erase(0, 1);
    } else if (what.starts_with('-')) {
      what.erase(0, 1);
      text.insert(0, "-");
    }
    if (text == "1" || text == "-1")
      text.replace(text.size() - 1, 1, what);
    else
      text += between + what;
  };
  put(term.latex, unknown_latex(unknown), " \\, ");
  put(term.text, unknown, "*");
  std::vector<std::string> all = names;
  all.push_back(unknown);
  term.of = owners_.of(factor, all);
  return term;
}

SheetMatrix SheetParts::matrix(const std::string& name, const std::string& meaning, std::span<const Expr> entries,
                               std::vector<std::string> row_names, std::vector<std::string> column_names) const {
  SheetMatrix result{block_latex(name), name, meaning, static_cast<int>(row_names.size()), 1, {}, {}, {}, {}, {}};
  if (!column_names.empty()) result.columns = static_cast<int>(column_names.size());
  const bool readable = written_size(entries) <= most_written;
  for (std::size_t k = 0; k < entries.size(); ++k) {
    if (entries[k].is_zero()) continue;
    const auto columns = static_cast<std::size_t>(result.columns);
    const std::size_t i = k / columns, j = k % columns;
    SheetMatrix::Entry entry{static_cast<int>(i), static_cast<int>(j), {}};
    std::vector<std::string> names{row_names[i]};
    if (!column_names.empty()) names.push_back(column_names[j]);
    if (readable && written_size({&entries[k], 1}) <= longest_formula) entry.term = whole(entries[k], names);
    result.entries.push_back(std::move(entry));
  }
  if (column_names.empty()) column_names.emplace_back();
  result.row_names = std::move(row_names);
  result.column_names = std::move(column_names);
  return result;
}

SheetDefinition SheetParts::definition(std::string latex, std::string name, Expr value, const NodeName& shown) const {
  return {std::move(latex), std::move(name), whole(value, {}, shown)};
}

}  // namespace alembert
