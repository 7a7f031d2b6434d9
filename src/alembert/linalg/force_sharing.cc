#include "alembert/linalg/force_sharing.h"

#include <algorithm>
#include <cmath>

#include "alembert/linalg/semidefinite.h"

namespace alembert {
namespace {

double width(const BoxComplementarity& answer, std::size_t k) { return answer.high[k] - answer.low[k]; }

}  // namespace

void share_forces(BoxComplementarity& answer, std::span<const std::size_t> carrying,
                  std::span<const std::size_t> held) {
  const std::size_t n = answer.b.size(), count = carrying.size();
  if (count == 0 || held.empty()) return;
  SemidefiniteSolver<double> solver(static_cast<int>(count));
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t j = 0; j < count; ++j) solver.matrix()[i * count + j] = answer.S[carrying[i] * n + carrying[j]];
  solver.factor();
  constexpr int sweeps = 3;  // one is enough where there is one carrying force
  std::vector<double> by(count);
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (const std::size_t k : held) {
      // Row k is the sum of by[i] times the carrying rows: a force along it does what these forces do.
      for (std::size_t i = 0; i < count; ++i) by[i] = answer.S[carrying[i] * n + k];
      solver.solve(by);
      double load = 0.0, share = 0.0;
      for (std::size_t i = 0; i < count; ++i) {
        const double unit = width(answer, carrying[i]);
        if (!std::isfinite(unit) || !(unit > 0.0)) continue;  // a stop pushes as hard as it must
        load += by[i] * answer.f[carrying[i]] / (unit * unit);
        share += by[i] * by[i] / (unit * unit);
      }
      if (!(share > 0.0)) continue;
      const double before = answer.f[k];
      answer.f[k] = std::clamp(before + load / share, answer.low[k], answer.high[k]);
      for (std::size_t i = 0; i < count; ++i) answer.f[carrying[i]] -= by[i] * (answer.f[k] - before);
    }
}

Bounded side_of(const BoxComplementarity& answer, std::size_t k) {
  const double near = force_at_bound * width(answer, k);
  if (answer.f[k] <= answer.low[k] + near) return Bounded::at_low;
  return answer.f[k] >= answer.high[k] - near ? Bounded::at_high : Bounded::inside;
}

}  // namespace alembert
