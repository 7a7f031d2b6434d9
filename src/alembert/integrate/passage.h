/// Accelerations close to configurations where constraints lose rank.
#pragma once
#include <span>
#include <vector>

#include "alembert/integrate/projection.h"
#include "alembert/system/system.h"

namespace alembert {

/// Close to such a configuration rows become dependent, and their rounding errors decide where they push: accelerations
/// at a distance d from it have errors like rounding / d^2. Along the motion, however, they are a smooth function of
/// time (the mechanism keeps to its branch), so there they are interpolated between places on either side:
///
///   q(s) = P(q + s v),  v(s) = P(v)  at t + s,        vdot = sum_k w_k vdot(q(s_k), v(s_k)),  s_k = +-h ... +-4 h
///
/// Where rows do not move by themselves time stands still at the places: what forces will be says nothing of what they
/// are, and a motion that turns here takes long from one place to the next.
///
/// P is the projection onto the constraints, w_k are the weights of Lagrange's polynomial of degree 7 at s = 0.
/// Keeps scratch memory; the system and the projection must outlive it.
class Passage {
 public:
  Passage(const System& system, Projection& projection);

  /// Whether the last accelerate() or constrained_solve() of the system found fewer clear rows than an earlier one.
  bool near() { return projection_.near_change(); }

  /// Interpolated accelerations; false, and vdot as it was, where no places nearby have full rank, or where those of
  /// the system are better: rows that are apart by a hundredth cost few digits, and a motion that turns quickly is no
  /// polynomial from one side to the other. To be called right behind the system's accelerate(), which has `found`
  /// some or not.
  bool accelerate(const State& x, bool found, System::Out vdot);

 private:
  double direct_error() const;
  bool rows_move(const State& x);
  bool at(const State& x, double s);
  bool clear_at(const State& x, double s);

  const System& system_;
  Projection& projection_;
  std::vector<double> q_, v_, dq_, u_, zdot_, vdot_, sum_, fewer_, row_speeds_;
  bool time_goes_on_ = false;  ///< from place to place
};

}  // namespace alembert
