/// in_units: the same mechanism in other units of length and mass.
///
/// A formula of the motion keeps its value in SI: the symbols in it are divided by their unit's factor, and what it
/// gives is multiplied by that of the place where it stands. So nothing needs to be known of the units of parameters.
#include "alembert/core/index.h"
#include "alembert/plan/retold/retelling.h"
#include "alembert/plan/retold/retold.h"

namespace alembert {
namespace {

using namespace retelling;

class InUnits {
 public:
  InUnits(Mechanism& model, const Rational& length, const Rational& mass)
      : model_(model),
        length_(Expr(length)),
        mass_(Expr(mass)),
        force_(Expr(mass * length)),
        moment_(Expr(mass * length * length)) {}

  void change() {
    rewrite_formulas();
    scale(model_.gravity, length_);
    for (Body& body : model_.bodies) change(body);
    for (Joint& joint : model_.joints) change(joint);
    for (BodyForce& force : model_.forces)
      for (Written& value : force.value) scale(value, force.torque ? moment_ : force_);
    for (Spring& spring : model_.springs) {
      scale(spring.stiffness, mass_);  // N/m
      scale(spring.damping, mass_);
      scale(spring.length, length_);
      scale(spring.actuator, force_);
    }
    for (RotationalSpring& spring : model_.rotational_springs) {
      scale(spring.stiffness, moment_);
      scale(spring.damping, moment_);
      scale(spring.actuator, moment_);
    }
    for (MechanismConstraint& constraint : model_.constraints) change(constraint);
    PlaceVisitor(*this).all(model_);
  }

  // What PlaceVisitor asks for.
  void point(PointOn& at) const { scale(at.p, length_); }
  void direction(int /*body*/, Vec3<Expr>& /*d*/) const {}
  void body(int& /*b*/) const {}

 private:
  static void scale(Expr& e, Expr factor) { e *= factor; }
  static void scale(Written& w, Expr factor) { w.formula *= factor; }
  static void scale(Vec3<Expr>& a, Expr factor) { a = factor * a; }
  template <class T>
  static void scale(std::optional<T>& x, Expr factor) {
    if (x) scale(*x, factor);
  }
  static void scale(std::array<Expr, 2>& pair, Expr factor) {
    for (Expr& e : pair) scale(e, factor);
  }

  void change(Body& body) const {
    scale(body.mass, mass_);
    scale(body.center, length_);
    body.inertia = moment_ * body.inertia;
    scale(body.position, length_);
    for (NamedPoint& point : body.points) scale(point.p, length_);
    for (NamedFrame& frame : body.frames) scale(frame.p, length_);
    body.shapes.clear();  // mass, centre and inertia hold what they give
  }

  void change(Joint& joint) const {
    for (PointOn& at : joint.at) point(at);
    scale(joint.pitch, length_);
    const JointWords& has = words(model_, joint);
    for (std::size_t k = 0; k < has.coordinates.size(); ++k)
      if (is_length(has.coordinates[k])) scale(joint.start[k], length_);
    for (std::size_t k = 0; k < has.speeds.size(); ++k) {
      const bool linear = is_length(has.speeds[k]);
      const Expr way = linear ? length_ : Expr::one(), effort = linear ? force_ : moment_;
      const Expr per_way = linear ? mass_ : moment_;  // N/m, kg; N m/rad, kg m^2
      scale(joint.rate[k], way);
      scale(joint.effort[k], effort);
      scale(joint.motion[k], way);
      scale(joint.damping[k], per_way);
      scale(joint.stiffness[k], per_way);
      scale(joint.rest[k], way);
      scale(joint.armature[k], per_way);
      scale(joint.friction[k], effort);
      scale(joint.friction_at_rest[k], effort);
      if (joint.load_friction[k] && !linear) scale(joint.load_friction[k]->radius, length_);
      scale(joint.friction_width[k], way);
      scale(joint.limits[k], way);
    }
  }

  void change(MechanismConstraint& constraint) const {
    if (auto* distance = std::get_if<Distance>(&constraint)) scale(distance->length, length_);
    if (auto* rack = std::get_if<Rack>(&constraint)) scale(rack->radius, length_);
    if (auto* rolling = std::get_if<Rolling>(&constraint)) {
      scale(rolling->radius, length_);
      scale(rolling->semiaxes, length_);
    }
  }

  static bool is_length(const JointWord& word) { return word.unit.starts_with('m'); }

  void rewrite_formulas() {
    Rewriting rewriting;
    const std::vector<Expr> symbols = motion_symbols(model_);
    for (const Joint& joint : model_.joints) {
      const JointWords& has = words(model_, joint);
      rewrite(joint, has.coordinates, symbols, rewriting);
      if (has.quaternion) rewrite(joint, has.speeds, symbols, rewriting);
    }
    for (const Measure& measure : model_.measures) {
      Measure moved = measure;
      scale(moved.p, length_);
      const Expr unit = unit_of(measure);
      if (!unit.is_one()) rewriting.replace(measure, measure.symbol / unit, {moved});
    }
    rewriting.apply(model_);
    measure_closing_joints(model_);
  }

  void rewrite(const Joint& joint, const std::vector<JointWord>& list, const std::vector<Expr>& symbols,
               Rewriting& rewriting) const {
    for (const JointWord& word : list) {
      if (!is_length(word)) continue;
      const std::string name = coordinate_name(joint.name, word);
      for (const Expr symbol : symbols)
        if (symbol.name() == name) rewriting.replace(symbol, symbol / length_);
    }
  }

  /// One for what is no measure in the new units, coordinates of closing joints among them.
  Expr unit_of(const Measure& measure) const {
    switch (measure.kind) {
      case Measure::Kind::point:
      case Measure::Kind::spring_length: return length_;
      case Measure::Kind::kinetic:
      case Measure::Kind::potential:
      case Measure::Kind::joint_moment: return moment_;
      case Measure::Kind::spring_force:
      case Measure::Kind::joint_force:
      case Measure::Kind::constraint_force: return force_;
      case Measure::Kind::joint_effort: {
        const JointWords& has = words(model_, model_.joints[index(measure.index)]);
        return is_length(has.speeds[index(measure.component)]) ? force_ : moment_;
      }
      case Measure::Kind::multiplier:  // of a formula, whose value is as it was: virtual work per unit of it
        return std::holds_alternative<Constraint>(model_.constraints[index(measure.index)]) ? moment_ : force_;
      case Measure::Kind::angle:
      case Measure::Kind::quaternion:
      case Measure::Kind::angular_velocity:
      case Measure::Kind::closing_coordinate:
      case Measure::Kind::closing_speed: break;
    }
    return Expr::one();
  }

  Mechanism& model_;
  Expr length_, mass_, force_, moment_;
};

}  // namespace

Retold in_units(Retold tale, const Rational& length, const Rational& mass) {
  const GraphScope scope(*tale.model.graph);
  InUnits(tale.model, length, mass).change();
  const double by = length.to_double();
  tale.units.length *= by;
  tale.units.mass *= mass.to_double();
  tale.world.p = by * tale.world.p;
  for (auto& [body, X] : tale.frames) X.p = by * X.p;
  return tale;
}

}  // namespace alembert
