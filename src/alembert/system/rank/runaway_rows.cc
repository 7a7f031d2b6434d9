#include "alembert/system/rank/runaway_rows.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "alembert/core/index.h"

namespace alembert {

int runaway_row(const System& system, double t, std::span<const double> q, std::span<const double> lambda,
                const RowScales& scales, std::span<const double> forces) {
  constexpr double too_large = 1e8;   // times what comes of them
  constexpr double something = 1e-4;  // of the forces: rounding of nothing may have any ratio
  int row = -1;
  double most = 0.0;
  for (std::size_t i = 0; i < lambda.size(); ++i)
    if (const double size = std::abs(lambda[i]) * scales.sizes[i]; size > most) {
      most = size;
      row = static_cast<int>(i);
    }
  if (row < 0) return -1;
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  std::vector<double> together(scales.units.size(), 0.0);
  for (std::size_t i = 0; i < lambda.size(); ++i)
    for (auto k = index(A.first[i]); k < index(A.first[i + 1]); ++k)
      together[index(A.column[k])] += A.value[k] * lambda[i];
  double exerted = 0.0, acting = 0.0;
  for (std::size_t j = 0; j < together.size(); ++j) {
    exerted = std::max(exerted, std::abs(together[j]) * scales.units[j]);
    acting = std::max(acting, std::abs(forces[j]) * scales.units[j]);
  }
  return most > too_large * exerted && most > something * acting ? row : -1;
}

}  // namespace alembert
