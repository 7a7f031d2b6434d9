/// What the words of a mechanism mean in formulas.
#include <algorithm>
#include <array>

#include "alembert/core/text.h"
#include "alembert/io/mechanism/mechanism_names.h"
#include "alembert/spatial/quaternion.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr std::array<std::string_view, 9> point_words{"x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"};
constexpr std::array<std::string_view, 4> quaternion_words{"qw", "qx", "qy", "qz"};
constexpr std::array<std::string_view, 3> angular_words{"wx", "wy", "wz"};
constexpr std::array<std::string_view, 3> axis_letters{"x", "y", "z"};

template <std::size_t N>
std::optional<int> index_in(const std::array<std::string_view, N>& words, std::string_view word) {
  const auto it = std::ranges::find(words, word);
  if (it == words.end()) return {};
  return static_cast<int>(it - words.begin());
}

std::optional<std::size_t> index_of(const std::vector<JointWord>& words, std::string_view suffix) {
  const auto it = std::ranges::find(words, suffix, &JointWord::suffix);
  if (it == words.end()) return {};
  return static_cast<std::size_t>(it - words.begin());
}

/// Highest derivative of a measure that kinematics gives.
int highest_order(Measure::Kind kind) {
  switch (kind) {
    case Measure::Kind::point:
    case Measure::Kind::angle:
    case Measure::Kind::closing_coordinate: return 2;
    case Measure::Kind::quaternion:
    case Measure::Kind::angular_velocity:
    case Measure::Kind::closing_speed: return 1;
    case Measure::Kind::kinetic:
    case Measure::Kind::potential:
    case Measure::Kind::spring_length:
    case Measure::Kind::spring_force:
    case Measure::Kind::joint_effort:
    case Measure::Kind::joint_force:
    case Measure::Kind::joint_moment:
    case Measure::Kind::constraint_force:
    case Measure::Kind::multiplier: break;
  }
  return 0;
}

/// How often a coordinate is differentiated in the measure itself.
int own_order(Measure::Kind kind) {
  switch (kind) {
    case Measure::Kind::point:
    case Measure::Kind::angle:
    case Measure::Kind::quaternion:
    case Measure::Kind::potential:
    case Measure::Kind::spring_length:
    case Measure::Kind::closing_coordinate: return 0;
    case Measure::Kind::angular_velocity:
    case Measure::Kind::kinetic:
    case Measure::Kind::spring_force:
    case Measure::Kind::closing_speed: return 1;
    case Measure::Kind::joint_effort:
    case Measure::Kind::joint_force:
    case Measure::Kind::joint_moment:
    case Measure::Kind::constraint_force:
    case Measure::Kind::multiplier: break;
  }
  return 2;
}

/// Known only after the motion is.
bool is_result(Measure::Kind kind) {
  return kind == Measure::Kind::spring_length || kind == Measure::Kind::spring_force || own_order(kind) == 2;
}

void check_order(const Measure& measure, int order) {
  if (order <= highest_order(measure.kind)) return;
  const std::string word = measure.word + std::string(static_cast<std::size_t>(std::min(order, 4)), '\'');
  if (own_order(measure.kind) + order > 2 && highest_order(measure.kind) > 0 &&
      measure.kind != Measure::Kind::quaternion)
    throw Error(Error::Code::bad_value, shown(word) + " needs a third derivative of a coordinate", {},
                "rates x' and accelerations x'' are known");
  throw Error(Error::Code::unsupported, "the derivative " + shown(word) + " is not known", {},
              "derivatives are known of coordinates, points, angles and angular velocities");
}

}  // namespace

const Measure* MechanismNames::measure(const std::string& word) const {
  const auto it = measures_.find(word);
  return it == measures_.end() ? nullptr : &it->second;
}

MotionWord MechanismNames::of_measure(Measure measure, int order) const {
  check_order(measure, order);
  const MotionWord word{Expr::symbol(measure.word, SymbolKind::coordinate, order), own_order(measure.kind) + order,
                        is_result(measure.kind)};
  measures_.try_emplace(measure.word, measure);
  return word;
}

