/// A part of a program run on bounds of what its inputs are while time goes on.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "alembert/scalar/interval.h"
#include "alembert/symbolic/tape_slice.h"
#include "alembert/system/events/switching_functions.h"

namespace alembert {

/// t is what it is, inputs u(t) are bounded by their formulas, parameters are constant; coordinates, speeds, states and
/// measures are the caller's to bound. An Enclosure is a number and its rate in time.
class EnclosedProgram {
 public:
  /// A part of `whole`, one of the programs of the system. Both must outlive this.
  EnclosedProgram(const SwitchedSystem& system, TapeMachine<double>& whole, TapeSlice slice);

  TapeMachine<double>& whole() const { return *whole_; }
  const std::vector<std::size_t>& comparisons() const { return comparisons_; }  ///< [here] number in the whole
  std::size_t outputs() const { return out_.size(); }
  /// The inputs that the caller bounds: their places in the whole program.
  const std::vector<std::size_t>& moving() const { return moving_; }

  /// Takes the parameters of the whole program's last run; `held` [comparison of the whole] is how comparisons come
  /// out.
  void prepare(std::span<const Held> held);
  /// The outputs; overwritten by the next run. The program that computes the inputs needs no `u`.
  std::span<const Enclosure> run(const Enclosure& time, std::span<const Enclosure> u,
                                 std::span<const Enclosure> moving = {});
  /// The number of a comparison [here] in the last run.
  const Enclosure& number(std::size_t comparison) const { return machine_.differences()[comparison]; }

 private:
  enum class From : std::uint8_t { constant, time, input, motion };

  TapeMachine<double>* whole_;
  TapeMachine<Enclosure> machine_;
  std::vector<std::size_t> comparisons_, moving_;
  std::vector<From> from_;          ///< [input]
  std::vector<std::size_t> index_;  ///< [input] which u, or which of moving()
  std::vector<Enclosure> in_, out_;
};

/// Whether an input of a program is given by the motion, not by time or parameters.
bool is_motion(const TapeInput& input);
/// [input] whether it is not.
std::vector<bool> apart_from_motion(const Tape& tape);

}  // namespace alembert
