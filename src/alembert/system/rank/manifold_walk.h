/// Configurations that a mechanism can reach, found by walking along its constraints.
#pragma once
#include <vector>

#include "alembert/core/random.h"
#include "alembert/system/rank/scaled_constraints.h"

namespace alembert {

/// Rows by what they restrict.
struct WalkRows {
  std::vector<int> rows;       ///< those that a motion must satisfy
  std::vector<int> holonomic;  ///< those of them that hold positions
};

struct WalkOptions {
  int walks = 4;           ///< from the first configuration
  int steps = 4;           ///< of each
  double longest = 0.25;   ///< step, scaled
  double most_back = 0.7;  ///< of a step's length, for the way back onto the constraints: little goes straight on where
                           ///< branches meet
};

/// Configurations on the constraints, at random distances from the first.
struct Walks {
  std::vector<std::vector<double>> places;  ///< in the order they were reached; without the first
  double length = 0.0;                      ///< of the longest step, scaled; 0 when no step succeeded
  bool blocked = false;                     ///< rows allow motions to first order, but not one step succeeded
};

/// Each step goes along a random motion that the rows allow and back onto the holonomic ones; its length is halved
/// until the way back is shorter than the way gained, so that a walk stays on its branch. From a singular configuration
/// that is one of the branches that meet there.
Walks walk(const ScaledConstraints& constraints, const WalkRows& choice, double t, std::span<const double> q,
           Random& random, const WalkOptions& options);

/// Of the motions that the holonomic rows allow to first order at q, a basis of those that go on beyond it:
/// [motions x found] row-major, orthonormal, scaled. Fewer than allowed where positions forbid what speeds permit: two
/// rods stretched in line.
///
/// @param length  of a step that is small for this mechanism, scaled
std::vector<double> lasting_motions(const ScaledConstraints& constraints, std::span<const int> holonomic, double t,
                                    std::span<const double> q, double length);

/// Those of the `driven` rows that no motion which goes on from q obeys, whatever speed they ask for: drives that are
/// locked at a dead centre.
///
/// @param choice  the other rows
/// @param length  as for lasting_motions
std::vector<int> locked_rows(const ScaledConstraints& constraints, const WalkRows& choice, std::span<const int> driven,
                             double t, std::span<const double> q, double length);

}  // namespace alembert
