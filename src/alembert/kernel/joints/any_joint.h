/// Calling the code of a body's joint, whichever kind it is.
#pragma once
#include "alembert/kernel/joints/reversed.h"
#include "alembert/kernel/joints/screw.h"
#include "alembert/kernel/workspace.h"

namespace alembert {

/// f(joint) with the joint that moves body b. Branches on integers, no virtual call. Needs joint_poses where joints are
/// reversed.
template <Scalar S, class F>
inline void with_joint(const Plan& plan, const Params<S>& par, const Workspace<S>& w, std::size_t b, F&& f) {
  switch (plan.kind[b]) {
    case JointKind::revolute: f(Revolute<S>{}); return;
    case JointKind::prismatic: f(Prismatic<S>{}); return;
    case JointKind::screw: f(Screw<S>{par.pitch[b]}); return;
    case JointKind::spherical:
      if (plan.reversed[b])
        f(Reversed<S, Spherical<S>>{w.X_BF[b]});
      else
        f(Spherical<S>{});
      return;
    case JointKind::free:
      if (plan.reversed[b])
        f(Reversed<S, Free<S>>{w.X_BF[b]});
      else
        f(Free<S>{});
      return;
  }
}

}  // namespace alembert
