/// Where formulas of a system switch: comparisons that are held between events.
#pragma once
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "alembert/symbolic/tape_machine.h"
#include "alembert/system/system.h"

namespace alembert {

/// The comparisons of several programs as one list.
class SwitchingFunctions {
 public:
  /// The machines must outlive this.
  explicit SwitchingFunctions(std::vector<TapeMachine<double>*> machines) : machines_(std::move(machines)) {}

  const std::vector<TapeMachine<double>*>& machines() const { return machines_; }

  int count() const;
  /// Of the last run of each program.
  void values(std::span<double> out) const;
  /// Where each turns nearest to its value of the last run.
  void turns(std::span<Turn> out) const;
  /// How far each is from leaving what it is held as, in the last run; those that are free are left out.
  void margins(std::span<const Held> held, std::span<double> out) const;
  void hold(std::span<const Held> held) const;

 private:
  /// Calls f(machine, its k-th comparison, place in the list) for all.
  template <class F>
  void each(const F& f) const;

  std::vector<TapeMachine<double>*> machines_;
};

/// A system whose formulas compare: `if(a < b, ..)`, sign, abs, min, max, and tables, which compare with their points.
/// A method of integration that steps over the place where a comparison turns sees a force that jumps or bends. With
/// every comparison held as it came out at the start of a step the motion is smooth, also beyond that place, which is
/// then found as the zero of a - b.
class SwitchedSystem {
 public:
  virtual ~SwitchedSystem() = default;

  /// How many comparisons there are in formulas that drive the motion.
  virtual int switches() const = 0;
  /// a - b of each comparison (a of sign and abs, the argument of a table) at a state, all others as held.
  virtual void switch_values(const State& x, System::In u, System::Out values) const = 0;
  /// What follows for each from the last switch_values(): see SwitchingFunctions.
  virtual SwitchingFunctions switching() const = 0;
  /// [u] ids of the inputs' symbols in these formulas; the first program of switching() computes them.
  virtual std::span<const std::uint32_t> input_ids() const = 0;
  /// From now on comparisons come out so [switches]; empty: all free.
  virtual void hold_switches(std::span<const Held> held) const = 0;
};

}  // namespace alembert
