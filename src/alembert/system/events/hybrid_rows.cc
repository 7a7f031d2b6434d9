/// Constraint rows, memory and event functions of a HybridSystem.
#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/core/index.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/events/hybrid_thresholds.h"

namespace alembert {

void HybridSystem::constraint(double t, In q, Out phi) const {
  std::vector<double> base(index(base_sizes_.nc));
  base_.constraint(t, q, base);
  std::ranges::copy(base, phi.begin());
  if (resting_ == 0) return;
  const std::vector<double> rest(index(base_sizes_.nv), 0.0), states(index(base_sizes_.nz), 0.0);
  const State x{t, q, rest, states};
  for (std::size_t i = 0; i < resting_; ++i) {
    const Contact& contact = contacts_[active_[i].index];
    phi[own_at(i)] = joints_->coordinate(x, u_, contact.coordinate) - contact.bound;
  }
}

void HybridSystem::constraint_jacobian(double t, In q, SparseRows& A) const {
  SparseRows base;
  base_.constraint_jacobian(t, q, base);
  if (active_.empty()) {
    A = std::move(base);
    return;
  }
  const std::vector<SpeedRow> rows = rows_of(active_, t, q);
  A.first.assign(1, 0);
  A.column.clear();
  A.value.clear();
  const auto close = [&] { A.first.push_back(static_cast<int>(A.column.size())); };
  const auto add_base = [&](int from, int to) {
    for (int i = from; i < to; ++i) {
      for (auto k = index(base.first[index(i)]); k < index(base.first[index(i + 1)]); ++k) {
        A.column.push_back(base.column[k]);
        A.value.push_back(base.value[k]);
      }
      close();
    }
  };
  const auto add_active = [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      for (const auto& [speed, factor] : rows[i]) {
        A.column.push_back(speed);
        A.value.push_back(factor);
      }
      close();
    }
  };
  add_base(0, base_sizes_.nc);
  add_active(0, resting_);
  add_base(base_sizes_.nc, base_sizes_.na);
  add_active(resting_, active_.size());
}

void HybridSystem::constraint_speed(double t, In q, Out b) const {
  std::vector<double> base(index(base_sizes_.na));
  base_.constraint_speed(t, q, base);
  std::ranges::fill(b, 0.0);
  for (std::size_t i = 0; i < base.size(); ++i) b[base_at(i)] = base[i];
}

void HybridSystem::constraint_acceleration(const State& x, Out c) const {
  std::vector<double> base(index(base_sizes_.na));
  base_.constraint_acceleration(x, base);
  for (std::size_t i = 0; i < base.size(); ++i) c[base_at(i)] = base[i];
  for (std::size_t i = 0; i < active_.size(); ++i) c[own_at(i)] = -joints_->bias(x, u_, active_[i].speed);
}

RowScales HybridSystem::row_scales(double t, In q) const {
  RowScales scales = base_.row_scales(t, q);
  std::vector<double> sizes(scales.sizes.size() + active_.size(), 1.0);
  for (std::size_t i = 0; i < scales.sizes.size(); ++i) sizes[base_at(i)] = scales.sizes[i];
  const std::vector<SpeedRow> rows = rows_of(active_, t, q);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double square = 0.0;
    for (const auto& [speed, factor] : rows[i]) square += std::pow(factor * scales.units[index(speed)], 2);
    if (square > 0.0) sizes[own_at(i)] = std::sqrt(square);
  }
  scales.sizes = std::move(sizes);
  scales.floors.clear();
  return scales;
}

std::vector<double> HybridSystem::memory() const {
  std::vector<double> memory;
  for (const Contact& c : contacts_)
    memory.insert(memory.end(), {static_cast<double>(c.mode), c.fastest, c.slow, c.noise, c.lag, c.slow_lag});
  for (const DryFriction& f : frictions_)
    memory.insert(memory.end(), {static_cast<double>(f.mode), f.fastest, f.noise, f.held_force, f.held_share, f.lag,
                                 f.carried ? 1.0 : 0.0});
  for (std::size_t i = 0; i < held_.size(); ++i)
    memory.insert(memory.end(), {static_cast<double>(held_[i]), let_go_[i] ? 1.0 : 0.0});
  memory.push_back(static_cast<double>(events_));
  memory.push_back(static_cast<double>(happenings_.size()));
  for (const Happening& h : happenings_)
    memory.insert(memory.end(), {static_cast<double>(h.kind), static_cast<double>(h.index), h.time, h.value, h.energy});
  memory.insert(memory.end(), {static_cast<double>(ordered_), first_ordered_});
  memory.push_back(static_cast<double>(jumps_.size()));
  for (const RowJumps& j : jumps_)
    memory.insert(memory.end(), {static_cast<double>(j.row), j.first, j.largest, static_cast<double>(j.count)});
  const std::vector<double> base = base_.memory();
  memory.insert(memory.end(), base.begin(), base.end());
  return memory;
}

