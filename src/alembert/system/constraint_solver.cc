#include "alembert/system/constraint_solver.h"

#include <algorithm>
#include <concepts>
#include <set>

#include "alembert/core/index.h"
#include "alembert/kernel/aba.h"
#include "alembert/kernel/crba.h"

namespace alembert {
namespace {

/// Rows up to which (1) is factored as a dense matrix.
constexpr int most_dense_rows = 60;

/// A_i x.
template <Scalar S>
S times(const ConstraintRows<S>& rows, int i, std::span<const S> x) {
  const std::span<const int> columns = rows.columns(i);
  const std::span<const S> a = rows.row(i);
  S sum(0.0);
  for (std::size_t k = 0; k < a.size(); ++k) sum += a[k] * x[index(columns[k])];
  return sum;
}

}  // namespace

template <Scalar S>
ConstraintSolver<S>::ConstraintSolver(const Plan& plan, const Params<S>& par, const RowPlan& rows,
                                      ClosingArmatures<S>& armatures, bool massless)
    : plan_(&plan),
      par_(&par),
      rows_(&rows),
      armatures_(&armatures),
      parts_(&armatures.branches()),
      massless_(massless),
      dense_(0),
      force_(index(plan.nv), S(0.0)),
      solved_(force_),
      right_(index(rows.size()), S(0.0)) {
  find_reaches();
  find_pattern();
  first_column_.push_back(0);
  for (int i = 0; i < rows.size(); ++i) {
    int size = 0;
    for (const int b : branches_of(i)) size += static_cast<int>(parts_->speeds(b).size());
    first_column_.push_back(first_column_.back() + size);
  }
  columns_.assign(index(first_column_.back()), S(0.0));
  if (massless_) mass_.assign(index(plan.nv) * index(plan.nv), S(0.0));
  if constexpr (std::same_as<S, double>)
    if (rows.size() > most_dense_rows) sparse_.emplace(rows.size(), pattern_);
}

template <Scalar S>
std::span<const int> ConstraintSolver<S>::branches_of(int row) const {
  const auto s = index(rows_->source_of[index(row)]);
  return std::span(branches_).subspan(index(first_branch_[s]), index(first_branch_[s + 1] - first_branch_[s]));
}

template <Scalar S>
void ConstraintSolver<S>::find_reaches() {
  first_branch_.push_back(0);
  std::set<int> touched;
  for (const RowSource& source : rows_->sources) {
    touched.clear();
    for (const int d : source.columns) touched.insert(parts_->of_speed(d));
    if (massless_)
      for (int b = 0; b < parts_->size(); ++b) touched.insert(b);
    branches_.insert(branches_.end(), touched.begin(), touched.end());
    first_branch_.push_back(static_cast<int>(branches_.size()));
  }
}

template <Scalar S>
void ConstraintSolver<S>::find_pattern() {
  std::vector<std::vector<int>> rows_at(index(parts_->size()));  // [branch] ascending
  for (int i = 0; i < rows_->size(); ++i)
    for (const int b : branches_of(i)) rows_at[index(b)].push_back(i);
  std::set<int> neighbours;
  for (int j = 0; j < rows_->size(); ++j) {
    neighbours = {j};
    for (const int b : branches_of(j)) {
      const std::vector<int>& all = rows_at[index(b)];
      neighbours.insert(std::ranges::upper_bound(all, j), all.end());
    }
    for (const int i : neighbours) pattern_.emplace_back(i, j);
  }
}

template <Scalar S>
void ConstraintSolver<S>::factor_mass(const ConstraintRows<S>& rows, Workspace<S>& w) {
  const std::size_t n = force_.size();
  crba<S>(*plan_, *par_, mass_, w);
  armatures_->add_mass(mass_);
  S mass(0.0), size(0.0);
  for (std::size_t i = 0; i < n; ++i) mass += mass_[i * n + i];
  for (int i = 0; i < rows_->size(); ++i)
    for (const S& a : rows.row(i)) size += a * a;
  weight_ = mass / max(size, S(1e-300));
  for (int i = 0; i < rows_->size(); ++i) {
    const std::span<const int> columns = rows.columns(i);
    const In a = rows.row(i);
    for (std::size_t j = 0; j < columns.size(); ++j)
      for (std::size_t k = 0; k < columns.size(); ++k)
        mass_[index(columns[j]) * n + index(columns[k])] += weight_ * a[j] * a[k];
  }
  ldlt_factor<S>(plan_->nv, mass_);
}

/// Leaves M^-1 A_row^T in solved_, which must be zero before.
template <Scalar S>
void ConstraintSolver<S>::solve_column(const ConstraintRows<S>& rows, int row, Workspace<S>& w) {
  const std::span<const int> held = rows.columns(row);
  const In a = rows.row(row);
  for (std::size_t k = 0; k < held.size(); ++k) force_[index(held[k])] = a[k];
  if (massless_) {
    std::ranges::copy(force_, solved_.begin());
    ldlt_solve<S>(plan_->nv, mass_, solved_);
  } else {
    for (const int b : branches_of(row)) {
      for (const int root : parts_->roots(b))
        branch_mass_solve<S>(*plan_, *par_, root, plan_->subtree_end[index(root)], force_, solved_, w);
      armatures_->correct_at_rest(b, solved_);
    }
  }
  for (const int d : held) force_[index(d)] = S(0.0);
  S* column = columns_.data() + first_column_[index(row)];
  for (const int b : branches_of(row))
    for (const int d : parts_->speeds(b)) *column++ = solved_[index(d)];
}

template <Scalar S>
void ConstraintSolver<S>::set_element(std::size_t k, const S& value) {
  if constexpr (std::same_as<S, double>)
    if (sparse_) {
      sparse_->values()[k] = value;
      return;
    }
  const auto n = index(rows_->size()), i = index(pattern_[k].first), j = index(pattern_[k].second);
  dense_.matrix()[i * n + j] = dense_.matrix()[j * n + i] = value;
}

template <Scalar S>
void ConstraintSolver<S>::factor(const ConstraintRows<S>& rows, Workspace<S>& w) {
  // Not before: with many rows and derivatives it is large, and those who only want residuals never come here.
  if (!sparse_ && dense_.matrix().empty()) dense_ = SemidefiniteSolver<S>(rows_->size());
  if (massless_)
    factor_mass(rows, w);
  else
    armatures_->factor(w);
  std::size_t k = 0;
  for (int j = 0; j < rows_->size(); ++j) {
    solve_column(rows, j, w);
    for (; k < pattern_.size() && pattern_[k].second == j; ++k)
      set_element(k, times(rows, pattern_[k].first, In(solved_)));
    for (const int b : branches_of(j))
      for (const int d : parts_->speeds(b)) solved_[index(d)] = S(0.0);
  }
  if (sparse_)
    sparse_->factor();
  else
    dense_.factor();
}

template <Scalar S>
void ConstraintSolver<S>::unconstrained(const ConstraintRows<S>& rows, In f, In c, Out x, Workspace<S>& w) {
  if (!massless_) {
    mass_solve<S>(*plan_, *par_, f, x, w);
    for (int b = 0; b < parts_->size(); ++b) armatures_->correct_at_rest(b, x);
    return;
  }
  std::copy(f.begin(), f.end(), x.begin());
  for (int i = 0; i < rows_->size(); ++i) {
    const std::span<const int> speeds = rows.columns(i);
    const In a = rows.row(i);
    for (std::size_t k = 0; k < speeds.size(); ++k) x[index(speeds[k])] += weight_ * a[k] * c[index(i)];
  }
  ldlt_solve<S>(plan_->nv, mass_, x);
}

template <Scalar S>
int ConstraintSolver<S>::correct(const ConstraintRows<S>& rows, In c, Out x, Out lambda) {
  const int n = rows_->size();
  double size = 0.0;
  for (int i = 0; i < n; ++i) {
    const S reached = times(rows, i, In(x));
    lambda[index(i)] = right_[index(i)] = reached - c[index(i)];
    size = std::max({size, std::abs(value_of(reached)), std::abs(value_of(c[index(i)]))});
  }
  constexpr double consistent = 1e-3;  // of the right side: rows that depend on others agree on the constraints alone,
                                       // and stages of a step are off them by its error
  int missed = -1;
  const auto solve = [&](auto& solver) {
    solver.solve(lambda);
    if (!solver.weak()) return;
    missed = solver.worst_row(right_, lambda, consistent);
    if (missed < 0) return;
    // Close to a change of rank a little is left over on purpose; rows that contradict each other leave something of
    // the size of their terms, and more than rounding of accelerations of order one.
    double largest = 0.0;
    for (const S& a : rows.row(missed)) largest = std::max(largest, std::abs(value_of(a)));
    if (std::abs(solver.rest(missed)) <= 1e-2 * size + 1e-9 * largest) missed = -1;
  };
  if constexpr (std::same_as<S, double>) {
    if (sparse_)
      solve(*sparse_);
    else
      solve(dense_);
  } else {
    solve(dense_);
  }
  for (int i = 0; i < n; ++i) {
    const S* column = columns_.data() + first_column_[index(i)];
    const S& force = lambda[index(i)];
    for (const int b : branches_of(i))
      for (const int d : parts_->speeds(b)) x[index(d)] -= *column++ * force;
  }
  return missed;
}

template class ConstraintSolver<double>;
template class ConstraintSolver<Dual<8>>;

}  // namespace alembert
