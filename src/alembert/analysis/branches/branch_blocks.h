/// Unknowns of equations in the order in which they can be found.
#pragma once
#include <span>
#include <vector>

namespace alembert {

/// Unknowns that only each other's equations determine, and these equations.
struct EquationBlock {
  std::vector<int> unknowns;  ///< ascending
  std::vector<int> rows;      ///< ascending; as many as unknowns, and those that say nothing new
};

/// The block triangular form of a system of equations: the rows of a block hold its own unknowns and those of blocks
/// before it. A loop that can be closed before another is a block of its own. One block with everything where some
/// unknown has no row to itself.
///
/// @param rows      [row] the unknowns that it holds, 0 ... unknowns - 1
/// @param together  groups of unknowns that may not be separated
///
/// Ref: Duff, Erisman and Reid, Direct Methods for Sparse Matrices, ch. 6.
std::vector<EquationBlock> triangular_blocks(int unknowns, std::span<const std::vector<int>> rows,
                                             std::span<const std::vector<int>> together);

}  // namespace alembert
