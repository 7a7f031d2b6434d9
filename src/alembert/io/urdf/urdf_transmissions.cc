#include "alembert/io/urdf/urdf_transmissions.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "alembert/core/text.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/rational.h"

namespace alembert {
namespace {

constexpr std::array<std::string_view, 4> rotor_words{"rotor_inertia", "rotorInertia", "motor_inertia", "motorInertia"};
constexpr std::array<std::string_view, 3> ratio_words{"gear_ratio", "gearRatio", "mechanicalReduction"};

std::string_view without_namespace(std::string_view name) { return name.substr(name.find(':') + 1); }

/// The children with one of these names.
std::vector<const XmlElement*> children_of(const XmlElement& element, std::span<const std::string_view> names) {
  std::vector<const XmlElement*> found;
  for (const XmlElement& child : element.children)
    if (std::ranges::find(names, without_namespace(child.name)) != names.end()) found.push_back(&child);
  return found;
}

/// One <transmission>.
class Transmission {
 public:
  Transmission(const XmlElement& element, std::vector<UrdfJoint>& joints, UrdfRemarks& remarks)
      : element_(element), joints_(joints), remarks_(remarks) {}

  void read() {
    bool found = false;
    for (const XmlElement& actuator : element_.children) {
      if (actuator.name != "actuator") continue;
      for (const XmlElement* rotor : children_of(actuator, rotor_words)) {
        found = true;
        add(*rotor, actuator);
      }
    }
    if (!found) remarks_.note("transmission", element_);
  }

 private:
  void add(const XmlElement& rotor, const XmlElement& actuator) {
    UrdfJoint* joint = only_joint(rotor);
    if (joint == nullptr) return;
    const std::optional<Rational> J = number_in(rotor), n = ratio_for(rotor, actuator);
    if (J && J->sign() < 0) return ignore(rotor, "is negative");
    if (J && n) joint->armature = joint->armature + Expr(*J) * Expr(*n) * Expr(*n);
  }

  /// The joint that the rotor turns; null, with a warning, where that is not clear.
  UrdfJoint* only_joint(const XmlElement& rotor) {
    const XmlElement* moved = nullptr;
    for (const XmlElement& child : element_.children) {
      if (child.name != "joint") continue;
      if (moved != nullptr) return ignore(rotor, "belongs to several joints"), nullptr;
      moved = &child;
    }
    const XmlAttribute* name = moved == nullptr ? nullptr : moved->find("name");
    if (name == nullptr) return ignore(rotor, "belongs to no joint"), nullptr;
    const auto it = std::ranges::find(joints_, name->value, &UrdfJoint::name);
    if (it == joints_.end())
      return ignore(rotor, "belongs to joint " + shown(name->value) + ", which does not exist"), nullptr;
    if (it->type != JointType::revolute && it->type != JointType::prismatic)
      return ignore(rotor, "belongs to joint " + shown(name->value) + ", which has not one coordinate"), nullptr;
    return &*it;
  }

  /// A gear ratio as written.
  struct Ratio {
    std::optional<Rational> n;  ///< absent, with a warning, where it is no number
    const XmlElement* written;
    const XmlElement* owner;  ///< the element around it
  };

  /// Of the gear: that of the nearest element that has any. Nothing, with a warning, where that one contradicts itself.
  std::optional<Rational> ratio_for(const XmlElement& rotor, const XmlElement& actuator) {
    const std::vector<Ratio> ratios = ratios_around(actuator);
    if (std::ranges::any_of(ratios, [](const Ratio& ratio) { return !ratio.n; })) return {};
    if (ratios.empty()) return Rational(1);
    const Ratio& nearest = ratios.front();
    for (const Ratio& other : ratios) {
      if (*other.n == *nearest.n) continue;
      if (other.owner == nearest.owner)
        return ignore(rotor, "has two gear ratios, " + nearest.n->text() + " and " + other.n->text()), std::nullopt;
      warn(*other.written, "in <" + other.owner->name + "> is " + other.n->text() + ", but " + nearest.n->text() +
                               " in <" + nearest.owner->name + ">, which is used");
    }
    if (!nearest.n->is_zero()) return nearest.n;
    return ignore(rotor, "has a gear ratio of 0"), std::nullopt;
  }

  /// All that are written for an actuator, the nearest first: its own, its joint's, its transmission's.
  std::vector<Ratio> ratios_around(const XmlElement& actuator) {
    std::vector<const XmlElement*> owners{&actuator};
    for (const XmlElement& child : element_.children)
      if (child.name == "joint") owners.push_back(&child);
    owners.push_back(&element_);
    std::vector<Ratio> ratios;
    for (const XmlElement* owner : owners)
      for (const XmlElement* written : children_of(*owner, ratio_words))
        ratios.push_back({number_in(*written), written, owner});
    return ratios;
  }

  std::optional<Rational> number_in(const XmlElement& element) {
    const XmlAttribute* value = element.find("value");
    const std::string_view text = trimmed(value == nullptr ? element.text : value->value);
    std::optional<Rational> number = Rational::from_decimal(text);
    if (number && std::isfinite(number->to_double())) return number;
    ignore(element, "is " + shown(text) + ", not a number");
    return {};
  }

  void ignore(const XmlElement& part, const std::string& why) { warn(part, why + "; it is not used"); }

  void warn(const XmlElement& part, const std::string& what) {
    const XmlAttribute* name = element_.find("name");
    remarks_.warn("transmission " + shown(name == nullptr ? "" : name->value) + ": <" + part.name + "> " + what,
                  part.at());
  }

  const XmlElement& element_;
  std::vector<UrdfJoint>& joints_;
  UrdfRemarks& remarks_;
};

}  // namespace

void add_rotors(const XmlElement& robot, std::vector<UrdfJoint>& joints, UrdfRemarks& remarks) {
  for (const XmlElement& element : robot.children)
    if (element.name == "transmission") Transmission(element, joints, remarks).read();
}

}  // namespace alembert
