#include "alembert/analysis/mobility/standstill.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "alembert/analysis/driven/driven_motion.h"
#include "alembert/core/error.h"
#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/system/constraints/contradicting_rows.h"
#include "alembert/system/rank/manifold_walk.h"

namespace alembert {
namespace {

constexpr double short_way = 1e-3;  // scaled: far above what a double root leaves open, far below where curvature shows

bool positions_let_move(const System& system, const State& x, std::span<const int> rows) {
  return !lasting_motions(ScaledConstraints(system, x.t, x.q), rows, x.t, x.q, short_way).empty();
}

/// Whether the speeds miss what rows ask of them.
bool misses_speeds(const System& system, const State& x, const RowScales& scales) {
  constexpr double rounding = 1e-8;
  std::vector<double> off(index(system.sizes().na));
  SparseRows A;
  system.constraint_speed(x.t, x.q, off);
  system.constraint_jacobian(x.t, x.q, A);
  double worst = 0.0, largest = 0.0;
  for (std::size_t i = 0; i < off.size(); ++i) {
    largest = std::max(largest, std::abs(off[i]) / scales.sizes[i]);
    for (auto k = index(A.first[i]); k < index(A.first[i + 1]); ++k) off[i] -= A.value[k] * x.v[index(A.column[k])];
    worst = std::max(worst, std::abs(off[i]) / scales.sizes[i]);
  }
  return worst > rounding * largest;
}

}  // namespace

std::optional<std::string> standstill(const System& system, const ConstraintSetup& setup, const State& start,
                                      bool pushed) {
  constexpr int most = 200;
  const Sizes sizes = system.sizes();
  if (sizes.nc == 0 || sizes.nc != sizes.na || std::max(sizes.na, sizes.nv) > most) return {};
  const bool asked = misses_speeds(system, start, setup.scales);
  if (!asked && !(pushed && !setup.rheonomic)) return {};
  const std::vector<std::string> free = free_speeds(system, start);
  std::vector<int> rows(index(sizes.nc));
  std::iota(rows.begin(), rows.end(), 0);
  if (free.empty() || positions_let_move(system, start, rows)) return {};
  std::vector<std::string> holding;
  for (const int i : rows) {
    if (!setup.rows.is_drive[index(i)]) continue;
    std::vector<int> others = rows;
    others.erase(others.begin() + i);
    if (positions_let_move(system, start, others)) holding.push_back(system.row_name(i));
  }
  const std::string shaky = "speeds (" + join(free, ", ") + ") that positions forbid: it is shaky and cannot move, ";
  if (asked && !holding.empty())
    return "the drive of " + quoted(holding) +
           " is locked, whatever its speed: the mechanism stands at a dead centre; start beside it, or drive another "
           "joint";
  if (!holding.empty())
    return "the drive of " + quoted(holding) + " holds the mechanism at a dead centre, with " + shaky +
           "and nothing finite holds it against forces across; start beside this dead centre or drive another joint";
  return "the mechanism has " + shaky +
         "and nothing finite holds it against forces across; change lengths so that links are not in line";
}

void refuse_standstill(const System& system, const ConstraintSetup& rows, const State& start, bool pushed) {
  if (const std::optional<std::string> why = standstill(system, rows, start, pushed))
    throw Error(Error::Code::singular, "the motion cannot start: " + *why);
}

bool is_pushed(const System& system, const State& start) {
  constexpr double rest = 1e-8;
  const auto moves = [](double speed) { return !(std::abs(speed) <= rest); };
  std::vector<double> u(index(system.sizes().nu)), vdot(start.v.size()), zdot(start.z.size());
  system.inputs(start.t, u);
  const bool good = system.accelerate(start, u, vdot, zdot, {}).good();
  return !good || std::ranges::any_of(vdot, moves) || std::ranges::any_of(start.v, moves);
}

}  // namespace alembert
