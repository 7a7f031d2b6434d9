/// A system described by its energies, as the user wrote it.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alembert/core/error.h"
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
};

struct Coordinate {
  std::string name;
  Expr position;      ///< the symbol theta
  Expr rate;          ///< the symbol theta'
  Expr acceleration;  ///< the symbol theta''
  Expr start;         ///< initial position, in parameters
  Expr start_rate;    ///< initial rate, in parameters
  std::string unit;   ///< of the position, for plots: "rad", "m", or "" when the file does not say
  Source at;
};

/// A first-order state of the user's own, such as the integral in a controller.
struct ExtraState {
  std::string name;
  Expr symbol;
  Expr start;  ///< in parameters
  Expr rate;   ///< in everything
  Source at;
};

/// A formula with the place where it was written.
struct Written {
  Expr formula;
  Source at;
};

/// A force at a moving point: its virtual work is value . d(at).
struct PointForce {
  std::string name;
  std::vector<Written> at;     ///< world coordinates of the point, one to three, in coordinates and t
  std::vector<Written> value;  ///< components along the same axes [N]
  Source source;
};

/// A constraint, kept as written.
struct Constraint {
  std::string name;
  bool pfaffian = false;  ///< linear in the rates and zero; otherwise holonomic: the formula itself is zero
  bool at_start = false;  ///< holonomic only: zero is row minus its value at the start
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
  std::string method = "auto";       ///< auto, rk5 or rk8
  std::optional<Written> until;      ///< stop when it crosses zero
};

/// T, V and what else the user wrote. All formulas live in `graph`; [let] names are already replaced by their meaning.
struct Lagrangian {
  std::string file;  ///< where it was read from
  std::string name;
  std::shared_ptr<Graph> graph;

  std::vector<Parameter> parameters;
  std::vector<Input> inputs;
  std::vector<Coordinate> coordinates;  ///< in file order
  std::vector<ExtraState> states;
  std::vector<std::pair<std::string, Expr>> lets;  ///< [let] names with their meaning, in file order

  std::optional<Written> kinetic;            ///< T; absent when `lagrangian` is given
  std::optional<Written> potential;          ///< V; absent means zero
  std::optional<Written> lagrangian;         ///< L, instead of T and V
  std::optional<Written> dissipation;        ///< Rayleigh's function R: force -dR/dq'
  std::vector<std::optional<Written>> work;  ///< [coordinate] coefficient of its virtual displacement
  std::vector<PointForce> forces;
  std::vector<Constraint> constraints;
  std::vector<Output> outputs;
  Simulate simulate;
};

/// Positions, rates and accelerations of all coordinates, in order.
std::vector<Expr> positions(const Lagrangian& model);
std::vector<Expr> rates(const Lagrangian& model);
std::vector<Expr> accelerations(const Lagrangian& model);

}  // namespace alembert
