#include "alembert/integrate/event_loop.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace alembert {
namespace {

/// So many events within a few units of the clock's resolution are no motion any more.
constexpr std::size_t crowd = 64;
constexpr double crowded = 256.0 * std::numeric_limits<double>::epsilon();

}  // namespace

EventLoop::EventLoop(const System& system, double begin, double end)
    : system_(system),
      hybrid_(dynamic_cast<const HybridSystem*>(&system)),
      switched_(hybrid_ != nullptr ? hybrid_->switched() : dynamic_cast<const SwitchedSystem*>(&system)),
      sizes_(system.sizes()),
      begin_(begin),
      end_(end),
      crossing_(
          sizes_.events, [this](double t, std::span<const double> y, std::span<double> out) { values(t, y, out); },
          hybrid_ == nullptr ? 0 : hybrid_->own_events()),
      u_(static_cast<std::size_t>(sizes_.nu)) {
  if (switched_ == nullptr) return;
  variation_.emplace(*switched_);
  if (variation_->empty()) variation_.reset();
  bounds_ = std::make_unique<StepSwitching>(*switched_);
  if (hybrid_ != nullptr && !bounds_->empty()) crossing_.set_bounds(bounds_.get());
}

State EventLoop::state(double t, std::span<const double> y) const {
  const auto nq = static_cast<std::size_t>(sizes_.nq), nv = static_cast<std::size_t>(sizes_.nv);
  return {t, y.first(nq), y.subspan(nq, nv), y.subspan(nq + nv, static_cast<std::size_t>(sizes_.nz))};
}

void EventLoop::values(double t, std::span<const double> y, std::span<double> values) const {
  system_.inputs(t, u_);
  system_.event_values(state(t, y), u_, values);
}

void EventLoop::expect_errors(std::span<const double> errors) const {
  if (hybrid_ != nullptr) hybrid_->expect_errors(errors.first(static_cast<std::size_t>(sizes_.nq + sizes_.nv)));
}

Status EventLoop::begin(double t, std::span<double> y) {
  if (hybrid_ != nullptr) {
    const State x = state(t, y);
    const Status status = hybrid_->begin(t, y.first(x.q.size()), y.subspan(x.q.size(), x.v.size()), x.z);
    if (!status.good()) return status;
  }
  if (due()) which_ = hybrid_->met_at_start();
  crossing_.start(t, y);
  look_ahead(t, y);
  return {};
}

/// From now on comparisons come out as the system holds them.
void EventLoop::hold() {
  if (hybrid_ == nullptr) return;
  crossing_.hold(hybrid_->held());
  if (variation_) variation_->hold(hybrid_->held());
}

void EventLoop::look_ahead(double t, std::span<const double> y) {
  if (variation_) {
    system_.inputs(t, u_);
    std::vector<double> values(static_cast<std::size_t>(switched_->switches()));
    switched_->switch_values(state(t, y), u_, values);  // runs all programs
    variation_->start(begin_, end_);
  }
  hold();
}

void EventLoop::resume(double t, std::span<const double> y, std::vector<double> signs) {
  crossing_.start(t, y);
  crossing_.set_signs(std::move(signs));
  look_ahead(t, y);
}

double EventLoop::stop_before(double t, double end) {
  const double known = hybrid_ == nullptr ? end : hybrid_->known_time(t, end);
  if (hybrid_ != nullptr && !hybrid_->time_is_certain() && !sampled_from_) sampled_from_ = t;
  const bool ahead = t < known && known < end;
  known_time_ = ahead ? known : std::numeric_limits<double>::infinity();
  return ahead ? known : end;
}

TimeVariation::Piece EventLoop::shortest_piece() {
  const TimeVariation::Piece whole{begin_, std::numeric_limits<double>::infinity()};
  if (!variation_) return whole;
  const TimeVariation::Piece shortest = variation_->shortest();
  return shortest.length < end_ - begin_ ? shortest : whole;
}

std::optional<double> EventLoop::find(Stepper& method) {
  expected_ = false;
  if (hybrid_ == nullptr || hybrid_->watches())
    if (const auto t = crossing_.find(method)) {
      which_ = crossing_.which();
      return t;
    }
  if (method.t() != known_time_) return {};
  expected_ = true;
  which_ = hybrid_->known_events();
  return known_time_;
}

double EventLoop::shortest_flight(const State& x) const {
  return hybrid_ == nullptr ? std::numeric_limits<double>::infinity() : hybrid_->shortest_flight(x);
}

bool EventLoop::ends_run() const {
  const int own = hybrid_ == nullptr ? 0 : hybrid_->own_events();
  return which_.empty() || which_.back() >= own;
}

Status EventLoop::pass(Stepper& method, double t, SystemOde& ode, std::span<double> y) {
  if (const Status status = method.interpolate(t, y); !status.good()) return status;
  bool moved = false;
  if (const Status status = ode.project(t, y, moved); !status.good()) return status;
  if (!expected_)
    if (const Status status = guard_progress(t); !status.good()) return status;
  return pass(t, y);
}

Status EventLoop::pass(double t, std::span<double> y) {
  const State x = state(t, y);
  system_.accept(x);  // before speeds change
  const Status status = hybrid_->happened(which_, t, y.first(x.q.size()), y.subspan(x.q.size(), x.v.size()), x.z);
  if (!status.good()) return status;
  y.back() += hybrid_->energy_jump();
  hold();
  return {};
}

/// Calms events that crowd on the spot; where that does not help the motion is stuck.
Status EventLoop::guard_progress(double t) {
  if (recent_.size() < crowd) {
    recent_.push_back(t);
    return {};
  }
  const double oldest = recent_[next_];
  recent_[next_] = t;
  next_ = (next_ + 1) % crowd;
  if (t - oldest > crowded * std::max(std::abs(t), 1e-300)) return {};
  recent_.clear();
  next_ = 0;
  bool calmed = false;
  for (const int event : which_) calmed = hybrid_->calm(event) || calmed;
  if (calmed) return {};
  const int speed = which_.empty() ? -1 : hybrid_->speed_of_event(which_.front());
  return {Trouble::stalled, speed < 0 ? -1 : sizes_.nq + speed, t};  // as a component of y
}

}  // namespace alembert
