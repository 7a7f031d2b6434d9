/// Running a Tape on a scalar.
#pragma once
#include <span>
#include <vector>

#include "alembert/symbolic/tape.h"

namespace alembert {

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

 private:
  void call(const Instruction& i);  ///< what is not plain arithmetic

  Tape tape_;
  std::vector<S> registers_;
};

}  // namespace alembert
