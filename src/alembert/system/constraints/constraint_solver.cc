#include "alembert/system/constraints/constraint_solver.h"

#include <algorithm>
#include <cmath>
#include <concepts>
#include <set>

#include "alembert/core/index.h"
#include "alembert/kernel/aba.h"
#include "alembert/kernel/crba.h"
#include "alembert/system/rank/general_rank.h"

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
ConstraintSolver<S>::ConstraintSolver(const Plan& plan, const Params<S>& par, const ConstraintSetup& setup,
                                      ClosingArmatures<S>& armatures, bool massless)
    : plan_(&plan),
      par_(&par),
      setup_(&setup),
      rows_(&setup.rows),
      armatures_(&armatures),
      parts_(&armatures.branches()),
      massless_(massless),
      apart_(std::min(1.0, std::pow(setup.apart / rows_well_apart, 2))),
      dense_(0),
      force_(index(plan.nv), S(0.0)),
      solved_(force_) {
  find_reaches();
  choose(setup.kept);
  if (!others_.empty()) selection_.emplace(setup, plan.nv, pattern_);
}

template <Scalar S>
void ConstraintSolver<S>::choose(std::vector<int> rows) {
  chosen_ = std::move(rows);
  others_.clear();
  for (int i = 0; i < rows_->size(); ++i)
    if (!std::ranges::binary_search(chosen_, i)) others_.push_back(i);
  pattern_ = pattern_of(chosen_);
  first_column_.assign(1, 0);
  for (const int i : chosen_) {
    int size = 0;
    for (const int b : branches_of(i)) size += static_cast<int>(parts_->speeds(b).size());
    first_column_.push_back(first_column_.back() + size);
  }
  columns_.assign(index(first_column_.back()), S(0.0));
  right_.assign(chosen_.size(), S(0.0));
  found_ = right_;
  again_ = std::make_unique<Refinement>(Refinement{
      RowGeometry(setup_->scales, chosen_, pattern_), nullptr, false, {}, {}, {}, right_, right_, force_, {}});
  dense_ = SemidefiniteSolver<S>(0);
  sparse_.reset();
  if constexpr (std::same_as<S, double>)
    if (count() > most_dense_rows) sparse_.emplace(count(), pattern_);
}

template <Scalar S>
bool ConstraintSolver<S>::misses_others(const ConstraintRows<S>& rows, In c, In x) const {
  constexpr double agreed = 1e-6;
  return std::ranges::any_of(others_, [&](int i) {
    const std::span<const int> columns = rows.columns(i);
    const In a = rows.row(i);
    double sum = -value_of(c[index(i)]), size = std::abs(sum);
    for (std::size_t k = 0; k < a.size(); ++k) {
      const double term = value_of(a[k]) * value_of(x[index(columns[k])]);
      sum += term;
      size += std::abs(term);
    }
    return std::abs(sum) > agreed * size;
  });
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
std::vector<std::pair<int, int>> ConstraintSolver<S>::pattern_of(std::span<const int> rows) const {
  std::vector<std::vector<int>> rows_at(index(parts_->size()));  // [branch] places in `rows`, ascending
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const int b : branches_of(rows[i])) rows_at[index(b)].push_back(static_cast<int>(i));
  std::vector<std::pair<int, int>> pattern;
  std::set<int> neighbours;
  for (int j = 0; index(j) < rows.size(); ++j) {
    neighbours = {j};
    for (const int b : branches_of(rows[index(j)])) {
      const std::vector<int>& all = rows_at[index(b)];
      neighbours.insert(std::ranges::upper_bound(all, j), all.end());
    }
    for (const int i : neighbours) pattern.emplace_back(i, j);
  }
  return pattern;
}

/// M, or M + w A^T A where massless.
template <Scalar S>
void ConstraintSolver<S>::fill_mass(const ConstraintRows<S>& rows, std::vector<S>& mass, Workspace<S>& w) {
  const std::size_t n = force_.size();
  mass.resize(n * n);
  crba<S>(*plan_, *par_, mass, w);
  armatures_->add_mass(mass);
  if (!massless_) return;
  S inertia(0.0), size(0.0);
  for (std::size_t i = 0; i < n; ++i) inertia += mass[i * n + i];
  for (const int i : chosen_)
    for (const S& a : rows.row(i)) size += a * a;
  // Where nothing has inertia, the rows alone determine the motion, with any weight.
  weight_ = select(less(S(0.0), inertia), inertia, S(1.0)) / max(size, S(1e-300));
  for (const int i : chosen_) {
    const std::span<const int> columns = rows.columns(i);
    const In a = rows.row(i);
    for (std::size_t j = 0; j < columns.size(); ++j)
      for (std::size_t k = 0; k < columns.size(); ++k)
        mass[index(columns[j]) * n + index(columns[k])] += weight_ * a[j] * a[k];
  }
}

