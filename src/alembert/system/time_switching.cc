#include "alembert/system/time_switching.h"

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
  return result;
}

}  // namespace alembert
