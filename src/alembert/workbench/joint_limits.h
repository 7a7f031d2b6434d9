/// Noticing when a motion exceeds the limits of joints.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/system/mechanism_setup.h"

namespace alembert {

/// Limits without restitution are not enforced; a run says which were exceeded, and when first. Those with it are stops
/// (system/hybrid_system.h).
class JointLimits {
 public:
  explicit JointLimits(const MechanismSetup& setup);

  void look(double t, std::span<const double> q);
  std::vector<std::string> warnings() const;

  /// [limit] when it was first exceeded, NaN where it was not; and the same for a run that goes on.
  std::vector<double> memory() const;
  void recall(std::span<const double> memory);

 private:
  struct Limit {
    std::string name;
    std::size_t coordinate = 0;
    double low = 0.0, high = 0.0;
    bool exceeded = false;
    double time = 0.0;  ///< when first
  };
  std::vector<Limit> limits_;
};

}  // namespace alembert
