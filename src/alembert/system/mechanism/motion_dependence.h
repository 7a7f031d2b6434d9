/// What formulas and bodies of a mechanism depend on: structure alone, no numbers.
#pragma once
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Speeds (standing for themselves and for the coordinates that they move) and extra states. Elements may repeat.
struct Dependence {
  std::vector<int> speeds;
  std::vector<int> states;
};

/// Adds dependences to sets. Answers may be too large, never too small: T, V and forces depend on everything.
/// The setup must outlive it.
class MotionDependence {
 public:
  explicit MotionDependence(const MechanismSetup& setup);

  void add_formula(Expr formula, Dependence& set) const;
  void add_plan_body(int body, Dependence& set) const;  ///< all speeds that move it
  /// Both bodies of a joint that closes a loop.
  void add_closing_joint(int joint, Dependence& set) const;
  /// Speed of the tree, or of a closing joint where it is nv or more: then its bodies.
  void add_speed(int speed, Dependence& set) const;

 private:
  void add_symbol(Expr symbol, Dependence& set) const;
  void add_measure(const Measure& measure, Dependence& set) const;
  void add_joint(int joint, Dependence& set) const;
  void add_everything(Dependence& set) const;

  const MechanismSetup& setup_;
  std::unordered_map<std::uint32_t, int> states_, measures_;  ///< [symbol]
};

}  // namespace alembert
