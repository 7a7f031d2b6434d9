/// The pieces of the part `simulate`: whole motions.
#pragma once
#include "bench.h"

namespace alembert::bench {

/// Five mechanisms beside another library: time against error at the end.
Json simulate_beside_simbody(const Options& options, Agreement& agreement);
/// Two pendulums beside the same equations written by hand for SUNDIALS.
Json simulate_beside_sundials(const Options& options, Agreement& agreement);
/// What a step costs a body in large mechanisms.
Json simulate_scaling(const Options& options, Agreement& agreement);
/// `alembert run`, from the start of the process to written results.
Json simulate_command(const Options& options, Agreement& agreement);

}  // namespace alembert::bench
