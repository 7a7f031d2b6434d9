/// Bringing a state that integration has moved off the constraints back onto them.
#pragma once
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
  /// row that cannot be satisfied.
  Status project(double t, std::span<double> q, std::span<double> v, bool& moved);

 private:
  Status positions(double t, std::span<double> q, bool& moved);
  Status speeds(double t, std::span<const double> q, std::span<double> v, bool& moved);
  double miss(double t, std::span<const double> q, std::span<const double> v);

  const System& system_;
  Sizes sizes_;
  std::vector<double> phi_, right_, zero_, step_, lambda_, q_new_, size_;
  SparseRows A_;
  double fastest_ = 1e-6;  ///< largest speed so far: what a change of speeds is judged against
};

}  // namespace alembert
