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

/// What a comparison gives: the first few quantities that differ, and the one that comes closest to it.
struct Verdict {
  Differences found;
  std::string closest;
  double share = 0.0;  ///< of the difference that is allowed
};

/// Compares the retold mechanism with the original, which starts as written on every joint (started_at).
Verdict compare(const Subject& original, const Retold& tale, const Kept& kept, const Extent& extent);

}  // namespace alembert::metamorphic
