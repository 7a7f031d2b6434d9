/// Parts of a program as programs of their own: what follows from some of the inputs alone.
#pragma once
#include <cstddef>
#include <vector>

#include "alembert/symbolic/tape.h"

namespace alembert {

/// A part of a program. It takes the same inputs, of which it reads only some, and keeps every value in a register of
/// its own.
struct TapeSlice {
  Tape tape;
  std::vector<std::size_t> comparisons;  ///< [comparison of the part] its number in the whole program
  std::vector<bool> inverse;             ///< [chosen output] whether it is one divided by this that was chosen
};

/// The comparisons (TapeMachine) whose arguments follow from the inputs with given[input] alone, and those arguments.
/// No outputs.
TapeSlice comparisons_from(const Tape& tape, const std::vector<bool>& given);

/// The functions and products that follow from the inputs with given[input] alone and change where those with
/// changing[input] do, as outputs in the order of the program: what its results are made of but for sums. What is seen
/// through another one alone, or by comparisons, is left out. Divisors of what
/// moves come as their inverse, which may fade where they grow beyond all bounds. With `whole` the outputs of the whole
/// program come first.
TapeSlice functions_from(const Tape& tape, const std::vector<bool>& given, const std::vector<bool>& changing,
                         bool whole);

/// [input] whether the program reads it.
std::vector<bool> inputs_read(const Tape& tape);

}  // namespace alembert
