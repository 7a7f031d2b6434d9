/// Names of a model together with the names of what is derived from it, for formulas that users ask about.
#pragma once
#include <functional>

#include "alembert/forms/lagrange.h"
#include "alembert/model/lagrangian.h"
#include "alembert/symbolic/parse.h"

namespace alembert {

/// Everything that `prove` understands; see Workbench::formula.
class DerivedNames final : public Names {
 public:
  using Equations = std::function<const LagrangeEquations&()>;
  /// `equations` is called only when a formula names one of their parts; both must outlive this.
  DerivedNames(const Lagrangian& model, Equations equations) : model_(model), equations_(std::move(equations)) {}

  std::optional<Expr> find(std::string_view name, int primes) const override;
  std::vector<std::string> known() const override;

 private:
  std::optional<Expr> find_symbol(std::string_view name, int primes) const;
  std::optional<Expr> find_formula(std::string_view name) const;
  std::optional<Expr> find_entry(std::string_view name) const;
  std::size_t coordinate(std::string_view index) const;

  const Lagrangian& model_;
  Equations equations_;
};

}  // namespace alembert
