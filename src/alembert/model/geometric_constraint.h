/// Constraints that a model file gives by a type and geometry instead of a formula.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "alembert/model/description.h"
#include "alembert/spatial/vec3.h"

namespace alembert {

/// A point fixed to a body, in the body's frame [m]. In planar models z is zero, here and everywhere below.
struct PointOn {
  int body = 0;  ///< index into Mechanism::bodies; 0 is the ground
  Vec3<Expr> p;
};

/// A line or a plane fixed to a body: through `at`, along (line) or at right angles to (plane) `direction`, which is
/// not normalised.
struct DirectedPoint {
  PointOn at;
  Vec3<Expr> direction;  ///< in the body's frame
};

/// The velocity of a body's point relative to body `on` has no component along a direction fixed to the body.
struct NoSlip {
  std::string name;
  PointOn at;
  Vec3<Expr> direction;  ///< in the frame of at.body, not normalised
  int on = 0;            ///< the ground unless written
  Source source;
};

/// Two points keep a distance: |p2 - p1| = length(t).
struct Distance {
  std::string name;
  std::array<PointOn, 2> points;
  Written length;  ///< [m], in t, inputs without rates and parameters; positive
  Source source;
};

/// A thin disc, sphere or ellipsoid rolls on a plane.
struct Rolling {
  enum class Shape : std::uint8_t { disc, sphere, ellipsoid };
  enum class Rows : std::uint8_t { all, forward, sideways, normal };
  std::string name;
  int body = 0;
  Shape shape = Shape::disc;
  Vec3<Expr> center;    ///< in the body's frame [m]
  Expr radius;          ///< of disc and sphere [m]
  Vec3<Expr> axis;      ///< of a disc, in the body's frame, not normalised; planar: z
  Vec3<Expr> semiaxes;  ///< of an ellipsoid, along the body's axes [m]
  DirectedPoint plane;  ///< the body rolled on, its point and normal (out of it)
  Rows rows = Rows::all;
  Source source;
};

/// A point stays on a line of another body (two rows; one in planar models).
struct InLine {
  std::string name;
  PointOn point;
  DirectedPoint line;
  Source source;
};

/// A point stays in a plane of another body (one row).
struct InPlane {
  std::string name;
  PointOn point;
  DirectedPoint plane;
  Source source;
};

/// Rack and pinion: the pinion's turn relative to the rack's body about `axis` times the radius is its centre's way
/// along the rack, counted from the start (one row); `normal` adds that the centre keeps its distance from the rack.
struct Rack {
  std::string name;
  PointOn pinion;      ///< the pinion's body and centre
  Vec3<Expr> axis;     ///< of the pinion, in its body's frame, not normalised; planar: z
  Expr radius;         ///< [m]; its sign is that of the way for a positive turn
  DirectedPoint line;  ///< the rack's body, a point of its pitch line, and its direction
  bool normal = false;
  Source source;
};

/// A constraint of a mechanism: by a formula, or by geometry.
using MechanismConstraint = std::variant<Constraint, NoSlip, Distance, Rolling, InLine, InPlane, Rack>;

const std::string& name_of(const MechanismConstraint& constraint);
const Source& source_of(const MechanismConstraint& constraint);
/// The two bodies of a geometric constraint: the one that carries its line, plane or first point, and the other. Zeros
/// for a formula.
std::array<int, 2> bodies_of(const MechanismConstraint& constraint);

}  // namespace alembert
