/// Friction of a HybridSystem that follows what its joint carries.
///
/// The load N across a joint's axis is linear in accelerations and multipliers, hence in all forces along rows:
/// N_i(f) = N_i(0) + sum of B_ik f_k. While friction k slides, f_k = -s_k c_k |N_k(f)| with s_k the direction, and
/// while it is held with another number between -1 and 1: as many equations as unknowns, solved by Newton's method.
/// They have one solution as long as a friction changes its own load by less than its own size; beyond that a mechanism
/// may jam (Painleve's paradox), which is told, not guessed.
#include <algorithm>
#include <cmath>
#include <functional>

#include "alembert/linalg/dense_solve.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/events/hybrid_thresholds.h"

namespace alembert {
namespace {

double norm(const Vec3<double>& a) { return std::sqrt(dot(a, a)); }

}  // namespace

Vec3<double> HybridSystem::LoadMap::at(std::size_t i, In f) const {
  Vec3<double> load = at_none[i];
  for (std::size_t k = 0; k < f.size(); ++k) load = load + f[k] * by[k][i];
  return load;
}

HybridSystem::LoadMap HybridSystem::LoadMap::of(std::size_t count,
                                                const std::function<std::vector<Vec3<double>>(In)>& loads_at) {
  LoadMap loads;
  std::vector<double> f(count);
  loads.at_none = loads_at(f);
  for (std::size_t k = 0; k < count; ++k) {
    f[k] = 1.0;
    std::vector<Vec3<double>>& by = loads.by.emplace_back(loads_at(f));
    for (std::size_t i = 0; i < by.size(); ++i) by[i] = by[i] - loads.at_none[i];
    f[k] = 0.0;
  }
  return loads;
}

/// Names the joint where it can be no other.
Status HybridSystem::jammed(double t) const {
  const int speed = frictions_[loaded_.front()].speed;
  return {Trouble::jams, loaded_.size() == 1 && joints_->in_tree(speed) ? speed : -1, t};
}

/// A joint that is led and at rest has none, for it has no direction.
bool HybridSystem::slides_loaded(const DryFriction& friction, double speed) const {
  return !friction.rests() && !(friction.led() && std::abs(speed) < friction.still());
}

/// Whether its force is to be found from its load alone.
bool HybridSystem::acts_by_load(const DryFriction& friction, double speed) const {
  return friction.mode == DryFriction::Mode::held || slides_loaded(friction, speed);
}

/// What joints carry where these forces act along rows of added_ on top of accelerations, multipliers and corrections
/// that are known.
std::vector<Vec3<double>> HybridSystem::loads_with(const State& x, In u, In vdot, In base_lambda,
                                                   std::span<const Active> rows, In force) const {
  const Mechanism& model = mechanism_->setup().model;
  std::vector<double> a(vdot.begin(), vdot.end()), lambda(base_lambda.begin(), base_lambda.end());
  std::vector<double> efforts(model.speeds.size() + model.dependent_speeds.size());
  each_correction(x, u,
                  [&](const Active& active, double by) { efforts[static_cast<std::size_t>(active.speed)] += by; });
  for (std::size_t i = 0; i < rows.size(); ++i) {
    efforts[static_cast<std::size_t>(rows[i].speed)] += force[i];
    for (std::size_t d = 0; d < a.size(); ++d) a[d] += force[i] * added_.response(i)[d];
    for (std::size_t d = 0; d < lambda.size(); ++d) lambda[d] += force[i] * added_.multipliers(i)[d];
  }
  return mechanism_->joint_loads(*loads_, x, u, a, lambda, efforts);
}

/// Fills in the forces of `acting` from `first` on, of frictions that act by load, and the sizes of all that follow
/// loads. The rows of added_ are those of `acting`, the active ones first; vdot and base_lambda hold what is known.
/// False where no size fits.
bool HybridSystem::follow_loads(const State& x, In u, In vdot, In base_lambda, std::span<const Active> acting,
                                std::size_t first, Out force) const {
  const std::size_t m = acting.size() - first, active = active_.size();
  const auto loads_at = [&](In f) {
    std::vector<double> rows(active), all(acting.size());
    for (std::size_t i = 0; i < active; ++i) {
      rows[i] = along(added_.row(i), vdot) + joints_->bias(x, u, acting[i].speed);
      for (std::size_t k = 0; k < m; ++k) rows[i] += added_.compliance(i, first + k) * f[k];
    }
    if (active > 0) solve_active(rows);
    std::ranges::copy(rows, all.begin());
    std::ranges::copy(f, all.begin() + static_cast<std::ptrdiff_t>(first));
    return loads_with(x, u, vdot, base_lambda, acting, all);
  };
  const LoadMap loads = LoadMap::of(m, loads_at);
  std::vector<double> f(m);
  // The place in loaded_ of friction k.
  std::vector<std::size_t> place;
  for (std::size_t k = 0; k < m; ++k)
    place.push_back(static_cast<std::size_t>(std::ranges::find(loaded_, acting[first + k].index) - loaded_.begin()));
  if (!slide_under_loads(loads, place, f)) return false;
  std::ranges::copy(f, force.begin() + static_cast<std::ptrdiff_t>(first));
  for (std::size_t i = 0; i < loaded_.size(); ++i) frictions_[loaded_[i]].bear(norm(loads.at(i, f)));
  return true;
}

/// f_k = c_k |N_k(f)| for the frictions loaded_[place[k]], c_k what they take for each newton.
bool HybridSystem::slide_under_loads(const LoadMap& loads, std::span<const std::size_t> place, Out f) const {
  const std::size_t m = f.size();
  std::vector<double> J(m * m), g(m);
  constexpr int most = 60;
  for (int round = 0; round < most; ++round) {
    double size = 0.0;
    for (std::size_t k = 0; k < m; ++k) {
      const DryFriction& friction = frictions_[loaded_[place[k]]];
      const double c = friction.force_per_load();
      const Vec3<double> N = loads.at(place[k], f);
      const double load = norm(N);
      g[k] = c * load - f[k];
      size = std::max(size, std::abs(c) * load);
      for (std::size_t j = 0; j < m; ++j)
        J[k * m + j] = (k == j ? 1.0 : 0.0) - (load > 0.0 ? c / load * dot(N, loads.by[j][place[k]]) : 0.0);
    }
    const DenseSolution step = solve_dense(static_cast<int>(m), static_cast<int>(m), J, g);
    double change = 0.0;
    for (std::size_t k = 0; k < m; ++k) {
      f[k] += step.x[k];
      change = std::max(change, std::abs(step.x[k]));
    }
    constexpr double rounding = 1e-14;
    if (change <= rounding * size) {
      // Against the motion, or there is no such force.
      for (std::size_t k = 0; k < m; ++k)
        if (f[k] * frictions_[loaded_[place[k]]].force_per_load() <
            -rounding * size * std::abs(frictions_[loaded_[place[k]]].force_per_load()))
          return false;
      return true;
    }
  }
  return m == 0;
}

/// Loads as they follow from forces along the rows of `tried`, which are those of added_.
HybridSystem::LoadMap HybridSystem::load_map(const State& x, const std::vector<Trial>& tried) const {
  if (loaded_.empty()) return {};
  std::vector<Active> rows;
  for (const Trial& trial : tried) rows.push_back(trial.row);
  return LoadMap::of(rows.size(), [&](In f) { return loads_with(x, u_, vdot_, base_lambda_, rows, f); });
}

/// Bounds of frictions as their sizes are now.
void HybridSystem::bound(const std::vector<Trial>& tried, BoxComplementarity& problem) const {
  for (std::size_t k = 0; k < tried.size(); ++k) {
    if (tried[k].row.contact) continue;
    const DryFriction& friction = frictions_[tried[k].row.index];
    if (tried[k].slides != 0.0) {
      problem.low[k] = problem.high[k] = tried[k].slides > 0.0 ? -friction.forward : friction.backward;
    } else {
      problem.low[k] = -friction.forward_at_rest;
      problem.high[k] = friction.backward_at_rest;
    }
  }
}

/// Frictions take what these forces load them with; by how much loads have changed, of their size.
double HybridSystem::bear_loads(const LoadMap& loads, In f) const {
  double change = 0.0;
  for (std::size_t i = 0; i < loaded_.size(); ++i) {
    DryFriction& friction = frictions_[loaded_[i]];
    const double load = norm(loads.at(i, f)), size = friction.per_load_at_rest * load;
    if (size > 0.0) change = std::max(change, std::abs(size - friction.forward_at_rest) / size);
    friction.bear(load);
  }
  return change;
}

/// Solves a problem whose bounds may depend on its answer.
bool HybridSystem::solve_bounded(const std::vector<Trial>& tried, const LoadMap& loads,
                                 BoxComplementarity& problem) const {
  if (loaded_.empty()) {
    bound(tried, problem);
    return solve(problem, force_rounding);
  }
  problem.f.assign(tried.size(), 0.0);
  bear_loads(loads, problem.f);
  constexpr int most = 500;
  for (int round = 0; round < most; ++round) {
    bound(tried, problem);
    if (!(round == 0 ? solve(problem, force_rounding) : solve_nearby(problem, force_rounding))) return false;
    if (bear_loads(loads, problem.f) <= 0.1 * force_rounding) return true;
  }
  return false;
}

}  // namespace alembert
