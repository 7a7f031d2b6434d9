/// Robots for tests.
#pragma once
#include <string>
#include <vector>

#include "alembert/io/mechanism/mechanism_reader.h"
#include "alembert/workbench/robot/robot_state.h"

namespace alembert::testing {

using Numbers = std::vector<double>;

inline Robot robot_from(const std::string& text) {
  Mechanism model = read_mechanism(parse_toml(text, "robot.toml"));
  return Robot(MechanismSetup(model));
}
inline Robot example(const std::string& file, const LoadOptions& options = {}) {
  return Robot(std::string(ALEMBERT_SOURCE_DIR) + "/examples/" + file, options);
}

/// All kinds of joints, branches, armature, springs of each kind, friction.
inline Robot rich_robot() {
  return robot_from(R"toml(
    gravity = [0.3, -0.2, -9.81]
    [body.base]
    mass = 3
    center = [0.1, -0.05, 0.02]
    inertia = [0.05, 0.06, 0.07, 0.01, -0.004, 0.003]
    [body.left]
    mass = 1.2
    center = [0, 0.2, 0.1]
    inertia = [0.02, 0.01, 0.015]
    points.tip = [0, 0.4, 0]
    [body.right]
    mass = 0.9
    center = [0.2, 0, 0]
    inertia = [0.01, 0.02, 0.02]
    frames.hand = { at = [0.4, 0, 0], rotation = { rpy = [0.3, -0.2, 0.5] } }
    [body.slide]
    mass = 0.4
    center = [0, 0, -0.1]
    inertia = [0.003, 0.003, 0.001]
    [joint.float]
    type = "free"
    bodies = ["ground", "base"]
    [joint.ball]
    type = "spherical"
    bodies = ["base", "left"]
    at = [[0, 0.3, 0], [0, 0, 0]]
    [joint.wrist]
    type = "universal"
    bodies = ["base", "right"]
    at = [[0.3, 0, 0], [0, 0, 0]]
    axes = [[0, 0, 1], [0, 1, 0]]
    damping = [0.1, 0.2]
    [joint.rail]
    type = "prismatic"
    bodies = ["right", "slide"]
    at = [[0.4, 0, 0], [0, 0, 0]]
    axis = [0, 0, 1]
    armature = 0.05
    stiffness = 40
    rest = 0.1
    friction = 0.3
    [force.line]
    type = "spring"
    points = ["left.tip", "right.hand"]
    stiffness = 30
    damping = 2
    length = 0.2
    )toml");
}

}  // namespace alembert::testing
