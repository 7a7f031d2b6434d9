/// Bodies of tape_machine.h, for files that make instances. A scalar must have the functions of concept Scalar.
#pragma once
#include <algorithm>
#include <cassert>
#include <cmath>
#include <concepts>
#include <limits>
#include <numbers>
#include <utility>

#include "alembert/symbolic/curve_points.h"
#include "alembert/symbolic/registers.h"
#include "alembert/symbolic/special_numbers.h"
#include "alembert/symbolic/tape_machine.h"

namespace alembert {

inline bool all_finite(std::span<const double> values) {
  return std::ranges::all_of(values, [](double x) { return std::isfinite(x); });
}

template <class S>
S squared(const S& x) {
  return x * x;
}
/// Bounds of a square are closer than those of a product of two.
inline Enclosure squared(const Enclosure& x) { return pow(x, 2); }

/// The angle of a point is held on the upper or the lower half of the plane. It goes on smoothly for a quarter turn
/// beyond: over the jump at half a turn, where it leaves that half, and over zero, where nothing happens and it leaves
/// it an eighth of a turn later.
struct HalfPlane {
  static constexpr double half_turn = std::numbers::pi, quarter_turn = 0.5 * std::numbers::pi;

  template <class S>
  static S angle(const S& angle, bool below) {
    if (below) return select(less(S(quarter_turn), angle), angle - S(2.0 * half_turn), angle);
    return select(less(angle, S(-quarter_turn)), angle + S(2.0 * half_turn), angle);
  }
  static Turn turn(double angle) {
    constexpr double next_to_jump = 0.75 * std::numbers::pi;
    if (std::abs(angle) < next_to_jump) return {.distance = angle != 0.0 ? angle : std::numeric_limits<double>::min()};
    const double beyond = angle > 0.0 ? angle - half_turn : angle + half_turn;
    return {beyond, Held::above, Held::below};
  }
  static Stay stay(Held held) {
    constexpr double eighth = 0.5 * quarter_turn;
    if (held == Held::below) return {-half_turn, eighth, Held::above, Held::above};
    return {-eighth, half_turn, Held::below, Held::below};
  }
};

/// A number is held between two whole ones.
struct WholePart {
  static constexpr double most = 1e9;  // beyond which whole parts are not told apart

