/// The steps to branches that mechanisms and systems given by their energies have in common (branches.h).
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "alembert/analysis/branches/branch_search.h"
#include "alembert/analysis/branches/branches.h"
#include "alembert/analysis/branches/held_choice.h"
#include "alembert/system/assembly/assemble.h"

namespace alembert {

/// Whether there is anything to search for in a system of this size, in seconds rather than minutes.
bool can_search(const Sizes& sizes);
/// The answer where it cannot: the start alone. Throws Error where something was asked to be held.
Branches without_search(const Sizes& sizes, HoldList hold, std::vector<double> q);

/// Coordinates named by the caller become wishes. Throws Error (bad_value) for those that cannot be held.
void ask_for(HoldList hold, std::vector<HoldCandidate>& candidates);
/// Throws Error where too much is held, or where something stays free.
void refuse(const HeldChoice& choice, std::span<const HoldCandidate> candidates);
/// Sets the values of held coordinates in the guess, and their speeds still.
void hold_still(std::span<const HoldCandidate> candidates, const std::vector<bool>& held, BranchProblem& problem);
/// Moves the guess onto the rows without moving what is held: that becomes the first branch. The failure where it is
/// impossible from there.
std::optional<AssembleFailure> assemble_held(BranchProblem& problem);

/// Searches, and says how sure the result is. Throws Error where nothing isolated was found.
///
/// @param failure  why the guess did not assemble, for an error
Branches search_all(const BranchProblem& problem, const std::optional<AssembleFailure>& failure);

}  // namespace alembert
