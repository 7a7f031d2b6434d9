/// The constraint rows of a system without their units.
#pragma once
#include <span>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// The matrix R of RowScales.
SparseRows without_units(const SparseRows& A, const RowScales& scales);

/// Rows A v = b of a system over the sizes of their terms, with motions x_j = v_j / unit_j in place of speeds
/// (row_scales.h). The scales stay the same afterwards: a row that vanishes at a singular configuration is seen to be
/// small there.
///
/// Keeps scratch memory; one object for each thread.
class ScaledConstraints {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  /// `system` must outlive this. Throws Error (singular) naming the row where a coefficient at q is not finite.
  ScaledConstraints(const System& system, double t, In q);

  int rows() const { return sizes_.na; }
  int holonomic() const { return sizes_.nc; }
  int motions() const { return sizes_.nv; }
  const System& system() const { return *system_; }
  const RowScales& scales() const { return scales_; }

  /// Scaled A of the rows listed, [listed x motions] row-major; all of them finite, or the result is false.
  bool jacobian(double t, In q, std::span<const int> listed, std::vector<double>& A) const;
  /// Scaled b of the rows listed.
  void speeds(double t, In q, std::span<const int> listed, std::vector<double>& b) const;
  /// The largest rounding of the scaled phi of the rows listed.
  double floor(std::span<const int> listed) const;
  /// Scaled phi of the rows listed, all of them holonomic.
  void violation(double t, In q, std::span<const int> listed, std::vector<double>& phi) const;

  void step(In q, In x, Out to) const;           ///< moves q by the scaled motion x
  void difference(In from, In to, Out x) const;  ///< the scaled motion between two configurations
  void rate(In q, In x, Out qdot) const;         ///< qdot of scaled speeds x
  double row_scale(int i) const { return scales_.sizes[static_cast<std::size_t>(i)]; }  ///< what row i is divided by
  double unit(int j) const { return scales_.units[static_cast<std::size_t>(j)]; }       ///< of motion j

 private:
  void unscale(In x) const;

  const System* system_;
  Sizes sizes_;
  RowScales scales_;
  mutable SparseRows sparse_;
  mutable std::vector<double> speeds_, phi_, motion_;
};

/// Moves q onto phi = 0 of the rows listed by small scaled motions: Levenberg and Marquardt's method with the damping
/// |phi|, which converges as fast as Newton's without asking for independent rows (Fan and Yuan 2005). False where it
/// does not; q is then where it ended.
bool move_onto(const ScaledConstraints& constraints, double t, std::span<const int> listed, std::vector<double>& q);

}  // namespace alembert