/// Leaves M^-1 A^T of a chosen row in solved_, which must be zero before.
template <Scalar S>
void ConstraintSolver<S>::solve_column(const ConstraintRows<S>& rows, int chosen, Workspace<S>& w) {
  const int row = chosen_[index(chosen)];
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
  S* column = columns_.data() + first_column_[index(chosen)];
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
  const auto n = chosen_.size(), i = index(pattern_[k].first), j = index(pattern_[k].second);
  dense_.matrix()[i * n + j] = dense_.matrix()[j * n + i] = value;
}

template <Scalar S>
void ConstraintSolver<S>::factor(const ConstraintRows<S>& rows, Workspace<S>& w) {
  if (selection_)
    if (const std::vector<int>& best = selection_->at(rows); best != chosen_) choose(best);
  factor_chosen(rows, w);
}

template <Scalar S>
void ConstraintSolver<S>::factor_chosen(const ConstraintRows<S>& rows, Workspace<S>& w) {
  // Not before: with many rows and derivatives it is large, and those who only want residuals never come here.
  if (!sparse_ && dense_.matrix().empty()) dense_ = SemidefiniteSolver<S>(count());
  if (massless_) {
    fill_mass(rows, mass_, w);
    ldlt_factor<S>(plan_->nv, mass_);
  } else {
    armatures_->factor(w);
  }
  fill(rows, w);
  if (sparse_)
    sparse_->factor();
  else
    dense_.factor();
  again_->factored = &rows;
  again_->geometry_ready = false;
}

template <Scalar S>
void ConstraintSolver<S>::fill(const ConstraintRows<S>& rows, Workspace<S>& w) {
  std::size_t k = 0;
  for (int j = 0; j < count(); ++j) {
    solve_column(rows, j, w);
    for (; k < pattern_.size() && pattern_[k].second == j; ++k)
      set_element(k, times(rows, chosen_[index(pattern_[k].first)], In(solved_)));
    for (const int b : branches_of(chosen_[index(j)]))
      for (const int d : parts_->speeds(b)) solved_[index(d)] = S(0.0);
  }
}

template <Scalar S>
void ConstraintSolver<S>::unconstrained(const ConstraintRows<S>& rows, In f, In c, Out x, Workspace<S>& w) {
  if (!massless_) {
    mass_solve<S>(*plan_, *par_, f, x, w);
    for (int b = 0; b < parts_->size(); ++b) armatures_->correct_at_rest(b, x);
    return;
  }
  std::copy(f.begin(), f.end(), x.begin());
  add_weighted(rows, c, x);
  ldlt_solve<S>(plan_->nv, mass_, x);
}

/// f += w A^T c.
template <Scalar S>
void ConstraintSolver<S>::add_weighted(const ConstraintRows<S>& rows, In c, Out f) const {
  for (const int i : chosen_) {
    const std::span<const int> speeds = rows.columns(i);
    const In a = rows.row(i);
    for (std::size_t k = 0; k < speeds.size(); ++k) f[index(speeds[k])] += weight_ * a[k] * c[index(i)];
  }
}

template <Scalar S>
void ConstraintSolver<S>::push(In forces, Out x) const {
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    const S* column = columns_.data() + first_column_[i];
    const S& force = forces[i];
    for (const int b : branches_of(chosen_[i]))
      for (const int d : parts_->speeds(b)) x[index(d)] -= *column++ * force;
  }
}

template <Scalar S>
void ConstraintSolver<S>::solve_rows(Out x) {
  if constexpr (std::same_as<S, double>)
    if (sparse_) {
      sparse_->solve(x);
      return;
    }
  dense_.solve(x);
}

template <Scalar S>
double ConstraintSolver<S>::miss(const ConstraintRows<S>& rows, In c, In x) {
  double worst = 0.0;
  for (std::size_t at = 0; at < chosen_.size(); ++at) {
    const int i = chosen_[at];
    const std::span<const int> columns = rows.columns(i);
    const In a = rows.row(i);
    S sum(0.0);
    double size = std::abs(value_of(c[index(i)]));
    for (std::size_t k = 0; k < a.size(); ++k) {
      const S term = a[k] * x[index(columns[k])];
      sum += term;
      size += std::abs(value_of(term));
    }
    sum -= c[index(i)];
    again_->rest[at] = sum;
    if (const double off = std::abs(value_of(sum)); off > worst * size) worst = off / size;
  }
  again_->off = worst;
  return worst;
}

