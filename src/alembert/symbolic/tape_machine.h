/// Running a Tape on a scalar.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "alembert/symbolic/tape.h"

namespace alembert {

/// How a comparison of a and b comes out while it is held: as for a < b, as for a > b, or as it is.
enum class Held : std::int8_t { below = -1, free = 0, above = 1 };

/// A Tape with registers of scalar S. Keeps a copy of the program; one machine serves one thread at a time.
/// Instances exist for double, Pack<4>, Pack<8>, and the Duals in tape_machine.cc; tape_machine.impl.h has the bodies.
template <class S>
class TapeMachine {
 public:
  TapeMachine() = default;
  explicit TapeMachine(Tape tape);

  const Tape& tape() const { return tape_; }
  /// out[i] = value of the i-th formula at the given inputs. No allocation.
  void run(std::span<const S> in, std::span<S> out);

  /// How many instructions compare: abs, sign, min, max, less, less_equal.
  std::size_t comparisons() const { return differences_.size(); }
  /// a - b of each of them in the last run, in the order of the program; a of abs and sign. Of S = double; others have
  /// zeros.
  std::span<const double> differences() const { return differences_; }
  /// From now on they come out so [comparisons]: formulas go on smoothly beyond the place where they would switch.
  /// Empty: all free.
  void hold(std::span<const Held> held);

 private:
  void call(const Instruction& i);  ///< what is not plain arithmetic
  void compare(const Instruction& i);
  void compare_as(const Instruction& i, bool below);

  Tape tape_;
  std::vector<S> registers_;
  std::vector<double> differences_;
  std::vector<Held> held_;      ///< empty, or one for each comparison
  std::size_t comparison_ = 0;  ///< the next one of this run
};

}  // namespace alembert
