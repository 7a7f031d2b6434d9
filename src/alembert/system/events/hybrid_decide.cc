/// What holds at an instant: which contacts of a HybridSystem rest and which frictions stick.
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "alembert/linalg/dependent_rows.h"
#include "alembert/linalg/force_sharing.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/events/hybrid_thresholds.h"

namespace alembert {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Speed of a rebound whose flight, under the acceleration `press` towards the bound, rises no higher than doubles can
/// tell from it.
double least_rebound(const Contact& contact, double press) {
  constexpr double resolution = 64.0 * std::numeric_limits<double>::epsilon();
  return std::sqrt(2.0 * std::max(press, 0.0) * resolution * std::abs(contact.bound));
}

}  // namespace

Status HybridSystem::decide(const std::vector<std::size_t>& at_bound, std::vector<std::size_t> slow, const State& x,
                            Out v) const {
  const std::vector<Contact> contacts = contacts_;
  const std::vector<DryFriction> frictions = frictions_;
  if (const Status status = leave_out_carried(x, slow); !status.good()) return status;
  if (const Status status = accelerate_freely(at_bound, slow, x); !status.good()) return status;
  follow_carried(x);

  std::vector<Trial> tried;
  BoxComplementarity problem;
  if (const Status status = try_rows(at_bound, slow, x, tried, problem); !status.good()) return status;
  const LoadMap loads = load_map(x, tried);
  do {
    if (!solve_bounded(tried, loads, problem) || !leave_to_stops(tried, loads, problem))
      return loaded_.empty() ? Status{Trouble::inconsistent, -1, x.t} : jammed(x.t);
    adopt(tried, loads, problem, x.t);
  } while (let_go(tried));
  list_active();
  std::vector<double> work(active_.size());
  if (const Status status = stop_active(x.t, x.q, v, work); !status.good()) return status;
  note_changes(contacts, frictions, work, x.t);
  // A projection may leave a speed that turns on the side that it has come from, and one that gives way begins slower
  // than errors of a step: they must not turn again at once.
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    DryFriction& friction = frictions_[i];
    const double other_way = std::max(0.0, -friction.sense() * joints_->speed(x, u_, friction.speed));
    const bool gave_way = frictions[i].rests() && !friction.rests();
    friction.lag = friction.rests() ? 0.0 : std::max(2.0 * other_way, gave_way ? error_of_speed(friction.speed) : 0.0);
  }
  return {};
}

/// The rows of contacts that may rest, of frictions that may stick and of those that slide and follow loads, with their
/// rates where none of them acts; bounds of frictions are left open.
Status HybridSystem::try_rows(const std::vector<std::size_t>& at_bound, const std::vector<std::size_t>& slow,
                              const State& x, std::vector<Trial>& tried, BoxComplementarity& problem) const {
  std::vector<Active> rows;
  const auto try_row = [&](const Active& active, double rate, double low, double high, double slides) {
    rows.push_back(active);
    tried.push_back({active, slides});
    problem.b.push_back(rate);
    problem.low.push_back(low);
    problem.high.push_back(high);
  };
  for (const std::size_t i : at_bound) {
    const Contact& contact = contacts_[i];
    const double rate = rate_of(x, contact.speed), leaving = contact.normal * joints_->speed(x, u_, contact.speed);
    if (leaving > std::max(slow_here(contact), least_rebound(contact, -contact.normal * rate))) continue;
    const bool lower = contact.normal > 0.0;
    try_row({true, i, contact.speed}, rate, lower ? 0.0 : -infinity, lower ? infinity : 0.0, 0.0);
  }
  const auto try_friction = [&](std::size_t i, double slides) {
    try_row({false, i, frictions_[i].speed}, rate_of(x, frictions_[i].speed), 0.0, 0.0, slides);
  };
  for (const std::size_t i : slow) try_friction(i, 0.0);
  for (const std::size_t i : loaded_)
    if (slides_loaded(frictions_[i], joints_->speed(x, u_, frictions_[i].speed)))
      try_friction(i, frictions_[i].sense());
  if (const Status status = added_.set(x.t, x.q, rows_of(rows, x.t, x.q)); !status.good()) return status;
  const std::size_t n = tried.size();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) problem.S.push_back(added_.compliance(i, j));
  settle_dependence(problem);
  return {};
}

