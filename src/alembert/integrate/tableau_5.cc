#include "alembert/integrate/tableau.h"

namespace alembert {
namespace {

using Row = Tableau::Row;

constexpr std::array<double, 7> c = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};

constexpr std::array<Row, 7> a = {{
    {},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
}};

/// Weights of order 5 less those of order 4.
constexpr std::array<Row, 1> error = {
    {{71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40}}};

constexpr std::array<Row, 1> dense = {
    {{-12715105075.0 / 11282082432.0, 0, 87487479700.0 / 32700410799.0, -10690763975.0 / 1880347072.0,
      701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0, 69997945.0 / 29380423.0}}};

constexpr double memory = 0.04;  // PI controller, HNW II sec. IV.2

}  // namespace

const Tableau& dormand_prince_5() {
  static constexpr Tableau method = {.order = 5,
                                     .stages = 6,
                                     .error_uses_last = true,
                                     .exponent = 1.0 / 5 - 0.75 * memory,
                                     .memory = memory,
                                     .least_factor = 0.2,
                                     .largest_factor = 10.0,
                                     .stability = 3.25,
                                     .c = c,
                                     .a = a,
                                     .error = error,
                                     .dense = dense};
  return method;
}

}  // namespace alembert
