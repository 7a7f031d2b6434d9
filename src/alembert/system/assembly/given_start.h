/// A start that is given over the model's own: moved onto the constraints, and what became of what is stated.
#pragma once
#include <vector>

#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// Moves a state at time t, of which `given` is stated, onto all rows. As with what is written, given values stay where
/// all rows can be met with them, together with what else is written of the start if possible; at t = 0 `fixed = true`
/// is kept in any case. Throws Error (singular) naming the worst row.
void assemble_given(const MechanismSetup& setup, double t, const GivenValues& given, std::vector<double>& q,
                    std::vector<double>& v);

/// What is stated of the start and is otherwise at (q, v): given values, which are `given_q` and `given_v` there, and,
/// at t = 0, what is written. [nq] and [nv]; only values that are given are read.
std::vector<StartChange> start_changes(const MechanismSetup& setup, double t, const GivenValues& given,
                                       const std::vector<double>& given_q, const std::vector<double>& given_v,
                                       const std::vector<double>& q, const std::vector<double>& v);

}  // namespace alembert
