/// What pushes on a mechanism, as its description says it. Independent of kernel/forces.h and of the sum of forces on
/// bodies: do not merge them.
#pragma once
#include <vector>

#include "alembert/analysis/certificate/oracles/mechanism_samples.h"
#include "alembert/analysis/certificate/oracles/written_motion.h"
#include "alembert/system/reactions/body_state.h"

namespace alembert {

/// The forces of a model at a state, each by its own definition (docs/model-format.md) from the places of bodies that
/// WrittenMotion gives. Gravity and drives are not among them.
struct WrittenLoads {
  std::vector<double> length;              ///< [spring] a spring's length [m]
  std::vector<double> tension;             ///< [spring] what pulls its ends together [N]
  std::vector<double> twist;               ///< [rotational spring] between bodies: moment on the second about z [N m]
  std::vector<Vec3<double>> force;         ///< [force] force or torque, world axes
  std::vector<std::vector<double>> along;  ///< [joint][speed] efforts, springs, dampers and friction of joints
  double stored = 0.0;                     ///< energy in springs [J]
  double size = 0.0;                       ///< sum of the sizes of the terms of `stored`
};

/// Evaluates them at one state after the other. Values of formulas are those that body coordinates use, and so are
/// whole turns of angles.
class WrittenLoadReader {
 public:
  /// All must outlive this.
  WrittenLoadReader(const MechanismSetup& setup, const BodyPlan& plan) : setup_(setup), plan_(plan) {}

  /// @param state  at the same time, coordinates and speeds
  /// @param poses  [body] moving with the speeds of the state
  WrittenLoads at(const BodyState<double>& state, const std::vector<Transform<Jet>>& poses) const;

 private:
  void read_springs(const BodyState<double>& state, const std::vector<Transform<Jet>>& poses,
                    WrittenLoads& loads) const;
  void read_rotational(const BodyState<double>& state, const std::vector<Transform<Jet>>& poses,
                       WrittenLoads& loads) const;
  void read_joints(const BodyState<double>& state, WrittenLoads& loads) const;

  const MechanismSetup& setup_;
  const BodyPlan& plan_;
};

/// Where a point of a body is in the world.
Vec3<Jet> place_of(const MechanismSetup& setup, const std::vector<Transform<Jet>>& poses, const PointOn& point);

/// The vector from the first end of a spring to its second.
Vec3<Jet> spring_vector(const MechanismSetup& setup, const std::vector<Transform<Jet>>& poses, const Spring& spring);

}  // namespace alembert
