/// What can be measured of a mechanism, in words that do not depend on how it is told.
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "alembert/analysis/mobility.h"
#include "alembert/plan/retold/retold.h"
#include "alembert/system/hybrid_system.h"
#include "alembert/system/mechanism_system.h"

namespace alembert::metamorphic {

using JointStates = std::map<std::string, JointState>;  ///< by name, of all joints

/// A state of the whole mechanism, with the coordinates of joints that close loops.
struct Place {
  double t = 0.0;
  std::vector<double> q, v, z, closing;
};

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
  std::vector<Place> places;  ///< the start, then evenly spaced
};

/// A mechanism made ready to move.
class Subject {
 public:
  explicit Subject(Mechanism model);

  const Mechanism& model() const { return model_; }
  const MechanismSetup& setup() const { return setup_; }
  Place start() const;
  /// The place of these joint states.
  Place place(double t, const std::vector<double>& z, const JointStates& joints) const;
  JointStates joints(const Place& at) const;
  Observation observe(const Place& at) const;
  /// From the start to `end` [s] with `rows` steps of output.
  Motion move(double end, int rows) const;
  Mobility mobility() const;

 private:
  State state(const Place& at) const { return {at.t, at.q, at.v, at.z}; }
  std::vector<double> inputs(double t) const;
  JointStates joints_at(const Place& at, const std::vector<double>& a) const;
  void observe_loads(const Place& at, const std::vector<double>& vdot, Observation& seen) const;
  void observe_bodies(const Place& at, Observation& seen) const;

  Mechanism model_;
  MechanismSetup setup_;
  MechanismSystem system_;
};

}  // namespace alembert::metamorphic
