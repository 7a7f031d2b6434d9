/// Formulas of a model that have no value at a state as they are written, although what is computed has one.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/analysis/state/evaluation.h"
#include "alembert/model/lagrangian.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Formulas such as k*sqrt(x)^2, which is simplified to k*x, at x < 0, or atan(1/x) at 0: energies, efforts, forces,
/// motions of drives, constraints, inputs, rates of states and, unless they are left out, outputs and `until`, each
/// with the parts that may have no value. Those that need more than the state (multipliers, accelerations) are passed
/// over.
class WrittenDomains {
 public:
  enum class Of { motion, motion_and_outputs };
  /// The model must outlive this.
  explicit WrittenDomains(const Lagrangian& model, Of of = Of::motion_and_outputs);
  /// The same of a mechanism. The setup must outlive this.
  explicit WrittenDomains(const MechanismSetup& setup);

  struct Lost {
    std::size_t formula;  ///< which of them
    std::string part;     ///< in words: "sqrt(x) has none"
    Source at;            ///< of the formula
  };
  bool empty() const { return formulas_.empty(); }
  /// Whether all of them have a value.
  bool all_defined(const Point& x);
  /// Those that have none as they are written while what is computed for them is a number, or while nobody would see
  /// that it is none: others say so themselves.
  std::vector<Lost> lost(const Point& x);

 private:
  using AtState = std::function<std::vector<double>(const Point&)>;  ///< values of formulas
  enum class Kept {
    as_read,     ///< computed as it was read
    simplified,  ///< before it is computed
    unseen,      ///< its value shows nowhere, so that it cannot say itself that there is none
  };
  struct OneFormula {
    Written written;
    Kept kept;
    std::size_t first;  ///< of its parts among the values of all
    AtState computed;   ///< as it is computed, made when it is needed
  };
  /// Those of the formulas that follow from the state alone: which coordinates and rates it says.
  void keep(std::span<const Written> formulas, Kept how, const std::function<bool(Expr)>& is_known,
            std::vector<Expr>& parts);
  static std::optional<std::size_t> undefined_part(const OneFormula& f, std::span<const double> values);
  bool is_computed(OneFormula& f, const Point& x);

  const Description& model_;
  std::function<AtState(std::span<const Expr>)> compile_;
  std::vector<OneFormula> formulas_;
  AtState parts_;
};

/// A warning for each of them, with the part that has no value and the formula's place.
std::vector<Warning> undefined_as_written(WrittenDomains&& domains, const Point& at);

/// The same of a motion, row by row.
class WrittenDomainsOfRows {
 public:
  explicit WrittenDomainsOfRows(WrittenDomains domains) : domains_(std::move(domains)) {}

  bool empty() const { return domains_.empty(); }
  void look(const Point& row);
  /// Of those that had a value in the first row: where they had none first.
  std::vector<Warning> warnings() const;

 private:
  struct First {
    WrittenDomains::Lost lost;
    double time;
    long rows;
  };
  WrittenDomains domains_;
  std::vector<First> first_;
  long rows_ = 0;
  double start_ = 0.0;
};

}  // namespace alembert
