/// Joints between bodies whose frames have changed. Internal to retold/.
#pragma once
#include <span>

#include "alembert/plan/retold/retold.h"

namespace alembert::retelling {

/// Places the joints of tale.model, whose bodies are already in their new frames, as they were placed in `old`; X[body]
/// is the pose of its old frame in the new one. Adds massless bodies where coordinates could not stay otherwise, and
/// chooses the tree again.
void put_joints_in_frames(const Mechanism& old, std::span<const Transform<Expr>> X, Retold& tale);

}  // namespace alembert::retelling
