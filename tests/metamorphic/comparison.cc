#include "metamorphic/comparison.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "alembert/core/index.h"
#include "alembert/symbolic/walk.h"

namespace alembert::metamorphic {
namespace {

/// Of what is evaluated at the same state, and of motions, relative to the size of such quantities.
constexpr double at_a_state = 1e-10;
constexpr double of_a_motion = 1e-8;

/// [1/s^2] What counts as an acceleration in a mechanism that nothing moves.
constexpr double at_rest = 1.0;

/// How large quantities of a mechanism are, in the retold one's units: numbers are compared relative to them.
struct Sizes {
  double length = 1.0;  ///< [m]
  double rate = 0.0;    ///< [1/s] of angles, and of lengths relative to `length`
  double acceleration = 0.0;
  double force = 0.0;
  double power = 0.0, energy = 0.0;
};

/// The comparison of one case.
class Comparison {
 public:
  Comparison(const Subject& original, const Retold& tale, const Kept& kept)
      : original_(original), tale_(tale), kept_(kept), retold_(tale.model) {}

  Verdict all(const Extent& extent) {
    const MechanismPlace start = original_.start();
    const JointStates mine = retold_.joints(retold_.start());
    compare_joints("start", retold_states(tale_, original_.joints(start)), mine, sizes_of(original_.observe(start)),
                   at_a_state);
    compare_at("start", start);
    if (extent.mobility) compare_mobility();
    if (extent.rows > 0) compare_motions(extent);
    return std::move(verdict_);
  }

 private:
  void tell(const std::string& quantity, double a, double b, double allowed) {
    constexpr std::size_t most = 8;
    if (a == b || (std::isnan(a) && std::isnan(b))) return;
    const double share = std::abs(a - b) / allowed;
    if (!(share <= 1.0)) {
      if (verdict_.found.size() < most) verdict_.found.push_back({quantity, a, b});
    } else if (share > verdict_.share) {
      verdict_.share = share;
      verdict_.closest = quantity;
    }
  }

  Sizes sizes_of(const Observation& seen) const {
    const UnitFactors& units = tale_.units;
    Sizes size;
    size.length = original_.setup().length;
    const Mechanism& model = original_.model();
    double mass = 0.0;
    for (const Body& body : model.bodies) mass += original_.setup().real(body.mass);
    const NumberReals& real = original_.setup().real;
    const double gravity = norm(Vec3<double>{real(model.gravity.x), real(model.gravity.y), real(model.gravity.z)});
    size.acceleration = std::max(gravity / size.length, at_rest);
    for (const Joint& joint : model.joints) {
      const auto it = seen.joints.find(joint.name);
      if (it == seen.joints.end()) continue;
      const JointWords& has = words(model, joint);
      for (std::size_t k = 0; k < has.speeds.size(); ++k) {
        const double by = has.speeds[k].unit.starts_with('m') ? size.length : 1.0;
        size.rate = std::max(size.rate, std::abs(it->second.v[k]) / by);
        if (!it->second.a.empty()) size.acceleration = std::max(size.acceleration, std::abs(it->second.a[k]) / by);
      }
    }
    size.acceleration = std::max(size.acceleration, size.rate * size.rate);
    size.force = mass * size.acceleration * size.length;
    for (const Spring& spring : model.springs)  // what is left of k l - k l_0 carries the rounding of both
      size.force = std::max(size.force, std::abs(real(spring.stiffness)) * size.length);
    for (const auto& [name, load] : seen.loads)
      size.force = std::max({size.force, norm(load.force), norm(load.moment) / size.length});
    size.energy = size.force * size.length * units.moment();
    size.power = size.energy * std::max(size.rate, std::sqrt(size.acceleration));
    size.force *= units.force();
    size.length *= units.length;
    return size;
  }

  void compare_list(const std::string& what, const std::vector<JointWord>& list, const std::vector<double>& a,
                    const std::vector<double>& b, double allowed, double length) {
    for (std::size_t k = 0; k < std::min(a.size(), b.size()); ++k) {
      const std::string name = list[k].suffix.empty() ? what : what + "." + std::string(list[k].suffix);
      tell(name, a[k], b[k], allowed * (list[k].unit.starts_with('m') ? length : 1.0));
    }
  }

  /// Angles of joints that close loops are known up to whole turns, quaternions up to their sign.
  static void unwrap(const Joint& joint, const JointWords& has, const std::vector<double>& a, std::vector<double>& b) {
    constexpr double turn = 2.0 * std::numbers::pi;
    if (has.quaternion) {
      const std::size_t at = b.size() - 4;
      double cosine = 0.0;
      for (std::size_t k = at; k < b.size(); ++k) cosine += a[k] * b[k];
      if (cosine < 0.0)
        for (std::size_t k = at; k < b.size(); ++k) b[k] = -b[k];
    }
    if (!joint.closing) return;
    for (std::size_t k = 0; k < b.size(); ++k)
      if (has.coordinates[k].unit == "rad") b[k] += turn * std::round((a[k] - b[k]) / turn);
  }

