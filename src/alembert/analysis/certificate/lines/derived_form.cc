#include "alembert/analysis/certificate/lines/derived_form.h"

#include <algorithm>
#include <array>

#include "alembert/linalg/independent_rows.h"
#include "alembert/linalg/vectors.h"
#include "alembert/system/rank/scaled_constraints.h"

namespace alembert {
namespace {

/// All that takes numbers at a state.
template <class System>
auto lists_of(System& system) {
  return std::array{&system.matrix.a,
                    &system.right,
                    &system.unknown_inertia,
                    &system.equation_inertia,
                    &system.accelerations.matrix.a,
                    &system.accelerations.offset,
                    &system.constraint_force.matrix.a,
                    &system.constraint_force.offset};
}

std::vector<Expr> number_formulas(const FormSystem<Expr>& system) {
  std::vector<Expr> all;
  for (const auto* list : lists_of(system)) all.insert(all.end(), list->begin(), list->end());
  return all;
}

/// A system of the same shape.
FormSystem<double> shaped_as(const FormSystem<Expr>& formulas) {
  FormSystem<double> result;
  result.form = formulas.form;
  const auto shape = [](const Dense<Expr>& like) { return Dense<double>(like.rows, like.cols); };
  result.matrix = shape(formulas.matrix);
  result.accelerations.matrix = shape(formulas.accelerations.matrix);
  result.constraint_force.matrix = shape(formulas.constraint_force.matrix);
  const auto from = lists_of(formulas);
  const auto to = lists_of(result);
  for (std::size_t i = 0; i < to.size(); ++i) to[i]->resize(from[i]->size());
  return result;
}

}  // namespace

DerivedForm::DerivedForm(const FormDerivation& derivation)
    : system_(shaped_as(derivation.system)),
      dependent_(derivation.dependent),
      program_(number_formulas(derivation.system)) {}

FormAnswer DerivedForm::at(const SymbolValues& values) {
  const std::vector<double> numbers = program_.at(values);
  auto next = numbers.begin();
  for (std::vector<double>* list : lists_of(system_)) {
    std::copy_n(next, list->size(), list->begin());
    next += static_cast<std::ptrdiff_t>(list->size());
  }
  return solve_form(system_, {});
}

bool DerivedForm::holds(const System& system, double t, std::span<const double> q) const {
  // Of a row that says less about the dependent coordinates than of all, digits are lost: three in solving, six in
  // squares. A row that is less by itself is little more than rounding.
  constexpr double clear = 1e-3, little = 1e-9;
  if (dependent_.empty()) return true;
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  const SparseRows R = without_units(A, system.row_scales(t, q));
  std::vector<int> first{0}, column;
  std::vector<double> value;
  for (std::size_t i = 0; i + 1 < R.first.size(); ++i) {
    const auto begin = R.value.begin();
    const double whole = norm(std::span(begin + R.first[i], begin + R.first[i + 1]));
    for (auto k = static_cast<std::size_t>(R.first[i]); k < static_cast<std::size_t>(R.first[i + 1]); ++k) {
      if (!std::ranges::binary_search(dependent_, R.column[k])) continue;
      column.push_back(R.column[k]);
      value.push_back(whole > little ? R.value[k] / whole : 0.0);
    }
    first.push_back(static_cast<int>(column.size()));
  }
  const Sizes sizes = system.sizes();
  return independent_rows(sizes.nv, first, column, value, sizes.nc, clear).rows.size() >= dependent_.size();
}

}  // namespace alembert