MotionWord MechanismNames::coordinate(std::size_t index, int primes) const {
  const Joint& joint = model_.joints[index];
  const JointWords& has = words(model_, joint);
  if (has.coordinates.size() == 1) return of_coordinate(static_cast<int>(index), 0, primes);
  std::vector<std::string> names;
  for (const JointWord& word : has.coordinates) names.push_back(coordinate_name(joint.name, word));
  throw Error(Error::Code::bad_value,
              "the joint " + shown(joint.name) + " has " + (names.empty() ? "no" : "several") + " coordinates", {},
              names.empty() ? "a fixed joint does not move" : "write one of " + join(names, ", "));
}

MotionWord MechanismNames::of_coordinate(int joint, std::size_t within, int primes) const {
  const Joint& j = model_.joints[static_cast<std::size_t>(joint)];
  const JointWords& has = words(model_, j);
  if (!has.quaternion || primes == 0)
    return {Expr::symbol(coordinate_name(j.name, has.coordinates[within]), SymbolKind::coordinate, std::min(primes, 3)),
            primes};
  Expr formula = coordinate_rates(joint)[within];
  for (int i = 1; i < std::min(primes, 2); ++i) formula = rate(formula);
  return {formula, primes};
}

MotionWord MechanismNames::of_speed(int joint, std::size_t within, int primes) const {
  const Joint& j = model_.joints[static_cast<std::size_t>(joint)];
  const std::string name = coordinate_name(j.name, words(model_, j).speeds[within]);
  return {Expr::symbol(name, SymbolKind::coordinate, std::min(primes, 2)), primes + 1};
}

/// Of a joint with a quaternion: the rates of its coordinates as formulas in its speeds.
std::vector<Expr> MechanismNames::coordinate_rates(int joint) const {
  const Joint& j = model_.joints[static_cast<std::size_t>(joint)];
  const JointWords& has = words(model_, j);
  const auto symbol = [&](std::string_view suffix) {
    return Expr::symbol(dotted(j.name, suffix), SymbolKind::coordinate);
  };
  const Quaternion<Expr> q{symbol("qw"), symbol("qx"), symbol("qy"), symbol("qz")};
  const Quaternion<Expr> dq = quaternion_rate(q, Vec3<Expr>{symbol("wx"), symbol("wy"), symbol("wz")});
  std::vector<Expr> rates;
  if (has.coordinates.size() > 4) {
    const Vec3<Expr> dp = rotation(q) * Vec3<Expr>{symbol("vx"), symbol("vy"), symbol("vz")};
    rates = {dp.x, dp.y, dp.z};
  }
  rates.insert(rates.end(), {dq.w, dq.x, dq.y, dq.z});
  return rates;
}

std::optional<MotionWord> MechanismNames::of_joint(std::string_view name, std::string_view word, int primes) const {
  const std::optional<int> joint = find_joint(name);
  if (!joint) return {};
  const Joint& j = model_.joints[static_cast<std::size_t>(*joint)];
  const JointWords& has = words(model_, j);
  if (!word.empty()) {
    if (const std::optional<std::size_t> i = index_of(has.coordinates, word)) return of_coordinate(*joint, *i, primes);
    if (has.quaternion)
      if (const std::optional<std::size_t> i = index_of(has.speeds, word)) return of_speed(*joint, *i, primes);
  }
  if (const std::optional<MotionWord> effort = of_effort(*joint, word, primes)) return effort;
  return of_reaction(*joint, word, primes);
}

std::optional<MotionWord> MechanismNames::of_body(std::string_view name, std::string_view word, int primes) const {
  const std::optional<int> body = find_body(name);
  if (!body) return {};
  const std::string start = prefix + std::string(name) + ".";
  const auto measure = [&](Measure::Kind kind, std::string_view of, int component) {
    return of_measure({kind, start + std::string(of), 0, *body, component, {}, {}}, primes);
  };
  if (model_.planar && word == "angle") return measure(Measure::Kind::angle, word, 2);
  if (!model_.planar) {
    if (const std::optional<int> i = index_in(quaternion_words, word))
      return measure(Measure::Kind::quaternion, word, *i);
    if (const std::optional<int> i = index_in(angular_words, word))
      return measure(Measure::Kind::angular_velocity, word, *i);
  }
  const std::size_t dot = word.rfind('.');
  if (dot == std::string_view::npos) return {};
  const std::optional<int> i = index_in(point_words, word.substr(dot + 1));
  if (!i || (model_.planar && *i % 3 == 2)) return {};
  const std::optional<PointOn> point = point_of(name, word.substr(0, dot));
  if (!point) return {};
  const int component = *i % 3, order = *i / 3 + primes;
  const std::string position = start + dotted(word.substr(0, dot), axis_letters[static_cast<std::size_t>(component)]);
  return of_measure({Measure::Kind::point, position, 0, *body, component, point->p, {}}, order);
}