void HybridSystem::recall(In memory) const {
  std::size_t next = 0;
  const auto number = [&] { return memory[next++]; };
  for (Contact& c : contacts_) {
    c.mode = static_cast<Contact::Mode>(static_cast<int>(number()));
    c.fastest = number();
    c.slow = number();
    c.noise = number();
    c.lag = number();
    c.slow_lag = number();
  }
  for (DryFriction& f : frictions_) {
    f.mode = static_cast<DryFriction::Mode>(static_cast<int>(number()));
    f.fastest = number();
    f.noise = number();
    f.held_force = number();
    f.held_share = number();
    f.lag = number();
    f.carried = number() != 0.0;
  }
  for (std::size_t i = 0; i < held_.size(); ++i) {
    held_[i] = static_cast<Held>(static_cast<int>(number()));
    let_go_[i] = number() != 0.0;
  }
  events_ = static_cast<long>(number());
  happenings_.resize(static_cast<std::size_t>(number()));
  for (Happening& h : happenings_) {
    h.kind = static_cast<Happening::Kind>(static_cast<int>(number()));
    h.index = static_cast<std::size_t>(number());
    h.time = number();
    h.value = number();
    h.energy = number();
  }
  ordered_ = static_cast<long>(number());
  first_ordered_ = number();
  jumps_.resize(static_cast<std::size_t>(number()));
  for (RowJumps& j : jumps_) {
    j.row = static_cast<int>(number());
    j.first = number();
    j.largest = number();
    j.count = static_cast<long>(number());
  }
  base_.recall(memory.subspan(next));
  if (switched_ != nullptr) switched_->hold_switches(held_);
  list_active();
}

int HybridSystem::own_events() const { return static_cast<int>(first_switch() + held_.size()); }

bool HybridSystem::watches() const {
  return base_sizes_.events > 0 || first_switch() > 0 || std::ranges::find(of_time_, false) != of_time_.end();
}

double HybridSystem::known_time(double t, double end) const {
  timed_ = held_.empty() ? TimedTurns{} : time_->next(t, end, held_);
  return timed_.time;
}

std::vector<int> HybridSystem::known_events() const {
  std::vector<int> events;
  for (const TimedTurns::One& turn : timed_.turns) events.push_back(static_cast<int>(first_switch() + turn.comparison));
  std::ranges::sort(events);
  return events;
}

void HybridSystem::event_values(const State& x, In u, Out values) const {
  std::ranges::fill(values.first(index(own_events())), 1.0);
  if ((!active_.empty() || !loaded_.empty()) && !knows(x, u)) accelerate(x, u, vdot_, zdot_, {});
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    if (contact.mode == Contact::Mode::resting) continue;
    const double gap = contact.gap(joints_->coordinate(x, u, contact.coordinate));
    values[i] = contact.mode != Contact::Mode::open ? -gap
                : contact.lag == 0.0                ? gap
                                                    : contact.free_way(gap, joints_->speed(x, u, contact.speed));
  }
  const Out of_frictions = values.subspan(contacts_.size());
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    const DryFriction& friction = frictions_[i];
    if (friction.rests()) continue;
    of_frictions[2 * i] = friction.sense() * joints_->speed(x, u, friction.speed) + friction.lag +
                          (friction.led() ? friction.still() : 0.0);
  }
  for (std::size_t k = 0; k < active_.size(); ++k) {
    const auto [is_contact, i, speed] = active_[k];
    if (is_contact) {
      values[i] = contacts_[i].normal * forces_[k] + contacts_[i].noise;
    } else {
      const double forward = frictions_[i].forward_at_rest, backward = frictions_[i].backward_at_rest;
      const double noise = std::max(frictions_[i].noise, 10.0 * force_rounding * std::max(forward, backward));
      of_frictions[2 * i] = forces_[k] + forward + noise;
      of_frictions[2 * i + 1] = backward - forces_[k] + noise;
    }
  }
  const Out of_switches = of_frictions.subspan(2 * frictions_.size());
  if (!held_.empty()) {
    switched_->switch_values(at_rest(x), u, values_);
    switched_->switching().margins(held_, of_switches);
    for (std::size_t i = 0; i < held_.size(); ++i)
      if (of_time_[i]) of_switches[i] = 1.0;  // at known_time() alone
  }
  if (base_sizes_.events > 0) base_.event_values(at_rest(x), u, of_switches.subspan(held_.size()));
}

}  // namespace alembert
