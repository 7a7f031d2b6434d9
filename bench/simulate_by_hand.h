/// Two pendulums with their equations written by hand, solved by SUNDIALS alone.
#pragma once
#include <string>
#include <vector>

#include "simulate_curves.h"

namespace alembert::bench {

struct HandWritten {
  std::string name;
  Motion run;  ///< at a relative and absolute tolerance
};

/// Two point masses of 1 kg on massless rods of 1 m, angles from the vertical, at rest at (0.5, -0.3), for 10 s: CVODE
/// with backward differentiation formulas (Newton's method, derivatives by differences) and with Adams formulas
/// (functional iteration), ARKODE with explicit Runge-Kutta formulas of order 5 and 8.
HandWritten double_pendulum_by_bdf();
std::vector<HandWritten> double_pendulum_not_stiff();

/// A mass of 1 kg in x and y on a string of 1 m, from (-1, 0) at rest, for 10 s: IDA with the constraint at positions
/// and at speeds (Gear, Gupta and Leimkuhler), derivatives by differences.
HandWritten pendulum_xy_by_ida();

}  // namespace alembert::bench
