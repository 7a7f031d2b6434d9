/// What every model has, whether it is given by bodies and joints or by its energies.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alembert/core/error.h"
#include "alembert/symbolic/domain.h"
#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/graph.h"

namespace alembert {

/// A named constant: a symbol in formulas, a number everywhere else.
struct Parameter {
  std::string name;
  Expr symbol;
  Expr value;        ///< a number, or an expression in other parameters
  std::string unit;  ///< as written, "" if none
  Source at;
};

/// A signal u(t).
struct Input {
  std::string name;
  Expr symbol;
  Expr value;        ///< in t and parameters; what the input is when nobody drives it
  std::string unit;  ///< as written, "" if none
  Source at;
  std::shared_ptr<const Domain> domain = nullptr;  ///< of the value, as Written has it
};

/// A first-order state of the user's own, such as the integral in a controller.
struct ExtraState {
  std::string name;
  Expr symbol;
  Expr start;  ///< in parameters
  Expr rate;   ///< in everything
  Source at;
  std::shared_ptr<const Domain> domain = nullptr;  ///< of the rate, as Written has it
};

/// A formula with the place where it was written.
struct Written {
  Expr formula;
  Source at;
  /// Where it has a value as it is written; null where that is everywhere.
  std::shared_ptr<const Domain> domain = nullptr;
};

/// A constraint, kept as written, or derived from a mechanism.
struct Constraint {
  std::string name;
  bool pfaffian = false;  ///< linear in the rates and zero; otherwise holonomic: the formula itself is zero
  bool at_start = false;  ///< holonomic only: zero is row minus its value at the start
  bool derived = false;   ///< of a mechanism, whose rows are known to be constraints; they may be zero everywhere
  Written row;
};

struct Output {
  std::string name;
  Written value;
};

/// What `run` does when the command line does not say otherwise. The formulas are in parameters, so that a changed
/// parameter changes them too; simulate_numbers() (parameter_numbers.h) gives their values and the defaults.
struct Simulate {
  std::optional<Written> time;       ///< [s]
  std::optional<Written> step;       ///< [s] between rows of the result
  std::optional<Written> tolerance;  ///< relative and absolute
  /// Absolute tolerances of single coordinates, speeds and states, by their names in results.
  std::vector<std::pair<std::string, Written>> absolute;
  std::optional<Written> largest_step;  ///< [s] of the method of integration
  std::string method = "auto";          ///< auto, rk5 or rk8
  std::optional<Written> until;         ///< stop when it crosses zero
  bool impacts_in_turn = false;         ///< stops that are hit at one instant: one after the other, not all together
};

/// Something in a model that is legal but probably not meant.
struct Warning {
  std::string message;
  Source at;
};

/// The parts of a model that do not depend on how its motion is described. All formulas live in `graph`.
struct Description {
  std::string file;  ///< where it was read from
  std::string name;
  std::shared_ptr<Graph> graph;

  std::vector<Parameter> parameters;
  std::vector<Input> inputs;
  std::vector<ExtraState> states;
  std::vector<std::pair<std::string, Expr>> lets;  ///< [let] names with their meaning, in file order
  std::map<std::string, std::shared_ptr<const Domain>, std::less<>> let_domains;  ///< as in Written, of some of them
  std::vector<Output> outputs;
  Simulate simulate;
  bool degrees = false;           ///< a start is written in degrees: tables for people show angles so
  std::vector<Warning> warnings;  ///< found while reading, in file order
};

/// "model.toml:4:13: ...", in the model's own file where the warning names none.
inline std::string with_place(const Description& model, const Warning& w) {
  std::string place = w.at.file.empty() ? model.file : w.at.file;
  if (w.at.line > 0) place += ":" + std::to_string(w.at.line) + ":" + std::to_string(w.at.column);
  return place + ": " + w.message;
}

}  // namespace alembert
