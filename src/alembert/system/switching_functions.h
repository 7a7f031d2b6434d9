/// Where formulas of a system switch: comparisons that are held between events.
#pragma once
#include <span>
#include <utility>
#include <vector>

#include "alembert/symbolic/tape_machine.h"
#include "alembert/system/system.h"

namespace alembert {

/// A system whose formulas compare: `if(a < b, ..)`, sign, abs, min, max, and the points of tables. A method of
/// integration that steps over the place where a comparison turns sees a force that jumps or bends. With every
/// comparison held as it came out at the start of a step the motion is smooth, also beyond that place, which is then
/// found as the zero of a - b.
class SwitchedSystem {
 public:
  virtual ~SwitchedSystem() = default;

  /// How many comparisons there are in formulas that drive the motion.
  virtual int switches() const = 0;
  /// a - b of each comparison (a of sign and abs) at a state, all others as held.
  virtual void switch_values(const State& x, System::In u, System::Out values) const = 0;
  /// From now on comparisons come out so [switches]; empty: all free.
  virtual void hold_switches(std::span<const Held> held) const = 0;
};

/// The comparisons of several programs as one list.
class SwitchingFunctions {
 public:
  /// The machines must outlive this.
  explicit SwitchingFunctions(std::vector<TapeMachine<double>*> machines) : machines_(std::move(machines)) {}

  int count() const;
  /// Of the last run of each program.
  void values(std::span<double> out) const;
  void hold(std::span<const Held> held) const;

 private:
  std::vector<TapeMachine<double>*> machines_;
};

}  // namespace alembert
