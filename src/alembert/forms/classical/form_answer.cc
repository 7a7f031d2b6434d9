#include "alembert/forms/classical/form_answer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "alembert/forms/classical/form_parts.h"
#include "alembert/linalg/dense_solve.h"

namespace alembert {
namespace {

std::vector<double> apply(const LinearMap<double>& map, const std::vector<double>& unknowns) {
  if (!map.given()) return {};
  std::vector<double> value = map.matrix * unknowns;
  for (std::size_t i = 0; i < value.size(); ++i) value[i] += map.offset[i];
  return value;
}

/// Which entries depend on some unknown.
std::vector<char> known_entries(const LinearMap<double>& map) {
  std::vector<char> known(static_cast<std::size_t>(map.matrix.rows), 0);
  for (int i = 0; i < map.matrix.rows; ++i)
    for (int j = 0; j < map.matrix.cols; ++j)
      if (map.matrix(i, j) != 0.0) known[static_cast<std::size_t>(i)] = 1;
  return known;
}

}  // namespace

std::vector<double> unit_inertia(std::span<const double> inertia) {
  // A massless body on a joint with an armature has the square of a rounding as inertia about other axes.
  constexpr double rounding = 1e-28;
  double smallest = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (const double x : inertia) largest = std::max(largest, x);
  for (const double x : inertia)
    if (x > rounding * largest) smallest = std::min(smallest, x);
  if (!std::isfinite(smallest)) smallest = 1.0;
  std::vector<double> factors;
  factors.reserve(inertia.size());
  for (const double x : inertia) factors.push_back(x >= 0.0 ? 1.0 / std::sqrt(std::max(x, smallest)) : 0.0);
  return factors;
}

FormAnswer solve_form(const FormSystem<double>& system, const Blocks<double>& blocks) {
  assert(!system.why_not);
  const DenseSolution solution =
      solve_dense(system.matrix.rows, system.matrix.cols, system.matrix.a, system.right,
                  {unit_inertia(system.equation_inertia), unit_inertia(system.unknown_inertia)});
  FormAnswer answer;
  answer.unknowns = solution.x;
  const std::vector<double> factors = unit_inertia(inertias(blocks));
  // Right sides may be differences of forces that cancel: the forces themselves say what is small.
  double size = solution.size;
  for (std::size_t i = 0; i < factors.size(); ++i) size = std::max(size, factors[i] * std::abs(blocks.Qe[i]));
  answer.residual = size > 0.0 ? solution.residual / size : 0.0;
  answer.unique = solution.determined;
  answer.accelerations = apply(system.accelerations, solution.x);
  answer.multipliers = apply(system.multipliers, solution.x);
  answer.reactions = apply(system.reactions, solution.x);
  answer.constraint_force = apply(system.constraint_force, solution.x);
  answer.drives = apply(system.drives, solution.x);
  if (system.reactions.given()) {
    answer.known_reactions = known_entries(system.reactions);
    if (std::ranges::count(answer.known_reactions, 0) == 0) answer.known_reactions.clear();
  } else if (system.constraint_force.given() && blocks.reactions() > 0) {
    const DenseSolution reactions =
        solve_dense(blocks.n, blocks.reactions(), blocks.reach.a, answer.constraint_force, {factors, {}});
    answer.reactions = reactions.x;
    answer.unique = answer.unique && reactions.determined;
  }
  return answer;
}

}  // namespace alembert
