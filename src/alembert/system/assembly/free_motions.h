/// Motions that all rows of a mechanism allow at a configuration, and how they move its bodies.
#pragma once
#include <span>
#include <vector>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// A basis of the motions that obey all rows, those of drives with the drives at rest.
class FreeMotions {
 public:
  /// `system` is that of the setup, which must outlive this.
  FreeMotions(const MechanismSetup& setup, const ConstraintSystem& system, std::span<const double> q);

  std::size_t count() const { return count_; }
  const Transform<double>& pose(int body) const { return poses_[static_cast<std::size_t>(body)]; }

  /// What is small beside a unit motion: null spaces are known to about that at singular configurations.
  static constexpr double rest = 1e-6;

  /// How motions move bodies, [6 bodies x count] row-major: turns, and slides of their origins in lengths of the model.
  std::vector<double> moves(std::span<const int> bodies) const;
  /// Combinations of the motions, [count x found], under which all bodies but these rest.
  std::vector<double> with_others_at_rest(std::span<const int> moving) const;

  /// The speeds of a combination.
  std::vector<double> speeds(std::span<const double> combination) const;
  /// Angular velocity and velocity of the origin of a body under a combination, in the world.
  Vec3<double> turn(int body, std::span<const double> combination) const;
  Vec3<double> slide(int body, std::span<const double> combination) const;

 private:
  Vec3<double> sum(const std::vector<Vec3<double>>& parts, int body, std::span<const double> combination) const;

  double length_;
  std::size_t count_ = 0;
  std::vector<double> basis_;                 ///< [speeds x count]
  std::vector<Transform<double>> poses_;      ///< [body]
  std::vector<Vec3<double>> turns_, slides_;  ///< [motion x body], slides in metres
};

}  // namespace alembert