std::optional<MotionWord> MechanismNames::of_spring(std::string_view name, std::string_view word, int primes) const {
  if (word != "force" && word != "length") return {};
  const std::optional<int> spring = find_spring(name);
  if (!spring) return {};
  const Measure::Kind kind = word == "force" ? Measure::Kind::spring_force : Measure::Kind::spring_length;
  return of_measure({kind, prefix + dotted(name, word), 0, *spring, 0, {}, {}}, primes);
}

std::optional<MotionWord> MechanismNames::find(std::string_view name, int primes) const {
  for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    const std::string_view part = name.substr(0, dot), word = name.substr(dot + 1);
    if (const std::optional<MotionWord> found = of_joint(part, word, primes)) return found;
    if (const std::optional<MotionWord> found = of_body(part, word, primes)) return found;
    if (const std::optional<MotionWord> found = of_spring(part, word, primes)) return found;
    if (const std::optional<MotionWord> found = of_constraint(part, word, primes)) return found;
  }
  explain_unknown(name);
  return {};
}

/// Throws when the start of the name is known and the rest is not.
void MechanismNames::explain_unknown(std::string_view name) const {
  for (std::size_t dot = name.rfind('.'); dot != std::string_view::npos && dot > 0; dot = name.rfind('.', dot - 1)) {
    const std::string_view part = name.substr(0, dot), word = name.substr(dot + 1);
    if (const std::optional<int> body = find_body(part)) explain_body(*body, part, word);
    if (const std::optional<int> joint = find_joint(part)) explain_joint(*joint, part, word);
    if (const std::optional<int> constraint = find_constraint(part)) explain_constraint(*constraint, part, word);
  }
}

void MechanismNames::explain_body(int body, std::string_view name, std::string_view word) const {
  const std::string_view point = word.substr(0, word.find('.'));
  if (point_of(name, point))
    throw Error(Error::Code::unknown_name, "unknown name " + shown(dotted(name, word)), {},
                std::string("points have ") + (model_.planar ? "x y vx vy ax ay" : "x y z vx vy vz ax ay az") +
                    ": write " + dotted(dotted(name, point), "x"));
  std::vector<std::string> known = point_names(model_.bodies[static_cast<std::size_t>(body)]);
  if (model_.planar) known.emplace_back("angle");
  if (!model_.planar) known.insert(known.end(), quaternion_words.begin(), quaternion_words.end());
  if (!model_.planar) known.insert(known.end(), angular_words.begin(), angular_words.end());
  throw Error(Error::Code::unknown_name, "the body " + shown(name) + " has no point or word " + shown(point), {},
              did_you_mean(point, known));
}

Expr MechanismNames::rate(Expr formula) const {
  const Expr derivative = time_derivative(formula);
  const std::array<Expr, 1> root{derivative};
  std::vector<Expr> symbols, values;
  for (const Expr e : Walk(root)) {
    if (!e.is_symbol() || e.kind() != SymbolKind::coordinate || e.order() == 0) continue;
    if (const Measure* known = measure(e.name())) {
      check_order(*known, e.order());
      continue;
    }
    const std::size_t dot = e.name().rfind('.');
    if (dot == std::string::npos) continue;
    const auto it = joints_.find(e.name().substr(0, dot));
    if (it == joints_.end()) continue;
    const JointWords& has = words(model_, model_.joints[static_cast<std::size_t>(it->second)]);
    const std::optional<std::size_t> within = index_of(has.coordinates, std::string_view(e.name()).substr(dot + 1));
    if (!has.quaternion || !within) continue;
    symbols.push_back(e);
    values.push_back(coordinate_rates(it->second)[*within]);
  }
  return symbols.empty() ? derivative : substitute(derivative, symbols, values);
}

}  // namespace alembert