/// Where a stop and frictions could hold the same motion only their sum is determined: the stop takes it while it
/// presses, frictions do when it would pull. Shared otherwise, a load that falls would reach the stop's end again and
/// again.
bool HybridSystem::leave_to_stops(const std::vector<Trial>& tried, const LoadMap& loads,
                                  BoxComplementarity& problem) const {
  constexpr double parallel = 1e-9;
  const std::size_t n = tried.size();
  const auto S = [&](std::size_t i, std::size_t j) { return problem.S[i * n + j]; };
  bool pulls = false;
  for (std::size_t k = 0; k < n; ++k) {
    if (!tried[k].row.contact || problem.where[k] != Bounded::inside || !(S(k, k) > 0.0)) continue;
    std::vector<std::size_t> beside;
    double sum = problem.f[k], size = std::abs(sum);
    for (std::size_t j = 0; j < n; ++j) {
      const bool other = tried[j].row.contact || tried[j].slides != 0.0;
      if (other || S(k, j) * S(k, j) < (1.0 - parallel) * S(k, k) * S(j, j)) continue;
      beside.push_back(j);
      const double share = S(k, j) / S(k, k) * problem.f[j];
      sum += share;
      size += std::abs(share);
    }
    if (beside.empty()) continue;
    if (contacts_[tried[k].row.index].normal * sum > 10.0 * force_rounding * size) {
      problem.f[k] = sum;
      for (const std::size_t j : beside) {
        problem.f[j] = 0.0;
        problem.where[j] = Bounded::inside;
      }
    } else {
      problem.low[k] = problem.high[k] = 0.0;
      pulls = true;
    }
  }
  return !pulls || solve_bounded(tried, loads, problem);
}

/// Those of the `slow` that friction may hold: where rows of drives and loops decide how a joint moves it slides.
Status HybridSystem::leave_out_carried(const State& x, std::vector<std::size_t>& slow) const {
  std::vector<Active> rows;
  for (const std::size_t i : slow) rows.push_back({false, i, frictions_[i].speed});
  if (const Status status = added_.set(x.t, x.q, rows_of(rows, x.t, x.q)); !status.good()) return status;
  for (std::size_t k = 0; k < rows.size(); ++k) frictions_[rows[k].index].carried = added_.carried(k);
  std::erase_if(slow, [&](std::size_t i) { return frictions_[i].carried; });
  return {};
}

/// Carried frictions without speed slide where they are about to move.
void HybridSystem::follow_carried(const State& x) const {
  for (DryFriction& friction : frictions_)
    if (friction.carried && std::abs(joints_->speed(x, u_, friction.speed)) < friction.still())
      friction.mode = rate_of(x, friction.speed) >= 0.0 ? DryFriction::Mode::forward : DryFriction::Mode::backward;
}

/// Of a speed, with the accelerations in vdot_.
double HybridSystem::rate_of(const State& x, int speed) const {
  return along(joints_->row(x.t, x.q, speed), vdot_) + joints_->bias(x, u_, speed);
}

/// Frictions that give way slide, and take from now on what they take while they do. Whether that is less for any of
/// them, so that the others have to be decided again.
bool HybridSystem::let_go(std::vector<Trial>& tried) const {
  bool less = false;
  for (Trial& trial : tried) {
    if (trial.row.contact || trial.slides != 0.0) continue;
    const DryFriction& friction = frictions_[trial.row.index];
    if (friction.rests()) continue;
    trial.slides = friction.sense();
    less = less || (trial.slides > 0.0 ? friction.forward < friction.forward_at_rest
                                       : friction.backward < friction.backward_at_rest);
  }
  return less;
}

/// Accelerations in vdot_ with the contacts open, the slow frictions and those that follow loads absent, and the others
/// sliding.
Status HybridSystem::accelerate_freely(const std::vector<std::size_t>& at_bound, const std::vector<std::size_t>& slow,
                                       const State& x) const {
  for (const std::size_t i : at_bound) contacts_[i].mode = Contact::Mode::open;
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    const bool slides = std::ranges::find(slow, i) == slow.end();
    const double speed = joints_->speed(x, u_, frictions_[i].speed);
    if (frictions_[i].led() && std::abs(speed) < 0.5 * frictions_[i].still()) continue;
    const bool forward = speed > 0.0;
    frictions_[i].mode = !slides   ? DryFriction::Mode::stuck
                         : forward ? DryFriction::Mode::forward
                                   : DryFriction::Mode::backward;
  }
  active_.clear();
  resting_ = 0;
  forces_.clear();
  Status status = base_.accelerate(at_rest(x), u_, vdot_, zdot_, base_lambda_);
  if (status.good() || status.trouble == Trouble::inconsistent) status = respond(x, u_, vdot_, base_lambda_, false);
  known_.clear();
  return status.trouble == Trouble::inconsistent ? Status{} : status;
}

}  // namespace alembert
