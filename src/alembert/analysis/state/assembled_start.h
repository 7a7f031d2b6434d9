/// The start of a system given by its energies, on its constraints.
#pragma once
#include "alembert/analysis/state/evaluation.h"
#include "alembert/model/lagrangian.h"
#include "alembert/system/assembly/stated_start.h"
#include "alembert/system/system.h"

namespace alembert {

/// Moves q and v of a state onto the rows of `system`, which is the model's, as little as possible; coordinates with
/// `fixed = true` keep the start and the rate that are written, others that are written or `given` move where they
/// must, given ones last. Throws Error (singular) with the place of the constraint that is worst off where that is
/// impossible.
void assemble(const Lagrangian& model, const System& system, Point& x, const GivenValues& given = {});

/// The same; false in place of an error.
bool assemble_if_possible(const Lagrangian& model, const System& system, Point& x);

/// The model's start, assembled.
Point assembled_start(const Lagrangian& model, const System& system);

/// What is written of the start, or given over it as in `stated`, and is otherwise at x.
std::vector<StartChange> start_changes(const Lagrangian& model, const GivenValues& given, const Point& stated,
                                       const Point& x);

}  // namespace alembert
