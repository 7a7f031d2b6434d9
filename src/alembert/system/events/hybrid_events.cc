/// The discrete changes of a HybridSystem.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/events/hybrid_thresholds.h"

namespace alembert {
Status HybridSystem::begin(double t, Out q, Out v, In z, In fastest) const {
  const auto fastest_of = [&](int speed) { return fastest.empty() ? 0.0 : fastest[static_cast<std::size_t>(speed)]; };
  events_ = 0;
  happenings_.clear();
  jumps_.clear();
  ordered_ = 0;
  met_.clear();
  base_.inputs(t, u_);
  const State x{t, q, v, z};
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& contact = contacts_[i];
    const double gap = contact.gap(joints_->coordinate(x, u_, contact.coordinate));
    contact.fastest = fastest_of(contact.speed);
    contact.slow = contact.lag = contact.slow_lag = 0.0;
    contact.mode = gap < -same_instant * contact.size ? Contact::Mode::outside : Contact::Mode::open;
    if (contact.mode == Contact::Mode::outside) note(Happening::Kind::starts_outside, i, t);
  }
  for (DryFriction& friction : frictions_) {
    const double speed = joints_->speed(x, u_, friction.speed);
    friction.fastest = std::max(std::abs(speed), fastest_of(friction.speed));
    friction.mode = speed > 0.0 || (friction.driven && speed == 0.0) ? DryFriction::Mode::forward
                    : speed < 0.0                                    ? DryFriction::Mode::backward
                                                                     : DryFriction::Mode::stuck;
  }
  list_active();
  find_met(x);
  let_go_.assign(let_go_.size(), false);
  std::ranges::fill(held_, Held::free);
  if (switched_ != nullptr) switched_->hold_switches(held_);
  const Status status = change({}, t, q, v, z);
  only_switched_ = false;
  return status;
}

Status HybridSystem::happened(std::span<const int> crossed, double t, Out q, Out v, In z) const {
  ++events_;
  met_.clear();
  return change(crossed, t, q, v, z);
}

bool HybridSystem::calm(int event) const {
  const auto first = static_cast<int>(first_switch());
  if (event < static_cast<int>(contacts_.size())) {
    Contact& contact = contacts_[static_cast<std::size_t>(event)];
    contact.slow = std::max(10.0 * contact.slow, slow_rebound * contact.fastest);
    return contact.slow < contact.fastest;
  }
  if (event < first || event >= own_events()) return false;
  const auto i = static_cast<std::size_t>(event - first);
  let_go_[i] = true;
  held_[i] = Held::free;
  switched_->hold_switches(held_);
  known_.clear();
  return true;
}

double HybridSystem::shortest_flight(const State& x) const {
  double shortest = std::numeric_limits<double>::infinity();
  bool known = false;
  for (const Contact& contact : contacts_) {
    if (contact.mode != Contact::Mode::open) continue;
    const double leaving = contact.normal * joints_->speed(x, u_, contact.speed);
    if (leaving <= 0.0 || contact.gap(joints_->coordinate(x, u_, contact.coordinate)) > same_instant * contact.size)
      continue;
    if (!std::exchange(known, true) && !accelerate(x, u_, vdot_, zdot_, {}).good()) return shortest;
    const double back = -contact.normal * rate_of(x, contact.speed);
    if (back > 0.0) shortest = std::min(shortest, 2.0 * leaving / back);
  }
  return shortest;
}

int HybridSystem::speed_of_event(int event) const {
  const auto i = static_cast<std::size_t>(event);
  int speed = -1;
  if (i < contacts_.size())
    speed = contacts_[i].speed;
  else if (i < first_switch())
    speed = frictions_[(i - contacts_.size()) / 2].speed;
  return speed < base_sizes_.nv ? speed : -1;
}

/// Comparisons that have left what they were held as come out otherwise from now on.
void HybridSystem::turn_switches(std::span<const std::size_t> list, const State& x) const {
  if (list.empty()) return;
  if (std::ranges::find(of_time_, false) != of_time_.end()) {
    switched_->switch_values(x, u_, values_);
    switched_->switching().turns(turns_);
  }
  for (const std::size_t i : list)
    if (!let_go_[i] && !of_time_[i]) held_[i] = turns_[i].away_from(held_[i]);
  for (const TimedTurns::One& turn : timed_.turns)
    if (std::ranges::find(list, turn.comparison) != list.end()) held_[turn.comparison] = turn.next;
}

