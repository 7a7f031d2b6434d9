/// How large a motion is: what the absolute tolerance is relative to.
#pragma once
#include <span>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// An absolute tolerance of 1e-8 m means nothing to a motion of 1e-12 m. Sizes of coordinates and speeds are taken from
/// the energy that moves, E, and from how far things have come:
///
///   speeds        sqrt(2 E / M_ii)
///   coordinates   that times the time scale, or the largest distance from the start
///
/// E comes from the speeds at the start, or what forces make of rest within the time scale, and grows with the motion.
/// Behind a start or an event the motion may be nothing yet, as that of a block that breaks away under a force which
/// grows: what counts is what forces make of it as far as they are known. The time scale is one over the largest
/// frequency at the start, the whole time at most. The allowance for a component is the smaller of 1 and thirty times
/// its size, so that motions of common size, in SI units, have the tolerance as it is written; and no less than what
/// rounding of forces and places lets be known. A motion that begins at rest in equilibrium has allowances of 1 until
/// something moves by more than rounding of forces that hold each other; so has one of more than 100 speeds.
class MotionSizes {
 public:
  /// @param tolerance  absolute, of one step: allowances are multiples of it
  MotionSizes(const System& system, const State& start, double end, double tolerance);

  /// [component of (q, v, z, W)] allowances; they change in place.
  std::span<const double> allowances() const { return allowances_; }
  /// From now on the allowance of a component is this.
  void set(int component, double allowance);
  /// The motion goes on from y, where it may just begin, under forces that vary little until `horizon`.
  void expect(const System& system, const State& x, double horizon);
  /// Whether nothing has moved yet, nor is known to be about to.
  bool at_rest() const { return known_ && energy_ == 0.0; }
  /// A step has come to y.
  void see(std::span<const double> y);

  /// A coordinate that has moved by less than an absolute tolerance allows it to be off.
  struct Below {
    int coordinate = 0;
    double moved = 0.0, allowed = 0.0;
  };
  std::vector<Below> below(double absolute) const;

  /// For runs that go on elsewhere.
  std::vector<double> memory() const;
  void recall(std::span<const double> memory);

 private:
  void find_scales(const System& system, const State& start, double end);
  std::vector<double> noise_of(const System& system, const State& start, std::span<const double> a) const;
  void look_for_rounding(const System& system, const State& x, double length);
  void update();

  Sizes sizes_;
  double tolerance_;
  bool known_ = false;         ///< whether the system could be looked at
  double energy_ = 0.0;        ///< [J] largest so far
  double rounding_ = 0.0;      ///< [J] what forces that hold each other leave of it
  double time_scale_ = 0.0;    ///< [s]
  std::vector<double> start_;  ///< [nq]
  std::vector<double> mass_;   ///< [nv] M_ii at the start
  std::vector<int> speed_of_;  ///< [coordinate]
  std::vector<double> floor_;  ///< [nq + nv] what is not known better
  std::vector<double> reach_;  ///< [nq + nv] largest distance from the start, largest speed so far
  std::vector<bool> given_;    ///< [nq + nv] by set()
  std::vector<double> allowances_;
};

}  // namespace alembert
