/// When functions of time, of which bounds are known, leave their ranges.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "alembert/scalar/interval.h"

namespace alembert {

/// What bounds of functions over a span of time tell.
enum class Cell {
  inside,   ///< none leaves its range
  one_way,  ///< each that may leave moves one way: it does so where it is outside at the end
  open,     ///< neither
};
Cell look(std::span<const Enclosure> functions, std::span<const Interval> ranges);

/// Finds the first time at which one of some functions is outside of its range, by bounds of the functions and of their
/// rates and not by samples: a cell of time in which all stay inside, or all that may leave move one way, needs no
/// closer look; others are halved. Where bounds stay undecided to the last (a function that only touches an end of its
/// range, or rests on it) the cell is looked at in its middle and at its end, and counted.
///
/// A function that is no number at a time is inside there.
/// Ref: Moore, Kearfott and Cloud 2009, Introduction to Interval Analysis, ch. 8.
class FirstExit {
 public:
  /// All functions and their rates while time is between two numbers; overwritten by the next call.
  using Values = std::function<std::span<const Enclosure>(double begin, double end)>;

  FirstExit(Values values, std::span<const Interval> ranges) : values_(std::move(values)), ranges_(ranges) {}

  /// The first time from `begin` on, to the resolution of doubles; nothing where all stay inside until `end`.
  std::optional<double> find(double begin, double end);
  /// A function that is outside of its range.
  struct Outside {
    std::size_t function = 0;
    bool below = false;  ///< the lower end, not above the upper one
  };
  std::vector<Outside> outside_at(double t);
  /// How many cells of the last find() were too long to be passed over as instants and are only known by samples.
  int sampled() const { return sampled_; }

 private:
  /// How far the functions are inside at a time, the least of them; negative outside.
  double margin(double t);
  double locate(double inside, double outside);

  Values values_;
  std::span<const Interval> ranges_;
  int evaluations_ = 0;
  int sampled_ = 0;
};

}  // namespace alembert