/// Where formulas jump with those that have turned, others may compare what has jumped: as in if(mod(A, 2*pi) < 1, ..).
/// They come out as they now are, one after the other as formulas need them. `values_` are those before.
void HybridSystem::turn_dependent_switches(std::span<const std::size_t> turned, const State& x) const {
  if (std::ranges::find(of_time_, false) == of_time_.end()) return;
  std::vector<bool> settled(held_.size());
  for (const std::size_t i : turned) settled[i] = true;
  const std::vector<double> before = values_;
  const auto side = [&](std::size_t i) {
    return turns_[i].distance == 0.0 ? Held::free : turns_[i].distance > 0.0 ? turns_[i].above : turns_[i].below;
  };
  const auto jumped = [&](std::size_t i) {
    const bool may = !settled[i] && !let_go_[i] && !of_time_[i] && held_[i] != Held::free;
    return may && values_[i] != before[i] && side(i) != held_[i];
  };
  while (true) {
    switched_->switch_values(x, u_, values_);
    switched_->switching().turns(turns_);
    std::size_t first = 0;
    while (first < held_.size() && !jumped(first)) ++first;
    if (first == held_.size()) return;
    held_[first] = side(first);
    settled[first] = true;
    switched_->hold_switches(held_);
    base_.inputs(x.t, u_);
  }
}

/// Holds comparisons that are free as they come out at the state; where both sides are equal as they will come out
/// next, if that can be seen from the motion. What compares the outcome of others comes out anew with them.
void HybridSystem::hold_free_switches(const State& x) const {
  const auto known = [&](std::size_t i) { return of_time_[i] && held_[i] != Held::free; };
  bool all_known = true;
  for (std::size_t i = 0; i < held_.size(); ++i) all_known = all_known && known(i);
  if (all_known) return;
  const auto look = [&] {
    switched_->switch_values(x, u_, values_);
    switched_->switching().turns(turns_);
  };
  look();
  std::vector<bool> waits(held_.size());
  for (std::size_t i = 0; i < held_.size(); ++i)
    waits[i] = !let_go_[i] && !known(i) && (held_[i] == Held::free || turns_[i].distance == 0.0);
  if (std::ranges::find(waits, true) == waits.end()) return;
  Later soon = a_moment_later(x);
  std::vector<double> later(values_.size()), before(values_.size(), std::numeric_limits<double>::quiet_NaN());
  for (std::size_t round = 0; round <= held_.size(); ++round) {
    later = values_;
    if (soon.known) {
      base_.inputs(soon.t, soon.u);
      switched_->switch_values(soon.state(), soon.u, later);
    }
    bool changed = false;
    for (std::size_t i = 0; i < held_.size(); ++i) {
      if (!waits[i] || values_[i] == before[i]) continue;
      const Turn& turn = turns_[i];
      const double side = turn.distance != 0.0 ? turn.distance : later[i] - values_[i];
      const Held next = side > 0.0 ? turn.above : side < 0.0 ? turn.below : Held::free;
      changed = changed || next != held_[i];
      held_[i] = next;
    }
    switched_->hold_switches(held_);
    if (!changed) break;
    base_.inputs(x.t, u_);
    before = values_;
    look();
  }
  base_.inputs(x.t, u_);
  known_.clear();
}

/// Where the motion is a moment behind a state.
HybridSystem::Later HybridSystem::a_moment_later(const State& x) const {
  constexpr double moment = 1e-6;  // [s]
  Later later{x.t + moment, {}, {x.v.begin(), x.v.end()}, {x.z.begin(), x.z.end()}, u_, false};
  if (!accelerate(x, u_, vdot_, zdot_, {}).good()) return later;
  later.known = true;
  later.q.resize(x.q.size());
  std::vector<double> dq(x.v.size());
  for (std::size_t i = 0; i < dq.size(); ++i) {
    dq[i] = moment * (x.v[i] + 0.5 * moment * vdot_[i]);
    later.v[i] += moment * vdot_[i];
  }
  for (std::size_t i = 0; i < later.z.size(); ++i) later.z[i] += moment * zdot_[i];
  base_.step(x.q, dq, later.q);
  base_.inputs(later.t, later.u);
  return later;
}

/// Contacts at their bounds that the state runs into, faster than rounding moves what is at rest.
void HybridSystem::find_met(const State& x) const {
  double slowest = 1e-14;
  for (const double v : x.v) slowest = std::max(slowest, 1e-12 * std::abs(v));
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    if (contact.mode == Contact::Mode::open && -contact.normal * joints_->speed(x, u_, contact.speed) > slowest &&
        contact.gap(joints_->coordinate(x, u_, contact.coordinate)) <= same_instant * contact.size)
      met_.push_back(static_cast<int>(i));
  }
}

