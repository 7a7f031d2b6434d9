/// Formulas of a mechanism compiled for evaluation at states.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "alembert/plan/motion_index.h"
#include "alembert/symbolic/tape_machine.h"

namespace alembert {

/// A value that a formula needs: which of the lists below, and where in it.
struct FormulaInput {
  enum class From : std::uint8_t { parameter, time, input, q, qdot, v, a, z, measure };
  From from = From::parameter;
  int index = 0;
};

/// The values that formulas may need at a state. Lists that no formula needs may be empty.
template <class S>
struct FormulaState {
  S t{0.0};
  std::span<const S> q, v, z, u, a, qdot;
  std::span<const S> measures;  ///< [Mechanism::measures]
};

/// A tape, where its inputs come from, and which measures it needs. Only symbols that occur are inputs.
class FormulaProgram {
 public:
  FormulaProgram() = default;
  /// Throws Error (unknown_name) for a symbol that is none of the model's.
  FormulaProgram(const Mechanism& model, const MotionIndex& motion, std::span<const Expr> formulas);

  const Tape& tape() const { return tape_; }
  const std::vector<FormulaInput>& inputs() const { return inputs_; }
  const std::vector<int>& measures() const { return measures_; }  ///< indices that occur, ascending
  bool needs(FormulaInput::From from) const;

 private:
  Tape tape_;
  std::vector<FormulaInput> inputs_;
  std::vector<int> measures_;
};

/// A program running on a scalar, with the parameters' values set.
template <class S>
class FormulaMachine {
 public:
  FormulaMachine() = default;
  FormulaMachine(const FormulaProgram& program, std::span<const double> parameters);

  std::size_t outputs() const { return out_.size(); }
  /// Values of all formulas; overwritten by the next run.
  std::span<const S> run(const FormulaState<S>& x);

  TapeMachine<S>& machine() { return machine_; }  ///< for its comparisons

 private:
  std::vector<FormulaInput> inputs_;
  std::vector<S> in_, out_;
  TapeMachine<S> machine_;
};

}  // namespace alembert
