/// Names of a model together with the names of what is derived from it, for formulas that users ask about.
#pragma once
#include <functional>

#include "alembert/forms/energies/lagrange.h"
#include "alembert/model/lagrangian.h"
#include "alembert/workbench/tables/table_names.h"

namespace alembert {

/// Everything that `prove` understands; see Workbench::formula.
class DerivedNames final : public TableNames {
 public:
  using Equations = std::function<const LagrangeEquations&()>;
  /// `equations` is called only when a formula names one of their parts; all must outlive this.
  ///
  /// @param written  the model as the user wrote it: what it names without a formula is explained
  DerivedNames(const Lagrangian& model, const Description& written, Equations equations)
      : TableNames(written), model_(model), written_(written), equations_(std::move(equations)) {}

  std::optional<Expr> find(std::string_view name, int primes) const override;
  std::vector<std::string> known() const override;
  const Domain* domain(std::string_view name) const override;

 private:
  std::optional<Expr> find_symbol(std::string_view name, int primes) const;
  std::optional<Expr> find_formula(std::string_view name) const;
  std::optional<Expr> find_entry(std::string_view name) const;
  /// The entry of a matrix or vector of the constraints: A[row, coordinate], phi[row], b[row], c[row], lambda[row].
  std::optional<Expr> find_row_entry(std::string_view head, const std::vector<std::string_view>& index) const;
  /// gear.multiplier and contact.multiplier.normal, as [outputs] of a mechanism write lambda[gear],
  /// lambda[contact.normal].
  std::optional<Expr> find_multiplier(std::string_view name) const;
  /// Throws Error where the user means something that the model has, but no formula.
  void explain(std::string_view name) const;
  std::size_t coordinate(std::string_view index) const;
  std::size_t row(std::string_view index) const;
  /// The multipliers as formulas; throws Error (unsupported) where there are none.
  const std::vector<Expr>& multipliers() const;
  /// e with formulas in place of multipliers, which outputs may hold.
  Expr with_multipliers(Expr e) const;
  /// An equation with the forces of the constraints.
  Expr equation(std::size_t i) const;

  const Lagrangian& model_;
  const Description& written_;
  Equations equations_;
  mutable std::optional<std::vector<Expr>> multipliers_;
};

}  // namespace alembert