  static Held held_at(double whole) {
    return static_cast<Held>(static_cast<std::int32_t>(std::clamp(whole, -most, most)) * 2 + 3);
  }
  static double whole(Held held) { return 0.5 * (static_cast<double>(held) - 3.0); }
  static Turn turn(double x) {
    const double nearest = std::round(x);
    return {x - nearest, held_at(nearest - 1.0), held_at(nearest)};
  }
  static Stay stay(Held held) {
    const double n = whole(held);
    return {n, n + 1.0, held_at(n - 1.0), held_at(n + 1.0)};
  }
};

template <class S>
TapeMachine<S>::TapeMachine(Tape tape) : tape_(std::move(tape)), registers_(tape_.registers(), S(0.0)) {
  for (std::size_t i = 0; i < tape_.constants().size(); ++i)
    registers_[i] = TapeConstant<S>::number(tape_.constants()[i]);
  if (tape_.pi_register() != Tape::no_register) registers_[tape_.pi_register()] = TapeConstant<S>::pi();
  for (std::uint32_t i = 0; i < tape_.program().size(); ++i)
    if (compares(tape_.program()[i].op)) compares_at_.push_back(i);
  differences_.assign(compares_at_.size(), S(0.0));
}

template <class S>
void TapeMachine<S>::hold(std::span<const Held> held) {
  assert(held.empty() || held.size() == comparisons());
  held_.assign(held.begin(), held.end());
}

template <class S>
void TapeMachine<S>::run(std::span<const S> in, std::span<S> out) {
  execute(in, out);
  if constexpr (std::same_as<S, double>) {
    if (held_.empty() || (all_finite(out) && all_finite(differences_))) return;
    std::vector<Held> held = std::exchange(held_, {});
    execute(in, out);
    held_ = std::move(held);
  }
}

template <class S>
void TapeMachine<S>::execute(std::span<const S> in, std::span<S> out) {
  assert(in.size() == tape_.inputs() && out.size() == tape_.outputs().size());
  std::copy(in.begin(), in.end(), registers_.begin() + tape_.first_input());
  S* const r = registers_.data();
  comparison_ = 0;
  // Arithmetic here, functions apart: as one large switch the registers that calls must save cost more than the sums
  // and products themselves.
  for (const Instruction& i : tape_.program()) {
    switch (i.op) {
      case TapeOp::add: r[i.out] = r[i.a] + r[i.b]; break;
      case TapeOp::subtract: r[i.out] = r[i.a] - r[i.b]; break;
      case TapeOp::multiply: r[i.out] = r[i.a] * r[i.b]; break;
      case TapeOp::square: r[i.out] = squared(r[i.a]); break;
      case TapeOp::negate: r[i.out] = -r[i.a]; break;
      default: call(i);
    }
  }
  for (std::size_t k = 0; k < out.size(); ++k) out[k] = registers_[tape_.outputs()[k]];
}

template <class S>
[[gnu::noinline]] void TapeMachine<S>::call(const Instruction& i) {
  S* r = registers_.data();
  const S &a = r[i.a], &b = r[i.b];
  S& out = r[i.out];
  switch (i.op) {
    case TapeOp::divide: out = a / b; break;
    case TapeOp::sqrt: out = sqrt(a); break;
    case TapeOp::power: out = formulas::where_defined(S(pow(a, b)), a, b); break;  // NaN^0 is none
    case TapeOp::sin: out = sin(a); break;
    case TapeOp::cos: out = cos(a); break;
    case TapeOp::sincos: {
      const S angle = a;
      sincos(angle, out, r[i.b]);
      break;
    }
    case TapeOp::tan: out = tan(a); break;
    case TapeOp::asin: out = asin(a); break;
    case TapeOp::acos: out = acos(a); break;
    case TapeOp::atan: out = atan(a); break;
    case TapeOp::sinh: out = sinh(a); break;
    case TapeOp::cosh: out = cosh(a); break;
    case TapeOp::tanh: out = tanh(a); break;
    case TapeOp::exp: out = exp(a); break;
    case TapeOp::log: out = log(a); break;
    case TapeOp::abs:
    case TapeOp::sign:
    case TapeOp::floor:
    case TapeOp::atan2:
    case TapeOp::min:
    case TapeOp::max:
    case TapeOp::less:
    case TapeOp::less_equal:
    case TapeOp::table:
    case TapeOp::table_slope: compare(i); break;
    // Conditions are 0 or 1.
    case TapeOp::select: out = formulas::where_defined(S(select(less(S(0.5), a), b, r[i.c])), a, a); break;
    default: break;  // arithmetic: done in run()
  }
}

template <class S>
void TapeMachine<S>::compare(const Instruction& i) {
  S* r = registers_.data();
  const std::size_t k = comparison_++;
  const Held held = held_.empty() ? Held::free : held_[k];
  if (i.op == TapeOp::table || i.op == TapeOp::table_slope) {
    if constexpr (tells_differences<S>) differences_[k] = r[i.a];
    return look_up(i, held);
  }
  const S &a = r[i.a], &b = r[i.b];
  S& out = r[i.out];
  if (i.op == TapeOp::atan2) {
    out = formulas::angle(a, b);
    if (held != Held::free) out = HalfPlane::angle<S>(out, held == Held::below);
    if constexpr (tells_differences<S>) differences_[k] = out;
    return;
  }
  if constexpr (tells_differences<S>) differences_[k] = operands(i.op) == 1 ? a : a - b;
  if (held != Held::free) return compare_as(i, held);
  const auto of_both = [&](const S& value) { return formulas::where_defined(value, a, b); };
  switch (i.op) {
    case TapeOp::abs: out = abs(a); break;
    case TapeOp::sign: out = sign(a); break;
    case TapeOp::floor: out = floor(a); break;
    case TapeOp::min: out = of_both(min(a, b)); break;
    case TapeOp::max: out = of_both(max(a, b)); break;
    case TapeOp::less: out = of_both(select(less(a, b), S(1.0), S(0.0))); break;
    default: out = of_both(select(less_equal(a, b), S(1.0), S(0.0))); break;
  }
}

/// As if a were below b, or above it.
template <class S>
void TapeMachine<S>::compare_as(const Instruction& i, Held held) {
  S* r = registers_.data();
  const S &a = r[i.a], &b = r[i.b];
  S& out = r[i.out];
  const bool below = held == Held::below;
  switch (i.op) {
    case TapeOp::floor: out = S(WholePart::whole(held)); break;
    case TapeOp::abs: out = below ? S(-a) : S(a); break;
    case TapeOp::sign: out = S(below ? -1.0 : 1.0); break;
    case TapeOp::min: out = below ? S(a) : S(b); break;
    case TapeOp::max: out = below ? S(b) : S(a); break;
    default: out = S(below ? 1.0 : 0.0); break;
  }
}

template <class S>
void TapeMachine<S>::look_up(const Instruction& i, Held held) {
  const CurvePoints<S> points(tape_.calls()[i.b], registers_.data());
  const S a = registers_[i.a];
  const bool value = i.op == TapeOp::table;
  if (held == Held::free)
    registers_[i.out] = value ? points.value(a) : points.slope(a);
  else
    registers_[i.out] = value ? points.value(segment_of(held), a) : points.slope(segment_of(held));
}

template <class S>
const CurveCall* TapeMachine<S>::call_of(std::size_t k) const {
  const Instruction& i = tape_.program()[compares_at_[k]];
  return i.op == TapeOp::table || i.op == TapeOp::table_slope ? &tape_.calls()[i.b] : nullptr;
}

template <class S>
Turn TapeMachine<S>::turn(std::size_t k) const {
  if constexpr (std::same_as<S, double>) {
    const double difference = differences_[k];
    const TapeOp op = tape_.program()[compares_at_[k]].op;
    if (op == TapeOp::floor) return WholePart::turn(difference);
    if (op == TapeOp::atan2) return HalfPlane::turn(difference);
    const CurveCall* call = call_of(k);
    if (call == nullptr) return {.distance = difference};
    const CurvePoints<S> points(*call, registers_.data());
    const std::size_t above = points.segment(difference);  // the point above, where there is one
    std::size_t nearest = above == points.size() ? above - 1 : above;
    if (nearest > 0 && difference - points.x(nearest - 1) < std::abs(difference - points.x(nearest))) --nearest;
    return {difference - points.x(nearest), held_in(nearest), held_in(nearest + 1)};
  } else {
    return {};
  }
}

template <class S>
Stay TapeMachine<S>::stay(std::size_t k, Held held) const {
  if constexpr (std::same_as<S, double>) {
    const TapeOp op = tape_.program()[compares_at_[k]].op;
    if (op == TapeOp::floor) return WholePart::stay(held);
    if (op == TapeOp::atan2) return HalfPlane::stay(held);
    const CurveCall* call = call_of(k);
    Stay stay;
    if (call == nullptr) {
      (held == Held::above ? stay.low : stay.high) = 0.0;
      (held == Held::above ? stay.below : stay.above) = held == Held::above ? Held::below : Held::above;
      return stay;
    }
    const CurvePoints<S> points(*call, registers_.data());
    const std::size_t segment = segment_of(held);
    if (segment > 0) {
      stay.low = points.x(segment - 1);
      stay.below = held_in(segment - 1);
    }
    if (segment < points.size()) {
      stay.high = points.x(segment);
      stay.above = held_in(segment + 1);
    }
    return stay;
  } else {
    return {};
  }
}

template <class S>
Held TapeMachine<S>::held_at(std::size_t k, double number) const {
  if constexpr (std::same_as<S, double>) {
    const TapeOp op = tape_.program()[compares_at_[k]].op;
    if (op == TapeOp::floor) return WholePart::held_at(std::floor(number));
    if (op != TapeOp::atan2)
      if (const CurveCall* call = call_of(k)) return held_in(CurvePoints<S>(*call, registers_.data()).segment(number));
    return number > 0.0 ? Held::above : number < 0.0 ? Held::below : Held::free;
  } else {
    return Held::free;
  }
}

template <class S>
double TapeMachine<S>::margin(std::size_t k, Held held) const {
  if constexpr (std::same_as<S, double>)
    return stay(k, held).margin(differences_[k]);
  else
    return {};
}

}  // namespace alembert
