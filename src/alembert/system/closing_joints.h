/// Coordinates and speeds of the joints that close loops, read from the motion of the bodies they connect.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/body_params.h"
#include "alembert/kernel/body_motions.h"
#include "alembert/kernel/measures.h"
#include "alembert/plan/compile.h"

namespace alembert {

/// One of them, as evaluation needs it.
template <Scalar S>
struct ClosingJoint {
  JointType type = JointType::revolute;
  int first = 0, second = 0;  ///< bodies of the model
  JointRowReals<S> reals;
  std::string sequence;  ///< of Euler angles
  int coordinates = 0;   ///< how many
  int first_q = 0;       ///< where its coordinates stand among the dependent ones
  int first_v = 0;       ///< where its speeds do
  bool quaternion = false;
};

/// Reads at one state at a time. Angles continue from the last reading, or from the start, so that they count turns:
/// readings must not be further apart than half a turn. Keeps memory; one object for each thread. Instances: double,
/// Dual<8>.
template <Scalar S>
class ClosingJoints {
 public:
  /// `plan`, of `compiled`, and `par` must outlive this.
  ///
  /// @param bodies  numbers of the model, whose reference is the body's frame
  /// @param start   [dependent coordinate] where angles are looked for first
  ClosingJoints(const Mechanism& model, const Compiled& compiled, const Params<S>& par, const BodyParams<S>& bodies,
                const std::vector<double>& start);

  /// Coordinates and speeds. Needs world_poses and velocities.
  const ClosingReadings<S>& read(const Workspace<S>& w);
  /// Accelerations too; needs accelerations() at the true vdot in w, and read().
  void read_accelerations(const Workspace<S>& w);
  const ClosingReadings<S>& readings() const { return readings_; }

  /// [dependent coordinate] the last reading, from which angles continue; and the same for a run that goes on.
  const std::vector<double>& near() const { return near_; }
  void continue_from(std::span<const double> near) { near_.assign(near.begin(), near.end()); }

  const std::vector<ClosingJoint<S>>& joints() const { return joints_; }  ///< in file order
  /// Rows that read the speeds [dependent speed], as read() left them.
  const RowSet<S>& rows() const { return rows_; }

 private:
  void read_joint(const ClosingJoint<S>& joint, const Workspace<S>& w);
  void read_pose(const ClosingJoint<S>& joint, const FramePair<S>& frames);

  const Plan* plan_;
  const Params<S>* par_;
  bool planar_;
  std::vector<ClosingJoint<S>> joints_;
  RowSet<S> rows_;
  ClosingReadings<S> readings_;
  std::vector<double> near_;  ///< [dependent coordinate] last reading
};

}  // namespace alembert
