#include "alembert/system/rank/row_choice.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "alembert/core/index.h"
#include "alembert/linalg/independent_rows.h"
#include "alembert/system/rank/general_rank.h"
#include "alembert/system/rank/manifold_walk.h"

namespace alembert {
namespace {

RowChoice independent_at(const System& system, const RowScales& scales, std::span<const double> q,
                         int most = std::numeric_limits<int>::max()) {
  SparseRows A;
  system.constraint_jacobian(0.0, q, A);
  const SparseRows R = without_units(A, scales);
  if (!std::ranges::all_of(R.value, [](double x) { return std::isfinite(x); })) return {};
  return independent_rows(system.sizes().nv, R.first, R.column, R.value, system.sizes().nc, rank_real, most);
}

}  // namespace

std::vector<bool> vanishing_rows(const ConstraintSystem& system, const std::vector<double>& q) {
  constexpr int places = 4;
  constexpr double nothing = 1e-12;  // of the terms: some thousand roundings
  std::vector<bool> vanishing(index(system.sizes().na), true);
  std::vector<double> moved = q, move(index(system.sizes().nv));
  Random random(1);
  SparseRows A;
  for (int place = 0; place < places; ++place) {
    const RowScales scales = system.row_scales(0.0, moved);
    system.constraint_jacobian(0.0, moved, A);
    const SparseRows R = without_units(A, scales);
    for (std::size_t i = 0; i < vanishing.size(); ++i)
      for (auto k = index(R.first[i]); k < index(R.first[i + 1]); ++k)
        if (!(std::abs(R.value[k]) < nothing)) vanishing[i] = false;
    for (std::size_t j = 0; j < move.size(); ++j) move[j] = scales.units[j] * random.symmetric();
    system.step(q, move, moved);
  }
  return vanishing;
}

KeptRows kept_rows(const ConstraintSystem& system, const std::vector<bool>& is_drive, const std::vector<double>& q) {
  constexpr int most_walked = 400;
  const Sizes sizes = system.sizes();
  const ScaledConstraints constraints(system, 0.0, q);
  const RowChoice here = independent_at(system, constraints.scales(), q);
  const bool all_here = static_cast<int>(here.rows.size()) == sizes.na;
  if ((all_here && here.least >= rows_well_apart) || std::max(sizes.na, sizes.nv) > most_walked)
    return {here.rows, here.least};
  WalkRows choice;
  for (int i = 0; i < sizes.na; ++i) {
    if (is_drive[index(i)]) continue;
    choice.rows.push_back(i);
    if (i < sizes.nc) choice.holonomic.push_back(i);
  }
  Random random(1);
  const Walks walks = walk(constraints, choice, 0.0, q, random, WalkOptions{2, 2});
  std::vector<std::vector<double>> places{q};
  places.insert(places.end(), walks.places.begin(), walks.places.end());
  std::vector<int> all(index(sizes.na));
  std::iota(all.begin(), all.end(), 0);
  const GeneralRank rank = general_rank(constraints, all, 0.0, places, q, rank_counted);
  const RowChoice best = independent_at(system, constraints.scales(), places[rank.best], rank.general);
  const bool here_too = all_here || (static_cast<int>(here.rows.size()) == rank.general && !rank.singular());
  return {here_too ? here.rows : best.rows, here_too ? std::max(here.least, best.least) : best.least};
}

}  // namespace alembert
