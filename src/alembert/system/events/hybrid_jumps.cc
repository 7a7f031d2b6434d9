/// What a HybridSystem does where rows jump: motions and lengths with kinks.
#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/system/events/hybrid_system.h"

namespace alembert {
namespace {

/// Rows met to this share of their terms are met: the state was on them a moment before.
constexpr double row_rounding = 1e-9;
/// [m/s, rad/s] What rounding leaves of a mechanism at rest moves slower.
constexpr double no_jump = 1e-25;
/// The same for rows that ask for no speed of their own, as those of joints do: at rest, terms and sum are rounding.
constexpr double no_jump_at_rest = 1e-12;
/// Of the time: how far an event may be from where its comparison turns, which it is of the motion and not of time.
constexpr double instant = 64.0 * std::numeric_limits<double>::epsilon();

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
  std::vector<double> rates(rest.size());
  SparseRows A;
  base_.constraint_acceleration(x, rates);
  base_.constraint(x.t, x.q, phi);
  base_.constraint_speed(x.t, x.q, rest);
  base_.constraint_jacobian(x.t, x.q, A);
  std::vector<std::size_t> jumps;
  for (std::size_t i = 0; i < rest.size(); ++i) {
    double size = std::abs(rest[i]), reach = 1.0;
    const double least = rest[i] == 0.0 ? no_jump_at_rest : no_jump;
    for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k) {
      const double term = A.value[k] * v[static_cast<std::size_t>(A.column[k])];
      rest[i] -= term;
      size += std::abs(term);
      reach = std::max(reach, std::abs(A.value[k]));
    }
    if (i < phi.size() && std::abs(phi[i]) > row_rounding * reach)
      return {Trouble::jumps, static_cast<int>(base_at(i)), x.t};
    const double late = instant * std::abs(x.t * rates[i]);  // what the row's speed has gained since
    if (std::abs(rest[i]) <= std::max({row_rounding * size, least, late})) {
      rest[i] = 0.0;
      continue;
    }
    jumps.push_back(i);
  }
  if (jumps.empty()) return {};
  std::vector<double> still(v.size()), dv(v.size()), impulse(rest.size());
  const double before = base_.energies(x, u_).conserved;
  const Status status = base_.constrained_solve(x.t, x.q, still, rest, dv, impulse);
  if (!status.good()) return status;
  for (std::size_t i = 0; i < v.size(); ++i) v[i] += dv[i];
  supplied_jump_ = base_.energies(x, u_).conserved - before;
  // Each row by its impulse and the mean of its speeds; the first one by what others that move do besides.
  std::vector<double> work(rest.size()), speed(rest.size());
  base_.constraint_speed(x.t, x.q, speed);
  double others = supplied_jump_;
  for (const std::size_t i : jumps) others -= work[i] = -impulse[i] * (speed[i] - 0.5 * rest[i]);
  work[jumps.front()] += others;
  if (events_ > 0)  // a start has no speed before it
    for (const std::size_t i : jumps) note_jump(static_cast<int>(i), x.t, rest[i], work[i]);
  only_switched_ = false;
  return {};
}

}  // namespace alembert
