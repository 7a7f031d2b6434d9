/// What the ways of retelling a mechanism share. Internal to retold/.
#pragma once
#include <string>
#include <vector>

#include "alembert/model/mechanism.h"
#include "alembert/model/motion_formulas.h"
#include "alembert/model/reals.h"
#include "alembert/spatial/transform.h"

namespace alembert::retelling {

[[noreturn]] void refuse(const std::string& reason, const Source& at = {});

/// Hands out every point, direction and body that forces, springs and constraints name, for the caller to change:
/// visit.point(PointOn&), visit.direction(int body, Vec3<Expr>&) and visit.body(int&) for bodies named without a point.
/// The body of a direction is told as it was before its point was visited.
template <class Visit>
class PlaceVisitor {
 public:
  explicit PlaceVisitor(const Visit& visit) : visit_(visit) {}

  void all(Mechanism& model) const {
    for (BodyForce& force : model.forces) visit_.point(force.at);
    for (Spring& spring : model.springs)
      for (PointOn& point : spring.points) visit_.point(point);
    for (RotationalSpring& spring : model.rotational_springs)
      if (!spring.joint)
        for (int& body : spring.bodies) visit_.body(body);
    for (MechanismConstraint& constraint : model.constraints) std::visit(*this, constraint);
  }

  void operator()(Constraint& /*formula*/) const {}
  void operator()(NoSlip& c) const {
    directed(c.at, c.direction);
    visit_.body(c.on);
  }
  void operator()(Distance& c) const {
    for (PointOn& point : c.points) visit_.point(point);
  }
  void operator()(Rolling& c) const {
    PointOn center{c.body, c.center};
    directed(center, c.axis);
    c.body = center.body;
    c.center = center.p;
    directed(c.plane.at, c.plane.direction);
  }
  void operator()(InLine& c) const {
    visit_.point(c.point);
    directed(c.line.at, c.line.direction);
  }
  void operator()(InPlane& c) const {
    visit_.point(c.point);
    directed(c.plane.at, c.plane.direction);
  }
  void operator()(Rack& c) const {
    directed(c.pinion, c.axis);
    directed(c.line.at, c.line.direction);
  }

 private:
  void directed(PointOn& at, Vec3<Expr>& direction) const {
    visit_.direction(at.body, direction);
    visit_.point(at);
  }
  const Visit& visit_;
};

/// Where everything goes: [old number] new number.
struct Places {
  std::vector<int> bodies, joints, springs, constraints;
  explicit Places(const Mechanism& model);  ///< where it is
};
void renumber(Mechanism& model, const Places& places);
/// The last `count` joints before all others, so that they never close a loop.
void put_last_joints_first(Mechanism& model, std::size_t count);

/// A massless body that is told as drawn at `body`'s pose, and its fixed joint, the last of all. X is the pose of its
/// frame in that of `body`. Returns its number.
int add_fixed_frame(Mechanism& model, int body, const std::string& name, const Transform<Expr>& X);

/// Drawn pose of a body, as formulas.
Transform<Expr> drawn_pose_of(const Mechanism& model, int body);
void draw_at(Mechanism& model, int body, const Transform<Expr>& X_WB);
/// The rotation as a model file has it: no more than an angle in planar models.
Orientation orientation_of(const Mechanism& model, Mat3<Expr> R);

Transform<double> numbers_of(const Transform<Expr>& X, const NumberReals& real);
bool is_identity(const Mat3<Expr>& R);
inline bool is_identity(const Transform<Expr>& X) { return is_identity(X.R) && is_zero(X.p); }

/// Symbols of the motion and the formulas that take their place, all at once.
class Rewriting {
 public:
  void replace(Expr symbol, Expr formula);
  /// The measure, by a formula in others.
  void replace(const Measure& measure, Expr formula, const std::vector<Measure>& others);
  /// In all formulas of the motion. Measures that no formula uses any more are gone.
  void apply(Mechanism& model) const;
  /// In one formula.
  Expr in(Expr formula) const;

 private:
  std::vector<Expr> symbols_, formulas_;
  std::vector<Measure> measures_;
};

/// The measures of all components, x, y and z, of the vector that this is one of; two of planar models.
std::vector<Measure> components(const Mechanism& model, const Measure& measure);

/// Decides anew which joints close loops, with all that follows.
void choose_tree(Mechanism& model);

/// Whether a formula depends on the coordinates, speeds or efforts of a joint.
bool is_mentioned(const Mechanism& model, int joint, const std::vector<Expr>& motion_symbols);

/// Whether a joint does no more than connect: nothing drives, brakes, stops or springs it.
bool only_connects(const Mechanism& model, int joint);

/// `wanted`, or with a number behind it where a body, joint or constraint has that name.
std::string free_name(const Mechanism& model, const std::string& wanted);

}  // namespace alembert::retelling
