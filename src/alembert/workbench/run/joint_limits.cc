#include "alembert/workbench/run/joint_limits.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/core/text.h"

namespace alembert {
namespace {

constexpr double never = std::numeric_limits<double>::quiet_NaN();

}  // namespace

JointLimits::JointLimits(const MechanismSystem& system, bool stops)
    : system_(system), joints_(system), u_(static_cast<std::size_t>(system.sizes().nu)) {
  const MechanismSetup& setup = system.setup();
  const Mechanism& model = setup.model;
  const GraphScope scope(*model.graph);
  for (const auto* speeds : {&model.speeds, &model.dependent_speeds})
    for (const MechanismCoordinate& s : *speeds) {
      const auto j = static_cast<std::size_t>(s.joint), k = static_cast<std::size_t>(s.within);
      const Joint& joint = model.joints[j];
      if (joint.speed_limit) {
        const double most = setup.real(*joint.speed_limit);
        limits_.push_back({s.name, s.unit, setup.compiled.joint_q[j] + s.within, setup.compiled.joint_v[j] + s.within,
                           -most, most, Limit::Kind::speed, never});
      }
      if (!joint.limits[k]) continue;
      const bool driven = joint.motion[k].has_value();
      const bool stop = joint.restitution[k] && !driven;
      if (stop && !stops) continue;
      const Limit::Kind kind = driven ? Limit::Kind::driven : stop ? Limit::Kind::stop : Limit::Kind::open;
      limits_.push_back({s.name.ends_with('\'') ? s.name.substr(0, s.name.size() - 1) : s.name, s.unit,
                         setup.compiled.joint_q[j] + s.within, setup.compiled.joint_v[j] + s.within,
                         setup.real((*joint.limits[k])[0]), setup.real((*joint.limits[k])[1]), kind, never});
    }
}

double JointLimits::Limit::rounding() const {
  double size = 0.0;
  for (const double bound : {low, high})
    if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
  return 1e-9 * size;
}

JointLimits::Point JointLimits::read(const Limit& limit, double t) const {
  const Sizes sizes = system_.sizes();
  const auto nq = static_cast<std::size_t>(sizes.nq), nv = static_cast<std::size_t>(sizes.nv);
  const std::span<const double> y = y_;
  const State x{t, y.first(nq), y.subspan(nq, nv), y.subspan(nq + nv, static_cast<std::size_t>(sizes.nz))};
  if (limit.coordinate >= sizes.nq) system_.inputs(t, u_);  // what closes a loop may depend on them
  const double speed = joints_.speed(x, u_, limit.speed);
  if (limit.kind == Limit::Kind::speed) return {t, speed, 0.0};
  return {t, joints_.coordinate(x, u_, limit.coordinate), speed};
}

bool JointLimits::at(Stepper& step, double t) {
  y_.resize(step.y().size());
  return step.interpolate(t, y_).good();
}

void JointLimits::look(Stepper& step, double until) {
  std::vector<Limit*> close;
  std::vector<Point> begin;
  if (limits_.empty() || !at(step, step.t_before())) return;
  for (const Limit& limit : limits_) begin.push_back(limit.exceeded() ? Point{} : read(limit, step.t_before()));
  if (!at(step, until)) return;
  for (std::size_t i = 0; i < limits_.size(); ++i) {
    Limit& limit = limits_[i];
    if (limit.exceeded()) continue;
    const Point &a = begin[i], b = read(limit, until);
    const double reach = std::abs(b.q - a.q) + (until - a.t) * (std::abs(a.v) + std::abs(b.v));
    if (limit.room(a.q) < -limit.rounding())
      limit.time = a.t;
    else if (!(std::min(limit.room(a.q), limit.room(b.q)) > reach))
      close.push_back(&limit);
  }
  if (!close.empty()) look_closer(step, until, close);
}

void JointLimits::look_closer(Stepper& step, double until, std::vector<Limit*>& close) {
  constexpr int parts = 8;
  const double begin = step.t_before();
  if (!at(step, begin)) return;
  std::vector<Point> before, here(close.size());
  for (const Limit* limit : close) before.push_back(read(*limit, begin));
  for (int k = 1; k <= parts; ++k) {
    const double t = k == parts ? until : begin + (until - begin) * k / parts;
    if (!at(step, t)) return;
    for (std::size_t i = 0; i < close.size(); ++i) here[i] = read(*close[i], t);
    for (std::size_t i = 0; i < close.size(); ++i) {
      Limit& limit = *close[i];
      if (limit.exceeded()) continue;
      Point beyond = here[i];
      // A turn between both may lie beyond a limit that neither is beyond, if speeds are enough to get there.
      const double reach = (t - before[i].t) * std::max(std::abs(before[i].v), std::abs(here[i].v));
      if (limit.room(beyond.q) > 0.0 && before[i].v * beyond.v < 0.0 && limit.room(beyond.q) < reach)
        beyond = turning_point(step, limit, before[i], beyond);
      if (limit.room(beyond.q) < -limit.rounding()) limit.time = crossing(step, limit, before[i].t, beyond.t);
    }
    before = here;
  }
}

/// Where the rate is zero between two points at which it has two signs, as close as doubles tell.
JointLimits::Point JointLimits::turning_point(Stepper& step, const Limit& limit, Point a, Point b) {
  while (std::abs(a.v - b.v) * (b.t - a.t) > limit.rounding()) {
    const double middle = a.t + (b.t - a.t) / 2;
    if (middle == a.t || middle == b.t || !at(step, middle)) break;
    const Point m = read(limit, middle);
    (m.v * b.v > 0.0 ? b : a) = m;
  }
  return limit.room(a.q) < limit.room(b.q) ? a : b;
}

double JointLimits::crossing(Stepper& step, const Limit& limit, double inside, double beyond) {
  while (true) {
    const double middle = inside + (beyond - inside) / 2;
    if (middle == inside || middle == beyond || !at(step, middle)) return beyond;
    (limit.room(read(limit, middle).q) < 0.0 ? beyond : inside) = middle;
  }
}

std::string JointLimits::Limit::warning() const {
  const std::string when = " at t = " + shortest(time) + " s; ";
  if (kind == Kind::speed)
    return name + " exceeds its limit of " + shortest(high) + " " + std::string(unit) + when +
           "limits of speeds are not enforced";
  return name + " leaves its limits [" + shortest(low) + ", " + shortest(high) + "]" + when +
         (kind == Kind::driven ? "a driven joint has no stop"
          : kind == Kind::stop ? "no stop holds a motion that is prescribed"
                               : "without `restitution` limits are not enforced");
}

std::vector<std::string> JointLimits::warnings(double until) const {
  std::vector<std::string> list;
  for (const Limit& limit : limits_)
    if (limit.exceeded() && limit.time <= until) list.push_back(limit.warning());
  return list;
}

std::vector<double> JointLimits::memory() const {
  std::vector<double> times;
  times.reserve(limits_.size());
  for (const Limit& limit : limits_) times.push_back(limit.time);
  return times;
}

void JointLimits::recall(std::span<const double> memory) {
  for (std::size_t i = 0; i < limits_.size(); ++i) limits_[i].time = memory[i];
}

}  // namespace alembert
