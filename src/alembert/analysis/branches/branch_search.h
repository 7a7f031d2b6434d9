/// All configurations that constraints allow while some coordinates are held, found by search.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "alembert/system/system.h"

namespace alembert {

/// A speed of the system as the search sees it.
struct SearchedMotion {
  enum class Kind : std::uint8_t {
    held,    ///< stands still
    scalar,  ///< moves one number
    turn,    ///< one of three neighbouring speeds that turn an orientation
  };
  Kind kind = Kind::scalar;
  int coordinate = -1;  ///< whose rate it is; -1 where there is none
  bool angle = false;
  double scale = 1.0;  ///< what counts as a move of size one
  double reach = 0.0;  ///< of slides: how far apart things are, where that is more
};

struct BranchProblem {
  const System* system = nullptr;
  double t = 0.0;
  std::vector<double> guess;                 ///< [nq] held coordinates have their values
  std::optional<std::vector<double>> first;  ///< [nq] a branch that is known; the guess itself is kept bit for bit
  std::vector<SearchedMotion> motions;       ///< [nv]
  std::vector<int> angle_rows;               ///< rows that hold an angle, whole turns left out
  std::function<bool(System::In)> allowed;   ///< whether a configuration on the rows counts; empty: all do
  /// Numbers of order one that are the same for the same configuration; empty: the coordinates, without whole turns.
  std::function<std::vector<double>(System::In)> shape;
  /// In how many isolated ways rows can be satisfied at most by some speeds, which they determine, when all others are
  /// known; empty: not known.
  std::function<std::optional<int>(std::span<const int> rows, std::span<const int> unknowns)> most;
};

struct FoundBranch {
  std::vector<double> q;
  int hits = 0;           ///< starts that ended here; one for a loop that others follow counts at one of its branches
  bool singular = false;  ///< rows depend on each other here: branches meet, or nearly
};

struct FoundBranches {
  std::vector<FoundBranch> list;   ///< the known one first, then by scaled distance from it (or from the guess)
  int starts = 0;                  ///< all together; the known one counts as the first
  int wrong = 0;                   ///< starts that ended where `allowed` says no
  std::vector<std::string> loose;  ///< speeds that stay free at configurations that are not isolated, left out
  bool first_is_loose = false;     ///< the known one is such a configuration
  bool complete = false;           ///< as many were found as can be
  bool limited = false;            ///< the search was ended by its limits
  bool too_large = false;          ///< no search was made
};

/// Rows that can be satisfied one after another are (branch_blocks.h), each with every solution of those before it.
/// Starts are points of a Halton sequence (shifted, the same on every run): angles all round, slides up to three times
/// their scale or their reach in turn, orientations uniformly. Each is moved onto the rows by move_onto()
/// (scaled_constraints.h). The search ends when many starts have found nothing new and every solution was found several
/// times (those that were found once tell how many are still missing, Good 1953), or as many were found as `most` says.
/// Its limit is a number of operations, not a time, so that results are the same on every machine. Angles are given in
/// the same turn as the guess.
///
/// Throws Error (singular) where a row is not a number at the guess.
FoundBranches search_branches(const BranchProblem& problem);

}  // namespace alembert
