/// The frames that a model names, in the words of its plan.
#pragma once
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// A frame E that is fixed to a body of the plan.
struct PlanFrame {
  int body = 0;                                            ///< of the plan; 0 is the world
  Transform<double> X_BE = Transform<double>::identity();  ///< pose of E in that body's frame
};

struct NamedPlanFrame {
  std::string name;
  PlanFrame frame;
};

/// Every frame with a name: "body", "body.frame", and with the body's axes "body.point" and "body.center". Bodies that
/// their file calls otherwise than formulas do (Body::label) are there by both names, the file's before all others.
std::vector<NamedPlanFrame> plan_frames(const MechanismSetup& setup);

/// The frame of this name; throws Error (unknown_name) with the nearest name as hint, its message begun by `context`.
PlanFrame find_frame(std::span<const NamedPlanFrame> frames, std::string_view name, std::string_view context = "");

}  // namespace alembert
