/// Mechanisms with closed loops, as the benchmark needs them.
#pragma once
#include <filesystem>
#include <memory>
#include <string>

#include "alembert/system/mechanism/mechanism_system.h"
#include "peers/peer.h"

namespace alembert::bench {

/// A model with everything that does not change with its state; where it is stays.
struct LoopMechanism {
  std::string name;
  std::unique_ptr<Mechanism> model;
  std::unique_ptr<MechanismSetup> setup;

  LoopMechanism(std::string called, Mechanism mechanism);
};

/// A line of an example that the benchmark writes otherwise.
struct Change {
  std::string section;  ///< "[joint.O]"
  std::string line;     ///< to take out of it; empty: none
  std::string instead;  ///< to put there
};
/// An example of the repository with changes. Throws std::runtime_error where one does not fit the file.
LoopMechanism example(const std::filesystem::path& source, const std::string& name, const std::vector<Change>& changes);

/// The row of N four-bar linkages of examples/n-four-bar.toml.
LoopMechanism ladder(const std::filesystem::path& source, std::size_t N);
/// n bars between two supports, hanging: one loop.
LoopMechanism closed_chain(std::size_t n);

/// For the libraries beside us: planar mechanisms whose loops close in revolute joints. Throws std::runtime_error for
/// others.
PlainLoops plain_loops(const LoopMechanism& mechanism);

/// States that satisfy all constraints, the start first, then others that follow each other through the motion, with
/// random speeds. The effort of the first speed is `effort`, others are zero.
PlainStates loop_states(const LoopMechanism& mechanism, std::size_t count, double effort);

}  // namespace alembert::bench
