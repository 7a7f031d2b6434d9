/// A system described by its energies, as the user wrote it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "alembert/model/description.h"

namespace alembert {

struct Coordinate {
  std::string name;
  Expr position;      ///< the symbol theta
  Expr rate;          ///< the symbol theta'
  Expr acceleration;  ///< the symbol theta''
  Expr start;         ///< initial position, in parameters
  Expr start_rate;    ///< initial rate, in parameters
  std::string unit;   ///< of the position, for plots: "rad", "m", or "" when the file does not say
  Source at;
  bool states_start = false;  ///< a start is written: assembly changes it only where it must
  bool states_rate = false;   ///< the same of the rate
  bool fixed = false;         ///< assembly leaves what is written as it is
};

/// A force at a moving point: its virtual work is value . d(at).
struct PointForce {
  std::string name;
  std::vector<Written> at;     ///< world coordinates of the point, one to three, in coordinates and t
  std::vector<Written> value;  ///< components along the same axes [N]
  Source source;
};

/// A point in world coordinates [m], two or three, in coordinates, t and parameters.
using DrawnPoint = std::vector<Written>;

/// Something to see of a system that has no bodies; it moves nothing.
struct DrawnElement {
  enum class Kind : std::uint8_t {
    line,    ///< through all points
    spring,  ///< between two points
    circle,  ///< about the point; in space a sphere, or with `axis` a circle about it
    box,     ///< about the point
  };
  std::string name;
  Kind kind = Kind::line;
  std::vector<DrawnPoint> points;
  std::optional<Expr> radius;      ///< of a circle, in parameters [m]
  std::vector<Expr> size;          ///< of a box, in parameters: as many as components [m]
  std::optional<Written> angle;    ///< of a box: turn about z [rad], in coordinates, t and parameters
  std::optional<DrawnPoint> axis;  ///< of a circle in space, of any length but zero
  bool filled = true;              ///< of a circle
  Source source;
};

/// T, V and what else the user wrote. [let] names are already replaced by their meaning.
struct Lagrangian : Description {
  std::vector<Coordinate> coordinates;  ///< in file order

  std::optional<Written> kinetic;            ///< T; absent when `lagrangian` is given
  std::optional<Written> potential;          ///< V; absent means zero
  std::optional<Written> lagrangian;         ///< L, instead of T and V
  std::optional<Written> dissipation;        ///< Rayleigh's function R: force -dR/dq'
  std::vector<std::optional<Written>> work;  ///< [coordinate] coefficient of its virtual displacement
  std::vector<PointForce> forces;
  std::vector<Expr> applied;  ///< [coordinate] generalized forces besides; empty when there are none
  /// Of a mechanism: the energy in springs and its rate. It belongs to V although the forces of springs are in
  /// `applied`.
  Expr spring_energy, spring_power;
  std::vector<Constraint> constraints;
  std::vector<DrawnElement> drawing;  ///< [draw], in file order; all points have as many components
};

/// Positions, rates and accelerations of all coordinates, in order.
std::vector<Expr> positions(const Lagrangian& model);
std::vector<Expr> rates(const Lagrangian& model);
std::vector<Expr> accelerations(const Lagrangian& model);

/// The symbol "lambda[rod]" for the multiplier of a constraint, in the current graph.
Expr multiplier_symbol(const std::string& constraint);

}  // namespace alembert
