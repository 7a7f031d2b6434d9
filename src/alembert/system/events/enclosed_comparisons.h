/// What comparisons in a system's formulas compare, as bounds over a span of time.
#pragma once
#include <algorithm>
#include <span>
#include <vector>

#include "alembert/system/events/enclosed_program.h"

namespace alembert {

/// Some of a SwitchedSystem's comparisons, those of time or all others, run on bounds.
class EnclosedComparisons {
 public:
  enum class Kind {
    of_time,    ///< their arguments follow from t, u and parameters
    of_motion,  ///< the others
  };

  /// A comparison that is held, and where its number stays as long as it comes out so.
  struct Watched {
    std::size_t part = 0, place = 0;  ///< where it is found
    std::size_t comparison = 0;       ///< in the list of SwitchedSystem::switching()
    Stay stay;
  };

  /// The system must outlive this.
  EnclosedComparisons(const SwitchedSystem& system, Kind kind);

  /// [comparison of the system] whether it is one of these.
  const std::vector<bool>& listed() const { return listed_; }
  bool empty() const { return std::ranges::find(listed_, true) == listed_.end(); }

  /// Watches those of the comparisons [of the system] that are held, not free. All programs must have run, with the
  /// present parameters.
  void hold(std::span<const Held> held);
  const std::vector<Watched>& watched() const { return watched_; }
  /// How one of them comes out where its number is this (TapeMachine::held_at).
  Held held_at(std::size_t watched, double number) const;
  const std::vector<Interval>& ranges() const { return ranges_; }  ///< [watched] of their stays

  /// How many numbers the caller has to bound, and what they are in the last run of the system's programs.
  std::size_t moving() const;
  void read_moving(std::span<double> values) const;
  /// [watched] the numbers while time goes from begin to end; overwritten by the next call.
  std::span<const Enclosure> run(double begin, double end, std::span<const Enclosure> moving = {});

 private:
  struct Part {
    EnclosedProgram program;
    std::size_t first;  ///< comparison of its whole program, in the list of all
  };

  std::vector<Part> parts_;  ///< the first one computes u
  std::vector<bool> listed_;
  std::vector<Watched> watched_;
  std::vector<Interval> ranges_;
  std::vector<Enclosure> numbers_;
};

}  // namespace alembert
