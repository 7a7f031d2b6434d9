/// The inertia of the motions that constraints allow.
#pragma once
#include <span>
#include <vector>

namespace alembert {

/// Eigenvalues of M on the motions with A v = 0, ascending; of all of M without rows. M is scaled by its diagonal
/// first, so that coordinates of different units do not hide each other; coordinates without inertia of their own get
/// the smallest of the others' scales. Empty where nothing can move.
///
/// @param M  [n x n];  A  [rows x n]
std::vector<double> inertia_of_motions(std::size_t n, std::span<const double> M, std::span<const double> A);

/// How far the smallest of these is from being positive beyond rounding: 0 where it is.
double missing_inertia(std::size_t n, std::span<const double> values);

}  // namespace alembert