  void compare_joints(const std::string& when, const JointStates& a, const JointStates& b, const Sizes& size,
                      double tolerance) {
    for (const Joint& joint : tale_.model.joints) {
      const auto it = a.find(joint.name);
      if (it == a.end() || !b.contains(joint.name)) continue;
      const JointWords& has = words(tale_.model, joint);
      JointState other = b.at(joint.name);
      unwrap(joint, has, it->second.q, other.q);
      const std::string name = when + ": " + joint.name;
      compare_list(name, has.coordinates, it->second.q, other.q, tolerance, size.length);
      const double rate = std::max(size.rate, std::sqrt(size.acceleration));
      compare_list(name + " rate", has.speeds, it->second.v, other.v, tolerance * rate, size.length);
      compare_list(name + " acceleration", has.speeds, it->second.a, other.a, tolerance * size.acceleration,
                   size.length);
    }
  }

  void compare_vectors(const std::string& what, const Vec3<double>& a, const Vec3<double>& b, double allowed) {
    tell(what + " x", a.x, b.x, allowed);
    tell(what + " y", a.y, b.y, allowed);
    tell(what + " z", a.z, b.z, allowed);
  }

  void compare_bodies(const std::string& when, const Observation& a, const Observation& b, const Sizes& size) {
    for (const auto& [name, X] : a.bodies) {
      Transform<double> X_old = X, frame = Transform<double>::identity();
      X_old.p = tale_.units.length * X_old.p;
      if (const auto it = tale_.frames.find(name); it != tale_.frames.end()) frame = it->second;
      const Transform<double> expected = tale_.world * X_old * frame.inverse(), &other = b.bodies.at(name);
      const double far = std::max({size.length, norm(expected.p), norm(tale_.world.p)});
      compare_vectors(when + ": origin of " + name, expected.p, other.p, at_a_state * far);
      compare_vectors(when + ": x axis of " + name, expected.R.c0(), other.R.c0(), at_a_state);
      compare_vectors(when + ": y axis of " + name, expected.R.c1(), other.R.c1(), at_a_state);
    }
  }

  bool moment_moves(const Joint& joint) const {
    const auto it = tale_.joints.find(joint.name);
    if (it == tale_.joints.end() || !it->second.swapped) return false;
    return joint.type == JointType::prismatic || joint.type == JointType::cylindrical || joint.type == JointType::screw;
  }

  void compare_loads(const std::string& when, const Observation& a, const Observation& b, const Sizes& size) {
    for (const Joint& joint : original_.model().joints) {
      const std::string& name = joint.name;
      if (b.undetermined.contains(name) != a.undetermined.contains(name) && kept_.redundancy)
        tell(when + ": " + name + " is undetermined", a.undetermined.contains(name), b.undetermined.contains(name),
             0.0);
      if (a.undetermined.contains(name) || b.undetermined.contains(name)) continue;
      const auto it = tale_.joints.find(name);
      const double sign = it != tale_.joints.end() && it->second.swapped ? -1.0 : 1.0;
      const Load &mine = a.loads.at(name), &other = b.loads.at(name);
      const auto seen = [&](const Vec3<double>& x, double unit) { return (sign * unit) * (tale_.world.R * x); };
      const double allowed = at_a_state * size.force;
      compare_vectors(when + ": force of " + name, seen(mine.force, tale_.units.force()), other.force, allowed);
      if (!moment_moves(joint))
        compare_moment(when, joint, seen(mine.moment, tale_.units.moment()), other.moment, size);
      compare_drives(when, joint, sign, mine, other, size);
    }
  }

  void compare_moment(const std::string& when, const Joint& joint, const Vec3<double>& a, const Vec3<double>& b,
                      const Sizes& size) {
    const double allowed = at_a_state * size.force * size.length;
    const std::string what = when + ": moment of " + joint.name;
    if (original_.model().planar) {  // the one component that a planar model has
      const Vec3<double> normal = tale_.world.R.c2();
      return tell(what, dot(a, normal), dot(b, normal), allowed);
    }
    compare_vectors(what, a, b, allowed);
  }

  void compare_drives(const std::string& when, const Joint& joint, double sign, const Load& a, const Load& b,
                      const Sizes& size) {
    const bool reversed = sign < 0.0 && (joint.type == JointType::universal || joint.type == JointType::gimbal);
    for (std::size_t k = 0; k < a.drive.size(); ++k) {
      const double other = b.drive[reversed ? a.drive.size() - 1 - k : k];
      const bool linear = joint.type == JointType::prismatic || joint.type == JointType::translation;
      const double unit = linear ? tale_.units.force() : tale_.units.moment();
      if (joint.motion.size() == 1)
        tell(when + ": effort of " + joint.name, sign * unit * a.drive[k], other,
             at_a_state * size.force * (linear ? 1.0 : size.length));
    }
  }

