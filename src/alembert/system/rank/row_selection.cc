#include "alembert/system/rank/row_selection.h"

#include <algorithm>
#include <cmath>

#include "alembert/linalg/independent_rows.h"
#include "alembert/linalg/semidefinite.h"
#include "alembert/scalar/dual.h"
#include "alembert/scalar/value_of.h"
#include "alembert/system/rank/scaled_constraints.h"

namespace alembert {

template <Scalar S>
RowSelection<S>::RowSelection(const ConstraintSetup& setup, int speeds, std::vector<std::pair<int, int>> pattern)
    : setup_(&setup), speeds_(speeds), of_kept_(setup.scales, setup.kept, std::move(pattern)) {}

template <Scalar S>
const std::vector<int>& RowSelection<S>::at(const ConstraintRows<S>& rows) {
  constexpr double well_apart = 1e-4;  // squared
  constexpr double clearly = 3.0;      // better, or it is not worth the change
  of_kept_.read(rows);
  const double pivot = of_kept_.least_pivot();
  if (pivot > well_apart) return setup_->kept;
  others_ = independent(rows, clearly * std::sqrt(std::max(pivot, weak_pivot)));
  return others_.size() < setup_->kept.size() ? setup_->kept : others_;
}

template <Scalar S>
std::vector<int> RowSelection<S>::independent(const ConstraintRows<S>& rows, double least) const {
  SparseRows A;
  for (int i = 0; i < setup_->rows.size(); ++i) {
    A.column.insert(A.column.end(), rows.columns(i).begin(), rows.columns(i).end());
    for (const S& a : rows.row(i)) A.value.push_back(value_of(a));
    A.first.push_back(static_cast<int>(A.column.size()));
  }
  const SparseRows R = without_units(A, setup_->scales);
  if (!std::ranges::all_of(R.value, [](double x) { return std::isfinite(x); })) return {};
  return independent_rows(speeds_, R.first, R.column, R.value, setup_->rows.holonomic, least).rows;
}

template class RowSelection<double>;
template class RowSelection<Dual<8>>;

}  // namespace alembert
