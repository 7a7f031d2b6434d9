/// From one virtual register per value to few real ones.
#pragma once
#include <cstdint>
#include <vector>

#include "alembert/symbolic/tape.h"

namespace alembert {

/// Virtual registers: temporaries count from 0, inputs from input_mark, constants from constant_mark.
constexpr std::uint32_t input_mark = 0x80000000U;
constexpr std::uint32_t constant_mark = 0xC0000000U;

/// How many of a, b, c an instruction reads. (sincos reads a alone; its b is a second result.)
int operands(TapeOp op);

/// Removes instructions whose results nothing reads.
void drop_unused(std::vector<Instruction>& program, const std::vector<std::uint32_t>& outputs);

/// Where the fixed registers end.
struct RegisterMap {
  std::uint32_t constants;
  std::uint32_t inputs;
};

/// Rewrites virtual registers to real ones: constants, then inputs, then temporaries, each temporary reused as soon as
/// its value is no longer needed. Returns the number of registers.
std::size_t assign_registers(std::vector<Instruction>& program, std::vector<std::uint32_t>& outputs,
                             const RegisterMap& map);

}  // namespace alembert
