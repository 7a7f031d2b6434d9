#include "alembert/integrate/crossing.h"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

/// The lowest point between three times of a parabola through three values of which the middle one is not above the
/// others; nothing where it is not below zero.
std::optional<double> lowest_below_zero(double ta, double a, double tb, double b, double tc, double c) {
  if (!(b > 0.0 && a >= b && c >= b)) return {};
  const double left = (b - a) / (tb - ta), right = (c - b) / (tc - tb), bend = (right - left) / (tc - ta);
  if (!(bend > 0.0)) return {};
  const double t = 0.5 * (ta + tb) - 0.5 * left / bend;
  const double value = b + (t - tb) * (left + bend * (t - ta));
  if (!(value < 0.0)) return {};
  return std::clamp(t, ta, tc);
}

}  // namespace

Crossing::Crossing(int count, Values values, int guarded)
    : values_(std::move(values)),
      guarded_(static_cast<std::size_t>(guarded)),
      sign_(static_cast<std::size_t>(count), 0.0),
      now_(static_cast<std::size_t>(count)) {}

void Crossing::start(double t, std::span<const double> y) {
  if (now_.empty()) return;
  y_.assign(y.begin(), y.end());
  values_(t, y, now_);
  remember(now_);
}

bool Crossing::beyond(std::size_t i, double now) const {
  if (i < guarded_) return now < 0.0;
  return sign_[i] * now < 0.0 || (sign_[i] != 0.0 && now == 0.0);
}

bool Crossing::crossed(std::span<const double> now) const {
  for (std::size_t i = 0; i < now.size(); ++i)
    if (beyond(i, now[i])) return true;
  return false;
}

void Crossing::remember(std::span<const double> now) {
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i] != 0.0 && !std::isnan(now[i])) sign_[i] = now[i] > 0.0 ? 1.0 : -1.0;
}

bool Crossing::evaluate(Stepper& method, double t) {
  if (!method.interpolate(t, y_).good()) return false;
  values_(t, y_, now_);
  return true;
}

std::optional<double> Crossing::find(Stepper& method) {
  if (now_.empty()) return {};
  constexpr int parts = 8;
  const double begin = method.t_before(), length = method.t() - begin;
  if (guarded_ > 0 && !evaluate(method, begin)) return {};
  Sample earlier{begin, {}}, before{begin, now_};
  for (int k = 1; k <= parts; ++k) {
    const double t = k == parts ? method.t() : begin + length * k / parts;
    if (!evaluate(method, t)) return {};
    const Sample here{t, now_};
    if (k > 1)
      if (const auto low = dip(method, earlier, before, here)) return bisect(method, earlier.first, *low);
    if (crossed(here.second)) return bisect(method, before.first, t);
    remember(here.second);
    earlier = std::move(before);
    before = here;
  }
  return {};
}

/// A time between a and c at which a guarded function that is positive at all three is not.
std::optional<double> Crossing::dip(Stepper& method, const Sample& a, const Sample& b, const Sample& c) {
  for (std::size_t i = 0; i < guarded_; ++i) {
    const auto low = lowest_below_zero(a.first, a.second[i], b.first, b.second[i], c.first, c.second[i]);
    if (low && evaluate(method, *low) && crossed(now_)) return low;
  }
  return {};
}

double Crossing::bisect(Stepper& method, double before, double after) {
  // At a start near t = 0 doubles resolve times far below anything that happens.
  const double finest = 0x1p-60 * (after - before);
  while (after - before > finest) {
    const double middle = before + (after - before) / 2;
    if (middle == before || middle == after || !evaluate(method, middle)) break;
    (crossed(now_) ? after : before) = middle;
  }
  which_.clear();
  if (evaluate(method, after))
    for (std::size_t i = 0; i < now_.size(); ++i)
      if (beyond(i, now_[i])) which_.push_back(static_cast<int>(i));
  return after;
}

}  // namespace alembert
