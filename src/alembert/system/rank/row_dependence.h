/// Which rows and motions a loss of rank is about.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace alembert {

/// The `count` rows of A that depend on those before them, ascending: the ones that the least is left of when the rows
/// before are taken out.
///
/// @param a  [rows x cols] row-major, scaled
std::vector<int> dependent_rows(int rows, int cols, std::span<const double> a, int count);

/// The part of the space `here` that the space `there` does not have: [n x (k_here - k_there)] row-major, orthonormal.
/// Both are orthonormal bases [n x k].
std::vector<double> beyond(std::size_t n, std::span<const double> here, std::span<const double> there);

/// Indices of the largest components of column j of a matrix [n x k], largest first: none below a third of the largest,
/// at most six.
std::vector<int> main_components(std::span<const double> columns, std::size_t k, std::size_t j);

/// The same space as the columns of a matrix [n x k] span, by vectors that have as many zeros as elimination gives
/// them: [k x n] row-major, one vector after the other. Elements below `nothing` of a vector's largest are zero.
std::vector<double> reduced_basis(std::size_t n, std::span<const double> columns, double nothing);

std::vector<double> transposed(int rows, int cols, std::span<const double> a);

}  // namespace alembert
