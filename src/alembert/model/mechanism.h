/// A system described by bodies and joints, as the user wrote it (docs/model-format.md).
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alembert/model/description.h"
#include "alembert/model/geometric_constraint.h"
#include "alembert/model/joint_type.h"
#include "alembert/model/orientation.h"
#include "alembert/spatial/vec3.h"

namespace alembert {

/// True where all three components are the number 0.
inline bool is_zero(const Vec3<Expr>& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

struct NamedPoint {
  std::string name;
  Vec3<Expr> p;  ///< in the body's frame [m]
  Source at;
};

struct NamedFrame {
  std::string name;
  Vec3<Expr> p;   ///< its origin in the body's frame [m]
  Orientation R;  ///< its axes in the body's frame
  Source at;
};

/// A solid that a body is made of; kept for pictures and for writing the model out again. The mass properties of all
/// shapes of a body are already in the body's mass, center and inertia. A `picture` only shows the body.
struct Shape {
  enum class Kind : std::uint8_t { box, cylinder, sphere, capsule, cone, tube, polygon, mesh, point };
  Kind kind = Kind::box;
  std::vector<Expr> size;                    ///< per kind, see mass_properties.h
  std::vector<std::array<Expr, 2>> outline;  ///< of a polygon, its corners
  std::string file;                          ///< of a mesh, as written
  std::optional<Expr> density;               ///< [kg/m^3]; planar polygons without thickness [kg/m^2]
  std::optional<Expr> mass;                  ///< [kg], instead of density
  Vec3<Expr> p;                              ///< the shape's centre in the body's frame [m]
  Orientation R;                             ///< the shape's axes in the body's frame
  bool cut = false;                          ///< taken away instead of added
  bool picture = false;                      ///< how the body looks and no more: it weighs nothing
  Source at;
};

struct Body {
  std::string name;                ///< as in formulas
  std::string label{};             ///< what its file calls it, where formulas need another name; "" otherwise
  Expr mass;                       ///< [kg]
  Vec3<Expr> center;               ///< mass centre in the body's frame [m]
  Sym3<Expr> inertia;              ///< about the mass centre, in the body's axes [kg m^2]; planar: zz alone
  bool particle = false;           ///< a mass without rotation: without a joint of its own it has a translation
  Vec3<Expr> position;             ///< drawn pose: of the body's frame in the world
  Orientation rotation;            ///< drawn pose
  bool states_position = false;    ///< the position is written
  bool states_rotation = false;    ///< the rotation is
  std::vector<NamedPoint> points;  ///< besides origin and center
  std::vector<NamedFrame> frames;
  std::vector<Shape> shapes;
  Source at;

  const std::string& written() const { return label.empty() ? name : label; }
};

/// Coulomb friction that follows the force which a joint carries across its axis, N: coefficient N along a prismatic
/// joint, coefficient radius N about a revolute one.
struct LoadFriction {
  Expr coefficient;          ///< while it slides
  Expr coefficient_at_rest;  ///< not smaller
  Expr radius;               ///< of the pin [m]; 0 for a prismatic joint
};

/// A joint from body `first` to body `second`; its coordinates are the motion of the second relative to the first.
struct Joint {
  std::string name;     ///< as in formulas: what its coordinates are called
  std::string label{};  ///< what its file calls it, where formulas need another name; "" otherwise
  JointType type = JointType::revolute;
  int first = 0;
  int second = 0;

  /// Placing. Drawn: at[0] is taken where it is in the drawn pose, axes are in world coordinates, the zero is the drawn
  /// pose. Otherwise at[0] is on the first body and at[1] on the second, axes are in the first body's frame, and
  /// R = Rot(axis, q) rotation.
  bool drawn = false;
  std::array<PointOn, 2> at;
  std::vector<Vec3<Expr>>
      axes;  ///< not normalised. One: the axis. Two: universal: first axis, second axis (in the second
             ///< body's frame unless drawn); planar: x-direction, normal; others: the same axis in
             ///< the first and in the second body's frame. None: x for prismatic, z for others
  std::optional<Orientation> rotation;  ///< of the second body in the first at zero; a translation without it that is
                                        ///< not drawn starts at the drawn pose of its bodies
  std::string sequence;                 ///< Euler angles of gimbal and free, "zxy": about the moving axes in this order
  Expr pitch;                           ///< of a screw [m/rad]

  // Per coordinate: [words().coordinates.size()]
  std::vector<std::optional<Expr>> start;  ///< in parameters; absent: 0, or the drawn pose for spherical and free
  // Per speed: [words().speeds.size()]
  std::vector<std::optional<Expr>> rate;       ///< in parameters; absent: 0
  std::vector<std::optional<Written>> effort;  ///< generalized force, in everything
  std::vector<std::optional<Written>> motion;  ///< prescribed coordinate, in t
  std::vector<Expr> damping;                   ///< [N m s/rad, N s/m]
  std::vector<Expr> stiffness;                 ///< [N m/rad, N/m]
  std::vector<Expr> rest;                      ///< [rad, m] coordinate where the stiffness gives no force
  std::vector<Expr> armature;                  ///< [kg m^2, kg] added to the mass matrix' diagonal
  std::vector<std::array<Expr, 2>> friction;   ///< Coulomb, for positive and for negative speed [N m, N], both >= 0
  std::vector<std::optional<std::array<Expr, 2>>> friction_at_rest;  ///< what it holds; absent: as much as friction
  std::vector<std::optional<LoadFriction>> load_friction;            ///< in its place
  std::vector<Expr> friction_width;                        ///< [rad/s, m/s] speed below which friction is smoothed
  std::vector<std::optional<std::array<Expr, 2>>> limits;  ///< lowest and highest coordinate
  std::vector<std::optional<Expr>> restitution;
  std::optional<Expr> effort_limit;  ///< of a URDF [N m, N]; kept, not enforced
  std::optional<Expr> speed_limit;   ///< of a URDF [rad/s, m/s]; kept, not enforced
  bool fixed_start = false;          ///< assembly keeps the start as written
  bool cut = false;                  ///< the user wants the loop cut here
  bool closing = false;              ///< closes a loop: its coordinates follow from the tree's (spanning_tree.h)
  Source source;

  const std::string& written() const { return label.empty() ? name : label; }
};

/// A force or a torque on a body.
struct BodyForce {
  std::string name;
  bool torque = false;
  PointOn at;                    ///< of a force: where it acts; of a torque: the body
  std::array<Written, 3> value;  ///< [N] or [N m], in everything
  bool in_body_frame = false;    ///< components along the body's axes instead of the world's
  Source source;
};

/// A spring, damper and actuator in parallel between two points.
struct Spring {
  std::string name;
  std::array<PointOn, 2> points;
  Expr stiffness;                   ///< [N/m]
  Expr damping;                     ///< [N s/m]
  std::optional<Expr> length;       ///< free length [m]; absent: the length at the start
  std::optional<Written> actuator;  ///< [N], + pushes the points apart
  Source source;
};

/// The same for an angle: about a joint's coordinate, or (planar) between two bodies.
struct RotationalSpring {
  std::string name;
  std::optional<int> joint;         ///< index; a joint with one angle
  std::array<int, 2> bodies{};      ///< planar, where no joint is given
  Expr stiffness;                   ///< [N m/rad]
  Expr damping;                     ///< [N m s/rad]
  std::optional<Expr> rest;         ///< [rad]; absent: the angle at the start
  std::optional<Written> actuator;  ///< [N m], + turns the second body forward relative to the first
  Source source;
};

/// A quantity that formulas may use and kinematics computes: `rod.tip.x`, its rate `rod.tip.vx`, `rod.angle`, `T`.
/// In formulas it is the symbol named `word` with SymbolKind::coordinate, differentiated `order` times, so that time
/// derivatives of formulas come out right; world coordinates where not said otherwise.
struct Measure {
  enum class Kind : std::uint8_t {
    point,               ///< component of a point of a body; order 0 position, 1 velocity, 2 acceleration
    angle,               ///< of a body (planar), unwrapped: the sum of the joints' angles; orders 0 to 2
    quaternion,          ///< component w, x, y, z of a body's orientation in the world; orders 0 and 1
    angular_velocity,    ///< component along the body's own axes; order 0, 1 its rate
    kinetic,             ///< T
    potential,           ///< V
    spring_length,       ///< of springs[index]; order 0
    spring_force,        ///< of springs[index], tension is positive
    joint_effort,        ///< effort of joints[index] along its speed `component`: of a drive where it is driven
    closing_coordinate,  ///< coordinate `component` of joints[index], which closes a loop; orders 0 to 2 (quaternions
                         ///< 0, 1)
    closing_speed,       ///< speed `component` of a closing quaternion joint; order 0, 1 its rate
    joint_force,         ///< component of the reaction force of joints[index], on its second body, world axes
    joint_moment,        ///< of the reaction moment; planar: component 2
    constraint_force,    ///< of constraints[index]: component of the force on its (second) body, world axes
    multiplier,          ///< lambda of row `component` of constraints[index]; a distance's `force` is its tension
  };
  Kind kind = Kind::point;
  std::string word;  ///< as in formulas, without primes; a point's velocity has the word of its position
  int order = 0;
  int index = 0;      ///< body, spring or joint
  int component = 0;  ///< 0 x (or w), 1 y, 2 z, 3 z of a quaternion
  Vec3<Expr> p;       ///< of a point, in its body's frame
  Expr symbol;
};

/// A coordinate q_i or a speed v_i of the whole mechanism.
struct MechanismCoordinate {
  std::string name;       ///< "A", "S.qw"; of speeds "A'", "S.wx"
  std::string_view unit;  ///< "rad", "m/s", ""
  int joint = 0;
  int within = 0;  ///< which of the joint's own
};

/// Bodies, joints and forces. Numbers are formulas in parameters; formulas of the motion hold coordinates, speeds,
/// inputs, states, t and measures as symbols (see coordinate_symbol, speed_symbol and Measure).
struct Mechanism : Description {
  bool planar = false;
  Vec3<Expr> gravity;         ///< [m/s^2] in world axes
  std::vector<Body> bodies;   ///< [0] is the ground
  std::vector<Joint> joints;  ///< in file order; bodies without any joint have a free one
                              ///< (particles a translation), named like the body
  std::vector<BodyForce> forces;
  std::vector<Spring> springs;
  std::vector<RotationalSpring> rotational_springs;
  std::vector<MechanismConstraint> constraints;
  std::vector<Measure> measures;  ///< every one that some formula uses, each once

  std::vector<MechanismCoordinate> coordinates;            ///< [nq] of the tree's joints, in file order
  std::vector<MechanismCoordinate> speeds;                 ///< [nv]
  std::vector<MechanismCoordinate> dependent_coordinates;  ///< of the joints that close loops, in file order
  std::vector<MechanismCoordinate> dependent_speeds;
};

const JointWords& words(const Mechanism& model, const Joint& joint);
/// Whether any of its speeds has Coulomb friction.
bool rubs(const Joint& joint);

/// Decides which joints close loops (spanning_tree.h), fills `coordinates`, `speeds` and their dependent counterparts,
/// and gives every list of a joint its length; call it after the last joint.
void declare_coordinates(Mechanism& model);

/// Symbols in the model's graph, made when first asked for. The rate of an ordinary coordinate is symbol `name` of
/// order 1 and its acceleration of order 2; a quaternion joint's speed S.wx is a symbol of its own, S.wx' its rate.
Expr coordinate_symbol(const Mechanism& model, int i);
Expr speed_symbol(const Mechanism& model, int i);
Expr acceleration_symbol(const Mechanism& model, int i);

}  // namespace alembert
