/// What a constraint's geometry is where the file does not say.
#pragma once
#include "alembert/model/mechanism.h"

namespace alembert {

/// The plane of body `on` that bodies roll on: through its origin, its normal against gravity while the body is in its
/// drawn pose. The normal is zero where there is no gravity. The model's graph must be the current one.
DirectedPoint default_plane(const Mechanism& model, int on);

}  // namespace alembert
