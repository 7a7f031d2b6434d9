/// What a simulation keeps count of, row by row and step by step.
#pragma once
#include <algorithm>
#include <cstdint>
#include <limits>

namespace alembert {

/// Rows with less left than this, of the squares of how far rows are apart, count as dependent: a hundredth, squared.
constexpr double rows_apart = 1e-4;

/// Smallest and largest of the numbers seen.
struct Range {
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();
  void include(double x) {
    low = std::min(low, x);
    high = std::max(high, x);
  }
  double width() const { return high - low; }
};

/// Energies in joule, times in seconds.
struct Account {
  std::int64_t rows = 0;  ///< that the sink has seen
  double time = 0.0;      ///< of the last row

  double kinetic_start = 0.0, potential_start = 0.0, conserved_start = 0.0;  ///< at the first row
  double kinetic_end = 0.0, potential_end = 0.0;                             ///< at the last row
  double work_end = 0.0, dissipated_end = 0.0;  ///< of `work`, `dissipated`: at the last row
  double balance = 0.0;                  ///< conserved - conserved_start - work at the last row: what integration added
  double work = 0.0;                     ///< by all forces outside the potential, up to the last step
  double dissipated = 0.0;               ///< what dampers and friction took of it, not negative, up to the last step
  double loss_rate = 0.0;                ///< [W] dissipation at the end of the last step
  Range kinetic, potential;              ///< over the rows
  Range kinetic_steps, potential_steps;  ///< over some of the steps
  double drift = 0.0;                    ///< largest |balance| over the rows
  double swing = 0.0;  ///< (max - min of kinetic) + (max - min of potential) over the rows; over steps up to the last
                       ///< row where that is more than twice as much: rows may always meet one place of a swing
  std::int64_t steps = 0;  ///< that have been taken
  double level = 0.0;      ///< largest |kinetic| + |potential| over the rows

  double constraint_max = 0.0;        ///< largest |phi| over the rows
  double constraint_speed_max = 0.0;  ///< largest |A v - b| over the rows
  std::int64_t dependent_rows = 0;    ///< constraints that depend on others, or nearly so, at the last row
  std::int64_t rank_changes = 0;      ///< how often that number changed from row to row
  double rank_change_time = 0.0;      ///< of the first such change

  double stiff_since = -1.0;  ///< [s] when the method for stiff motions took over; -1: never

  /// What forces outside the potential, drives and explicit time have brought in, up to the last row.
  double supplied() const { return work_end + dissipated_end; }

  /// Calls f(name, number) for every number above, so that files can hold them all. Self: Account, const or not.
  template <class Self, class F>
  static void each(Self& a, F&& f) {
    f("rows", a.rows);
    f("steps", a.steps);
    f("time", a.time);
    f("kinetic_start", a.kinetic_start);
    f("potential_start", a.potential_start);
    f("conserved_start", a.conserved_start);
    f("kinetic_end", a.kinetic_end);
    f("potential_end", a.potential_end);
    f("work_end", a.work_end);
    f("dissipated_end", a.dissipated_end);
    f("balance", a.balance);
    f("work", a.work);
    f("dissipated", a.dissipated);
    f("loss_rate", a.loss_rate);
    f("kinetic_low", a.kinetic.low);
    f("kinetic_high", a.kinetic.high);
    f("kinetic_steps_low", a.kinetic_steps.low);
    f("kinetic_steps_high", a.kinetic_steps.high);
    f("potential_steps_low", a.potential_steps.low);
    f("potential_steps_high", a.potential_steps.high);
    f("potential_low", a.potential.low);
    f("potential_high", a.potential.high);
    f("drift", a.drift);
    f("swing", a.swing);
    f("level", a.level);
    f("constraint_max", a.constraint_max);
    f("constraint_speed_max", a.constraint_speed_max);
    f("dependent_rows", a.dependent_rows);
    f("rank_changes", a.rank_changes);
    f("rank_change_time", a.rank_change_time);
    f("stiff_since", a.stiff_since);
  }
};

}  // namespace alembert