template <Scalar S>
double ConstraintSolver<S>::far_off(In c, In x) const {
  constexpr double small = 1e-4;  // of what rounding comes from where the rows stop what forces would move
  const RowScales& scales = setup_->scales;
  double largest = 0.0, worst = 0.0;
  for (std::size_t j = 0; j < x.size(); ++j) {
    const double before = small * std::abs(value_of(before_[j]));
    largest = std::max(largest, std::max(before, std::abs(value_of(x[j]))) / scales.units[j]);
  }
  for (std::size_t at = 0; at < chosen_.size(); ++at) {
    const auto i = index(chosen_[at]);
    largest = std::max(largest, std::abs(value_of(c[i])) / scales.sizes[i]);
    worst = std::max(worst, std::abs(value_of(again_->rest[at])) / scales.sizes[i]);
  }
  return largest > 0.0 ? worst / largest : 0.0;
}

template <Scalar S>
bool ConstraintSolver<S>::masses_mix_rows() const {
  constexpr double well_apart = 1e-3, much = 100.0;
  const bool nearer = least_pivot() < well_apart && geometry().least_pivot() > much * least_pivot();
  if (!weak()) return nearer;
  // Rows that depend on each other agree on the constraints alone, so a little may be left of them.
  return (nearer && geometry().least_pivot() > well_apart) || geometry().above(weak_pivot) > pivots_above(weak_pivot);
}

template <Scalar S>
void ConstraintSolver<S>::refine(const ConstraintRows<S>& rows, const Force& f, In c, Out x, Workspace<S>& w) {
  constexpr double met = 1e-12;         // of a row's own terms
  constexpr double nearly_met = 1e-14;  // of a row's size times the largest acceleration
  constexpr int most_steps = 6;
  double off = miss(rows, c, x);
  for (int k = 0; k < most_steps && off > met && !weak(); ++k) {
    std::vector<S>&step = again_->step, &tried = again_->tried;
    std::ranges::copy(again_->rest, step.begin());
    solve_rows(step);
    std::ranges::copy(x, tried.begin());
    push(step, tried);
    const double now = miss(rows, c, tried);
    if (!(now < 0.5 * off)) break;
    off = now;
    std::ranges::copy(tried, x.begin());
    for (std::size_t i = 0; i < step.size(); ++i) found_[i] += step[i];
  }
  constexpr double few_digits = 1e-5;  // multipliers lose as many as the smallest pivot of (1) has zeros
  const bool loses_digits = least_pivot() < few_digits;
  if (!(off > met) && !loses_digits) return;
  miss(rows, c, x);  // of x again, where what was tried is no better
  if ((loses_digits || far_off(c, x) > nearly_met) && masses_mix_rows()) solve_rows_first(rows, f, c, x, w);
}

template <Scalar S>
void ConstraintSolver<S>::solve_rows_first(const ConstraintRows<S>& rows, const Force& f, In c, Out x,
                                           Workspace<S>& w) {
  const std::size_t n = x.size();
  if (std::max(n, chosen_.size()) > RowsFirst::most) return;
  std::vector<S>& mass = again_->mass;
  fill_mass(rows, mass, w);
  std::vector<S>& force = again_->force;
  force.resize(n);
  f(force);
  if (massless_) add_weighted(rows, c, force);
  std::vector<double> values(mass.size());
  std::ranges::transform(mass, values.begin(), [](const S& m) { return value_of(m); });
  geometry();
  if (!again_->rows_first.factor(again_->geometry, setup_->scales.units, values)) return;
  constexpr int steps = 4;  // two for numbers, one more for their derivatives, and one against rounding
  for (int k = 0; k < steps; ++k) {
    miss(rows, c, x);
    std::vector<S>&step = again_->step, &left = again_->left;
    left = force;  // f - M x - A^T lambda
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) left[i] -= mass[i * n + j] * x[j];
    for (std::size_t at = 0; at < chosen_.size(); ++at) {
      const std::span<const int> columns = rows.columns(chosen_[at]);
      const In a = rows.row(chosen_[at]);
      for (std::size_t j = 0; j < a.size(); ++j) left[index(columns[j])] -= a[j] * found_[at];
      step[at] = -again_->rest[at];
    }
    again_->rows_first.template solve<S>(left, step);
    for (std::size_t j = 0; j < n; ++j) x[j] += left[j];
    for (std::size_t i = 0; i < step.size(); ++i) found_[i] += step[i];
  }
  miss(rows, c, x);
}

