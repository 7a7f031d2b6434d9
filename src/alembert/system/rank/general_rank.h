/// The rank of constraint rows at a configuration and at general ones.
#pragma once
#include <vector>

#include "alembert/linalg/rank.h"
#include "alembert/system/rank/scaled_constraints.h"

namespace alembert {

/// Singular values of scaled rows that count at general configurations.
inline constexpr double rank_counted = 1e-8;
/// What must be left of a scaled row across others for it to be taken as one of its own.
inline constexpr double rank_real = 1e-6;
/// Share of the smallest that counts there, below which one is lost at the configuration.
inline constexpr double rank_lost = 1e-5;
/// Of each row of most mechanisms this much or more is left across the others, at most configurations.
inline constexpr double rows_well_apart = 0.1;

struct GeneralRank {
  std::vector<int> rows;    ///< of the system
  int general = 0;          ///< the highest at any place
  int here = 0;             ///< at the configuration
  double smallest = 1.0;    ///< singular value that counts, at the best place
  double dropped = 0.0;     ///< the largest singular value that does not, there
  std::size_t best = 0;     ///< that place, where it is largest
  double least_here = 0.0;  ///< singular values that count at the configuration are above this

  bool singular() const { return here < general; }
};

/// Places where it is not clear which values count, because they are next to a singular one, are left out as long as
/// there are others. A small value s counts for nothing where a double root explains it: moving along its vector by
/// s / k, k being the curvature of the rows along it, changes them by s^2 / (2 k), and where that is no more than
/// assembly leaves of them, nobody can tell the place from the one where the value is zero.
///
/// @param places  configurations on the constraints, at least one
/// @param here    the configuration
/// @param least   singular values that count at places
GeneralRank general_rank(const ScaledConstraints& constraints, std::vector<int> rows, double t,
                         const std::vector<std::vector<double>>& places, std::span<const double> here, double least);

/// Rank of the first rows of a system at a configuration as it is, in scaled rows and motions: what is above `least`
/// counts. For systems of moderate size.
RankResult rank_at(const System& system, double t, std::span<const double> q, int rows, double least = rank_counted);

}  // namespace alembert
