/// Units of the names in results.
#pragma once
#include <map>
#include <string>
#include <string_view>

#include "alembert/workbench/workbench.h"

namespace alembert {

/// The SI unit behind each name that results use; "" where the model does not say.
class UnitWords {
 public:
  /// `workbench` must outlive this.
  explicit UnitWords(const Workbench& workbench);

  /// Of a coordinate, a speed, a row of a constraint, a part of a body or a reaction: "A", "A''", "S.wx'", "B.tx",
  /// "rod.x", "A.fx", "A.effort", "lambda[B.tx]".
  std::string operator()(std::string_view name) const;
  /// Of an output: that of its formula where this is a plain word, such as "A'", "rod.tip.x", "spring.force".
  std::string of(const Output& output) const;
  /// Of the value of a row in Evaluation::constraint.
  std::string of_row(const Evaluation& e, std::size_t row) const;
  /// Of the largest miss of all rows that hold positions, where they share a unit.
  std::string of_constraints(std::span<const std::string> rows) const;

 private:
  void add_bodies(const Mechanism& model);
  void add_joints(const Mechanism& model);
  void add_constraints(const Mechanism& model);

  const Mechanism* mechanism_;
  Graph* graph_;                                           ///< of the model's formulas
  std::map<std::string, std::string, std::less<>> words_;  ///< without primes
};

}  // namespace alembert
