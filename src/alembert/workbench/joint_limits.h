/// Noticing when a motion exceeds the limits of joints.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/system/mechanism_setup.h"

namespace alembert {

/// Limits are not enforced; a run says which were exceeded, and when first.
class JointLimits {
 public:
  explicit JointLimits(const MechanismSetup& setup);

  void look(double t, std::span<const double> q);
  std::vector<std::string> warnings() const;

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