template <Scalar S>
std::size_t ConstraintSolver<S>::worst_rest() const {
  const auto off = [&](std::size_t at) {
    return std::abs(value_of(again_->rest[at])) / setup_->scales.sizes[index(chosen_[at])];
  };
  std::size_t worst = 0;
  for (std::size_t at = 1; at < chosen_.size(); ++at)
    if (off(at) > off(worst)) worst = at;
  return worst;
}

template <Scalar S>
int ConstraintSolver<S>::contradiction(const ConstraintRows<S>& rows, double size) {
  constexpr double consistent = 1e-3;  // of the right side: rows that depend on others agree on the constraints alone,
                                       // and stages of a step are off them by its error
  const std::size_t missed = worst_rest();
  double asked = 0.0;
  for (std::size_t at = 0; at < chosen_.size(); ++at)
    asked = std::max(asked, std::abs(value_of(right_[at])) / setup_->scales.sizes[index(chosen_[at])]);
  const int row = chosen_[missed];
  if (std::abs(value_of(again_->rest[missed])) <= consistent * asked * setup_->scales.sizes[index(row)]) return -1;
  // Close to a change of rank a little is left over on purpose; rows that contradict each other leave something of
  // the size of their terms, and more than rounding of accelerations of order one.
  double largest = 0.0;
  for (const S& a : rows.row(row)) largest = std::max(largest, std::abs(value_of(a)));
  return std::abs(value_of(again_->rest[missed])) <= 1e-2 * size + 1e-9 * largest ? -1 : row;
}

template <Scalar S>
int ConstraintSolver<S>::contradicting_other(const ConstraintRows<S>& rows, In c, In x, double size) const {
  int found = -1;
  double worst = 0.0;
  for (const int i : others_) {
    const double off = std::abs(value_of(times(rows, i, x)) - value_of(c[index(i)])),
                 unit = setup_->scales.sizes[index(i)];
    if (off <= 1e-2 * size + 1e-9 * unit || off <= worst * unit) continue;
    worst = off / unit;
    found = i;
  }
  return found;
}

template <Scalar S>
double ConstraintSolver<S>::solve(const ConstraintRows<S>& rows, const Force& f, In c, Out x, Workspace<S>& w) {
  double size = 0.0;
  const auto look = [&](int i, const S& reached) {
    size = std::max({size, std::abs(value_of(reached)), std::abs(value_of(c[index(i)]))});
  };
  for (std::size_t k = 0; k < chosen_.size(); ++k) {
    const int i = chosen_[k];
    const S reached = times(rows, i, In(x));
    found_[k] = right_[k] = reached - c[index(i)];
    look(i, reached);
  }
  for (const int i : others_) look(i, times(rows, i, In(x)));
  solve_rows(found_);
  push(found_, x);
  refine(rows, f, c, x, w);
  return size;
}

template <Scalar S>
int ConstraintSolver<S>::correct(const ConstraintRows<S>& rows, const Force& f, In c, Out x, Out lambda,
                                 Workspace<S>& w) {
  constexpr double rounding = 1e-9;  // of a row's size times the largest acceleration: far above it
  before_.assign(x.begin(), x.end());
  double size = solve(rows, f, c, x, w);
  // Rows that depend on those chosen at general configurations may not do so here: on another branch of the mechanism.
  if (!others_.empty() && !massless_ && misses_others(rows, c, In(x)))
    if (std::vector<int> all = selection_->independent(rows, rank_lost); all.size() > chosen_.size()) {
      choose(std::move(all));
      factor_chosen(rows, w);
      std::ranges::copy(before_, x.begin());
      size = solve(rows, f, c, x, w);
    }
  std::ranges::fill(lambda, S(0.0));
  for (std::size_t k = 0; k < chosen_.size(); ++k) lambda[index(chosen_[k])] = found_[k];
  constexpr double close = 1e-5;  // of squares: nearer rows are met as far as damping lets them
  unmet_ = again_->off > rounding && far_off(c, x) > rounding && geometry().least_pivot() > close;
  if (unmet_) return chosen_[worst_rest()];
  if (weak())
    if (const int row = contradiction(rows, size); row >= 0) return row;
  return contradicting_other(rows, c, x, size);
}

template class ConstraintSolver<double>;
template class ConstraintSolver<Dual<8>>;

}  // namespace alembert
