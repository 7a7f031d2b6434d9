/// Formulas as a flat program that any Scalar can run.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

class Curve;

/// What one instruction does. `out` is written from registers a, b, c.
enum class TapeOp : std::uint8_t {
  add,       ///< a + b
  subtract,  ///< a - b
  multiply,  ///< a * b
  divide,    ///< a / b
  negate,    ///< -a
  square,    ///< a * a
  sqrt,
  power,  ///< a ^ b
  sin,
  cos,
  sincos,  ///< out = sin(a), register b = cos(a)
  tan,
  asin,
  acos,
  atan,
  atan2,  ///< (a, b)
  sinh,
  cosh,
  tanh,
  exp,
  log,
  abs,
  sign,
  floor,
  min,
  max,
  less,  ///< 1 where a < b, else 0
  less_equal,
  select,  ///< b where a is not 0, else c
  table,   ///< value at a of the curve of call number b
  table_slope,
};

/// Whether an instruction compares, so that it can be held (TapeMachine): tables compare with their points.
constexpr bool compares(TapeOp op) {
  switch (op) {
    case TapeOp::abs:
    case TapeOp::sign:
    case TapeOp::floor:
    case TapeOp::atan2:
    case TapeOp::min:
    case TapeOp::max:
    case TapeOp::less:
    case TapeOp::less_equal:
    case TapeOp::table:
    case TapeOp::table_slope: return true;
    default: return false;
  }
}

struct Instruction {
  TapeOp op;
  std::uint32_t out;
  std::uint32_t a;
  std::uint32_t b;
  std::uint32_t c;
};

/// How a program uses a curve.
struct CurveCall {
  std::shared_ptr<const Curve> curve;
  std::vector<std::uint32_t> formulas;  ///< registers of the values of its formulas; they keep them after a run
};

/// What an input of a program stands for.
struct TapeInput {
  SymbolKind kind = SymbolKind::parameter;
  std::uint32_t id = 0;  ///< of the symbol, in the graph that the program was made from
};

/// A straight-line program computing some formulas from the values of some symbols: common sub-formulas once, sine and
/// cosine of the same angle together, registers reused. Independent of the graph it was made from, and immutable: run
/// it through a TapeMachine (tape_machine.h).
///
/// Registers: constants first, then inputs, then temporaries.
class Tape {
 public:
  Tape() = default;
  /// Throws Error (unknown_name) when a formula holds a symbol that is neither in `inputs` nor pi.
  Tape(std::span<const Expr> inputs, std::span<const Expr> outputs);

  const std::vector<Rational>& constants() const { return constants_; }
  /// Register of the constant pi, or no_register when the program does not use it.
  std::uint32_t pi_register() const { return pi_; }
  std::uint32_t first_input() const { return static_cast<std::uint32_t>(constants_.size()); }
  std::size_t inputs() const { return inputs_.size(); }
  const TapeInput& input(std::size_t i) const { return inputs_[i]; }
  std::size_t registers() const { return registers_; }
  const std::vector<Instruction>& program() const { return program_; }
  const std::vector<std::uint32_t>& outputs() const { return outputs_; }  ///< register of each output
  const std::vector<CurveCall>& calls() const { return calls_; }

  static constexpr std::uint32_t no_register = ~std::uint32_t{0};

 private:
  friend class TapeCompiler;
  friend class TapeSlicer;
  std::vector<Rational> constants_;
  std::uint32_t pi_ = no_register;
  std::vector<TapeInput> inputs_;
  std::size_t registers_ = 0;
  std::vector<Instruction> program_;
  std::vector<std::uint32_t> outputs_;
  std::vector<CurveCall> calls_;
};

}  // namespace alembert
