/// What a HybridSystem does where rows jump: motions and lengths with kinks.
#include <algorithm>
#include <cmath>

#include "alembert/core/text.h"
#include "alembert/system/hybrid_system.h"

namespace alembert {
namespace {

/// Rows met to this share of their terms are met: the state was on them a moment before.
constexpr double row_rounding = 1e-9;
/// [m/s, rad/s] What rounding leaves of a mechanism at rest moves slower.
constexpr double no_jump = 1e-25;

}  // namespace

/// Brings the speeds onto the base's rows where a comparison that turned has changed what these ask for, by the impulse
/// of the rows alone:
///
///   M (v+ - v-) + A^T L = 0,    A v+ = b+
///
/// Rows that ask for another position cannot be followed.
Status HybridSystem::follow_rows(const State& x, Out v) const {
  if (base_sizes_.na == 0) return {};
  std::vector<double> phi(static_cast<std::size_t>(base_sizes_.nc)), rest(static_cast<std::size_t>(base_sizes_.na));
  SparseRows A;
  base_.constraint(x.t, x.q, phi);
  base_.constraint_speed(x.t, x.q, rest);
  base_.constraint_jacobian(x.t, x.q, A);
  bool jumps = false;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    double size = std::abs(rest[i]), reach = 1.0;
    for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k) {
      const double term = A.value[k] * v[static_cast<std::size_t>(A.column[k])];
      rest[i] -= term;
      size += std::abs(term);
      reach = std::max(reach, std::abs(A.value[k]));
    }
    if (i < phi.size() && std::abs(phi[i]) > row_rounding * reach)
      return {Trouble::jumps, static_cast<int>(base_at(i)), x.t};
    if (std::abs(rest[i]) <= std::max(row_rounding * size, no_jump)) {
      rest[i] = 0.0;
      continue;
    }
    jumps = true;
    note_jump(static_cast<int>(i), x.t, rest[i]);
  }
  if (!jumps) return {};
  std::vector<double> still(v.size()), dv(v.size()), impulse(rest.size());
  const double before = base_.energies(x, u_).conserved;
  const Status status = base_.constrained_solve(x.t, x.q, still, rest, dv, impulse);
  if (!status.good()) return status;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += dv[i];
  supplied_jump_ = base_.energies(x, u_).conserved - before;
  only_switched_ = false;
  return {};
}

void HybridSystem::note_jump(int row, double t, double by) const {
  note(Happening::Kind::jumps, static_cast<std::size_t>(row), t, by);
  const auto known = std::ranges::find(jumps_, row, &RowJumps::row);
  RowJumps& jumps = known == jumps_.end() ? jumps_.emplace_back(RowJumps{row, t, 0.0, 0}) : *known;
  jumps.largest = std::max(jumps.largest, std::abs(by));
  ++jumps.count;
}

std::string HybridSystem::describe(const RowJumps& jumps) const {
  const std::string times = jumps.count == 1 ? "" : ", " + std::to_string(jumps.count) + " times in all";
  return "the speed that '" + base_.row_name(jumps.row) + "' prescribes jumps at t = " + shortest(jumps.first) + " s" +
         times + ", by " + shortest(jumps.largest) + (jumps.count == 1 ? "" : " at most") +
         ": an impulse, which no row of the results holds, makes the motion follow, and no force is finite there; a"
         " smooth motion needs none";
}

}  // namespace alembert
