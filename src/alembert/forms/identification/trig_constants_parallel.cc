#include "alembert/forms/identification/trig_constants_parallel.h"

#include <cmath>

namespace alembert {

using std::size_t;

std::vector<ParallelAngles> parallel_angles(const Plan& plan, const Params<double>& par, std::span<const Expr> q) {
  constexpr double parallel = 1e-12;
  const auto n = static_cast<size_t>(plan.n_bodies());
  struct Place {
    int list = -1;
    int within = -1;
  };
  std::vector<Place> place(n);        // of the nearest turning joint at or above a body, -1 where there is none
  std::vector<Vec3<double>> axis(n);  // of that joint, in the body's frame
  std::vector<ParallelAngles> lists;
  for (size_t b = 1; b < n; ++b) {
    const auto p = static_cast<size_t>(plan.parent[b]);
    const JointKind kind = plan.kind[b];
    if (speeds_of(kind) > 1) continue;
    const Vec3<double> inner = par.X_PF[b].R.transpose_times(axis[p]);
    if (kind == JointKind::prismatic) {
      place[b] = place[p];
      axis[b] = inner;
      continue;
    }
    const bool same = place[p].list >= 0 && std::hypot(inner.x, inner.y) < parallel;
    if (!same) lists.emplace_back();
    const int list = same ? place[p].list : static_cast<int>(lists.size()) - 1;
    ParallelAngles& angles = lists[static_cast<size_t>(list)];
    int direction = 1;
    if (same) direction = angles[static_cast<size_t>(place[p].within)].direction * (inner.z > 0 ? 1 : -1);
    place[b] = {list, static_cast<int>(angles.size())};
    axis[b] = {0, 0, 1};
    angles.push_back({q[static_cast<size_t>(plan.first_q[b])], same ? place[p].within : -1, direction});
  }
  std::erase_if(lists, [](const ParallelAngles& list) { return list.size() < 2; });
  return lists;
}

}  // namespace alembert
