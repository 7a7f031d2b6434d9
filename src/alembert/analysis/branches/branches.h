/// Assembly branches: the ways in which a closed chain can be put together.
#pragma once
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "alembert/analysis/state/evaluation.h"
#include "alembert/model/lagrangian.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

struct Branch {
  std::vector<double> q;          ///< [nq]
  std::vector<double> dependent;  ///< [dependent coordinate] of joints that close loops
  int hits = 0;                   ///< starts of the search that ended here
  bool singular = false;          ///< branches meet here: a dead centre
};

struct Branches {
  std::vector<std::pair<std::string, double>> held;  ///< coordinates that have the same value on every branch
  std::vector<Branch> list;  ///< [0] is the one that the model's start assembles to, the others by distance from it
  int starts = 0;            ///< of the search
  bool complete = false;     ///< there are no others, for certain
  std::string note;          ///< whole sentences: how sure that is
};

/// Coordinates with values to hold, in the model's names (of closing joints too).
using HoldList = std::span<const std::pair<std::string, double>>;

/// The configurations at time t in which the held coordinates have their values and every holonomic row is zero, loops
/// closed the right way round. Held are driven coordinates, those in `hold`, those with `fixed = true`, and, as long as
/// some motion is left, those whose start is written, in file order, then others. They have the values of the assembled
/// start (brought to time t by the drives) where `hold` gives none.
///
/// Throws Error: bad_value for a coordinate that cannot be held; singular, naming the worst row, where no
/// configuration was found; singular, naming the motions, where configurations are not isolated; too_large.
Branches find_branches(const MechanismSetup& setup, double t, HoldList hold = {});

/// The same for a system given by its energies. `system` is the model's, `start` is on its constraints.
Branches find_branches(const Lagrangian& model, const System& system, const Point& start, HoldList hold = {});

/// A branch at t = 0 as a state to start from: speeds are those of the model's start, assembled there by the same
/// rules. Throws Error (singular) where that is impossible.
Point start_on(const MechanismSetup& setup, const Branch& branch);
Point start_on(const Lagrangian& model, const System& system, const Branch& branch);

}  // namespace alembert
