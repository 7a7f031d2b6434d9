/// The matrix of the iteration in a step of the generalised-alpha method.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "alembert/linalg/saddle_lu.h"
#include "alembert/system/system.h"

namespace alembert {

/// With the changes p and s of positions and speeds per change of accelerations, for changes x of q along the tangent:
///
///   [     M + s r_v + p r_q         p r_z       A^T ] [     x     ]   equations of motion times p
///   [ -s zdot_q - s^2/p zdot_v   1 - s zdot_z    0  ] [    dz     ]   rates of the extra states times s
///   [            A                    0          0  ] [ p dlambda ]   rows; nonholonomic ones times p/s
///
/// p is of the order h^2 and s of the order h, so that the matrix tends to [M, A^T; A, 0] for short steps.
class AlphaMatrix {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  /// The system must outlive it.
  explicit AlphaMatrix(const System& system);

  /// Derivatives at a point; the index in a status is that of a speed.
  Status evaluate(const State& x, In u, In vdot, In lambda);
  /// Of the last derivatives. False when they are not finite or the matrix is singular.
  bool factor(double p, double s);
  /// Right sides [nv + nz] and [na], solutions likewise.
  void solve(In f, In c, Out x, Out lambda) { solver_->solve(f, c, x, lambda); }
  /// How far the rows of A have come from those of the matrix: largest change, relative to the largest element.
  double rows_moved(const SparseRows& A) const;
  /// result [nv] += A^T lambda.
  void add_push(In lambda, Out result) const;
  /// M x [nv].
  void times_mass(In x, Out result) const;

 private:
  void collect(double p, double s);

  const System& system_;
  Sizes sizes_;
  ResidualJacobian parts_;
  SparseRows A_;
  std::optional<SaddleLu> solver_;
  std::vector<SaddleLu::Place> upper_, rows_, upper_before_, rows_before_;
  std::vector<double> upper_values_, rows_values_;
};

}  // namespace alembert
