#include "alembert/system/constraints/unbounded_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "alembert/core/index.h"

namespace alembert {
namespace {

/// What rows ask for at a time in a configuration at rest.
struct Asked {
  std::vector<double> speed, acceleration;
};

Asked asked_at(const System& system, double t, std::span<const double> q) {
  const Sizes sizes = system.sizes();
  Asked asked{std::vector<double>(index(sizes.na)), std::vector<double>(index(sizes.na))};
  const std::vector<double> v(index(sizes.nv), 0.0), z(index(sizes.nz), 0.0);
  system.constraint_speed(t, q, asked.speed);
  system.constraint_acceleration({t, q, v, z}, asked.acceleration);
  return asked;
}

}  // namespace

int unbounded_row(const System& system, double t, std::span<const double> q, double moment) {
  constexpr double noticeable = 1e-7;  // of the row's longest reach
  const Asked now = asked_at(system, t, q), later = asked_at(system, t + moment, q);
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  for (std::size_t i = 0; i < now.speed.size(); ++i) {
    double reach = 1.0;
    for (auto k = index(A.first[i]); k < index(A.first[i + 1]); ++k) reach = std::max(reach, std::abs(A.value[k]));
    const bool steady = std::abs((later.speed[i] - now.speed[i]) * moment) < noticeable * reach;
    if (!steady || !std::isfinite(now.acceleration[i]) || !std::isfinite(later.acceleration[i]))
      return static_cast<int>(i);
  }
  return -1;
}

}  // namespace alembert