  /// Whose reaction, effort or multiplier a measure is; "" where it is none.
  static std::string owner(const Mechanism& model, const Measure& measure) {
    switch (measure.kind) {
      case Measure::Kind::joint_effort:
      case Measure::Kind::joint_force:
      case Measure::Kind::joint_moment: return model.joints[index(measure.index)].name;
      case Measure::Kind::constraint_force:
      case Measure::Kind::multiplier: return name_of(model.constraints[index(measure.index)]);
      default: return "";
    }
  }

  /// Formulas that a quaternion or a body's angle leaves open up to a sign or whole turns, and those of reactions that
  /// are not unique.
  bool is_open(const std::string& output, const Observation& a, const Observation& b) const {
    const Mechanism& model = original_.model();
    const GraphScope scope(*model.graph);
    const auto it = std::ranges::find(model.outputs, output, &Output::name);
    return std::ranges::any_of(model.measures, [&](const Measure& m) {
      const std::string name = owner(model, m);
      const bool open = m.kind == Measure::Kind::quaternion || m.kind == Measure::Kind::angle ||
                        a.undetermined.contains(name) || b.undetermined.contains(name);
      return open && contains(it->value.formula, m.symbol);
    });
  }

  /// Accelerations in outputs carry the noise of their own size, forces that of theirs.
  void compare_outputs(const std::string& when, const Observation& a, const Observation& b, const Sizes& size) {
    const double length = size.length / tale_.units.length, force = size.force / tale_.units.force();
    const double largest = std::max({1.0, length, size.rate, size.rate * length, size.acceleration,
                                     size.acceleration * length, force, force * length});
    for (const auto& [name, value] : a.outputs) {
      if (is_open(name, a, b)) continue;
      tell(when + ": output " + name, value, b.outputs.at(name), at_a_state * std::max(largest, std::abs(value)));
    }
  }

  void compare_at(const std::string& when, const MechanismPlace& at) {
    const Observation a = original_.observe(at);
    const MechanismPlace there = place_of(retold_.model(), at.t, at.z, retold_states(tale_, original_.joints(at)));
    const Observation b = retold_.observe(there);
    if (a.status.good() != b.status.good())
      tell(when + ": trouble", static_cast<double>(a.status.trouble), static_cast<double>(b.status.trouble), 0.0);
    if (!a.status.good() || !b.status.good()) return;
    const Sizes size = sizes_of(a);
    compare_bodies(when, a, b, size);
    compare_joints(when, retold_states(tale_, a.joints), b.joints, size, at_a_state);
    tell(when + ": kinetic energy", a.kinetic * tale_.units.moment(), b.kinetic, at_a_state * size.energy);
    tell(when + ": power", a.power * tale_.units.moment(), b.power, at_a_state * size.power);
    compare_loads(when, a, b, size);
    compare_outputs(when, a, b, size);
  }

  void compare_mobility() {
    const Mobility a = original_.mobility(), b = retold_.mobility();
    tell("dof", a.dof, b.dof, 0.0);
    tell("velocity dof", a.velocity_dof, b.velocity_dof, 0.0);
    tell("undriven dof", a.undriven_dof, b.undriven_dof, 0.0);
    tell("singular", a.singular, b.singular, 0.0);
    if (kept_.redundancy)
      tell("redundant rows", static_cast<double>(a.redundant.size()), static_cast<double>(b.redundant.size()), 0.0);
  }

  void compare_motions(const Extent& extent) {
    const Motion a = original_.move(extent.seconds, extent.rows);
    if (!a.complete) return;
    const Motion b = retold_.move(extent.seconds, extent.rows);
    tell("the motion ends well", a.complete, b.complete, 0.0);
    for (std::size_t i = 1; i < std::min(a.places.size(), b.places.size()); ++i) {
      const std::string when = "t = " + std::to_string(a.places[i].t);
      compare_at(when, a.places[i]);
      compare_joints(when + " of the motion", retold_states(tale_, original_.joints(a.places[i])),
                     retold_.joints(b.places[i]), sizes_of(original_.observe(a.places[i])), of_a_motion);
    }
  }

  const Subject& original_;
  const Retold& tale_;
  const Kept& kept_;
  Subject retold_;
  Verdict verdict_;
};

}  // namespace

Verdict compare(const Subject& original, const Retold& tale, const Kept& kept, const Extent& extent) {
  return Comparison(original, tale, kept).all(extent);
}

}  // namespace alembert::metamorphic
