/// How large the forces of a mechanism are before they cancel: what its residuals are judged against.
#pragma once
#include <span>
#include <vector>

#include "alembert/system/mechanism/mechanism_dynamics.h"

namespace alembert {

/// A motion whose forces are asked for. Empty lists are zeros.
struct SizedMotion {
  std::span<const double> v, vdot;
  double gravity = 0.0;  ///< [m/s^2]
  double offset = 0.0;   ///< [m] further distance of the axes of joints from the point that their twists are written at
};

/// Forces and moments that are given.
struct LoadSizes {
  struct OfBody {
    double moment = 0.0, force = 0.0;
  };
  std::vector<OfBody> bodies;  ///< [plan body]
  std::vector<double> along;   ///< [speed]
};

/// Springs, dampers, friction and applied forces at the state of `dynamics`, each by itself: a spring counts with k
/// (l + l0), so that two that hold each other, and one at its free length, have the size of what was subtracted.
LoadSizes load_sizes(const MechanismSetup& setup, MechanismDynamics<double>& dynamics);

/// Adds to each size a thousandth of the largest, a force counted as its moment at moving_length(): where nothing
/// acts along a joint, rounding of what acts along its neighbours is left.
///
/// @param units  ForceSizes::units()
void share_largest(std::span<const double> units, std::span<double> sizes);

/// The size of what moves [m]: the largest distance of joints or of a mass centre on a body that moves, however far
/// from the world's origin that is. The model's length where there is none.
double moving_length(const MechanismSetup& setup);

/// Recursive Newton-Euler on norms: vectors are added as if they stood at right angles, forces as if they were
/// parallel. So nothing cancels, and what comes out is zero only where every term is. Serves one thread.
class ForceSizes {
 public:
  struct OfBody {
    double turn = 0.0, speed = 0.0;              ///< [rad/s] [m/s] of its frame
    double turn_rate = 0.0, acceleration = 0.0;  ///< [rad/s^2] [m/s^2]
    double moment = 0.0, force = 0.0;            ///< [N m] [N] of the body with all that it carries, about its frame
  };

  /// `setup` must outlive this.
  explicit ForceSizes(const MechanismSetup& setup);

  /// Sizes of the efforts along all speeds, with share_largest(). Joints that slide count with the model's length as
  /// well as the way they have gone, so that dividing by it gives the size of a derivative. `w` needs joint_poses.
  std::vector<double> efforts(const Workspace<double>& w, const SizedMotion& motion, const LoadSizes* loads = nullptr);
  /// [plan body] of the last call.
  const std::vector<OfBody>& bodies() const { return bodies_; }

  /// Sizes of the entries of M [nv x nv]: efforts of unit accelerations.
  std::vector<double> mass(const Workspace<double>& w, double offset = 0.0);

  /// [speed] 1 for those that turn, moving_length() for those that slide.
  const std::vector<double>& units() const { return units_; }
  double length() const { return length_; }  ///< moving_length()

 private:
  void move(std::size_t body, double arm, const SizedMotion& motion);
  void load(std::size_t body, const SizedMotion& motion);
  double arm(std::size_t body, const Workspace<double>& w) const;

  /// Sizes of the inertia of all bodies of the model that one of the plan carries.
  struct Carried {
    double m = 0.0, h = 0.0, I = 0.0;  ///< [kg] [kg m] [kg m^2]
  };

  const Plan& plan_;
  const Params<double>& par_;
  double length_;
  std::vector<double> units_;
  std::vector<Carried> carried_;  ///< [plan body]
  std::vector<OfBody> bodies_;
};

}  // namespace alembert
