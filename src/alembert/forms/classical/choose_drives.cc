#include "alembert/forms/classical/choose_drives.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/forms/classical/form_answer.h"
#include "alembert/forms/classical/form_parts.h"
#include "alembert/linalg/rank.h"

namespace alembert {
namespace {

/// Entries of column k, each times the factor of its row.
std::vector<double> scaled_column(const Dense<double>& m, int k, const std::vector<double>& factors) {
  std::vector<double> column;
  for (int j = 0; j < m.rows; ++j) column.push_back(m(j, k) * factors[index(j)]);
  return column;
}

double norm(const std::vector<double>& x) {
  double sum = 0.0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

/// B^T drive_reach, every coordinate in the unit that gives it the inertia 1. An effect far below what the drive and
/// the motion could have on each other at most is rounding error of B: the drive works against rows alone.
Dense<double> effect_of_drives(const Blocks<double>& at) {
  std::vector<double> inertia = inertias(at);
  for (double& x : inertia) x = std::max(x, 0.0);  // energies that a user writes may be anything
  const std::vector<double> factors = unit_inertia(inertia);
  std::vector<double> inverse;
  for (const double factor : factors) inverse.push_back(1.0 / factor);
  Dense<double> effect(at.B.cols, at.drive_reach.cols);
  for (int i = 0; i < effect.rows; ++i) {
    const std::vector<double> motion = scaled_column(at.B, i, inverse);
    for (int k = 0; k < effect.cols; ++k) {
      const std::vector<double> force = scaled_column(at.drive_reach, k, factors);
      double sum = 0.0;
      for (std::size_t j = 0; j < motion.size(); ++j) sum += motion[j] * force[j];
      const double most = norm(motion) * norm(force);
      if (std::abs(sum) > rank_tolerance * most) effect(i, k) = sum / most;
    }
  }
  return effect;
}

}  // namespace

std::vector<int> choose_drives(const Blocks<double>& at) {
  std::vector<int> chosen;
  if (at.drives.empty() || at.B.cols == 0) return chosen;
  const Dense<double> effect = effect_of_drives(at);
  for (int k = 0; k < effect.cols && static_cast<int>(chosen.size()) < effect.rows; ++k) {
    chosen.push_back(k);
    const Dense<double> columns = columns_of(effect, chosen);
    if (find_rank(columns.rows, columns.cols, columns.a).rank < columns.cols) chosen.pop_back();
  }
  return chosen;
}

}  // namespace alembert
