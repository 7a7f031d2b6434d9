/// The model's own numbers as places at which formulas about it are looked at (Graph::set_value).
#pragma once
#include "alembert/model/lagrangian.h"

namespace alembert {

/// Of parameters, and of coordinates, rates and states at the start. What is not finite is left out.
void note_values(const Description& model);
void note_values(const Lagrangian& model);

}  // namespace alembert
