#include "alembert/analysis/certificate/lines/certify_impacts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"
#include "alembert/linalg/rank.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert {
namespace {

/// A state at a stop that moves into it, all else as at the start but for random speeds; nothing where rows do not
/// allow it or another stop is met as well.
std::optional<Point> running_into(const CertifyBench& bench, const HybridSystem& stops, const Contact& contact,
                                  const MechanismSample& s) {
  const MechanismSetup& setup = bench.setup;
  Point x = start_point(setup);
  const auto speed = index(contact.speed);
  x.v = s.x.v;
  x.q[index(contact.coordinate)] = contact.bound;
  x.v[speed] = -contact.normal * (0.5 * bench.force_sizes.units()[speed] + std::abs(x.v[speed]));
  if (setup.constraints.rows.size() > 0) {
    AssembleOptions options = sample_options(setup);
    options.keep_q.assign(x.v.size(), false);
    options.keep_v = options.keep_q;
    options.keep_q[speed] = options.keep_v[speed] = true;
    if (assemble(ConstraintSystem(setup.kinematics()), x.t, options, x.q, x.v)) return {};
  }
  const auto open = [&](const Contact& other) {
    return other.coordinate == contact.coordinate || other.coordinate >= static_cast<int>(x.q.size()) ||
           other.gap(x.q[index(other.coordinate)]) > 1e-6 * other.size;
  };
  if (!std::ranges::all_of(stops.contacts(), open)) return {};
  return x;
}

double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

double impact_residual(const FoundImpact& impact, std::span<const double> M, std::span<const double> A) {
  const std::size_t n = impact.before.size(), rows = A.size() / n, speed = index(impact.speed);
  const auto momentum = [&](std::span<const double> v) {
    std::vector<double> p;
    for (std::size_t i = 0; i < n; ++i) p.push_back(product(M.subspan(i * n, n), v));
    return p;
  };
  std::vector<double> dv(n), mean(n);
  for (std::size_t i = 0; i < n; ++i) {
    dv[i] = impact.after[i] - impact.before[i];
    mean[i] = 0.5 * (impact.after[i] + impact.before[i]);
  }
  const std::vector<double> impulse = momentum(dv);
  const double approach = impact.before[speed], e = impact.restitution;
  double worst = std::abs(impact.after[speed] + e * approach) / std::abs(approach);

  // Impulses of the stop and of rows alone.
  const std::size_t width = rows + 1;
  std::vector<double> directions(n * width, 0.0);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < rows; ++k) directions[i * width + k] = A[k * n + i];
  directions[speed * width + rows] = 1.0;
  const std::vector<double> parts = least_squares(static_cast<int>(n), static_cast<int>(width), directions, impulse);
  double off = 0.0;
  for (std::size_t i = 0; i < n; ++i)
    off = std::max(off, std::abs(impulse[i] - product(std::span(directions).subspan(i * width, width), parts)));
  worst = std::max(worst, off / size_of(impulse));

  const double stored = 0.5 * product(dv, impulse),
               scale = stored + 0.5 * product(impact.before, momentum(impact.before));
  worst = std::max(worst, std::abs(impact.energy - product(mean, impulse)) / scale);
  const double lost = (1.0 - e) / (1.0 + e) * stored;
  return std::max(worst, std::abs(impact.supplied - impact.energy - lost) / scale);
}

void check_impacts(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  const std::string name = "impacts by their law";
  const MechanismSystem system(bench.setup);
  const HybridSystem stops(system);
  const int nq = static_cast<int>(bench.setup.q0.size());
  const auto of_tree = [&](const Contact& contact) { return contact.coordinate < nq; };
  if (stops.contacts().empty()) {
    certificate.checks.push_back(not_applicable(name, "no joint has stops"));
    return;
  }
  if (std::ranges::none_of(stops.contacts(), of_tree)) {
    certificate.checks.push_back(not_done(name, "only joints that close loops have stops"));
    return;
  }
  constexpr std::size_t most_states = 5;
  Worst worst(name, 1e-9);
  for (std::size_t i = 0; i < stops.contacts().size(); ++i) {
    if (!of_tree(stops.contacts()[i])) continue;
    for (std::size_t k = 0; k < samples.size() && k < most_states; ++k) {
      worst.next_state();
      std::optional<Point> x = running_into(bench, stops, stops.contacts()[i], samples[k]);
      const HybridSystem hybrid(system);
      if (!x || !hybrid.begin(x->t, x->q, x->v, x->z).good()) continue;
      const Contact& contact = hybrid.contacts()[i];
      FoundImpact impact{contact.speed, contact.restitution, x->v, {}, 0.0, 0.0};
      const std::array<int, 1> crossed{static_cast<int>(i)};
      if (!hybrid.happened(crossed, x->t, x->q, x->v, x->z).good()) continue;
      impact.after = x->v;
      impact.energy = hybrid.energy_jump();
      impact.supplied = hybrid.supplied_jump();
      EvaluateOptions options;
      options.at = *x;
      const Evaluation e = bench.evaluator.at(options);
      worst.add_relative(impact_residual(impact, e.M, e.jacobian),
                         [&] { return contact.name + ", " + describe(bench.setup.model, *x); });
    }
  }
  certificate.checks.push_back(worst.finish("an impact breaks its law", "no state runs into the stop alone"));
}

}  // namespace alembert
