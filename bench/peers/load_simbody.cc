/// Simbody from a module of its own. Its library carries an old copy of SUNDIALS whose functions have the same names as
/// those that alembert calls: in one program one of the two would get the other's.
#include <dlfcn.h>

#include <stdexcept>

#include "peer.h"

namespace alembert::bench {
namespace {

/// A function of the module, whose names come before those of the program.
template <class Function>
Function* function(const char* name) {
  static void* const module = dlopen(BENCH_SIMBODY_MODULE, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
  void* const found = module == nullptr ? nullptr : dlsym(module, name);
  if (found == nullptr) throw std::runtime_error(dlerror());
  return reinterpret_cast<Function*>(found);
}

}  // namespace

Peer simbody_peer(const PlainModel& model, const PlainStates& states) {
  Peer made;
  function<void(const PlainModel&, const PlainStates&, Peer&)>("bench_simbody_peer")(model, states, made);
  return made;
}

LoopPeer simbody_loops(const PlainLoops& model, const PlainStates& states) {
  LoopPeer made;
  function<void(const PlainLoops&, const PlainStates&, LoopPeer&)>("bench_simbody_loops")(model, states, made);
  return made;
}

}  // namespace alembert::bench
