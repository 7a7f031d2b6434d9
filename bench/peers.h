/// The libraries that this benchmark was built with.
#pragma once
#include <string>
#include <vector>

#include "peers/peer.h"

namespace alembert::bench {

/// Every library on a model; one that refuses it is left out, with the reason printed.
std::vector<Peer> peers_on(const PlainModel& model, const PlainStates& states);

/// Why a comparison is missing, one line for each library that was not found when this was built.
std::vector<std::string> missing_peers();

}  // namespace alembert::bench
