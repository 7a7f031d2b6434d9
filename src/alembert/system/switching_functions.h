/// Where formulas of a system switch: comparisons that are held between events.
#pragma once
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

  int count() const;
  /// Of the last run of each program.
  void values(std::span<double> out) const;
  /// Where each turns nearest to its value of the last run.
  void turns(std::span<Turn> out) const;
  /// How far each is from leaving what it is held as, in the last run; those that are free are left out.
  void margins(std::span<const Held> held, std::span<double> out) const;
  /// Whether each looks up a table at an argument that changes with t alone, at a constant rate, so that the times at
  /// which it turns are known.
  std::vector<bool> of_time() const;
  /// The first time at which one of these leaves what it is held as; infinite where none does.
  double next_time(std::span<const Held> held) const;
  /// Those that leave it at this time, ascending.
  std::vector<std::size_t> leaving_at(double t, std::span<const Held> held) const;
  /// What one of these leaves `held` for.
  Held next(std::size_t i, Held held) const;
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
  /// From now on comparisons come out so [switches]; empty: all free.
  virtual void hold_switches(std::span<const Held> held) const = 0;
};

}  // namespace alembert
