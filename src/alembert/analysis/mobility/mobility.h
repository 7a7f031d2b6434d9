/// How a system can move: degrees of freedom, redundant rows, singular configurations.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alembert/analysis/mobility/integrability.h"
#include "alembert/system/system.h"

namespace alembert {

/// Gruebler's count (Kutzbach, Chebyshev): what bodies could do alone less what is forbidden, as if no row depended on
/// others.
struct MobilityCounts {
  int motions = 0;  ///< 6 (planar: 3) for each body; coordinates of a system that is given by its energies
  int rows = 0;     ///< of joints and constraints; drives are none
  int gruebler() const { return motions - rows; }
};

/// A Pfaffian row on the manifold of all the others.
struct RowVerdict {
  std::string name;
  bool integrable = false;
};

/// Rows that are not integrable, in a sum that is: names and factors at the configuration, the first of which is one.
using IntegrableRows = std::vector<std::pair<std::string, double>>;

enum class IntegrabilityMethod {
  none,      ///< every row holds positions as it is written: nothing to decide
  symbolic,  ///< proved with formulas; numbers at the configuration agree
  numeric,   ///< random paths, followed with numbers
};

/// What is special about a singular configuration.
struct Singularity {
  std::vector<std::string> rows;                  ///< that depend on each other here and nowhere else, main ones first
  std::vector<std::vector<std::string>> motions;  ///< each motion that is free here alone: its main coordinates
};

/// Drives count nowhere unless it is said.
struct Mobility {
  MobilityCounts counts;
  int motions = 0;                              ///< speeds
  int rows = 0;                                 ///< constraint rows A v = b
  int rank = 0;                                 ///< of the rows at general configurations that the constraints allow
  int rank_here = 0;                            ///< at the configuration
  int dof = 0;                                  ///< of configuration: speeds less the rows that hold positions together
  int velocity_dof = 0;                         ///< speeds less the rank
  int drives = 0;                               ///< driven rows
  int undriven_dof = 0;                         ///< velocity_dof less what drives take
  std::vector<std::string> redundant;           ///< rows that depend on earlier ones everywhere; drives come last
  std::vector<std::string> undetermined_rows;   ///< rows, drives too, whose multiplier is not unique at `q`
  std::vector<std::string> independent;         ///< [dof] coordinates; speeds where no coordinate belongs to one
  std::vector<std::string> independent_speeds;  ///< [velocity_dof]
  std::vector<RowVerdict> integrable;           ///< Pfaffian rows
  /// Sums of rows that hold positions although none of their rows does: independent, all that there are.
  std::vector<IntegrableRows> together;
  std::vector<IntegrableSum> constants;  ///< as formulas, of all rows that hold positions; where the method is symbolic
  IntegrabilityMethod method = IntegrabilityMethod::none;
  bool singular = false;
  Singularity singularity;
  std::vector<std::string> locked;  ///< drives that no motion which goes on from here obeys, whatever their speed
  double last_kept = 1.0;           ///< smallest singular value of scaled rows that counts in the rank
  double first_dropped = 0.0;       ///< largest that does not
  std::vector<double> q;            ///< the configuration, moved onto the constraints; empty without rows
  double violation = 0.0;           ///< largest |phi| at the configuration, as it was given
  int places = 0;                   ///< general configurations that were looked at
  std::vector<std::string> notes;   ///< whole sentences: what could not be decided, and why
};

struct MobilityOptions {
  std::vector<bool> drives;            ///< [row] it is a drive; empty: none is
  std::optional<Integrability> exact;  ///< what formulas say, if they say anything
  std::string why_not_exact;           ///< else the reason, for a note
  /// What they say for the values of parameters; null where rows follow from geometry, whose numbers are rounded.
  std::function<std::optional<Integrability>()> exact_at_values;
  std::uint64_t seed = 1;  ///< of the walks
};

/// Ranks are those of scaled rows (scaled_constraints.h): singular values above 1e-8 count. That is far above rounding
/// error at configurations that Newton's method has brought onto the constraints, and far below what rows of a
/// mechanism have that are meant to be independent. General configurations are found by walking (manifold_walk.h).
///
/// A configuration is singular where the rank is lower than at general ones; a singular value counts as lost when it is
/// below 1e-5 of the smallest at the best of these, because near a singularity assembly only finds coordinates to the
/// root of its tolerance. It is also called singular where speeds are allowed that positions forbid.
///
/// Throws Error (singular) where a row is not a number at the configuration.
Mobility mobility(const System& system, const State& at, const MobilityCounts& counts, const MobilityOptions& options);

}  // namespace alembert
