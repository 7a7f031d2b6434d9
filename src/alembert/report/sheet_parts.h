/// Terms, matrices and equations of a sheet, made from formulas.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/report/equation_sheet.h"
#include "alembert/symbolic/print.h"

namespace alembert {

/// Matrices and lists of equations beyond this size (written_size.h) are not written out: nobody reads them.
constexpr double most_written = 4000.0;
/// The same of a single formula.
constexpr double longest_formula = 1000.0;

/// Makes parts of a sheet; must not outlive the owners.
class SheetParts {
 public:
  explicit SheetParts(const TermOwners& owners) : owners_(owners) {}

  /// A formula as a whole. `names` are those of the row, column or unknown that it stands with.
  SheetTerm whole(Expr e, const std::vector<std::string>& names = {}, const NodeName& shown = {}) const;
  /// Its terms, each with its sign; none of zero.
  std::vector<SheetTerm> terms(Expr e, const std::vector<std::string>& names = {}, const NodeName& shown = {}) const;
  /// factor * unknown, the unknown by its name.
  SheetTerm times_unknown(Expr factor, const std::string& unknown, const std::vector<std::string>& names = {}) const;

  /// Row-major entries; without column names a vector.
  SheetMatrix matrix(const std::string& name, const std::string& meaning, std::span<const Expr> entries,
                     std::vector<std::string> row_names, std::vector<std::string> column_names = {}) const;
  SheetDefinition definition(std::string latex, std::string name, Expr value, const NodeName& shown = {}) const;

 private:
  const TermOwners& owners_;
};

}  // namespace alembert
