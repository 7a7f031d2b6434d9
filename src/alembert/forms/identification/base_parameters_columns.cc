#include "alembert/forms/identification/base_parameters_columns.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/random.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/regressor.h"
#include "alembert/kernel/rnea.h"
#include "alembert/kernel/world_columns.h"
#include "alembert/linalg/rank.h"
#include "alembert/symbolic/expr.h"

namespace alembert {
namespace {

using std::size_t;

constexpr size_t parameters_of_body = 10;

/// Sizes that make all columns comparable: gravity, speeds and lengths all give forces of the same order.
struct Scales {
  double length = 0.0;  ///< [m]
  double rate = 1.0;    ///< [1/s]

  Scales(const Plan& plan, const Params<double>& par) {
    for (size_t b = 1; b < static_cast<size_t>(plan.n_bodies()); ++b) {
      const double pitch = plan.kind[b] == JointKind::screw ? std::abs(par.pitch[b]) : 0.0;
      length = std::max({length, std::sqrt(dot(par.X_PF[b].p, par.X_PF[b].p)), pitch});
    }
    if (length == 0.0) length = 1.0;
    const double gravity = std::sqrt(dot(par.gravity_W, par.gravity_W));
    if (gravity > 0.0) rate = std::sqrt(gravity / length);
  }

