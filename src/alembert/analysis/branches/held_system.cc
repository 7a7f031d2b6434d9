#include "alembert/analysis/branches/held_system.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "alembert/core/index.h"

namespace alembert {

HeldSystem::HeldSystem(const System& whole, std::vector<int> moving, std::vector<int> angle_rows)
    : whole_(whole),
      moving_(std::move(moving)),
      angle_rows_(std::move(angle_rows)),
      place_(index(whole.sizes().nv), -1),
      motion_(index(whole.sizes().nv)) {
  for (std::size_t i = 0; i < moving_.size(); ++i) place_[index(moving_[i])] = static_cast<int>(i);
  sizes_.nq = whole.sizes().nq;
  sizes_.nv = static_cast<int>(moving_.size());
  sizes_.nc = sizes_.na = whole.sizes().nc;
}

void HeldSystem::step(In q, In dq, Out q_new) const {
  std::ranges::fill(motion_, 0.0);
  for (std::size_t i = 0; i < moving_.size(); ++i) motion_[index(moving_[i])] = dq[i];
  whole_.step(q, motion_, q_new);
}

void HeldSystem::difference(In from, In to, Out dq) const {
  whole_.difference(from, to, motion_);
  for (std::size_t i = 0; i < moving_.size(); ++i) dq[i] = motion_[index(moving_[i])];
}

Status HeldSystem::accelerate(const State& x, In /*u*/, Out /*vdot*/, Out /*zdot*/, Out /*lambda*/) const {
  return {Trouble::singular, -1, x.t};
}
Status HeldSystem::accelerate_jacobian(const State& x, In /*u*/, Out /*by_q*/, Out /*by_v*/, Out /*by_z*/,
                                       Out /*by_u*/) const {
  return {Trouble::singular, -1, x.t};
}

void HeldSystem::constraint(double t, In q, Out phi) const {
  whole_.constraint(t, q, phi);
  for (const int row : angle_rows_) phi[index(row)] = std::remainder(phi[index(row)], 2.0 * std::numbers::pi);
}

void HeldSystem::constraint_jacobian(double t, In q, SparseRows& A) const {
  whole_.constraint_jacobian(t, q, rows_);
  A.first.assign(1, 0);
  A.column.clear();
  A.value.clear();
  for (std::size_t i = 0; i < index(sizes_.nc); ++i) {
    for (auto k = index(rows_.first[i]); k < index(rows_.first[i + 1]); ++k) {
      const int column = place_[index(rows_.column[k])];
      if (column < 0) continue;
      A.column.push_back(column);
      A.value.push_back(rows_.value[k]);
    }
    A.first.push_back(static_cast<int>(A.column.size()));
  }
}

RowScales HeldSystem::row_scales(double t, In q) const {
  RowScales scales = whole_.row_scales(t, q);
  scales.sizes.resize(index(sizes_.na));  // the holonomic ones come first
  if (!scales.floors.empty()) scales.floors.resize(index(sizes_.na));
  std::vector<double> units;
  for (const int speed : moving_) units.push_back(scales.units[index(speed)]);
  scales.units = std::move(units);
  return scales;
}

}  // namespace alembert
