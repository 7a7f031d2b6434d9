// Rates of a mechanism's coordinates, differentiated.
#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert {
namespace {

using D = Dual<8>;

/// One row of qdot_jacobian after the other.
void add_row(SparseRows& matrix, int first_column, int count, int first_direction, const D& rate) {
  for (int k = 0; k < count; ++k) {
    matrix.column.push_back(first_column + k);
    matrix.value.push_back(rate.d[first_direction + k]);
  }
}

void clear(SparseRows& matrix) {
  matrix.first.assign(1, 0);
  matrix.column.clear();
  matrix.value.clear();
}

void finish_row(SparseRows& matrix) { matrix.first.push_back(static_cast<int>(matrix.column.size())); }

}  // namespace

std::vector<int> MechanismSystem::quaternions() const {
  const Plan& plan = setup_.compiled.plan;
  std::vector<int> list;
  for (std::size_t b = 1; b < index(plan.n_bodies()); ++b)
    if (speeds_of(plan.kind[b]) > 1) list.push_back(plan.first_q[b] + (plan.kind[b] == JointKind::free ? 3 : 0));
  std::ranges::sort(list);
  return list;
}

void MechanismSystem::qdot_jacobian(In q, In v, SparseRows& by_v, SparseRows& by_q) const {
  const Plan& plan = setup_.compiled.plan;
  std::vector<double> unit(q.begin(), q.end());
  tidy(unit);
  // Joints do not meet here, so all share seeds: four for quaternions, three for both triples of speeds, of which one
  // moves the quaternion and the other the position.
  std::vector<D> coordinates(unit.begin(), unit.end()), speeds(v.begin(), v.end()), rates(q.size(), D(0.0));
  std::vector<int> body_of(q.size(), 0);
  for (int b = 1; b < plan.n_bodies(); ++b) {
    const auto at = index(plan.first_q[index(b)]), d = index(plan.first_v[index(b)]);
    const JointKind kind = plan.kind[index(b)];
    for (int k = 0; k < coordinates_of(kind); ++k) body_of[at + index(k)] = b;
    for (int k = 0; k < speeds_of(kind); ++k) speeds[d + index(k)].d.set(4 + k % 3, 1.0);
    if (speeds_of(kind) == 1) continue;
    const std::size_t turn = at + (kind == JointKind::free ? 3 : 0);
    for (std::size_t i = 0; i < 4; ++i)  // only what turns the quaternion counts: its length is taken as one
      for (int k = 0; k < 4; ++k)
        coordinates[turn + i].d.set(k, (index(k) == i ? 1.0 : 0.0) - unit[turn + i] * unit[turn + index(k)]);
  }
  coordinate_rates<D>(plan, coordinates, speeds, rates);
  clear(by_v);
  clear(by_q);
  for (std::size_t i = 0; i < q.size(); ++i) {
    const auto b = index(body_of[i]);
    if (speeds_of(plan.kind[b]) == 1) {
      add_row(by_v, plan.first_v[b], 1, 4, rates[i]);
    } else {
      const bool free = plan.kind[b] == JointKind::free, position = free && static_cast<int>(i) < plan.first_q[b] + 3;
      add_row(by_v, plan.first_v[b] + (position ? 3 : 0), 3, 4, rates[i]);
      add_row(by_q, plan.first_q[b] + (free ? 3 : 0), 4, 0, rates[i]);
    }
    finish_row(by_v);
    finish_row(by_q);
  }
}

}  // namespace alembert
