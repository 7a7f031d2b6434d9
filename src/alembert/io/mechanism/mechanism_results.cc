/// The words of a mechanism that are known only with its motion: efforts, reactions, multipliers.
#include <algorithm>
#include <array>
#include <variant>

#include "alembert/core/text.h"
#include "alembert/io/mechanism/mechanism_names.h"
#include "alembert/model/geometric_row_words.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

/// A component of a force or a moment.
struct ForceWord {
  std::string_view word;
  bool moment;
  int component;
};
constexpr std::array<ForceWord, 6> spatial_words{
    {{"fx", false, 0}, {"fy", false, 1}, {"fz", false, 2}, {"mx", true, 0}, {"my", true, 1}, {"mz", true, 2}}};
constexpr std::array<ForceWord, 3> planar_words{{{"fx", false, 0}, {"fy", false, 1}, {"m", true, 2}}};

std::span<const ForceWord> force_words(bool planar) {
  return planar ? std::span<const ForceWord>(planar_words) : std::span<const ForceWord>(spatial_words);
}

const ForceWord* find_force_word(std::string_view word, bool planar) {
  const std::span<const ForceWord> known = force_words(planar);
  const auto it = std::ranges::find(known, word, &ForceWord::word);
  return it == known.end() ? nullptr : &*it;
}

/// What follows the constraint's name for the multiplier of each of its rows.
std::vector<std::string> multiplier_words(const MechanismConstraint& constraint, bool planar) {
  if (std::holds_alternative<Constraint>(constraint)) return {"multiplier"};
  const std::vector<RowWord> rows = geometric_row_words(constraint, planar);
  if (rows.size() == 1) return {"multiplier"};
  std::vector<std::string> result;
  for (const RowWord& row : rows) result.push_back(dotted("multiplier", row.suffix));
  return result;
}

bool has_tension(const MechanismConstraint& constraint) { return std::holds_alternative<Distance>(constraint); }

/// True where the constraint is a contact: its force acts at a point that the model gives.
bool has_force(const MechanismConstraint& constraint) {
  return !has_tension(constraint) && !std::holds_alternative<Constraint>(constraint);
}

std::vector<std::string> words_of(const MechanismConstraint& constraint, bool planar) {
  std::vector<std::string> result = multiplier_words(constraint, planar);
  if (has_tension(constraint)) result.emplace_back("force");
  if (has_force(constraint))
    for (const ForceWord& word : force_words(planar))
      if (!word.moment) result.emplace_back(word.word);
  return result;
}

std::vector<std::string> effort_words(const JointWords& has) {
  std::vector<std::string> result;
  for (const JointWord& speed : has.speeds)
    result.push_back(has.speeds.size() == 1 ? "effort" : dotted(speed.suffix, "effort"));
  return result;
}

[[noreturn]] void fail_several(const std::string& what, const std::string& name, std::vector<std::string> words) {
  for (std::string& word : words) word = dotted(name, word);
  throw Error(Error::Code::bad_value, what, {}, "write one of " + join(words, ", "));
}

}  // namespace

std::optional<MotionWord> MechanismNames::of_effort(int joint, std::string_view word, int primes) const {
  const Joint& j = model_.joints[static_cast<std::size_t>(joint)];
  const std::vector<std::string> known = effort_words(words(model_, j));
  if (word == "effort" && known.size() > 1)
    fail_several("the joint " + shown(j.name) + " has several efforts", j.name, known);
  const auto it = std::ranges::find(known, word);
  if (it == known.end()) return {};
  return of_measure(
      {Measure::Kind::joint_effort, dotted(j.name, word), 0, joint, static_cast<int>(it - known.begin()), {}, {}},
      primes);
}

std::optional<MotionWord> MechanismNames::of_reaction(int joint, std::string_view word, int primes) const {
  const ForceWord* found = find_force_word(word, model_.planar);
  if (found == nullptr) return {};
  const Joint& j = model_.joints[static_cast<std::size_t>(joint)];
  const Measure::Kind kind = found->moment ? Measure::Kind::joint_moment : Measure::Kind::joint_force;
  return of_measure({kind, dotted(j.name, word), 0, joint, found->component, {}, {}}, primes);
}

std::optional<MotionWord> MechanismNames::of_constraint(std::string_view name, std::string_view word,
                                                        int primes) const {
  const std::optional<int> index = find_constraint(name);
  if (!index) return {};
  const MechanismConstraint& constraint = model_.constraints[static_cast<std::size_t>(*index)];
  const auto measure = [&](Measure::Kind kind, int component) {
    return of_measure({kind, prefix + dotted(name, word), 0, *index, component, {}, {}}, primes);
  };
  if (has_tension(constraint) && word == "force") return measure(Measure::Kind::multiplier, 0);
  const ForceWord* force = find_force_word(word, model_.planar);
  if (has_force(constraint) && force != nullptr && !force->moment)
    return measure(Measure::Kind::constraint_force, force->component);
  const std::vector<std::string> known = multiplier_words(constraint, model_.planar);
  if (word == "multiplier" && known.size() > 1)
    fail_several("the constraint " + shown(name) + " has several multipliers", std::string(name), known);
  const auto it = std::ranges::find(known, word);
  if (it == known.end()) return {};
  return measure(Measure::Kind::multiplier, static_cast<int>(it - known.begin()));
}

void MechanismNames::explain_joint(int joint, std::string_view name, std::string_view word) const {
  const JointWords& has = words(model_, model_.joints[static_cast<std::size_t>(joint)]);
  std::vector<std::string> known = effort_words(has);
  for (const JointWord& w : has.coordinates) known.emplace_back(w.suffix);
  for (const JointWord& w : has.speeds) known.emplace_back(w.suffix);
  for (const ForceWord& w : force_words(model_.planar)) known.emplace_back(w.word);
  std::erase(known, std::string());
  throw Error(Error::Code::unknown_name, "the joint " + shown(name) + " has no word " + shown(word), {},
              did_you_mean(word, known));
}

void MechanismNames::explain_constraint(int constraint, std::string_view name, std::string_view word) const {
  const MechanismConstraint& c = model_.constraints[static_cast<std::size_t>(constraint)];
  throw Error(Error::Code::unknown_name, "the constraint " + shown(name) + " has no word " + shown(word), {},
              did_you_mean(word, words_of(c, model_.planar)));
}

}  // namespace alembert
