#include "alembert/analysis/certificate/regular_states.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/state/evaluate_mechanism.h"
#include "alembert/core/index.h"
#include "alembert/linalg/independent_rows.h"
#include "alembert/linalg/rank.h"
#include "alembert/system/rank/scaled_constraints.h"

namespace alembert {
namespace {

/// Whether no accelerations satisfy the rows at a state, `scaled` in their scales: rows that depend on each other
/// disagree where speeds lead out of the configurations there are.
bool contradicts(const ConstraintSystem& system, const Point& x, const RowScales& scales, const SparseRows& scaled) {
  constexpr double apart = 1e-6, agreed = 1e-8;
  std::vector<double> c(scales.sizes.size());
  system.constraint_acceleration({x.t, x.q, x.v, x.z}, c);
  double largest = 0.0, off = 0.0;  // the largest that c is, or its terms are before they cancel
  for (std::size_t j = 0; j < x.v.size(); ++j) largest = std::max(largest, std::pow(x.v[j] / scales.units[j], 2));
  for (std::size_t i = 0; i < c.size(); ++i) {
    c[i] /= scales.sizes[i];
    largest = std::max(largest, std::abs(c[i]));
  }
  const auto rows = static_cast<int>(c.size()), nv = static_cast<int>(scales.units.size());
  const std::vector<double> A = dense(scaled, scales.units.size());
  const std::vector<double> vdot = least_squares(rows, nv, A, c, apart);
  for (std::size_t i = 0; i < c.size(); ++i) {
    double sum = -c[i];
    for (std::size_t j = 0; j < vdot.size(); ++j) sum += A[i * vdot.size() + j] * vdot[j];
    off = std::max(off, std::abs(sum));
  }
  return off > agreed * largest;
}

}  // namespace

RegularStates::RegularStates(const MechanismSetup& setup)
    : setup_(setup),
      system_(setup.kinematics()),
      all_(setup.constraints.rows.size() == 0 || setup.compiled.plan.nv > 400) {
  if (all_) return;
  SparseRows scaled;
  most_ = std::max(static_cast<int>(setup.constraints.kept.size()), independent(start_point(setup), clearly, scaled));
}

int RegularStates::independent(const Point& x, double nearly, SparseRows& scaled) const {
  SparseRows A;
  system_.constraint_jacobian(x.t, x.q, A);
  scaled = without_units(A, setup_.constraints.scales);
  const RowChoice choice =
      independent_rows(setup_.compiled.plan.nv, scaled.first, scaled.column, scaled.value, system_.sizes().nc, nearly);
  return static_cast<int>(choice.rows.size());
}

bool RegularStates::at(const Point& x, double nearly) const {
  if (all_) return true;
  SparseRows scaled;
  const int found = independent(x, nearly, scaled);
  return found >= static_cast<int>(setup_.constraints.kept.size()) && found <= most_ &&
         !contradicts(system_, x, setup_.constraints.scales, scaled);
}

}  // namespace alembert
