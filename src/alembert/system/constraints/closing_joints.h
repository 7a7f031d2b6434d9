/// Coordinates and speeds of the joints that close loops, read from the motion of the bodies they connect.
#pragma once
#include <string>
#include <vector>

#include "alembert/forms/bodies/body_params.h"
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

/// Reads at one state at a time. Angles count turns. Those of screws are told by their slides. Others continue from the
/// last reading, or from the start, and then readings must not be further apart than half a turn; but once a state of a
/// motion has been accepted, from that one: where the speeds there and here lead in the time between. Keeps memory; one
/// object for each thread. Instances: double, Dual<8>.
template <Scalar S>
class ClosingJoints {
 public:
  /// `plan`, of `compiled`, and `par` must outlive this.
  ///
  /// @param bodies  numbers of the model, whose reference is the body's frame
  /// @param start   [dependent coordinate] where angles are looked for first
  ClosingJoints(const Mechanism& model, const Compiled& compiled, const Params<S>& par, const BodyParams<S>& bodies,
                const std::vector<double>& start);

  /// Coordinates and speeds. Needs world_poses and velocities, which are those of the state if `moving`.
  const ClosingReadings<S>& read(double t, const Workspace<S>& w, bool moving);
  /// A motion has come to this state: angles continue from here.
  void accept(double t, const Workspace<S>& w);
  /// Forgets all states: angles are looked for near the start.
  void start_over();
  /// Accelerations too; needs accelerations() at the true vdot in w, and read().
  void read_accelerations(const Workspace<S>& w);
  const ClosingReadings<S>& readings() const { return readings_; }

  /// What angles continue from, for a run that goes on.
  std::vector<double> memory() const;
  void recall(std::span<const double> memory);

  const std::vector<ClosingJoint<S>>& joints() const { return joints_; }  ///< in file order
  /// Rows that read the speeds [dependent speed], as read() left them.
  const RowSet<S>& rows() const { return rows_; }

 private:
  void read_joint(const ClosingJoint<S>& joint, const Workspace<S>& w);
  void count_turns(double t, bool moving);
  void read_pose(const ClosingJoint<S>& joint, const FramePair<S>& frames);

  const Plan* plan_;
  const Params<S>* par_;
  bool planar_;
  std::vector<ClosingJoint<S>> joints_;
  RowSet<S> rows_;
  ClosingReadings<S> readings_;
  std::vector<int> speed_of_angle_;  ///< [dependent coordinate] -1 for what is no angle, or tells its turns itself
  std::vector<double> start_;        ///< [dependent coordinate]
  std::vector<double> near_;         ///< [dependent coordinate] last reading, or that of the accepted state
  std::vector<double> speed_;        ///< [dependent speed] of the accepted state
  double time_ = 0.0;                ///< likewise
  bool accepted_ = false;
};

}  // namespace alembert
