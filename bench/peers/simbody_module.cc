/// What load_simbody.cc finds in the module with Simbody.
#include "peer.h"

extern "C" {
void bench_simbody_peer(const alembert::bench::PlainModel& model, const alembert::bench::PlainStates& states,
                        alembert::bench::Peer& made) {
  made = alembert::bench::simbody_peer(model, states);
}
void bench_simbody_loops(const alembert::bench::PlainLoops& model, const alembert::bench::PlainStates& states,
                         alembert::bench::LoopPeer& made) {
  made = alembert::bench::simbody_loops(model, states);
}
}
