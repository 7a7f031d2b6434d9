/// Two tellings of a mechanism compared.
#pragma once
#include "metamorphic/observation.h"

namespace alembert::metamorphic {

/// A quantity that is not the same: as the original gives it, in the words of the retold one, and as that one does.
struct Difference {
  std::string quantity;
  double original = 0.0, retold = 0.0;
};
using Differences = std::vector<Difference>;

/// What a way of telling leaves as it is, beyond accelerations, motions, reactions and dof.
struct Kept {
  bool redundancy = true;  ///< the number of redundant rows, and which reactions are not unique
};

/// How many rows a motion is compared at, and how long it lasts; no motion where there are none.
struct Extent {
  double seconds = 0.0;
  int rows = 0;
  bool mobility = false;
};

/// How the retold mechanism differs from the original; the first differences of each kind. `original` starts as written
/// on every joint (started_at).
Differences differences(const Subject& original, const Retold& tale, const Kept& kept, const Extent& extent);

}  // namespace alembert::metamorphic
