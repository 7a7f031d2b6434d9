/// Parts of a matrix that have nothing to do with each other.
#pragma once
#include <span>
#include <vector>

namespace alembert {

/// Rows and columns of one part: outside of it their elements are zero. Both ascending; one list may be empty.
struct ConnectedBlock {
  std::vector<int> rows, cols;
};

/// The parts of a dense matrix, by their first column, rows of zeros last. Each row and each column is in one of them.
/// A mechanism of many loops that share nothing is as many small problems.
///
/// @param a  [rows x cols] row-major. Cost O(rows cols).
std::vector<ConnectedBlock> connected_blocks(int rows, int cols, std::span<const double> a);

/// The elements of a part [rows of it x cols of it], row-major.
std::vector<double> elements_of(const ConnectedBlock& block, int cols, std::span<const double> a);

}  // namespace alembert
