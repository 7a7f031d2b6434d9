/// Which coordinates the others follow from, and how.
#pragma once
#include <vector>

#include "alembert/forms/blocks/blocks.h"

namespace alembert {

/// Solves the rows  Cq a = Qd  for dependent accelerations by Gauss-Jordan elimination and fills `independent`,
/// `dependent`, `basis_rows`, B and gamma:
///
///   a = B a_i + gamma,    Cq B = 0,    Cq gamma = Qd
///
/// Pivots are decided by numbers: entries much smaller than the largest one left do not serve, rows that vanish are
/// redundant. Of those that serve, positions become dependent before angles, angles before `wanted`; then division by 1
/// and -1 is preferred to division by formulas. Entries are simplified on the way. Where the formulas outgrow a size
/// budget, B and gamma stay empty and `no_B` says so; the choice is made all the same.
///
/// @param numbers  [m x n] Cq at a state that satisfies the constraints, rows that shall take no part as zeros; of
///                 numbers: Cq itself
/// @param angles   [n] 1 where a coordinate is an angle or an angular velocity
/// @param wanted   coordinates that shall be independent; Error (bad_value) names one that cannot be
template <Scalar S>
void choose_independent(Blocks<S>& blocks, const Dense<double>& numbers, const std::vector<char>& angles,
                        const std::vector<int>& wanted);

/// Which coordinates are angles, by their names: planar "rod.angle", spatial "rod.wx" ...; none without bodies.
template <Scalar S>
std::vector<char> body_angles(const Blocks<S>& blocks);

}  // namespace alembert