  /// What a unit of the parameter is multiplied by to become a mass.
  double of_entry(int entry) const {
    constexpr int first_moments = 1, second_moments = 4;
    return entry < first_moments ? 1.0 : entry < second_moments ? length : length * length;
  }
};

DynamicState<double> random_state(const Plan& plan, const Scales& scale, Random& random) {
  DynamicState<double> x;
  x.q.resize(static_cast<size_t>(plan.nq));
  x.v.resize(static_cast<size_t>(plan.nv));
  x.vdot.resize(static_cast<size_t>(plan.nv));
  for (size_t b = 1; b < static_cast<size_t>(plan.n_bodies()); ++b) {
    const JointKind kind = plan.kind[b];
    const int speeds = speeds_of(kind);
    for (int k = 0; k < speeds; ++k) {
      const bool slides = kind == JointKind::prismatic || (kind == JointKind::free && k >= 3);
      const double size = (slides ? scale.length : 1.0) * scale.rate;
      const auto d = static_cast<size_t>(plan.first_v[b] + k);
      x.v[d] = size * random.symmetric();
      x.vdot[d] = size * scale.rate * random.symmetric();
    }
    double* q = x.q.data() + plan.first_q[b];
    if (speeds == 1) {
      *q = kind == JointKind::prismatic ? scale.length * random.symmetric() : random.uniform(-M_PI, M_PI);
      continue;
    }
    if (kind == JointKind::free)
      for (int k = 0; k < 3; ++k) *q++ = scale.length * random.symmetric();
    double squares = 0.0;
    for (int k = 0; k < 4; ++k) {
      q[k] = random.uniform(0.1, 1.0);
      squares += q[k] * q[k];
    }
    for (int k = 0; k < 4; ++k) q[k] /= std::sqrt(squares);
  }
  return x;
}

/// Rows of the reduced echelon form of a null space, pivots as far to the end as possible.
std::vector<DependentEntry> relations_of(std::vector<double> N, size_t columns, size_t nullity) {
  constexpr double no_pivot = 1e-7;  // of vectors of unit length
  constexpr double no_part = 1e-8;   // smaller coefficients are rounding errors
  const auto at = [&](size_t column, size_t vector) -> double& { return N[column * nullity + vector]; };
  std::vector<size_t> pivots;
  for (size_t c = columns; c-- > 0 && pivots.size() < nullity;) {
    const size_t next = pivots.size();
    size_t best = next;
    for (size_t k = next; k < nullity; ++k)
      if (std::abs(at(c, k)) > std::abs(at(c, best))) best = k;
    if (std::abs(at(c, best)) < no_pivot) continue;
    for (size_t r = 0; r < columns; ++r) std::swap(at(r, next), at(r, best));
    const double pivot = at(c, next);
    for (size_t r = 0; r < columns; ++r) at(r, next) /= pivot;
    for (size_t k = 0; k < nullity; ++k) {
      const double factor = at(c, k);
      if (k == next || factor == 0.0) continue;
      for (size_t r = 0; r < columns; ++r) at(r, k) -= factor * at(r, next);
    }
    pivots.push_back(c);
  }
  std::vector<DependentEntry> result;
  for (size_t k = 0; k < pivots.size(); ++k) {
    DependentEntry relation{pivots[k], {}};
    for (size_t r = 0; r < columns; ++r)
      if (r != pivots[k] && std::abs(at(r, k)) > no_part) relation.of.emplace_back(r, -at(r, k));
    result.push_back(std::move(relation));
  }
  return result;
}

double length_of_column(const std::vector<double>& Y, size_t columns, size_t c) {
  double squares = 0.0;
  for (size_t i = c; i < Y.size(); i += columns) squares += Y[i] * Y[i];
  return std::sqrt(squares);
}

}  // namespace

template <Scalar S>
std::vector<S> regressor_columns(const Plan& plan, const Params<S>& par, std::span<const DynamicState<S>> states,
                                 std::span<const InertialEntry> entries) {
  const auto nv = static_cast<size_t>(plan.nv);
  const size_t width = parameters_of_body * (static_cast<size_t>(plan.n_bodies()) - 1);
  Params<S> massless = par;  // the regressor does not need inertias, and formulas are shorter without
  massless.I_B.assign(par.I_B.size(), Inertia<S>{});
  Workspace<S> w(plan);
  WorldWorkspace<S> ww(plan);
  std::vector<S> Y(nv * width), tau(nv), result;
  result.reserve(states.size() * nv * entries.size());
  for (const DynamicState<S>& x : states) {
    joint_poses<S>(plan, massless, x.q, w);
    rnea<S>(plan, massless, x.v, x.vdot, {}, tau, w);
    world_columns<S>(plan, massless, w, ww);
    regressor<S>(plan, w, ww, Y);
    for (size_t i = 0; i < nv; ++i)
      for (const InertialEntry& e : entries)
        result.push_back(
            Y[i * width + parameters_of_body * static_cast<size_t>(e.body - 1) + static_cast<size_t>(e.entry)]);
  }
  return result;
}

template std::vector<double> regressor_columns(const Plan&, const Params<double>&,
                                               std::span<const DynamicState<double>>, std::span<const InertialEntry>);
template std::vector<Expr> regressor_columns(const Plan&, const Params<Expr>&, std::span<const DynamicState<Expr>>,
                                             std::span<const InertialEntry>);

EntryRelations find_relations(const Plan& plan, const Params<double>& par, std::span<const InertialEntry> entries) {
  constexpr size_t rows_per_entry = 3, least_states = 4;
  EntryRelations result;
  if (entries.empty()) return result;
  const Scales scale(plan, par);
  Random random(1);
  const size_t columns = entries.size();
  std::vector<DynamicState<double>> states;
  for (size_t k = 0; k < least_states + rows_per_entry * columns / static_cast<size_t>(plan.nv); ++k)
    states.push_back(random_state(plan, scale, random));
  const std::vector<double> Y = regressor_columns<double>(plan, par, states, entries);

  // Parameters with no effect at all, then the others in columns of unit length.
  std::vector<double> lengths(columns);
  double longest = 0.0;
  for (size_t c = 0; c < columns; ++c) {
    lengths[c] = length_of_column(Y, columns, c);
    longest = std::max(longest, lengths[c] * scale.of_entry(entries[c].entry));
  }
  std::vector<size_t> kept;
  for (size_t c = 0; c < columns; ++c)
    if (lengths[c] * scale.of_entry(entries[c].entry) > rank_tolerance * longest) kept.push_back(c);
  std::vector<double> unit;
  unit.reserve(Y.size() / columns * kept.size());
  for (size_t row = 0; row < Y.size(); row += columns)
    for (const size_t c : kept) unit.push_back(Y[row + c] / lengths[c]);
  const RankResult found =
      find_rank(static_cast<int>(Y.size() / columns), static_cast<int>(kept.size()), unit, rank_tolerance);

  const auto nullity = kept.size() - static_cast<size_t>(found.rank);
  std::vector<bool> depends(columns, false);
  for (DependentEntry relation : relations_of(found.null_space, kept.size(), nullity)) {
    const double length = lengths[kept[relation.index]];
    for (auto& [index, coefficient] : relation.of) {
      index = kept[index];
      coefficient *= length / lengths[index];
    }
    relation.index = kept[relation.index];
    depends[relation.index] = true;
    result.dependent.push_back(std::move(relation));
  }
  for (const size_t c : kept)
    if (!depends[c]) result.independent.push_back(c);
  return result;
}

}  // namespace alembert
