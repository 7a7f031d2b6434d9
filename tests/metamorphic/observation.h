/// What can be measured of a mechanism, in words that do not depend on how it is told.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "alembert/analysis/mobility/mobility.h"
#include "alembert/analysis/state/joint_states.h"
#include "alembert/system/events/hybrid_system.h"

namespace alembert::metamorphic {

/// What a joint transmits, world axes.
struct Load {
  Vec3<double> force, moment;
  std::vector<double> drive;  ///< efforts of driven speeds
};

struct Observation {
  Status status;
  JointStates joints;
  std::map<std::string, Load> loads;
  std::set<std::string> undetermined;
  std::map<std::string, Transform<double>> bodies;  ///< poses in the world
  double kinetic = 0.0, power = 0.0;
  std::map<std::string, double> outputs;
};

struct Motion {
  bool complete = false;
  std::vector<MechanismPlace> places;  ///< the start, then evenly spaced
};

/// A mechanism made ready to move.
class Subject {
 public:
  explicit Subject(Mechanism model);

  const Mechanism& model() const { return model_; }
  const MechanismSetup& setup() const { return setup_; }
  MechanismPlace start() const;
  JointStates joints(const MechanismPlace& at) const { return joint_states(system_, at); }
  Observation observe(const MechanismPlace& at) const;
  /// From the start to `end` [s] with `rows` steps of output.
  Motion move(double end, int rows) const;
  Mobility mobility() const;

 private:
  std::vector<double> inputs(double t) const;
  void observe_loads(const MechanismPlace& at, const std::vector<double>& vdot, Observation& seen) const;
  void observe_bodies(const MechanismPlace& at, Observation& seen) const;

  Mechanism model_;
  MechanismSetup setup_;
  MechanismSystem system_;
};

}  // namespace alembert::metamorphic
