#include "alembert/integrate/crossing.h"

#include <cmath>
#include <utility>

namespace alembert {

Crossing::Crossing(int count, Values values)
    : values_(std::move(values)), sign_(static_cast<std::size_t>(count), 0.0), now_(static_cast<std::size_t>(count)) {}

void Crossing::start(double t, std::span<const double> y) {
  if (now_.empty()) return;
  y_.assign(y.begin(), y.end());
  values_(t, y, now_);
  remember(now_);
}

bool Crossing::crossed(std::span<const double> now) const {
  for (std::size_t i = 0; i < now.size(); ++i)
    if (sign_[i] * now[i] < 0.0 || (sign_[i] != 0.0 && now[i] == 0.0)) return true;
  return false;
}

void Crossing::remember(std::span<const double> now) {
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i] != 0.0 && !std::isnan(now[i])) sign_[i] = now[i] > 0.0 ? 1.0 : -1.0;
}

std::optional<double> Crossing::find(RungeKutta& method) {
  if (now_.empty()) return {};
  constexpr int parts = 8;
  double before = method.t_before();
  const double begin = before, length = method.t() - before;
  for (int k = 1; k <= parts; ++k) {
    const double t = k == parts ? method.t() : begin + length * k / parts;
    if (!method.interpolate(t, y_).good()) return {};
    values_(t, y_, now_);
    if (crossed(now_)) return bisect(method, before, t);
    remember(now_);
    before = t;
  }
  return {};
}

double Crossing::bisect(RungeKutta& method, double before, double after) {
  for (;;) {
    const double middle = before + (after - before) / 2;
    if (middle == before || middle == after) return after;
    if (!method.interpolate(middle, y_).good()) return after;
    values_(middle, y_, now_);
    (crossed(now_) ? after : before) = middle;
  }
}

}  // namespace alembert
