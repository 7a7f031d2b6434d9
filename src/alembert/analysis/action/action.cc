#include "alembert/analysis/action/action.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/analysis/action/action_sums.h"
#include "alembert/core/error.h"

namespace alembert {
namespace {

constexpr double share_of_change = 0.25;  // of the change with half the rows: allowed for the rows' distance
constexpr double coarsest = 1e-2;         // beyond it that allowance would hide mistakes

/// Variations on the whole motion and on overlapping halves, quarters and eighths, as long as these have rows enough.
std::vector<TrialVariation> make_variations(const MotionRows& rows, std::size_t size, std::uint64_t seed) {
  constexpr std::size_t levels = 4, shortest = 16;  // rows
  Random random(seed);
  std::vector<TrialVariation> list;
  const std::size_t last = rows.t.size() - 1;
  for (std::size_t level = 0; level < levels; ++level) {
    const std::size_t parts = std::size_t{2} << level;  // half intervals
    if (level > 0 && 2 * last / parts < shortest) break;
    // Ends at even rows, or the last one: there are knots of both paths.
    const auto row = [&](std::size_t k) { return k == parts ? last : k * last / parts / 2 * 2; };
    for (std::size_t k = 0; k + 2 <= parts; ++k) list.emplace_back(rows.t[row(k)], rows.t[row(k + 2)], size, random);
  }
  return list;
}

/// How far the rows are from the constraints.
double off_constraints(const System& system, const MotionRows& rows) {
  const Sizes sizes = system.sizes();
  const auto nq = static_cast<std::size_t>(sizes.nq), nv = static_cast<std::size_t>(sizes.nv);
  std::vector<double> unit(nq), phi(static_cast<std::size_t>(sizes.nc)), b(static_cast<std::size_t>(sizes.na));
  SparseRows A;
  double most = 0.0;
  const auto see = [&most](double value) { most = std::isnan(value) ? value : std::max(most, std::abs(value)); };
  for (std::size_t k = 0; k < rows.t.size(); ++k) {
    const std::span<const double> q = std::span(rows.q).subspan(k * nq, nq), v = std::span(rows.v).subspan(k * nv, nv);
    std::ranges::copy(q, unit.begin());
    system.tidy(unit);
    for (std::size_t i = 0; i < nq; ++i) see(unit[i] - q[i]);
    if (sizes.na == 0) continue;
    system.constraint(rows.t[k], unit, phi);
    for (const double value : phi) see(value);
    system.constraint_jacobian(rows.t[k], unit, A);
    system.constraint_speed(rows.t[k], unit, b);
    for (std::size_t r = 0; r < b.size(); ++r) {
      double miss = b[r], size = 1.0 + std::abs(b[r]);
      for (auto e = static_cast<std::size_t>(A.first[r]); e < static_cast<std::size_t>(A.first[r + 1]); ++e) {
        const double term = A.value[e] * v[static_cast<std::size_t>(A.column[e])];
        miss -= term;
        size += std::abs(term);
      }
      see(miss / size);
    }
  }
  return most;
}

/// A variation in numbers.
struct Finding {
  double from, to;       ///< [s]
  double value, change;  ///< relative; the change with half the rows
  double noise;          ///< relative: of the rows' accuracy
};

/// The first of the times at which the motion is unclear that a variation covers.
std::optional<std::pair<double, double>> unclear_in(const Finding& finding, const MotionBreaks& breaks) {
  std::optional<std::pair<double, double>> first;
  for (const auto& span : breaks.unclear)
    if (span.first < finding.to && finding.from < span.second && (!first || span < *first)) first = span;
  return first;
}

/// Judges every variation by the largest change with half the rows at the same time, since its own may vanish by
/// chance. Where that change is large the path is not yet near the motion, and no share of it a bound. What a jump that
/// the rows do not tell explains is no fault of the motion, and no measure for variations that do not cover it.
ActionResult judge(const std::vector<Finding>& list, const MotionBreaks& breaks, double constraint, double tolerance) {
  ActionResult result;
  result.constraint = constraint;
  result.tolerance = tolerance;
  double worst = 0.0;
  bool unresolved = false;
  for (const Finding& finding : list) {
    const auto unclear = unclear_in(finding, breaks);
    double change = 0.0;
    for (const Finding& other : list)
      if (other.from < finding.to && finding.from < other.to && (unclear || !unclear_in(other, breaks)))
        change = std::max(change, other.change);
    const double allowed = share_of_change * change, bound = std::max({tolerance, allowed, finding.noise});
    result.variation = std::max(result.variation, finding.value);
    result.resolution = std::max(result.resolution, allowed);
    result.noise = std::max(result.noise, finding.noise);
    if (finding.value > bound && unclear) {
      unresolved = true;
      if (!result.switching || *unclear < *result.switching) result.switching = unclear;
      continue;
    }
    if (finding.value > std::max(tolerance, finding.noise) && allowed > coarsest) {
      unresolved = true;
      continue;
    }
    if (finding.value < worst * bound) continue;
    worst = finding.value / bound;
    result.tolerance = bound;
    result.from = finding.from;
    result.to = finding.to;
  }
  if (!(constraint <= tolerance))
    result.verdict = Stationarity::off_constraints;
  else if (!(worst <= 1.0))
    result.verdict = Stationarity::not_stationary;
  else if (unresolved)
    result.verdict = Stationarity::unresolved;
  if (result.verdict != Stationarity::unresolved) result.switching.reset();
  return result;
}

}  // namespace

ActionResult measure_action(const System& system, const MotionRows& rows, const ActionOptions& options) {
  if (rows.t.size() < fewest_action_rows())
    throw Error(Error::Code::bad_value,
                "a motion of " + std::to_string(rows.t.size()) + " rows is too short: at least " +
                    std::to_string(fewest_action_rows()) + " are needed",
                {}, "record it with a smaller --step");
  const std::vector<TrialVariation> variations =
      make_variations(rows, static_cast<std::size_t>(system.sizes().nv), options.seed);
  const auto part = [&](double from, double to) -> std::function<bool(double)> {
    if (!options.progress) return nullptr;
    return [&options, from, to](double share) { return options.progress(from + (to - from) * share); };
  };
  const MotionBreaks breaks = find_breaks(system, rows);
  const ActionSums fine = integrate_action(system, rows, breaks, 1, options.accuracy, variations, part(0.0, 0.75));
  if (!fine.resolved)
    throw Error(Error::Code::bad_value,
                "bodies turn by about half a turn and more between rows: the motion between "
                "them cannot be told",
                {}, "record it with a smaller --step");
  const ActionSums coarse = integrate_action(system, rows, breaks, 2, 0.0, variations, part(0.75, 1.0));

  std::vector<Finding> findings;
  int free = 0;
  for (std::size_t k = 0; k < variations.size(); ++k) {
    const auto add = [&](const SizedSum& sum, const SizedSum& half) {
      const double change =
          coarse.resolved ? std::abs(sum.relative() - half.relative()) : std::numeric_limits<double>::infinity();
      findings.push_back(
          {variations[k].from(), variations[k].to(), std::abs(sum.relative()), change, sum.relative_noise()});
    };
    const VariationSums& half = coarse.resolved ? coarse.sums[k] : fine.sums[k];
    add(fine.sums[k].motion, half.motion);
    add(fine.sums[k].momentum, half.momentum);
    if (fine.sums[k].motion.size > 0.0) ++free;
  }
  ActionResult result = judge(findings, breaks, off_constraints(system, rows), options.tolerance);
  result.action = fine.action;
  result.variations = free;
  result.hamilton = !fine.powered && system.sizes().na == system.sizes().nc;
  return result;
}

}  // namespace alembert
