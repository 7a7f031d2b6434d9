/// Bringing a state that integration has moved off the constraints back onto them.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// Moves q, then v, orthogonally in the sense of the mass matrix, which leaves the motion along the constraints alone:
///
///   M dq + A^T mu = 0,  A dq = -phi (repeated)        M dv + A^T mu = 0,  A dv = b - A v
///
/// Nonholonomic rows allow no dq. Keeps scratch memory; the system must outlive it.
/// Ref: Eich 1993, Convergence results for a coordinate projection method; Hairer and Wanner II, sec. VII.2.
class Projection {
 public:
  explicit Projection(const System& system);

  /// Changes q and v where a row is off by more than rounding; says whether it did in `moved`. Trouble::lost names the
  /// row that cannot be satisfied. Close to a change of rank, where the direction in which rows push is that of their
  /// error, a state that is nearly on them stays as it is until it has passed.
  Status project(double t, std::span<double> q, std::span<double> v, bool& moved);

  /// Whether the last accelerate() or constrained_solve() of the system found fewer independent rows than one before:
  /// a configuration where rank is lost is so near that rounding spoils what rows say, or in sight.
  bool near_change() { return fewer(0); }
  bool change_in_sight() { return fewer(1); }

  /// Whether it found fewer rows whose squares are apart by more than this share than there have ever been
  /// near_change().
  bool fewer_than_ever(double share) const { return system_.rows_above(share) < most_[0]; }

  /// Most rows that were independent so far, in both senses: what a run that goes on must know.
  std::array<int, 2> most_rows() const { return most_; }
  void set_most_rows(const std::array<int, 2>& rows) { most_ = rows; }

 private:
  Status positions(double t, std::span<double> q, bool& moved);
  Status speeds(double t, std::span<const double> q, std::span<double> v, bool& moved);
  bool fewer(std::size_t sense);
  double miss(double t, std::span<const double> q, std::span<const double> v);

  const System& system_;
  Sizes sizes_;
  std::vector<double> phi_, right_, zero_, step_, lambda_, q_new_, size_;
  SparseRows A_;
  std::array<int, 2> most_ = {0, 0};
};

}  // namespace alembert
