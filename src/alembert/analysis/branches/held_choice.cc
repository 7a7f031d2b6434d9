#include "alembert/analysis/branches/held_choice.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "alembert/core/index.h"
#include "alembert/linalg/singular_values.h"
#include "alembert/linalg/vectors.h"
#include "alembert/system/rank/general_rank.h"
#include "alembert/system/rank/manifold_walk.h"
#include "alembert/system/rank/row_dependence.h"

namespace alembert {
namespace {

using Wish = HoldCandidate::Wish;

/// Share of a unit motion that must be free in a coordinate for it to be worth holding.
constexpr double independent = 1e-4;

/// Motions that are still free, as an orthonormal basis that shrinks with every row that is held.
class FreeSpace {
 public:
  FreeSpace(int motions, std::vector<double> basis) : motions_(index(motions)), basis_(std::move(basis)) {}

  std::size_t size() const { return basis_.size() / std::max<std::size_t>(motions_, 1); }
  const std::vector<double>& basis() const { return basis_; }

  /// Takes out what changes the coordinates of these rows [k x motions]. Returns the least share of a row that was
  /// free; where that is too little, nothing is taken out.
  double hold(std::span<const double> rows) {
    const std::vector<double> before = basis_;
    double least = 1.0;
    for (std::size_t r = 0; r < rows.size() && least > independent; r += motions_)
      least = std::min(least, hold_one(rows.subspan(r, motions_)));
    if (least <= independent) basis_ = before;
    return least;
  }

 private:
  double hold_one(std::span<const double> row) {
    const std::size_t k = size();
    std::vector<double> part(k, 0.0);
    for (std::size_t j = 0; j < motions_; ++j)
      for (std::size_t i = 0; i < k; ++i) part[i] += row[j] * basis_[j * k + i];
    const double length = norm(part), share = length / std::max(norm(row), 1e-300);
    if (!(share > independent)) return 0.0;
    for (double& x : part) x /= length;
    const std::vector<double> rest = null_space(1, static_cast<int>(k), part, 0.5);  // [k x (k - 1)]
    std::vector<double> smaller(motions_ * (k - 1), 0.0);
    for (std::size_t j = 0; j < motions_; ++j)
      for (std::size_t i = 0; i < k; ++i)
        for (std::size_t c = 0; c + 1 < k; ++c) smaller[j * (k - 1) + c] += basis_[j * k + i] * rest[i * (k - 1) + c];
    basis_ = std::move(smaller);
    return share;
  }

  std::size_t motions_;
  std::vector<double> basis_;  ///< [motions x size]
};

/// Scaled rows of a candidate at q.
std::vector<double> rows_of(const HoldCandidate& candidate, const ScaledConstraints& constraints, double t,
                            std::span<const double> q) {
  const auto n = index(constraints.motions());
  std::vector<double> rows;
  if (candidate.row >= 0) {
    constraints.jacobian(t, q, std::span(&candidate.row, 1), rows);
    return rows;
  }
  for (const int speed : candidate.speeds) {
    rows.resize(rows.size() + n, 0.0);
    rows[rows.size() - n + index(speed)] = 1.0;
  }
  return rows;
}

/// General configurations on the rows `own`, near q, the most regular one first; q itself first where it is `enough`
/// that rows are independent there.
std::vector<std::vector<double>> general_places(const ScaledConstraints& constraints, std::span<const int> own,
                                                double t, std::span<const double> q, bool enough) {
  WalkRows choice;
  choice.rows = choice.holonomic = {own.begin(), own.end()};
  Random random(1);
  std::vector<std::vector<double>> places{{q.begin(), q.end()}};
  const auto rows = static_cast<double>(own.size());
  const bool large = rows * rows * constraints.motions() > 1e6;  // a tenth of a second for each place
  const Walks walks = walk(constraints, choice, t, q, random, large ? WalkOptions{1, 2} : WalkOptions{});
  places.insert(places.end(), walks.places.begin(), walks.places.end());
  const GeneralRank rank = general_rank(constraints, choice.rows, t, places, q, rank_counted);
  std::swap(places.front(), places[enough && !rank.singular() ? 0 : rank.best]);
  return places;
}

void pivot(std::span<const HoldCandidate> candidates, std::span<const std::vector<double>> rows, FreeSpace& free,
           std::vector<bool>& held) {
  while (free.size() > 0) {
    double most = 0.0;
    std::size_t best = candidates.size();
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (held[i] || candidates[i].wish != Wish::none) continue;
      FreeSpace trial = free;
      const double share = trial.hold(rows[i]);
      if (share > independent && share > most + independent) {
        most = share;
        best = i;
      }
    }
    if (best == candidates.size()) return;
    free.hold(rows[best]);
    held[best] = true;
  }
}

HeldChoice choose_at(const System& system, const ScaledConstraints& constraints, std::span<const int> own_rows,
                     double t, std::span<const double> place, std::span<const HoldCandidate> candidates) {
  const bool any_asked = std::ranges::find(candidates, Wish::asked, &HoldCandidate::wish) != candidates.end();
  std::vector<double> A;
  constraints.jacobian(t, place, own_rows, A);
  FreeSpace free(constraints.motions(),
                 null_space(static_cast<int>(own_rows.size()), constraints.motions(), A, rank_counted));
  std::vector<std::vector<double>> rows;
  for (const HoldCandidate& candidate : candidates) rows.push_back(rows_of(candidate, constraints, t, place));

  HeldChoice choice;
  choice.held.assign(candidates.size(), false);
  for (const Wish wish : {Wish::asked, Wish::fixed, Wish::written})
    for (std::size_t i = 0; i < candidates.size(); ++i) {
      if (candidates[i].wish != wish) continue;
      const bool is_free = free.hold(rows[i]) > independent;
      choice.held[i] = is_free || (wish == Wish::fixed && !any_asked);
      if (!is_free && wish == Wish::asked && choice.dependent < 0) choice.dependent = static_cast<int>(i);
    }
  pivot(candidates, rows, free, choice.held);
  for (std::size_t j = 0; j < free.size(); ++j)
    for (const int i : main_components(free.basis(), free.size(), j)) {
      const std::string name = system.speed_name(i);
      if (std::ranges::find(choice.left, name) == choice.left.end()) choice.left.push_back(name);
    }
  return choice;
}

}  // namespace

HeldChoice choose_held(const System& system, int own, double t, std::span<const double> q,
                       std::span<const HoldCandidate> candidates) {
  const ScaledConstraints constraints(system, t, q);
  std::vector<int> own_rows(index(own));
  std::iota(own_rows.begin(), own_rows.end(), 0);
  const auto wished = [&](Wish wish) { return std::ranges::find(candidates, wish, &HoldCandidate::wish); };
  const bool free_hand = wished(Wish::asked) == candidates.end() && wished(Wish::fixed) == candidates.end();
  const std::vector<std::vector<double>> places = general_places(constraints, own_rows, t, q, free_hand);
  HeldChoice choice = choose_at(system, constraints, own_rows, t, places.front(), candidates);
  // Rows may be most regular where a coordinate that was asked for is at its dead centre.
  for (std::size_t k = 1; k < places.size() && choice.dependent >= 0; ++k)
    if (HeldChoice other = choose_at(system, constraints, own_rows, t, places[k], candidates); other.dependent < 0)
      choice = std::move(other);
  return choice;
}

}  // namespace alembert
