#include "alembert/system/rank/manifold_walk.h"

#include <algorithm>
#include <cmath>

#include "alembert/linalg/singular_values.h"
#include "alembert/linalg/vectors.h"

namespace alembert {
namespace {

/// A unit motion that changes scaled rows by less counts as allowed: coarse, because at a singular configuration q is
/// only known to the root of the precision of phi.
constexpr double allowed_change = 1e-5;

/// [motions x k] of the rows at q; empty where nothing moves or the rows are not numbers.
std::vector<double> allowed_motions(const ScaledConstraints& constraints, std::span<const int> rows, double t,
                                    std::span<const double> q) {
  std::vector<double> A;
  if (!constraints.jacobian(t, q, rows, A)) return {};
  return null_space(static_cast<int>(rows.size()), constraints.motions(), A, allowed_change);
}

/// A random unit vector of the space, times `length`.
std::vector<double> random_motion(std::span<const double> space, std::size_t motions, double length, Random& random) {
  const std::size_t k = space.size() / motions;
  std::vector<double> weight(k), x(motions, 0.0);
  // Sums of uniform numbers are near enough to normal ones that no direction is preferred.
  for (double& w : weight)
    for (int i = 0; i < 4; ++i) w += random.symmetric();
  const double scale = length / std::max(norm(weight), 1e-300);
  for (std::size_t j = 0; j < motions; ++j)
    for (std::size_t i = 0; i < k; ++i) x[j] += scale * weight[i] * space[j * k + i];
  return x;
}

/// A step from q along x and back onto the constraints.
struct Step {
  std::vector<double> to;
  std::vector<double> gained;  ///< scaled motion from q
  bool on = false;             ///< phi = 0 was reached

  Step(const ScaledConstraints& constraints, std::span<const int> holonomic, double t, std::span<const double> q,
       std::span<const double> x)
      : to(q.size()), gained(x.size()) {
    constraints.step(q, x, to);
    constraints.system().tidy(to);
    on = move_onto(constraints, t, holonomic, to);
    if (on) constraints.difference(q, to, gained);
  }
  /// How far the way back led from where x pointed.
  double back(std::span<const double> x) const {
    double sum = 0.0;
    for (std::size_t j = 0; j < x.size(); ++j) sum += (gained[j] - x[j]) * (gained[j] - x[j]);
    return std::sqrt(sum);
  }
};

}  // namespace

Walks walk(const ScaledConstraints& constraints, const WalkRows& choice, double t, std::span<const double> q,
           Random& random, const WalkOptions& options) {
  constexpr int halvings = 11;  // shorter steps would take what rounding leaves of a double root for a way
  constexpr int hopeful = 3;    // halvings after which only motions are tried that are known to go on
  const auto motions = static_cast<std::size_t>(constraints.motions());
  Walks result;
  for (int w = 0; w < options.walks; ++w) {
    double length = options.longest;
    std::vector<double> at(q.begin(), q.end());
    for (int s = 0; s < options.steps; ++s) {
      std::vector<double> space = allowed_motions(constraints, choice.rows, t, at);
      bool moved = false;
      double h = length;
      for (int tries = 0; tries < halvings && !moved && !space.empty(); ++tries, h /= 2) {
        if (tries == hopeful && choice.rows.size() == choice.holonomic.size())
          space = lasting_motions(constraints, choice.holonomic, t, at, h);
        if (space.empty()) break;
        const std::vector<double> x = random_motion(space, motions, h, random);
        Step step(constraints, choice.holonomic, t, at, x);
        moved = step.on && step.back(x) < options.most_back * h && norm(step.gained) > 0.2 * h;
        if (!moved) continue;
        at = std::move(step.to);
        result.places.push_back(at);
        result.length = std::max(result.length, h);
        length = std::min(2 * h, options.longest);
      }
      if (!moved) break;
    }
    if (result.places.empty()) break;  // a second attempt meets the same
  }
  result.blocked = result.places.empty() && !allowed_motions(constraints, choice.rows, t, q).empty();
  return result;
}

std::vector<double> lasting_motions(const ScaledConstraints& constraints, std::span<const int> holonomic, double t,
                                    std::span<const double> q, double length) {
  std::vector<double> space = allowed_motions(constraints, holonomic, t, q);
  const auto motions = static_cast<std::size_t>(constraints.motions());
  const std::size_t k = motions > 0 ? space.size() / motions : 0;
  // A few random motions tell whether anything is forbidden at all; then each one is tried.
  Random random(1);
  constexpr double hardly = 0.05;
  bool all_last = true;
  for (std::size_t i = 0; i < 3 && k > 0 && all_last; ++i) {
    const std::vector<double> x = random_motion(space, motions, length, random);
    const Step step(constraints, holonomic, t, q, x);
    all_last = step.on && step.back(x) < hardly * length;
  }
  if (all_last) return space;
  std::vector<double> gained;
  std::vector<double> x(motions);
  for (std::size_t i = 0; i < k; ++i) {
    for (std::size_t j = 0; j < motions; ++j) x[j] = length * space[j * k + i];
    const Step step(constraints, holonomic, t, q, x);
    if (!step.on) continue;
    for (const double g : step.gained) gained.push_back(g / length);
  }
  const SingularVectors svd =
      singular_vectors(static_cast<int>(gained.size() / motions), constraints.motions(), gained);
  std::size_t found = 0;
  while (found < svd.values.size() && svd.values[found] > hardly) ++found;
  std::vector<double> lasting(motions * found);
  for (std::size_t j = 0; j < motions; ++j)
    for (std::size_t i = 0; i < found; ++i) lasting[j * found + i] = svd.right[j * motions + i];
  return lasting;
}

std::vector<int> locked_rows(const ScaledConstraints& constraints, const WalkRows& choice, std::span<const int> driven,
                             double t, std::span<const double> q, double length) {
  const std::vector<double> allowed = allowed_motions(constraints, choice.rows, t, q);
  const std::vector<double> motions = choice.rows.size() == choice.holonomic.size()
                                          ? lasting_motions(constraints, choice.holonomic, t, q, length)
                                          : allowed;
  // Motions that were found by trying are known to about the length of the step.
  const double nothing = motions.size() < allowed.size() ? 1e-3 : allowed_change;
  const auto n = static_cast<std::size_t>(constraints.motions()), k = motions.size() / std::max<std::size_t>(n, 1);
  std::vector<int> locked;
  std::vector<double> row;
  for (const int drive : driven) {
    if (!constraints.jacobian(t, q, std::span(&drive, 1), row)) continue;
    double most = 0.0;
    for (std::size_t c = 0; c < k; ++c) {
      double along = 0.0;
      for (std::size_t j = 0; j < n; ++j) along += row[j] * motions[j * k + c];
      most = std::max(most, std::abs(along));
    }
    if (most < nothing) locked.push_back(drive);
  }
  return locked;
}

}  // namespace alembert
