/// The motions that are compared with those of another library.
#pragma once
#include <functional>
#include <vector>

#include "bench.h"
#include "loop_mechanisms.h"

namespace alembert::bench {

struct MotionProblem {
  std::string title;
  LoopMechanism mechanism;
  double time = 0.0;    ///< [s] from the model's start
  double effort = 0.0;  ///< of the first speed, where the model has one there: other libraries are told

  /// What is known about the end from elsewhere, and the same of q and v; nothing where all is compared with another
  /// library alone.
  std::vector<double> known{};
  std::function<std::vector<double>(const std::vector<double>& q, const std::vector<double>& v)> found{};
};

std::vector<MotionProblem> motion_problems(const std::filesystem::path& source);

/// n rods in a plane that hang from each other, each 1 m and 1 kg, at rest in a straight line 45 degrees aside.
LoopMechanism open_chain(std::size_t n);

/// For other libraries; trees in space, and what plain_loops() takes.
PlainLoops plain_motion(const LoopMechanism& mechanism);

}  // namespace alembert::bench
