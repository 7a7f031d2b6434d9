#include "alembert/kernel/rows/joint_rows.h"

namespace alembert {

std::vector<std::string> joint_row_names(JointType type, bool planar) {
  switch (type) {
    case JointType::revolute:
      if (planar) return {"tx", "ty"};
      return {"tx", "ty", "tz", "rx", "ry"};
    case JointType::prismatic:
      if (planar) return {"tx", "rz"};
      return {"tx", "ty", "rx", "ry", "rz"};
    case JointType::cylindrical: return {"tx", "ty", "rx", "ry"};
    case JointType::universal: return {"tx", "ty", "tz", "ry"};
    case JointType::spherical:
    case JointType::gimbal: return {"tx", "ty", "tz"};
    case JointType::planar: return {"tz", "rx", "ry"};
    case JointType::screw: return {"tx", "ty", "tz", "rx", "ry"};
    case JointType::fixed:
      if (planar) return {"tx", "ty", "rz"};
      return {"tx", "ty", "tz", "rx", "ry", "rz"};
    case JointType::translation:
      if (planar) return {"rz"};
      return {"rx", "ry", "rz"};
    case JointType::free: break;
  }
  return {};
}

bool is_right_way_round(JointType type, bool planar, const FramePair<double>& pair) {
  if (planar) return true;
  switch (type) {
    case JointType::revolute:
    case JointType::cylindrical:
    case JointType::planar:
    case JointType::screw: return dot(pair.F.R.c2(), pair.M.R.c2()) > 0.0;
    case JointType::prismatic:
    case JointType::translation:
    case JointType::fixed: return trace(pair.F.R.transposed() * pair.M.R) > 1.0;  // less than a quarter turn
    case JointType::universal:
    case JointType::spherical:
    case JointType::gimbal:
    case JointType::free: break;
  }
  return true;
}

}  // namespace alembert
