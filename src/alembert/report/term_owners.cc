#include "alembert/report/term_owners.h"

#include <algorithm>
#include <array>
#include <set>

#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// The names of the parameters in a body's description, and in the points of joints and forces on it.
class ParametersOfBodies {
 public:
  explicit ParametersOfBodies(const Mechanism& model) : found_(model.bodies.size()) {
    for (std::size_t b = 1; b < model.bodies.size(); ++b) {
      const Body& body = model.bodies[b];
      const Sym3<Expr>& I = body.inertia;
      add(b, {body.mass, I.xx, I.yy, I.zz, I.xy, I.xz, I.yz});
      add(b, body.center);
      for (const NamedPoint& point : body.points) add(b, point.p);
      for (const NamedFrame& frame : body.frames) add(b, frame.p);
      for (const Shape& shape : body.shapes) {
        add(b, shape.size);
        add(b, shape.p);
        for (const std::optional<Expr>& weight : {shape.density, shape.mass})
          if (weight) add(b, {*weight});
      }
    }
    const auto add_point = [&](const PointOn& at) { add(static_cast<std::size_t>(at.body), at.p); };
    for (const Joint& joint : model.joints)
      for (const PointOn& at : joint.at) add_point(at);
    for (const BodyForce& force : model.forces) add_point(force.at);
    for (const Spring& spring : model.springs)
      for (const PointOn& at : spring.points) add_point(at);
  }

  /// The body in which alone a parameter occurs; -1 where it is in several, the ground among them, or in none.
  int only_body(const std::string& name) const {
    int only = -1;
    for (std::size_t b = 0; b < found_.size(); ++b) {
      if (!found_[b].contains(name)) continue;
      if (only >= 0 || b == 0) return -1;
      only = static_cast<int>(b);
    }
    return only;
  }

 private:
  void add(std::size_t body, const std::vector<Expr>& formulas) {
    for (const Expr e : Walk(formulas))
      if (e.is_symbol() && e.kind() == SymbolKind::parameter) found_[body].insert(e.name());
  }
  void add(std::size_t body, const Vec3<Expr>& p) { add(body, std::vector<Expr>{p.x, p.y, p.z}); }

  std::vector<std::set<std::string>> found_;  ///< [body]
};

}  // namespace

TermOwners::TermOwners(const Lagrangian& model) {
  for (const Coordinate& c : model.coordinates) add_coordinate(c.name);
}

TermOwners::TermOwners(const Mechanism& model) {
  const GraphScope scope(*model.graph);
  for (const auto* list : {&model.coordinates, &model.dependent_coordinates})
    for (const MechanismCoordinate& c : *list) add_coordinate(c.name);
  for (std::size_t b = 1; b < model.bodies.size(); ++b) bodies_.push_back(model.bodies[b].name);
  add_body_words(model);
  add_joint_words(model);
  add_parameters(model);
}

void TermOwners::add_coordinate(const std::string& name) {
  exact_[name].push_back(static_cast<int>(coordinates_.size()));
  coordinates_.push_back(name);
}

void TermOwners::add_body_words(const Mechanism& model) {
  for (std::size_t b = 1; b < model.bodies.size(); ++b)
    body_[model.bodies[b].name].push_back(body_owner(static_cast<int>(b)));
}

void TermOwners::add_joint_words(const Mechanism& model) {
  const auto add = [&](const std::string& name, std::array<int, 2> bodies) {
    for (const int b : bodies)
      if (b > 0) between_[name].push_back(body_owner(b));
  };
  for (const Joint& joint : model.joints) add(joint.name, {joint.first, joint.second});
  for (const MechanismConstraint& constraint : model.constraints) add(name_of(constraint), bodies_of(constraint));
  for (const Spring& spring : model.springs) add(spring.name, {spring.points[0].body, spring.points[1].body});
  // The angular velocity of a quaternion joint belongs to its four coordinates.
  for (const auto& [speeds, coordinates] :
       {std::pair(&model.speeds, &model.coordinates), std::pair(&model.dependent_speeds, &model.dependent_coordinates)})
    for (const MechanismCoordinate& speed : *speeds)
      if (words(model, model.joints[static_cast<std::size_t>(speed.joint)]).quaternion)
        for (const MechanismCoordinate& c : *coordinates)
          if (c.joint == speed.joint)
            exact_[speed.name].insert(exact_[speed.name].end(), exact_[c.name].begin(), exact_[c.name].end());
}

void TermOwners::add_parameters(const Mechanism& model) {
  const ParametersOfBodies bodies(model);
  for (const Parameter& parameter : model.parameters)
    if (const int body = bodies.only_body(parameter.name); body > 0) parameter_[parameter.name] = {body_owner(body)};
}

TermOwners::Owners TermOwners::of_word(std::string_view word) const {
  Owners result;
  const auto add = [&](const auto& map, std::string_view key) {
    const auto found = map.find(key);
    if (found == map.end()) return false;
    result.insert(result.end(), found->second.begin(), found->second.end());
    return true;
  };
  const bool known = add(exact_, word);
  for (std::string_view stem = word;; stem = stem.substr(0, stem.rfind('.'))) {
    if (add(body_, stem) || (!known && add(between_, stem)) || stem.rfind('.') == stem.npos) break;
  }
  return result;
}

const TermOwners::Owners& TermOwners::of_name(const std::string& name) const {
  if (const auto known = names_.find(name); known != names_.end()) return known->second;
  std::string_view word = name;
  while (word.ends_with('\'')) word.remove_suffix(1);
  Owners result;
  for (;;) {
    constexpr std::string_view multiplier = "lambda[";
    const bool is_multiplier = word.starts_with(multiplier) && word.ends_with(']');
    result = of_word(is_multiplier ? word.substr(multiplier.size(), word.size() - multiplier.size() - 1) : word);
    const std::size_t blank = word.find(' ');
    if (!result.empty() || blank == word.npos) break;
    word.remove_prefix(blank + 1);  // "motion of rod.x"
  }
  return names_[name] = result;
}

std::vector<std::string> TermOwners::of(Expr e, const std::vector<std::string>& names) const {
  std::set<int> found;
  for (const Expr node : Walk(std::array<Expr, 1>{e})) {
    if (!node.is_symbol()) continue;
    if (node.kind() == SymbolKind::coordinate) {
      found.insert(of_name(node.name()).begin(), of_name(node.name()).end());
    } else if (const auto it = parameter_.find(node.name()); it != parameter_.end()) {
      found.insert(it->second.begin(), it->second.end());
    }
  }
  for (const std::string& name : names) found.insert(of_name(name).begin(), of_name(name).end());
  std::vector<std::string> result;
  for (const int k : found) {
    const auto at = static_cast<std::size_t>(k);
    result.push_back(at < coordinates_.size() ? coordinates_[at] : bodies_[at - coordinates_.size()]);
  }
  return result;
}

}  // namespace alembert
