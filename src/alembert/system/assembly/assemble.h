/// Moving a state onto the constraints of a system.
#pragma once
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "alembert/core/error.h"
#include "alembert/system/system.h"

namespace alembert {

/// Rows of positions and of speeds that are met to this are left alone; rows smaller than one relative to their size.
inline constexpr double assembled_rows = 1e-12;

struct AssembleOptions {
  std::vector<bool> keep_q;   ///< [nv] directions in which positions must stay; empty: none
  std::vector<bool> keep_v;   ///< [nv] speeds that must stay; empty: none
  std::vector<double> scale;  ///< [nv] what counts as a move of size one: 1 for angles, the model's length for slides;
                              ///< empty: 1
  /// [nv] by how much a move of its position (speed) counts more than that; empty: 1.
  std::vector<double> reluctance_q, reluctance_v;
  /// [na] what rows are measured in; empty: System::row_scales() where assembly begins.
  std::vector<double> row_sizes;
  /// Of the last rows of positions (of speeds), as many as it has: these need not be met; a miss of this size counts
  /// as a move of size one.
  std::vector<double> give_q, give_v;
  /// Which configurations on the rows will do; empty: all.
  std::function<bool(std::span<const double> q)> allowed;
  /// Where the configuration found is far from the given one, look for a nearer one on another branch. For systems of
  /// moderate size.
  bool search_branches = false;
  int most_tries = 40;  ///< from the given configuration and from random ones
};

/// Why a state cannot be assembled.
struct AssembleFailure {
  int row = 0;  ///< the worst
  double value = 0.0;
  bool speeds = false;          ///< positions are assembled, speeds are not
  bool disallowed = false;      ///< all rows are met, but no configuration found is allowed
  bool unsettled = false;       ///< the search ended while it still came nearer: there may be a configuration
  std::vector<int> together;    ///< rows that cannot hold together, the worst among them, as far as they are known
  std::vector<double> nearest;  ///< [nq] the closest configuration that was found
};

/// Moves q onto the rows of positions. The rest moves least: the result is a configuration whose distance from the
/// given one,
///
///   sum (reluctance_i move_i / scale_i)^2 + sum (miss_k / give_k)^2,
///
/// is the smallest nearby (with search_branches: the smallest found). Rows that are all met to assembled_rows leave q
/// bit for bit, if it is allowed. Newton's method with least steps and backtracking; new tries from random states
/// (seeded) where that ends in a local minimum or at a singular configuration. Steps beyond a turn or the size of the
/// model are only tried where shorter ones lead nowhere.
std::optional<AssembleFailure> assemble_positions(const System& system, double t, const AssembleOptions& options,
                                                  std::vector<double>& q);

/// Moves v onto all rows at a configuration on them, by the least change in the same sense; rows that are met leave
/// it bit for bit.
std::optional<AssembleFailure> assemble_speeds(const System& system, double t, const AssembleOptions& options,
                                               const std::vector<double>& q, std::vector<double>& v);

/// Positions, then speeds.
std::optional<AssembleFailure> assemble(const System& system, double t, const AssembleOptions& options,
                                        std::vector<double>& q, std::vector<double>& v);

/// The failure in words: which row, by how much, and which it contradicts; or that it has no value.
std::string describe(const AssembleFailure& failure, const System& system);
/// The same as an error (singular) with the place where the row is written. The hint is for rows that cannot hold
/// together; one that has no value gets another.
Error failure_error(const AssembleFailure& failure, const System& system, const Source& at, const std::string& hint);

}  // namespace alembert
