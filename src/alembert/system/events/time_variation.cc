#include "alembert/system/events/time_variation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <utility>

namespace alembert {
namespace {

/// What a function may bend by within a piece, of its size: w (change of its rate) / 8 is the distance from a line.
constexpr double most_bend = 0.4;
/// Of its size: a function that varies by less within a piece is constant there.
constexpr double nothing = 1e-12;
/// Halvings of the motion; beyond, times are told apart no more.
constexpr int most_levels = 46;

std::vector<bool> of_time(const Tape& tape) {
  std::vector<bool> changing(tape.inputs());
  for (std::size_t i = 0; i < changing.size(); ++i)
    changing[i] = tape.input(i).kind == SymbolKind::time || tape.input(i).kind == SymbolKind::input;
  return changing;
}

double magnitude(const Interval& x) { return std::max(std::abs(x.lo), std::abs(x.hi)); }

/// Also of what is infinite all the time.
double spread(const Interval& x) { return x.lo == x.hi ? 0.0 : x.width(); }

}  // namespace

TimeVariation::TimeVariation(const SwitchedSystem& system) {
  std::size_t first = 0, function = 0;
  const SwitchingFunctions switching = system.switching();
  for (TapeMachine<double>* machine : switching.machines()) {
    const Tape& tape = machine->tape();
    const bool makes_inputs = parts_.empty();
    TapeSlice slice = functions_from(tape, apart_from_motion(tape), of_time(tape), makes_inputs);
    const std::size_t skipped = makes_inputs ? tape.outputs().size() : 0;
    const std::size_t outputs = slice.tape.outputs().size() - skipped;
    inverse_.insert(inverse_.end(), slice.inverse.begin(), slice.inverse.end());
    if (makes_inputs || outputs > 0)
      parts_.push_back({EnclosedProgram(system, *machine, std::move(slice)), first, function, skipped});
    first += machine->comparisons();
    function += outputs;
  }
  functions_.resize(function);
  sizes_.resize(function);
}

void TimeVariation::hold(std::span<const Held> held) {
  for (Part& part : parts_) part.program.prepare(held.subspan(part.first, part.program.whole().comparisons()));
}

std::span<const Enclosure> TimeVariation::run(double begin, double end) {
  const Enclosure time = Enclosure::variable(Interval(begin, end), 0);
  std::span<const Enclosure> u;
  for (Part& part : parts_) {
    const std::span<const Enclosure> out = part.program.run(time, u);
    std::ranges::copy(out.subspan(part.skipped), functions_.begin() + static_cast<std::ptrdiff_t>(part.function));
    if (&part == &parts_.front()) u = out;
  }
  for (std::size_t f = 0; f < functions_.size(); ++f)
    if (inverse_[f]) functions_[f] = 1.0 / functions_[f];
  return functions_;
}

void TimeVariation::start(double begin, double end) {
  begin_ = begin;
  end_ = end;
  level_ = 0;
  if (empty()) return;
  std::size_t comparisons = 0;
  for (const Part& part : parts_) comparisons = part.first + part.program.whole().comparisons();
  hold(std::vector<Held>(comparisons, Held::free));
  find_sizes();
}

/// The largest magnitudes, between what is found and what bounds allow: spans with the largest bounds are halved until
/// these come within a factor of two. Spans in whose middle a function is no number are left alone.
void TimeVariation::find_sizes() {
  constexpr int parts = 32, patience = 60;  // at first, and halvings for one function
  using Span = std::pair<double, double>;
  for (std::size_t f = 0; f < sizes_.size(); ++f) {
    std::priority_queue<std::pair<double, Span>> spans;
    double found = 0.0;
    const auto add = [&](double a, double b) {
      const double middle = 0.5 * (a + b), here = magnitude(run(middle, middle)[f].x);
      if (!std::isfinite(here)) return;
      found = std::max(found, here);
      spans.push({magnitude(run(a, b)[f].x), {a, b}});
    };
    const double part = (end_ - begin_) / parts;
    for (int k = 0; k < parts; ++k) add(begin_ + k * part, begin_ + (k + 1) * part);
    for (int k = 0; k < patience && !spans.empty() && spans.top().first > 2.0 * found; ++k) {
      const auto [a, b] = spans.top().second;
      spans.pop();
      add(a, 0.5 * (a + b));
      add(0.5 * (a + b), b);
    }
    const double bound = spans.empty() ? found : spans.top().first;
    sizes_[f] = std::isfinite(bound) ? bound : found;
  }
}

bool TimeVariation::resolved(double begin, double end) {
  const double width = end - begin;
  std::vector<std::size_t> unknown;
  for (std::size_t i = 0; const auto& [value, rate] : run(begin, end)) {
    const bool bends = !(spread(rate[0]) * width <= most_bend * sizes_[i]);
    if (bends && std::isinf(spread(value)))
      unknown.push_back(i);
    else if (bends && !(spread(value) <= nothing * sizes_[i]))
      return false;
    ++i;
  }
  if (unknown.empty()) return true;
  // Where a function is no number all the time it varies by nothing.
  const double middle = 0.5 * (begin + end);
  const std::span<const Enclosure> f = run(middle, middle);
  return std::ranges::none_of(unknown, [&](std::size_t i) { return std::isfinite(f[i].x.lo); });
}

/// A half of a half of the motion. One that is resolved has resolved halves, so the answer does not depend on where the
/// search begins.
double TimeVariation::piece_end(double t) {
  const double length = end_ - begin_, rounding = 8.0 * std::numeric_limits<double>::epsilon() * (std::abs(t) + length);
  const auto end_of = [&](int level, double n) { return begin_ + std::ldexp((n + 1.0) * length, -level); };
  const auto number = [&](int level) {
    const double n = std::floor(std::ldexp((t - begin_) / length, level));
    return end_of(level, n) - t > rounding ? n : n + 1.0;  // a time at an end, but for rounding, is in the next one
  };
  const auto fits = [&](int level) {
    const double n = number(level);
    return resolved(begin_ + std::ldexp(n * length, -level), end_of(level, n));
  };
  if (fits(level_)) {
    while (level_ > 0 && fits(level_ - 1)) --level_;
  } else {
    while (level_ < most_levels && !fits(level_)) ++level_;
  }
  return std::min(end_of(level_, number(level_)), end_);
}

TimeVariation::Piece TimeVariation::shortest() {
  Piece shortest{begin_, end_ - begin_};
  for (double t = begin_; t < end_;) {
    const double end = after_pieces(t, 1);
    if (end - t < shortest.length) shortest = {t, end - t};
    t = end;
  }
  return shortest;
}

double TimeVariation::after_pieces(double t, int n) {
  for (int k = 0; k < n && t < end_; ++k) t = piece_end(t);
  return t;
}

}  // namespace alembert
