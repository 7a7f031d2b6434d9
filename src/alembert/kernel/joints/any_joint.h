/// Calling the code of a body's joint, whichever kind it is.
#pragma once
#include "alembert/kernel/joints/free.h"
#include "alembert/kernel/joints/prismatic.h"
#include "alembert/kernel/joints/revolute.h"
#include "alembert/kernel/joints/screw.h"
#include "alembert/kernel/joints/spherical.h"
#include "alembert/plan/params.h"

namespace alembert {

/// f(joint) with the joint that moves body b. One branch on an integer, no virtual call.
template <Scalar S, class F>
inline void with_joint(const Plan& plan, const Params<S>& par, std::size_t b, F&& f) {
  switch (plan.kind[b]) {
    case JointKind::revolute: f(Revolute<S>{}); return;
    case JointKind::prismatic: f(Prismatic<S>{}); return;
    case JointKind::screw: f(Screw<S>{par.pitch[b]}); return;
    case JointKind::spherical: f(Spherical<S>{}); return;
    case JointKind::free: f(Free<S>{}); return;
  }
}

}  // namespace alembert
