/// Other libraries on the same mechanisms.
///
/// Plain types alone: each peer is compiled with the flags that its library was built for, which are not ours.
#pragma once
#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace alembert::bench {

/// A body and the joint that moves it in its parent, turning about z or sliding along it.
struct PlainBody {
  int parent = -1;  ///< index in PlainModel::bodies, -1 is the world
  bool slides = false;
  std::string joint;                 ///< its name in the URDF
  std::array<double, 9> rotation{};  ///< by rows: axes of the joint's frame in the parent's
  std::array<double, 3> position{};  ///< of the joint's frame in the parent's [m]
  double mass = 0.0;                 ///< [kg]
  std::array<double, 3> center{};    ///< mass centre in the moving joint frame [m]
  std::array<double, 6> inertia{};   ///< about it in the same axes: xx, yy, zz, xy, xz, yz [kg m^2]
  std::array<double, 3> moments{};   ///< the same by its principal moments ...
  std::array<double, 9> axes{};      ///< ... and axes, columns of a right-handed matrix, in the URDF link's frame
};

/// A mechanism on a fixed base with one coordinate a body, in the order of the bodies; gravity is -9.81 along z.
struct PlainModel {
  std::string name;
  std::string urdf;  ///< the same as text without pictures and contacts, for libraries that read it
  std::vector<PlainBody> bodies;
};

/// States, efforts and accelerations, [state] each with one number a body.
struct PlainStates {
  std::vector<std::vector<double>> q, v, vdot, tau;
  std::size_t count() const { return q.size(); }
};

/// A point of one body that stays on an axis of another: a revolute joint that closes a loop in the plane.
struct PlainLoop {
  std::array<int, 2> bodies{};                    ///< index in PlainModel::bodies, -1 is the world
  std::array<std::array<double, 3>, 2> points{};  ///< on each [m]
  std::array<double, 3> axis{};                   ///< in the first
};

/// A spring with a damper between points of two bodies.
struct PlainSpring {
  std::array<int, 2> bodies{};
  std::array<std::array<double, 3>, 2> points{};
  double stiffness = 0.0, damping = 0.0;  ///< [N/m, N s/m]
  double length = 0.0;                    ///< free [m]
};

/// A planar mechanism with closed loops: a tree, and what closes it.
struct PlainLoops {
  PlainModel tree;  ///< without a text; gravity is the one below
  std::array<double, 3> gravity{};
  std::vector<PlainLoop> loops;
  std::vector<PlainSpring> springs;
};

enum class Task { kinematics, inverse, mass_matrix, forward };

/// One way of a library to do a task.
struct PeerWay {
  Task task = Task::inverse;
  std::string name;                      ///< as in peers_times.csv where it is listed there
  std::function<void(std::size_t)> run;  ///< does it at a state, from setting the state on
  /// What run() has computed at a state: kinematics: positions of the joints' frames; inverse: joint forces;
  /// mass_matrix: all entries by rows; forward: accelerations.
  std::function<std::vector<double>(std::size_t)> result;
};

struct Peer {
  std::string name;  ///< with version, as in peers_times.csv
  std::vector<PeerWay> ways;
};

// Each throws std::runtime_error where the library refuses the model.
Peer mujoco_peer(const PlainModel& model, const PlainStates& states);
Peer simbody_peer(const PlainModel& model, const PlainStates& states);
Peer dart_peer(const PlainModel& model, const PlainStates& states);

/// A whole motion by one of a library's integrators.
struct PeerMotion {
  std::string integrator;
  /// From a state to a time at an accuracy, under the efforts of that state: q, then v at the end. Nothing where the
  /// library gives up, or has not come to the end within so many seconds of CPU time.
  std::function<std::vector<double>(std::size_t, double time, double accuracy, double seconds)> run;
};

/// A library on a mechanism with loops.
struct LoopPeer {
  std::string name;
  std::string way;
  std::function<void(std::size_t)> run;  ///< accelerations and constraint forces at a state, from setting it on
  /// What run() has computed at a state: accelerations, then for each loop the size of the force that closes it.
  std::function<std::vector<double>(std::size_t)> result;
  std::vector<PeerMotion> motions;
  /// The first of them without a limit of time.
  std::function<std::vector<double>(std::size_t, double time, double accuracy)> simulate;
  std::string integrator;
};
LoopPeer simbody_loops(const PlainLoops& model, const PlainStates& states);

}  // namespace alembert::bench
