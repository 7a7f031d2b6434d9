#include "peers.h"

#include <array>
#include <cstdio>
#include <exception>

namespace alembert::bench {
namespace {

struct Library {
  const char* name;
  const char* package;
  Peer (*make)(const PlainModel&, const PlainStates&);  ///< null: not found
};

// BENCH_HAS_... come from CMake.
constexpr std::array<Library, 3> libraries{{
#ifdef BENCH_HAS_MUJOCO
    {"MuJoCo", "libmujoco-dev", mujoco_peer},
#else
    {"MuJoCo", "libmujoco-dev", nullptr},
#endif
#ifdef BENCH_HAS_SIMBODY
    {"Simbody", "libsimbody-dev", simbody_peer},
#else
    {"Simbody", "libsimbody-dev", nullptr},
#endif
#ifdef BENCH_HAS_DART
    {"DART", "libdart-dev", dart_peer},
#else
    {"DART", "libdart-dev", nullptr},
#endif
}};

}  // namespace

std::vector<Peer> peers_on(const PlainModel& model, const PlainStates& states) {
  std::vector<Peer> result;
  for (const Library& library : libraries) {
    if (library.make == nullptr) continue;
    try {
      result.push_back(library.make(model, states));
    } catch (const std::exception& e) {
      std::printf("%s: left out on %s: %s\n", library.name, model.name.c_str(), e.what());
    }
  }
  return result;
}

std::optional<LoopPeer> loop_peer([[maybe_unused]] const PlainLoops& model,
                                  [[maybe_unused]] const PlainStates& states) {
#ifdef BENCH_HAS_SIMBODY
  try {
    return simbody_loops(model, states);
  } catch (const std::exception& e) {
    std::printf("Simbody: left out on %s: %s\n", model.tree.name.c_str(), e.what());
  }
#endif
  return {};
}

std::vector<std::string> missing_peers() {
  std::vector<std::string> result;
  for (const Library& library : libraries)
    if (library.make == nullptr)
      result.push_back(std::string(library.name) + ": not compared, package " + library.package + " is not installed");
  return result;
}

}  // namespace alembert::bench
