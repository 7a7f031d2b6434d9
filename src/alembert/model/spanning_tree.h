/// Which joints of a closed chain carry the tree of coordinates, and which close its loops.
#pragma once
#include <string>
#include <vector>

#include "alembert/model/mechanism.h"

namespace alembert {

/// Sets Joint::closing. A joint with `cut` closes a loop. Of the others, up to 16 loops, those close that connect
/// bodies which joints before them in the file connect already. With more loops the tree follows short ways from the
/// ground instead, so that loops stay local; of two ways it prefers joints on which something is written (a start, a
/// drive, an effort, a spring), then file order.
void choose_closing_joints(Mechanism& model);

/// Names of the joints that close loops, in file order.
std::vector<std::string> closing_joint_names(const Mechanism& model);

}  // namespace alembert
