/// The words of a mechanism: its bodies and their points, its joints and their coordinates, its springs, its
/// constraints. Internal to io/.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "alembert/io/formulas/motion_names.h"
#include "alembert/model/mechanism.h"

namespace alembert {

/// A name and a word of it: "rod.tip".
inline std::string dotted(std::string_view name, std::string_view word) {
  return std::string(name).append(".").append(word);
}

/// Finds bodies, points, joints, springs and constraints by the names of the file being read, and gives formulas their
/// symbols: coordinates and speeds as mechanism.h says, everything else as a Measure. Symbols are made when a formula
/// asks. Joints that close loops are named like the others; register_measures() tells them apart.
class MechanismNames final : public MotionNames {
 public:
  /// `model` must outlive this; its graph must be the current one.
  explicit MechanismNames(const Mechanism& model);

  std::string prefix;  ///< of the file being read
  int ground = 0;      ///< the body that is its ground

  // Each throws Error (duplicate_name) for a name that another of its kind has. Full names.
  void add_body(const std::string& name, int index, const Source& at);
  void add_joint(const std::string& name, int index);
  /// `spring` is the index of a spring, empty for other forces.
  void add_force(const std::string& name, std::optional<int> spring, const Source& at);
  void add_constraint(const std::string& name, int index, const Source& at);
  /// `name` was written with `count`: its index -1 is the ground.
  void add_numbered_body(const std::string& name) { numbered_bodies_.insert(name); }

  /// By the name in the file being read; `name` may be "ground".
  std::optional<int> find_body(std::string_view name) const;
  std::optional<int> find_joint(std::string_view name) const;
  std::optional<int> find_spring(std::string_view name) const;
  std::optional<int> find_constraint(std::string_view name) const;
  std::size_t force_count() const { return forces_.size(); }
  /// "rod.tip", "rod.origin", "rod.center", "rod.tool" (a frame). The ground has every point that link[-1] is asked
  /// for: its own of that name, or its origin.
  std::optional<PointOn> find_point(std::string_view name) const;
  /// The same with the name of the body and that of its point apart.
  std::optional<PointOn> point_of(std::string_view name, std::string_view word) const;

  std::vector<std::string> body_names() const;   ///< of the file being read, for "did you mean"
  std::vector<std::string> joint_names() const;  ///< the same

  MotionWord coordinate(std::size_t index, int primes) const override;
  std::optional<MotionWord> find(std::string_view name, int primes) const override;
  std::vector<std::string> known() const override;
  Expr rate(Expr formula) const override;

  /// What the measure symbols with this word stand for, with order 0 and without symbol; null when it is a coordinate.
  const Measure* measure(const std::string& word) const;

 private:
  std::optional<MotionWord> of_joint(std::string_view name, std::string_view word, int primes) const;
  std::optional<MotionWord> of_body(std::string_view name, std::string_view word, int primes) const;
  std::optional<MotionWord> of_spring(std::string_view name, std::string_view word, int primes) const;
  std::optional<MotionWord> of_effort(int joint, std::string_view word, int primes) const;
  std::optional<MotionWord> of_reaction(int joint, std::string_view word, int primes) const;
  std::optional<MotionWord> of_constraint(std::string_view name, std::string_view word, int primes) const;
  MotionWord of_coordinate(int joint, std::size_t within, int primes) const;
  MotionWord of_speed(int joint, std::size_t within, int primes) const;
  MotionWord of_measure(Measure measure, int order) const;
  std::vector<Expr> coordinate_rates(int joint) const;
  void explain_unknown(std::string_view name) const;
  [[noreturn]] void explain_body(int body, std::string_view name, std::string_view word) const;
  [[noreturn]] void explain_joint(int joint, std::string_view name, std::string_view word) const;
  [[noreturn]] void explain_constraint(int constraint, std::string_view name, std::string_view word) const;

  const Mechanism& model_;
  std::unordered_map<std::string, int> bodies_, joints_, constraints_;
  std::unordered_map<std::string, int> forces_;  ///< index of the spring, or -1
  std::unordered_set<std::string> numbered_bodies_;
  mutable std::unordered_map<std::string, Measure> measures_;  ///< by word, as they are asked for
};

/// The names of a body's points, built-in ones and origins of frames included.
std::vector<std::string> point_names(const Body& body);

/// Fills model.measures with every one that some formula of the model uses, each once. Call it after
/// declare_coordinates(): coordinates and speeds of joints that close loops are measures too.
void register_measures(Mechanism& model, const MechanismNames& names);

}  // namespace alembert
