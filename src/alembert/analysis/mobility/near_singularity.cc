#include "alembert/analysis/mobility/near_singularity.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <vector>

#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/linalg/singular_values.h"
#include "alembert/system/constraints/constraint_system.h"
#include "alembert/system/constraints/contradicting_rows.h"
#include "alembert/system/rank/general_rank.h"
#include "alembert/system/rank/scaled_constraints.h"

namespace alembert {
namespace {

std::string two_digits(double x) {
  std::array<char, 32> text{};
  return {text.data(), std::to_chars(text.data(), text.data() + text.size(), x, std::chars_format::scientific, 1).ptr};
}

/// Rows that take part in what is lost.
std::vector<std::string> names_of_lost(const ConstraintSystem& system, const SingularVectors& parts, std::size_t lost,
                                       std::size_t rows) {
  constexpr double part = 0.1;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < rows; ++i)
    if (std::abs(parts.left[i * rows + lost]) > part) names.push_back(system.row_name(static_cast<int>(i)));
  return names;
}

/// By how much accelerations miss the rows along the motion that belongs to a singular value, in units of speeds; of
/// the largest acceleration.
double missed(const ConstraintSystem& system, const RowScales& scales, const SingularVectors& parts, std::size_t lost,
              std::span<const double> R, const Point& x, std::span<const double> vdot) {
  std::vector<double> c(scales.sizes.size());
  system.constraint_acceleration({x.t, x.q, x.v, x.z}, c);
  double largest = 0.0, along = 0.0;
  for (std::size_t j = 0; j < vdot.size(); ++j) largest = std::max(largest, std::abs(vdot[j]) / scales.units[j]);
  for (std::size_t i = 0; i < c.size(); ++i) {
    double rest = c[i] / scales.sizes[i];
    for (std::size_t j = 0; j < vdot.size(); ++j) rest -= R[i * vdot.size() + j] * vdot[j] / scales.units[j];
    along += parts.left[i * c.size() + lost] * rest;
  }
  return largest > 0.0 ? std::abs(along) / (parts.values[lost] * largest) : 0.0;
}

}  // namespace

std::optional<std::string> near_singularity(const MechanismSetup& setup, const Point& x, std::span<const double> vdot) {
  constexpr int most = 200;
  constexpr double doubtful = 1e-3, few_digits = 1e-6;
  const ConstraintSetup& constraints = setup.constraints;
  const int rows = constraints.rows.size(), speeds = setup.compiled.plan.nv;
  const std::size_t general = constraints.kept.size();
  if (general == 0 || std::max(rows, speeds) > most) return {};
  const ConstraintSystem system(setup.kinematics());
  SparseRows A;
  system.constraint_jacobian(x.t, x.q, A);
  const std::vector<double> R = dense(without_units(A, constraints.scales), index(speeds));
  if (!std::ranges::all_of(R, [](double a) { return std::isfinite(a); })) return {};
  const std::vector<double> values = singular_values(rows, speeds, R);
  if (general > values.size()) return {};
  const double share = values[general - 1] / constraints.apart;
  if (share >= doubtful) return {};
  const SingularVectors parts = singular_vectors(rows, speeds, R);
  if (share >= rank_lost && missed(system, constraints.scales, parts, general - 1, R, x, vdot) < few_digits) return {};
  return "rows " + quoted(names_of_lost(system, parts, general - 1, index(rows))) + " depend on each other here, to " +
         two_digits(share) +
         " of what is left of them at general configurations: the configuration is singular, or close to one that is; "
         "accelerations and forces are not certain";
}

}  // namespace alembert
