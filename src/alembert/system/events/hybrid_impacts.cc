/// Impacts of a HybridSystem on its stops: Newton's law for all that are hit at an instant together, or in turn.
#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/events/hybrid_thresholds.h"

namespace alembert {

/// Of its approach; the rows of added_ are those of the hits.
double HybridSystem::approach(const Hit& hit, std::size_t row, In v) const {
  return -contacts_[hit.contact].normal * along(added_.row(row), v);
}

/// Every stop by its law, with the others:  p_i >= 0,  n_i . v+ >= -e_i n_i . v-,  one of them equal.
bool HybridSystem::hit_together(Hits& hits, Out v) const {
  const std::size_t n = hits.size();
  BoxComplementarity problem;
  problem.S.resize(n * n);
  problem.low.assign(n, 0.0);
  problem.high.assign(n, std::numeric_limits<double>::infinity());
  std::vector<double> speeds(n);
  for (std::size_t i = 0; i < n; ++i) {
    const Contact& contact = contacts_[hits[i].contact];
    const double speed = speeds[i] = approach(hits[i], i, v);
    const double e = speed > slow_here(contact) ? contact.restitution : 0.0;
    problem.b.push_back(-(1.0 + e) * speed);
    for (std::size_t j = 0; j < n; ++j)
      problem.S[i * n + j] = contact.normal * contacts_[hits[j].contact].normal * added_.compliance(i, j);
  }
  if (!solve(problem, force_rounding)) return false;
  for (std::size_t j = 0; j < n; ++j) push(hits[j], j, problem.f[j], v);
  for (std::size_t i = 0; i < n; ++i) {
    Hit& hit = hits[i];
    hit.speed = std::max(hit.speed, speeds[i]);
    hit.impulse += problem.f[i];
    hit.loss += 0.5 * problem.f[i] * (speeds[i] + approach(hit, i, v));
  }
  return true;
}

/// One stop after the other, that of the most energy first, until none is approached any more.
bool HybridSystem::hit_in_turn(Hits& hits, Out v) const {
  const std::size_t n = hits.size(), most = 10000 + 100 * n;
  for (std::size_t round = 0; round < most; ++round) {
    std::size_t hardest = n;
    double energy = 0.0;
    for (std::size_t i = 0; i < n; ++i) {
      const Contact& contact = contacts_[hits[i].contact];
      const double speed = approach(hits[i], i, v), compliance = added_.compliance(i, i);
      if (speed <= slow_here(contact) || !(compliance > 0.0)) continue;
      if (0.5 * speed * speed / compliance <= energy) continue;
      energy = 0.5 * speed * speed / compliance;
      hardest = i;
    }
    if (hardest == n) break;
    Hit& hit = hits[hardest];
    Contact& contact = contacts_[hit.contact];
    const double speed = approach(hit, hardest, v), e = contact.restitution;
    contact.fastest = std::max(contact.fastest, speed);
    const double impulse = (1.0 + e) * speed / added_.compliance(hardest, hardest);
    push(hit, hardest, impulse, v);
    if (hit.impulse == 0.0) hit.speed = speed;
    hit.impulse += impulse;
    hit.loss += 0.5 * impulse * (1.0 - e) * speed;
  }
  return hit_together(hits, v);  // what is slow, and what would take for ever
}

void HybridSystem::push(const Hit& hit, std::size_t row, double impulse, Out v) const {
  const double along_row = contacts_[hit.contact].normal * impulse;
  for (std::size_t d = 0; d < v.size(); ++d) v[d] += along_row * added_.response(row)[d];
}

/// Stops that rows carry past their bounds, whatever pushes: they act no more. The energy of an approach, of the mass
/// that the stop feels, is a part of the kinetic energy; of what cannot be moved it has no bound.
Status HybridSystem::leave_overrun(std::vector<std::size_t>& at_bound, const State& x) const {
  constexpr double beyond = 1e8;
  std::vector<SpeedRow> rows;
  for (const std::size_t i : at_bound) rows.push_back(joints_->row(x.t, x.q, contacts_[i].speed));
  const auto speed = [&](std::size_t k) { return -contacts_[at_bound[k]].normal * along(rows[k], x.v); };
  std::vector<bool> overrun(rows.size(), false);
  for (std::size_t k = 0; k < rows.size(); ++k) overrun[k] = speed(k) > 0.0;
  if (base_sizes_.na == 0 || std::ranges::find(overrun, true) == overrun.end()) return {};
  if (const Status status = added_.set(x.t, x.q, rows); !status.good()) return status;
  const double kinetic = base_.energies(x, u_).kinetic;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    overrun[k] = overrun[k] && 0.5 * speed(k) * speed(k) > beyond * kinetic * added_.compliance(k, k);
    if (!overrun[k]) continue;
    contacts_[at_bound[k]].mode = Contact::Mode::outside;
    note(Happening::Kind::overruns, at_bound[k], x.t);
  }
  std::erase_if(at_bound, [&](std::size_t i) { return contacts_[i].mode == Contact::Mode::outside; });
  return {};
}

Status HybridSystem::impact(const std::vector<std::size_t>& at_bound, const State& x, Out v) const {
  std::vector<SpeedRow> rows;
  Hits hits;
  for (const std::size_t i : at_bound) {
    rows.push_back(joints_->row(x.t, x.q, contacts_[i].speed));
    hits.push_back({i});
  }
  impact_loss_ = 0.0;
  unnoted_loss_.assign(contacts_.size(), 0.0);
  bool any = false;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    Contact& contact = contacts_[at_bound[k]];
    const double speed = -contact.normal * along(rows[k], v);
    contact.fastest = std::max(contact.fastest, speed);
    any = any || speed > 0.0;
  }
  if (!any) return {};
  if (const Status status = added_.set(x.t, x.q, rows); !status.good()) return status;
  if (!hit_stops(hits, x.t, v)) return {Trouble::inconsistent, -1, x.t};
  for (const Hit& hit : hits) {
    const Contact& contact = contacts_[hit.contact];
    impact_loss_ += hit.loss;
    if (hit.speed > slow_here(contact))
      note(Happening::Kind::impact, hit.contact, x.t, hit.speed, -hit.loss);
    else
      unnoted_loss_[hit.contact] = hit.loss;
  }
  return {};
}

/// As the model says; counts instants at which the other way leaves other speeds.
bool HybridSystem::hit_stops(Hits& hits, double t, Out v) const {
  const std::vector<double> before(v.begin(), v.end());
  const auto hit = [&](bool in_turn, Hits& list, Out speeds) {
    return in_turn ? hit_in_turn(list, speeds) : hit_together(list, speeds);
  };
  Hits others = hits;
  if (!hit(in_turn_, hits, v)) return false;
  if (std::ranges::count_if(hits, [](const Hit& one) { return one.impulse > 0.0; }) < 2) return true;
  const std::vector<Contact> contacts = contacts_;
  std::vector<double> otherwise = before;
  const bool known = hit(!in_turn_, others, otherwise);
  contacts_ = contacts;
  double apart = 0.0;
  for (std::size_t i = 0; i < hits.size(); ++i) {
    const double changed = std::abs(approach(hits[i], i, before) - approach(hits[i], i, v));
    const double differs = std::abs(approach(hits[i], i, otherwise) - approach(hits[i], i, v));
    if (changed > 0.0) apart = std::max(apart, differs / changed);
  }
  constexpr double same = 1e-6;
  if (known && apart <= same) return true;
  if (ordered_ == 0) first_ordered_ = t;
  ++ordered_;
  return true;
}

}  // namespace alembert
