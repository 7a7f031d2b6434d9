#include "alembert/analysis/certificate/certify_row_sizes.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/random.h"
#include "alembert/kernel/rows/joint_rows.h"

namespace alembert {
namespace {

/// Keeps the larger size of each number; what is not finite is no size.
void keep_larger(std::span<const double> found, std::span<double> sizes) {
  for (std::size_t i = 0; i < found.size(); ++i)
    if (std::isfinite(found[i])) sizes[i] = std::max(sizes[i], std::abs(found[i]));
}

}  // namespace

std::vector<double> natural_rows(const MechanismSetup& setup, double length) {
  const RowPlan& rows = setup.constraints.rows;
  std::vector<double> sizes(static_cast<std::size_t>(rows.size()), 0.0);
  for (const RowSource& source : rows.sources) {
    if (source.kind == RowSource::Kind::formula) continue;
    std::vector<std::string> words;
    if (source.kind == RowSource::Kind::closing_joint)
      words = joint_row_names(setup.model.joints[static_cast<std::size_t>(source.index)].type, setup.model.planar);
    for (std::size_t k = 0; k < source.rows.size(); ++k)
      sizes[static_cast<std::size_t>(source.rows[k])] = !words.empty() && words[k].starts_with('r') ? 1.0 : length;
  }
  return sizes;
}

RowSizes::RowSizes(const System& system, const State& x, std::span<const double> units, std::span<const double> natural)
    : b_(static_cast<std::size_t>(system.sizes().na), 0.0), c_(b_), found_b_(b_), found_c_(b_) {
  constexpr double nearby = 0.1;
  constexpr int places = 4;
  system.constraint_jacobian(x.t, x.q, A_);
  std::ranges::fill(A_.value, 0.0);
  include(system, x);
  const std::vector<double> memory = system.memory();
  Random random(1);
  std::vector<double> move(x.v.size()), q(x.q.size());
  for (int k = 0; k < places; ++k) {
    for (std::size_t j = 0; j < move.size(); ++j)
      move[j] = nearby * (units.empty() ? 1.0 : units[j]) * random.symmetric();
    system.step(x.q, move, q);
    include(system, {x.t + nearby * random.uniform(0.0, 1.0), q, x.v, x.z});
  }
  system.recall(memory);
  // Where a speed does not move a row, rounding of what its neighbours do is left.
  constexpr double share = 1e-2;
  const auto unit = [&](std::size_t k) { return units.empty() ? 1.0 : units[static_cast<std::size_t>(A_.column[k])]; };
  for (std::size_t i = 0; i + 1 < A_.first.size(); ++i) {
    const auto begin = static_cast<std::size_t>(A_.first[i]), end = static_cast<std::size_t>(A_.first[i + 1]);
    double largest = natural.empty() ? 0.0 : natural[i];
    for (std::size_t k = begin; k < end; ++k) largest = std::max(largest, A_.value[k] * unit(k));
    for (std::size_t k = begin; k < end; ++k) A_.value[k] = std::max(A_.value[k], share * largest / unit(k));
  }
}

void RowSizes::include(const System& system, const State& x) {
  system.constraint_jacobian(x.t, x.q, found_);
  system.constraint_speed(x.t, x.q, found_b_);
  system.constraint_acceleration(x, found_c_);
  keep_larger(found_.value, A_.value);
  keep_larger(found_b_, b_);
  keep_larger(found_c_, c_);
}

double RowSizes::along(int row, std::span<const double> x) const {
  const auto i = static_cast<std::size_t>(row);
  double sum = 0.0;
  for (auto k = static_cast<std::size_t>(A_.first[i]); k < static_cast<std::size_t>(A_.first[i + 1]); ++k)
    sum += A_.value[k] * std::abs(x[static_cast<std::size_t>(A_.column[k])]);
  return sum;
}

void RowSizes::add_forces(int row, double multiplier, std::span<double> sum) const {
  const auto i = static_cast<std::size_t>(row);
  for (auto k = static_cast<std::size_t>(A_.first[i]); k < static_cast<std::size_t>(A_.first[i + 1]); ++k)
    sum[static_cast<std::size_t>(A_.column[k])] += A_.value[k] * std::abs(multiplier);
}

}  // namespace alembert
