#include "alembert/integrate/energy_rounding.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "alembert/core/random.h"

namespace alembert {

EnergyRounding energy_rounding(const System& system, const State& x, double duration, std::span<const double> units) {
  constexpr int directions = 8;
  const Sizes sizes = system.sizes();
  const auto nv = static_cast<std::size_t>(sizes.nv);
  std::vector<double> unit(nv, 0.0), move(nv), q(x.q.size()), v(nv), u(static_cast<std::size_t>(sizes.nu));
  const auto unit_of = [&](std::size_t i) { return units.empty() ? 1.0 : units[i]; };
  for (std::size_t i = 0; i < x.q.size(); ++i) {
    double& own = unit[static_cast<std::size_t>(system.speed_of(static_cast<int>(i)))];
    own = std::max({own, std::abs(x.q[i]), unit_of(i)});
  }
  const std::vector<double> memory = system.memory();
  system.inputs(x.t, u);
  const Energies here = system.energies(x, u);
  Random random(1);
  // Heights above the world's origin may be large beside those that a mechanism goes through.
  constexpr double of_a_sum = 4e-15;  // places of a chain are rounded some times, and so are the sums
  const double level = std::abs(here.kinetic) + std::abs(here.potential);
  const double of_sums = std::isfinite(level) ? of_a_sum * level : 0.0;
  double largest = of_sums;
  for (int k = 0; k < directions; ++k) {
    for (std::size_t j = 0; j < nv; ++j) {
      move[j] = known_state * unit[j] * random.symmetric();
      v[j] = x.v[j] + known_state * std::max(unit_of(x.q.size() + j), std::abs(x.v[j])) * random.symmetric();
    }
    system.step(x.q, move, q);
    const Energies there = system.energies({x.t, q, v, x.z}, u);
    const double change = std::abs(there.conserved - here.conserved) + std::abs(there.power - here.power) * duration;
    if (std::isfinite(change)) largest = std::max(largest, change);
  }
  system.recall(memory);
  return {of_sums, largest};
}

}  // namespace alembert
