/// Where forces jump along a recorded motion.
#pragma once
#include <utility>
#include <vector>

#include "alembert/analysis/driven/motion_path.h"
#include "alembert/symbolic/tape_machine.h"

namespace alembert {

struct MotionBreaks {
  std::vector<MotionBreak> breaks;
  std::vector<std::vector<Held>> held;             ///< [breaks + 1] how comparisons come out in each part; those that
                                                   ///< do not come out one way all along are free
  std::vector<std::pair<double, double>> unclear;  ///< [s] where the motion may jump or bend, but cannot be parted
};

/// Looks at the comparisons of a SwitchedSystem (none in others) at the rows and between them. Where one turns, the
/// instant is the zero of its difference along the path of the rows before, continued. Parts of the motion have at
/// least eight rows, so that every second one makes a path as well; turns that leave less, or that come at different
/// instants between two rows, are unclear. So are times at which a stop or dry friction of a mechanism may act, which
/// formulas do not show.
MotionBreaks find_breaks(const System& system, const MotionRows& rows);

}  // namespace alembert
