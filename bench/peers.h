/// The libraries that this benchmark was built with.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "peers/peer.h"

namespace alembert::bench {

/// Every library on a model; one that refuses it is left out, with the reason printed.
std::vector<Peer> peers_on(const PlainModel& model, const PlainStates& states);

/// Simbody on a mechanism with loops, where it was found and takes the model; else the reason is printed, and nothing.
std::optional<LoopPeer> loop_peer(const PlainLoops& model, const PlainStates& states);

/// Why a comparison is missing, one line for each library that was not found when this was built.
std::vector<std::string> missing_peers();

}  // namespace alembert::bench
