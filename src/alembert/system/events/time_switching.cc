#include "alembert/system/events/time_switching.h"

#include <algorithm>
#include <cmath>

namespace alembert {
namespace {

/// Times of a motion until `end` that are nearer to each other are one instant.
double instant(double t, double end) {
  constexpr double share = 1e-6;  // of what is still to come, next to t = 0
  return 8.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), share * (end - t));
}

}  // namespace

FirstExit TimeSwitching::search() {
  return FirstExit([this](double begin, double end) { return comparisons_.run(begin, end); }, comparisons_.ranges());
}

TimedTurns TimeSwitching::next(double t, double end, std::span<const Held> held) {
  TimedTurns result;
  comparisons_.hold(held);
  if (comparisons_.watched().empty()) return result;
  FirstExit first = search();
  const auto exit = first.find(t + instant(t, end), end);
  result.certain = first.sampled() == 0;
  if (!exit) return result;
  result.time = *exit;
  // What compares a value that jumps then, as in if(mod(t, 2) < 1, x, y), turns with it.
  std::vector<Held> now(held.begin(), held.end());
  const double behind = *exit + instant(*exit, end);
  std::vector<FirstExit::Outside> outside = first.outside_at(behind);
  if (outside.empty()) outside = first.outside_at(*exit);
  while (!outside.empty()) {
    const std::size_t before = result.turns.size();
    for (const FirstExit::Outside& one : outside) {
      const auto& [part, place, comparison, stay] = comparisons_.watched()[one.function];
      if (std::ranges::find(result.turns, comparison, &TimedTurns::One::comparison) != result.turns.end()) continue;
      now[comparison] = one.below ? stay.below : stay.above;
      result.turns.push_back({comparison, now[comparison]});
    }
    if (result.turns.size() == before) break;
    comparisons_.hold(now);
    outside = search().outside_at(behind);
  }
  follow_jumps(behind, held, now, result);
  return result;
}

/// Numbers that jump may come to rest at an end of their range, as those of floor(t) >= 5 and mod(floor(t), 2) do, and
/// numbers that have turned may be equal from then on, as those of min(t, 3) == 3. They come out as they are there.
void TimeSwitching::follow_jumps(double behind, std::span<const Held> before, std::vector<Held>& now,
                                 TimedTurns& result) {
  std::vector<double> numbers(before.size(), 0.0);
  comparisons_.hold(before);
  const std::span<const Enclosure> first = comparisons_.run(behind, behind);
  for (std::size_t w = 0; w < first.size(); ++w) numbers[comparisons_.watched()[w].comparison] = first[w].x.lo;
  // One after the other: what follows from one that changes is looked at again.
  for (std::size_t round = 0; round <= before.size(); ++round) {
    comparisons_.hold(now);
    const std::span<const Enclosure> found = comparisons_.run(behind, behind);
    bool changed = false;
    for (std::size_t w = 0; w < found.size() && !changed; ++w) {
      const EnclosedComparisons::Watched& one = comparisons_.watched()[w];
      const Interval& x = found[w].x;
      const auto turned = std::ranges::find(result.turns, one.comparison, &TimedTurns::One::comparison);
      const bool equal = x.lo == 0.0 && comparisons_.held_at(w, 0.0) == Held::free;
      const bool jumped = numbers[one.comparison] != x.lo;
      if (x.lo != x.hi || !(turned == result.turns.end() ? jumped : equal)) continue;
      const Held next = comparisons_.held_at(w, x.lo);
      if (next == now[one.comparison]) continue;
      changed = true;
      now[one.comparison] = next;
      if (turned != result.turns.end())
        turned->next = next;
      else
        result.turns.push_back({one.comparison, next});
    }
    if (!changed) return;
  }
}

}  // namespace alembert
