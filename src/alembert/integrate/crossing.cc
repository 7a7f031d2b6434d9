#include "alembert/integrate/crossing.h"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

struct Point {
  double t, value;
};

/// What a function that has been zero from the start has for a sign, for every look; and from where on it rests there.
constexpr double look_at_zero = 1e-3, rests = 4.5e-3;

/// The lowest point of the parabola through three points, if it opens upwards and has it between them or at most a
/// quarter of their distance beyond, from where it is moved inside.
std::optional<Point> lowest(const Point& a, const Point& b, const Point& c) {
  const double left = (b.value - a.value) / (b.t - a.t), right = (c.value - b.value) / (c.t - b.t);
  const double bend = (right - left) / (c.t - a.t);
  if (!(bend > 0.0)) return {};
  const double t = 0.5 * (a.t + b.t) - 0.5 * left / bend;
  if (t < a.t - 0.25 * (b.t - a.t) || t > c.t + 0.25 * (c.t - b.t)) return {};
  const double inside = std::clamp(t, a.t + (b.t - a.t) / 64, c.t - (c.t - b.t) / 64);
  return Point{inside, b.value + (inside - b.t) * (left + bend * (inside - a.t))};
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
  if (std::abs(sign_[i]) < 1.0) return sign_[i] >= rests && now != 0.0 && !std::isnan(now);
  return sign_[i] * now < 0.0 || now == 0.0;
}

bool Crossing::crossed(std::span<const double> now) const {
  for (std::size_t i = 0; i < now.size(); ++i)
    if (beyond(i, now[i])) return true;
  return false;
}

void Crossing::remember(std::span<const double> now) {
  for (std::size_t i = 0; i < now.size(); ++i)
    if (now[i] == 0.0 && sign_[i] < rests)
      sign_[i] = std::abs(sign_[i]) < 1.0 ? sign_[i] + look_at_zero : sign_[i];
    else if (now[i] != 0.0 && !std::isnan(now[i]))
      sign_[i] = now[i] > 0.0 ? 1.0 : -1.0;
}

bool Crossing::evaluate(Stepper& method, double t) {
  if (!method.interpolate(t, y_).good()) return false;
  values_(t, y_, now_);
  return true;
}

std::optional<double> Crossing::find(Stepper& method) {
  if (now_.empty()) return {};
  constexpr int parts = StepBounds::parts;
  const double begin = method.t_before(), length = method.t() - begin;
  samples_.clear();
  const auto sample = [&](int k) {
    const double t = k == parts ? method.t() : begin + length * k / parts;
    if (!evaluate(method, t)) return false;
    samples_.emplace_back(t, now_);
    if (bounds_ != nullptr) bounds_->note(k);
    return true;
  };
  looks_ = 0;
  bool doubt = false;  // whether bounds leave it open that formulas switch
  if (bounds_ != nullptr) {
    for (int k = 0; k <= parts; ++k)
      if (!sample(k)) return {};
    bounds_->fit(begin, method.t(), held_);
    doubt = bounds_->look(begin, method.t()) != Cell::inside;
  } else if (!sample(0)) {
    return {};
  }
  for (int k = 1; k <= parts; ++k) {
    if (bounds_ == nullptr && !sample(k)) return {};
    const Sample &before = samples_[static_cast<std::size_t>(k - 1)], &here = samples_[static_cast<std::size_t>(k)];
    if (k > 1) {
      const Sample& earlier = samples_[static_cast<std::size_t>(k - 2)];
      if (const auto low = dip(method, earlier, before, here)) return bisect(method, earlier.first, *low);
    }
    if (doubt)
      if (const auto t = between(method, before.first, here.first)) return t;
    if (crossed(here.second)) return bisect(method, before.first, here.first);
    remember(here.second);
  }
  return {};
}

/// The first crossing in a part of a step, as far as bounds do not exclude it.
std::optional<double> Crossing::between(Stepper& method, double begin, double end) {
  constexpr double finest = 0x1p-12;
  constexpr long patience = 500;  // looks in one step
  std::vector<std::pair<double, double>> cells{{begin, end}};
  while (!cells.empty()) {
    const auto [a, b] = cells.back();
    cells.pop_back();
    const Cell cell = bounds_->look(a, b);
    if (cell == Cell::inside) continue;
    const double middle = a + 0.5 * (b - a);
    if (cell == Cell::open && b - a > finest * (end - begin) && ++looks_ < patience) {
      cells.emplace_back(middle, b);
      cells.emplace_back(a, middle);
      continue;
    }
    if (cell == Cell::open && evaluate(method, middle) && crossed(now_)) return bisect(method, a, middle);
    if (evaluate(method, b) && crossed(now_)) return bisect(method, a, b);
  }
  return {};
}

/// A time between a and c at which a function that has crossed zero at none of the three has.
std::optional<double> Crossing::dip(Stepper& method, const Sample& a, const Sample& b, const Sample& c) {
  for (std::size_t i = 0; i < now_.size(); ++i)
    if (const auto low = dip_of(i, method, a, b, c)) return low;
  return {};
}

/// Follows a function down by parabolas, as long as these can be wrong by so much that it may reach zero.
std::optional<double> Crossing::dip_of(std::size_t i, Stepper& method, const Sample& first, const Sample& second,
                                       const Sample& third) {
  constexpr int most_tries = 12;
  const double side = i < guarded_ ? 1.0 : sign_[i];
  Point a{first.first, side * first.second[i]}, b{second.first, side * second.second[i]},
      c{third.first, side * third.second[i]};
  if (!(a.value > 0.0 && b.value > 0.0 && c.value > 0.0)) return {};
  double doubt = 0.5 * (std::max({a.value, b.value, c.value}) - std::min({a.value, b.value, c.value}));
  for (int k = 0; k < most_tries; ++k) {
    const auto low = lowest(a, b, c);
    if (!low || !(low->value < doubt) || low->t == b.t || !evaluate(method, low->t)) return {};
    if (crossed(now_)) return low->t;
    const Point here{low->t, side * now_[i]};
    doubt = std::abs(here.value - low->value);
    const Point inner = here.t < b.t ? here : b, outer = here.t < b.t ? b : here;
    if (inner.value < outer.value) {
      c = outer;
      b = inner;
    } else {
      a = inner;
      b = outer;
    }
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
