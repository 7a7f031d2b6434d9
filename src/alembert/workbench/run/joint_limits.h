/// Noticing when a motion exceeds the limits of joints, or of their speeds.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/integrate/stepper.h"
#include "alembert/system/events/hybrid_joints.h"

namespace alembert {

/// Limits without restitution are not enforced, nor are those of driven joints; a run says which were exceeded, and
/// when first. Those with it are stops (system/events/hybrid_system.h). Joints that close a loop are watched like
/// others. Limits of speeds, which robot files have, are never enforced.
class JointLimits {
 public:
  /// Keeps a reference: the system must outlive it. With `stops` those with restitution are watched too, for a motion
  /// that rows determine: no stop can hold it.
  explicit JointLimits(const MechanismSystem& system, bool stops = false);

  /// Looks at a method's last accepted step, up to a time within it, before the system accepts its end. Where a joint
  /// comes no closer to a limit than its speeds at both ends may carry it, the ends are all it looks at. Else it looks
  /// at eight parts of the step and at the turning points between them: two turns within one part may be missed. Of a
  /// speed it looks at the parts where the step may bring it to its limit by as much again as it changes.
  void look(Stepper& step, double until);

  /// Limits that were exceeded up to a time.
  std::vector<std::string> warnings(double until) const;

  /// [limit] when it was first exceeded, NaN where it was not; and the same for a run that goes on.
  std::vector<double> memory() const;
  void recall(std::span<const double> memory);

 private:
  struct Limit {
    enum class Kind : std::uint8_t {
      open,    ///< nothing holds the joint
      driven,  ///< nor a driven one
      stop,    ///< which rows that determine the motion do not heed
      speed,   ///< of the joint's speed
    };

    std::string name;
    std::string_view unit;
    int coordinate = 0, speed = 0;  ///< as JointReader counts
    double low = 0.0, high = 0.0;
    Kind kind = Kind::open;
    double time = 0.0;  ///< when first exceeded; NaN before

    std::string warning() const;

    bool exceeded() const { return !std::isnan(time); }
    /// How far a coordinate is inside, negative beyond a limit.
    double room(double q) const { return std::min(q - low, high - q); }
    /// What is no excess but rounding, as of a drive that goes exactly to its limit.
    double rounding() const;
  };
  /// A coordinate and its rate at a time; of a limited speed the speed, whose rate is not looked at.
  struct Point {
    double t = 0.0, q = 0.0, v = 0.0;
  };

  Point read(const Limit& limit, double t) const;  ///< at y_
  bool at(Stepper& step, double t);                ///< y_ at a time; false where the method cannot tell
  void look_closer(Stepper& step, double until, std::vector<Limit*>& close);
  Point turning_point(Stepper& step, const Limit& limit, Point a, Point b);
  double crossing(Stepper& step, const Limit& limit, double inside, double beyond);

  const MechanismSystem& system_;
  JointReader joints_;
  std::vector<Limit> limits_;
  std::vector<double> y_;
  mutable std::vector<double> u_;
};

}  // namespace alembert
