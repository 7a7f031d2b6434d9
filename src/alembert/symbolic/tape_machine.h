/// Running a Tape on a scalar.
#pragma once
#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "alembert/scalar/interval.h"
#include "alembert/symbolic/tape.h"

namespace alembert {

/// How a comparison of a and b comes out while it is held: as for a < b, as for a > b, or as it is. A table compares
/// its argument with its points: it is held in one of its segments, see held_in(). floor() is held at a whole number,
/// and atan2() on the upper (above) or the lower half of the plane, from where it goes on beyond half a turn.
enum class Held : std::int32_t { below = -1, free = 0, above = 1 };

/// A table held in a segment (Curve), and back.
constexpr Held held_in(std::size_t segment) { return static_cast<Held>(segment + 1); }
constexpr std::size_t segment_of(Held held) { return static_cast<std::size_t>(held) - 1; }

/// Where a comparison turns that is nearest to where it is: a = b, or a point of a table.
struct Turn {
  double distance = 0.0;  ///< a - b; from the point to the argument
  Held below = Held::below;
  Held above = Held::above;  ///< how it comes out on either side

  /// How it comes out behind the place where it has left `held`, whatever rounding made of the distance.
  Held away_from(Held held) const {
    const Held here = distance > 0.0 ? above : below;
    if (distance != 0.0 && here != held) return here;
    return held == above ? below : above;
  }
};

/// Where a comparison comes out as it is held: while its number is in a range. Behind either end it is held otherwise.
struct Stay {
  double low = -std::numeric_limits<double>::infinity(), high = std::numeric_limits<double>::infinity();
  Held below = Held::free, above = Held::free;

  double margin(double number) const { return std::min(number - low, high - number); }
};

/// Scalars whose machines know the numbers of their comparisons.
template <class S>
inline constexpr bool tells_differences = std::same_as<S, double> || std::same_as<S, Enclosure>;

/// A Tape with registers of scalar S. Keeps a copy of the program; one machine serves one thread at a time.
/// Instances exist for double, Enclosure, Pack<4>, Pack<8>, and the Duals in tape_machine.cc; tape_machine.impl.h has
/// the bodies.
template <class S>
class TapeMachine {
 public:
  TapeMachine() = default;
  explicit TapeMachine(Tape tape);

  const Tape& tape() const { return tape_; }
  /// out[i] = value of the i-th formula at the given inputs. No allocation.
  void run(std::span<const S> in, std::span<S> out);

  /// How many instructions compare: abs, sign, floor, min, max, less, less_equal, atan2, and those that look up a
  /// table.
  std::size_t comparisons() const { return differences_.size(); }
  /// The number of each of them in the last run, in the order of the program: a - b; a of abs, sign and floor; the
  /// angle of atan2 between minus and plus half a turn, or the one that it goes on to while it is held; the argument of
  /// a table. Of S = double and Enclosure; others have zeros.
  std::span<const S> differences() const { return differences_; }
  /// From now on they come out so [comparisons]: formulas go on smoothly beyond the place where they would switch.
  /// Where that gives no number, as the root in sqrt(max(x, 0)) for x < 0, all are free in that run. Empty: all free.
  void hold(std::span<const Held> held);

  // After a run of double:
  /// Where the k-th comparison turns nearest to its number.
  Turn turn(std::size_t k) const;
  /// Where its number stays as long as it comes out as it is held, which must not be free.
  Stay stay(std::size_t k, Held held) const;
  /// How it comes out where its number is this and no limit: free where both sides of a comparison are equal.
  Held held_at(std::size_t k, double number) const;
  /// How far its number is from leaving that; negative beyond.
  double margin(std::size_t k, Held held) const;

  /// The value of an input in the last run.
  const S& input(std::size_t i) const { return registers_[tape_.first_input() + i]; }

 private:
  void execute(std::span<const S> in, std::span<S> out);
  void call(const Instruction& i);  ///< what is not plain arithmetic
  void compare(const Instruction& i);
  void compare_as(const Instruction& i, Held held);
  void look_up(const Instruction& i, Held held);
  const CurveCall* call_of(std::size_t k) const;  ///< of the k-th comparison; null where it looks up no table

  Tape tape_;
  std::vector<S> registers_;
  std::vector<S> differences_;
  std::vector<Held> held_;                  ///< empty, or one for each comparison
  std::size_t comparison_ = 0;              ///< the next one of this run
  std::vector<std::uint32_t> compares_at_;  ///< [comparison] its place in the program
};

}  // namespace alembert
