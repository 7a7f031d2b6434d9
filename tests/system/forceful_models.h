/// Mechanisms with every kind of force, for tests of whatever is made from forces.
#pragma once

namespace alembert {

/// A tree with a free body, a ball joint, an input, an extra state, springs, friction, and a gear as a constraint.
inline const char* const forceful_tree = R"toml(
gravity = [0.3, -0.2, -9.81]
[inputs]
u = "sin(3*t) + 0.5"
[states]
e = { start = 0.2, rate = "A - e + 0.2*b.end.vx" }
[body.a]
mass = 2.0
center = [0.3, 0.1, -0.05]
inertia = [0.2, 0.3, 0.25, 0.01, -0.02, 0.03]
points.tip = [0.6, 0, 0.1]
[body.b]
mass = 1.5
center = [0.1, 0.2, 0.05]
inertia = [0.11, 0.07, 0.09]
points.end = [0.1, 0.5, 0]
[body.c]
mass = 0.7
center = [0, 0.1, 0.1]
inertia = [0.03, 0.02, 0.04]
[body.d]
mass = 0.4
inertia = [0.01, 0.01, 0.01]
[body.f]
mass = 3
inertia = [0.4, 0.5, 0.6, 0.02, 0.01, 0.03]
[joint.A]
type = "revolute"
bodies = ["ground", "a"]
at = [[0.1, 0, 0], [0, 0, 0]]
axis = [0, 1, 1]
damping = 0.3
stiffness = 5
rest = 0.1
armature = 0.02
friction = [0.4, 0.6]
friction_width = 2
effort = "u - 0.5*A' + e*cos(A)"
[joint.S]
type = "spherical"
bodies = ["a", "b"]
at = ["a.tip", [0, 0, 0]]
damping = [0.1, 0.2, 0.3]
effort = ["0.1*S.wy", 0, "sin(S.qx)"]
[joint.P]
type = "prismatic"
bodies = ["b", "c"]
at = ["b.end", [0, 0, 0]]
axis = [1, 2, 0]
stiffness = 40
[joint.D]
type = "revolute"
bodies = ["c", "d"]
at = [[0, 0.2, 0], [0, 0, 0.1]]
axis = [1, 0, 0]
effort = "0.2*P'"
[joint.F]
type = "free"
bodies = ["ground", "f"]
start = { y = 2 }
[force.push]
type = "force"
body = "b"
at = [0.1, 0.1, 0.2]
value = ["2*t", "b.end.vx", "-3"]
[force.jet]
type = "force"
body = "f"
frame = "body"
at = [0, 0.1, 0]
value = [1, "0.3*f.center.z", 0.5]
[force.twist]
type = "torque"
body = "c"
value = ["0.1*T", 0.2, "A*D"]
[force.spring]
type = "spring"
points = ["f.origin", "b.end"]
stiffness = 30
damping = 2
length = 0.4
actuator = "2*cos(t)"
[constraint.gear]
holonomic = "D - 3*A + 0.2"
)toml";

/// A planar four-bar whose closing joint has an armature, a spring, a damper, friction and an effort, with a drive's
/// worth of formulas: a state, a nonholonomic row on a free trolley, and a spring between the loop and it.
inline const char* const forceful_loop = R"toml(
space = "planar"
gravity = [0, -9.81]
[states]
s = { start = 0.1, rate = "D' - 2*s + cos(A)" }
[body.crank]
mass = 1
inertia = 0.1
center = [0.25, 0]
[body.coupler]
mass = 2
inertia = 0.3
center = [0.6, 0.1]
[body.rocker]
mass = 1.5
inertia = 0.2
center = [0.4, 0]
[body.trolley]
mass = 0.5
inertia = 0.05
start = { x = 0.3, y = -1, angle = 0.4 }
[joint.A]
type = "revolute"
bodies = ["ground", "crank"]
start = 1.2
effort = "3*s - A'"
[joint.B]
type = "revolute"
bodies = ["crank", "coupler"]
at = [[0.5, 0], [0, 0]]
armature = 0.03
[joint.C]
type = "revolute"
bodies = ["coupler", "rocker"]
at = [[1.2, 0], [0.8, 0]]
[joint.D]
type = "revolute"
bodies = ["ground", "rocker"]
at = [[1, 0], [0, 0]]
cut = true
armature = 0.2
stiffness = 4
damping = 0.3
friction = 0.5
friction_width = 2
effort = "0.4*D' + sin(D)"
[force.link]
type = "spring"
points = [["coupler", [0.5, 0]], "trolley.origin"]
stiffness = 10
damping = 1
length = 0.5
[constraint.skate]
pfaffian = "trolley.x'*sin(trolley.angle) - trolley.y'*cos(trolley.angle)"
)toml";

}  // namespace alembert
