#include <algorithm>

#include "alembert/report/equation_sheet.h"
#include "alembert/report/form_report.h"
#include "alembert/report/latex_parts.h"
#include "alembert/report/sheet_parts.h"
#include "alembert/report/written_size.h"

namespace alembert {
namespace {

SheetEquation equation(const SheetParts& parts, const FormSystem<Expr>& system, int i) {
  const auto row = static_cast<std::size_t>(i);
  SheetEquation result{system.equations[row], {}, {}};
  const std::vector<std::string> names{system.equations[row]};
  for (int j = 0; j < system.matrix.cols; ++j)
    if (const Expr factor = system.matrix(i, j); !factor.is_zero())
      result.left.push_back(parts.times_unknown(factor, system.unknowns[static_cast<std::size_t>(j)], names));
  result.right = parts.terms(system.right[row], names);
  return result;
}

/// S y = b, but for what one of the blocks shows already: of a system without constraints S is M.
void add_assembled(SheetForm& form, const SheetParts& parts, const FormSystem<Expr>& system) {
  const auto shown = [&](const std::vector<Expr>& entries) {
    return std::ranges::any_of(system.blocks, [&](const NamedBlock<Expr>& block) {
      return std::ranges::equal(block.value.a, entries, identical);
    });
  };
  if (!shown(system.matrix.a)) {
    SheetMatrix S = parts.matrix("S", "the system S y = b, y the unknowns above its columns", system.matrix.a,
                                 system.equations, system.unknowns);
    S.row_lines = block_lines(system, true);
    S.column_lines = block_lines(system, false);
    form.items.emplace_back(std::move(S));
  }
  if (!shown(system.right))
    form.items.emplace_back(parts.matrix("b", "right side of S y = b", system.right, system.equations));
}

}  // namespace

void fill(SheetForm& form, const FormDerivation& d, const TermOwners& owners) {
  const SheetParts parts(owners);
  const FormSystem<Expr>& system = d.system;
  form.operations = d.operations;
  form.notes = system.notes;
  if (!d.independent.empty()) {
    std::string note = "Independent coordinates:";
    for (const std::string& name : d.independent) note += " " + name;
    form.notes.insert(form.notes.begin(), note);
  }
  for (const FormDefinition& closing : d.closing)
    form.items.emplace_back(parts.definition(to_latex(closing.symbol), to_text(closing.symbol), closing.value));
  for (const NamedBlock<Expr>& block : system.blocks)
    if (!block.value.a.empty())
      form.items.emplace_back(
          parts.matrix(block.name, block.meaning, block.value.a, block.row_names, block.column_names));
  if (system.matrix.a.empty()) return;
  add_assembled(form, parts, system);
  if (written_size(system.matrix.a) + written_size(system.right) > most_written) {
    form.notes.emplace_back("The equations are too long to be written out one by one.");
    return;
  }
  for (int i = 0; i < system.matrix.rows; ++i) form.items.emplace_back(equation(parts, system, i));
  for (const JointReactions& joint : d.reactions)
    for (std::size_t k = 0; readable(joint) && k < joint.names.size(); ++k)
      form.items.emplace_back(parts.definition(unknown_latex(joint.names[k]), joint.names[k], joint.formulas[k]));
}

}  // namespace alembert
