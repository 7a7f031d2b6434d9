/// What closing joints and geometric constraints ask for, in the words of the model file. Independent of the rows that
/// the program computes (kernel/rows): do not merge them.
#pragma once
#include <span>
#include <vector>

#include "alembert/analysis/certificate/oracles/written_motion.h"
#include "alembert/system/reactions/body_state.h"

namespace alembert {

/// What a joint or constraint wants to be zero: more numbers than it has rows where that is simpler to say.
struct DescribedResidual {
  std::vector<double> value;   ///< positions, lengths [m] and angles [rad]; empty where it asks of speeds alone
  std::vector<double> rate;    ///< what its rows ask of speeds
  std::vector<double> second;  ///< and of accelerations; it is right where `rate` is zero
};

/// Joints and geometric constraints by their own definition (docs/model-format.md), from poses of bodies alone: of a
/// joint the motion of its second body in its first beyond what its coordinates do; distances, heights and ways of
/// points; velocities of points that touch. The frames and rows of kernel/rows take no part.
class DescribedConstraints {
 public:
  using Poses = std::vector<Transform<Jet>>;

  /// All must outlive this.
  DescribedConstraints(const MechanismSetup& setup, const WrittenMotion& written, const BodyPlan& plan,
                       const BodyParams<double>& par);

  /// @param poses  [body] with their rates
  /// @param state  coordinates of closing joints, lengths of distances
  DescribedResidual joint(int joint, const Poses& poses, const BodyState<double>& state) const;
  DescribedResidual constraint(int constraint, const Poses& poses, const BodyState<double>& state) const;

 private:
  struct Reader;

  const MechanismSetup& setup_;
  const WrittenMotion& written_;
  const BodyPlan& plan_;
  const BodyParams<double>& par_;
  Poses start_;
};

}  // namespace alembert