/// Contacts at their bounds, but for those whose impact is still to come.
std::vector<std::size_t> HybridSystem::touching(std::span<const int> crossed, const State& x) const {
  std::vector<std::size_t> list;
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    const Contact& contact = contacts_[i];
    if (contact.mode == Contact::Mode::outside || std::ranges::find(met_, static_cast<int>(i)) != met_.end()) continue;
    const bool at_bound = contact.mode == Contact::Mode::resting ||
                          std::ranges::find(crossed, static_cast<int>(i)) != crossed.end() ||
                          contact.gap(joints_->coordinate(x, u_, contact.coordinate)) <= same_instant * contact.size;
    if (at_bound) list.push_back(i);
  }
  return list;
}

Status HybridSystem::change(std::span<const int> crossed, double t, Out q, Out v, In z) const {
  const State x{t, q, v, z};
  settle(v);
  base_.inputs(t, u_);
  const double before = base_.energies(x, u_).conserved;
  energy_jump_ = 0.0;
  const std::vector<Active> active = active_;
  const std::size_t joints = first_switch();
  only_switched_ = true;
  gave_way_ = false;
  std::vector<std::size_t> slow;  // frictions that may stick
  std::vector<std::size_t> turned;
  for (const int event : crossed) {
    const auto i = static_cast<std::size_t>(event);
    if (i >= joints) {
      turned.push_back(i - joints);
      continue;
    }
    const bool stop = i < contacts_.size();
    const std::size_t friction = stop ? 0 : (i - contacts_.size()) / 2;
    if (!stop && frictions_[friction].driven) continue;  // decide() takes its new direction
    only_switched_ = false;
    gave_way_ = gave_way_ || (!stop && frictions_[friction].rests());
    if (!stop && std::ranges::find(slow, friction) == slow.end()) slow.push_back(friction);
  }
  turn_switches(turned, x);
  if (!held_.empty()) switched_->hold_switches(held_);
  base_.inputs(t, u_);
  known_.clear();
  if (!turned.empty()) turn_dependent_switches(turned, x);
  hold_free_switches(x);
  supplied_jump_ = 0.0;
  const std::vector<double> v_before(v.begin(), v.end());
  if (crossed.empty() || !turned.empty())  // rows may jump
    if (const Status status = follow_rows(x, v); !status.good()) return status;
  if (contacts_.empty() && frictions_.empty()) {
    energy_jump_ = supplied_jump_;
    return {};
  }

  std::vector<std::size_t> at_bound = touching(crossed, x);
  for (const int event : crossed) {
    const auto i = static_cast<std::size_t>(event);
    if (i >= contacts_.size()) continue;
    Contact& contact = contacts_[i];
    if (contact.mode == Contact::Mode::open && contact.coordinate < base_sizes_.nq)
      q[static_cast<std::size_t>(contact.coordinate)] = contact.bound;
    if (contact.mode == Contact::Mode::outside) contact.mode = Contact::Mode::open;
  }
  if (const Status status = leave_overrun(at_bound, x); !status.good()) return status;
  const double to_impact = base_.energies(x, u_).conserved;
  if (const Status status = impact(at_bound, x, v); !status.good()) return status;
  // What stops have not taken has come in by rows that move, also where they take nothing: elastic stops.
  const double brought = base_.energies(x, u_).conserved - to_impact + impact_loss_;
  constexpr double rounding = 1e-13;
  if (std::abs(brought) > rounding * (std::abs(to_impact) + impact_loss_)) supplied_jump_ += brought;
  add_slow(x, !std::ranges::equal(v, v_before), slow);
  if (const Status status = decide(at_bound, slow, x, v); !status.good()) return status;
  hold_free_switches(x);
  only_switched_ = only_switched_ && active_ == active;
  energy_jump_ = base_.energies(x, u_).conserved - before;
  return {};
}

/// Frictions that may stick: those without speed, and those at rest unless an impulse has moved them.
void HybridSystem::add_slow(const State& x, bool impulse, std::vector<std::size_t>& slow) const {
  std::vector<double> speeds(frictions_.size());
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    speeds[i] = std::abs(joints_->speed(x, u_, frictions_[i].speed));
    frictions_[i].fastest = std::max(frictions_[i].fastest, speeds[i]);
  }
  if (impulse) std::erase_if(slow, [&](std::size_t i) { return speeds[i] > no_speed * frictions_[i].fastest; });
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    const DryFriction& friction = frictions_[i];
    const bool may = (friction.rests() && !impulse) || speeds[i] <= no_speed * friction.fastest;
    if (may && !friction.driven && std::ranges::find(slow, i) == slow.end()) slow.push_back(i);
  }
}

}  // namespace alembert
