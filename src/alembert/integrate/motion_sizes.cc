#include "alembert/integrate/motion_sizes.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "alembert/core/index.h"
#include "alembert/core/random.h"

namespace alembert {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr int looks = 4;                    // at forces to come
constexpr double common_size = 1.0 / 30.0;  // from here on a tolerance is taken as it is written

/// Accelerations at a place beside the start; empty where there are none.
class Beside {
 public:
  Beside(const System& system, const State& start)
      : system_(system),
        start_(start),
        q_(start.q.size()),
        a_(start.v.size()),
        zdot_(start.z.size()),
        u_(index(system.sizes().nu)) {
    system.inputs(start.t, u_);
  }
  bool find(std::span<const double> move) {
    system_.step(start_.q, move, q_);
    const Status status = system_.accelerate({start_.t, q_, start_.v, start_.z}, u_, a_, zdot_, {});
    return status.good() && std::ranges::all_of(a_, [](double x) { return std::isfinite(x); });
  }
  const std::vector<double>& accelerations() const { return a_; }
  std::span<const double> inputs() const { return u_; }

 private:
  const System& system_;
  const State& start_;
  std::vector<double> q_, a_, zdot_, u_;
};

}  // namespace

MotionSizes::MotionSizes(const System& system, const State& start, double end, double tolerance)
    : sizes_(system.sizes()), tolerance_(tolerance), start_(start.q.begin(), start.q.end()) {
  allowances_.assign(index(sizes_.nq + sizes_.nv + sizes_.nz + 1), 1.0);
  reach_.assign(index(sizes_.nq + sizes_.nv), 0.0);
  given_.assign(reach_.size(), false);
  for (int i = 0; i < sizes_.nq; ++i) speed_of_.push_back(system.speed_of(i));
  constexpr int most_speeds = 100;  // the work grows with their square
  if (sizes_.nv == 0 || sizes_.nv > most_speeds || !(tolerance > 0.0)) return;
  const std::vector<double> memory = system.memory();
  find_scales(system, start, end);
  system.recall(memory);
  if (known_) update();
}

void MotionSizes::find_scales(const System& system, const State& start, double end) {
  const std::size_t nv = start.v.size();
  Beside beside(system, start);
  std::vector<double> move(nv, 0.0);
  if (!beside.find(move)) return;
  const std::vector<double> a = beside.accelerations();
  // M_ii from kinetic energies, whose parts without and with one speed drop out.
  std::vector<double> one(nv, 0.0);
  const auto kinetic = [&] { return system.energies({start.t, start.q, one, start.z}, beside.inputs()).kinetic; };
  const double rest = kinetic();
  for (std::size_t i = 0; i < nv; ++i) {
    one[i] = 1.0;
    const double forward = kinetic();
    one[i] = -1.0;
    mass_.push_back(forward + kinetic() - 2.0 * rest);
    one[i] = 0.0;
    if (!(mass_.back() > 0.0) || !std::isfinite(mass_.back())) return;
  }
  double largest_q = 0.0;
  for (const double q : start.q) largest_q = std::max(largest_q, std::abs(q));
  const double near = 1e-7 * (largest_q > 0.0 ? std::min(largest_q, 1.0) : 1.0);

  // The largest frequency: what small displacements, in units of equal energy, do to accelerations, again and again.
  Random random(1);
  std::vector<double> unit(nv), direction(nv);
  double largest_unit = 0.0;
  for (std::size_t i = 0; i < nv; ++i) largest_unit = std::max(largest_unit, unit[i] = 1.0 / std::sqrt(mass_[i]));
  for (double& x : direction) x = random.symmetric();
  double square = 0.0;
  constexpr int rounds = 8;
  for (int k = 0; k < rounds; ++k) {
    for (std::size_t i = 0; i < nv; ++i) move[i] = near * direction[i] * unit[i] / largest_unit;
    if (!beside.find(move)) return;
    double length = 0.0;
    for (std::size_t i = 0; i < nv; ++i) {
      direction[i] = (beside.accelerations()[i] - a[i]) / near / unit[i] * largest_unit;
      length = std::max(length, std::abs(direction[i]));
    }
    square = length;
    if (!(length > 0.0)) break;
    for (double& x : direction) x /= length;
  }
  time_scale_ = std::min(std::abs(end - start.t), square > 0.0 ? 1.0 / std::sqrt(square) : end - start.t);
  if (!(time_scale_ > 0.0)) return;
  double from_rest = 0.0;
  for (std::size_t i = 0; i < nv; ++i) {
    energy_ += 0.5 * mass_[i] * start.v[i] * start.v[i];
    from_rest += 0.5 * mass_[i] * a[i] * a[i] * time_scale_ * time_scale_;
  }
  look_for_rounding(system, start, time_scale_);
  energy_ = std::max(energy_, from_rest);
  if (energy_ <= rounding_) energy_ = 0.0;

  floor_.assign(reach_.size(), 0.0);
  const std::vector<double> noise = noise_of(system, start, a);
  if (noise.empty()) return;
  const double of_rows = sizes_.nc > 0 ? 8.0 * epsilon * std::max(1.0, largest_q) : 0.0;
  for (std::size_t i = 0; i < start.q.size(); ++i) {
    const auto d = index(speed_of_[i]);
    floor_[i] = 4.0 * epsilon * std::abs(start.q[i]) + 4.0 * noise[d] * time_scale_ * time_scale_ + of_rows;
    floor_[start.q.size() + d] = std::max(floor_[start.q.size() + d], floor_[i] / time_scale_);
  }
  known_ = true;
}

/// [speed] what accelerations near the start are off by: second differences over displacements so small that curvature
/// is nothing.
std::vector<double> MotionSizes::noise_of(const System& system, const State& start, std::span<const double> a) const {
  const std::size_t nv = start.v.size();
  Beside beside(system, start);
  Random random(2);
  std::vector<double> noise(nv, 0.0), move(nv), near(nv);
  constexpr int tries = 3;
  constexpr double share = 1e-6, of_rest = 1e-8;
  for (int k = 0; k < tries; ++k) {
    for (std::size_t i = 0; i < nv; ++i) {
      const double size = energy_ > 0.0 ? share * std::sqrt(2.0 * energy_ / mass_[i]) * time_scale_ : of_rest;
      near[i] = std::min(size, of_rest) * random.symmetric();
    }
    if (!beside.find(near)) return {};
    const std::vector<double> once = beside.accelerations();
    for (std::size_t i = 0; i < nv; ++i) move[i] = 2.0 * near[i];
    if (!beside.find(move)) return {};
    for (std::size_t i = 0; i < nv; ++i)
      noise[i] = std::max(noise[i], std::abs(beside.accelerations()[i] - 2.0 * once[i] + a[i]));
  }
  return noise;
}

void MotionSizes::expect(const System& system, const State& x, double horizon) {
  const bool all_common = std::ranges::all_of(allowances_, [](double a) { return a == 1.0; });
  if (!known_ || (all_common && energy_ > 0.0)) return;
  const double length = std::min(time_scale_, horizon - x.t);
  look_for_rounding(system, x, length);
  std::vector<double> a(x.v.size()), zdot(x.z.size()), u(index(sizes_.nu));
  for (int k = 0; k <= looks; ++k) {
    const State later{x.t + length * k / looks, x.q, x.v, x.z};
    system.inputs(later.t, u);
    if (!system.accelerate(later, u, a, zdot, {}).good()) continue;
    double from_rest = 0.0;
    for (std::size_t i = 0; i < a.size(); ++i) from_rest += 0.5 * mass_[i] * std::pow(a[i] * length, 2);
    if (std::isfinite(from_rest) && from_rest > rounding_) energy_ = std::max(energy_, from_rest);
  }
  update();
}

/// From what the forces would make of rest if nothing held it.
void MotionSizes::look_for_rounding(const System& system, const State& x, double length) {
  constexpr double rounding = 1e-12;  // what forces in balance leave of accelerations
  const std::vector<double> rest(x.v.size(), 0.0), unpushed(index(system.sizes().na), 0.0);
  std::vector<double> f(x.v.size()), zdot(x.z.size()), u(index(sizes_.nu));
  for (int k = 0; k <= looks; ++k) {
    const State later{x.t + length * k / looks, x.q, x.v, x.z};
    system.inputs(later.t, u);
    if (!system.residual(later, u, rest, unpushed, f, zdot).good()) continue;
    double unheld = 0.0;
    for (std::size_t i = 0; i < f.size(); ++i) unheld += 0.5 / mass_[i] * std::pow(f[i] * length, 2);
    if (std::isfinite(unheld)) rounding_ = std::max(rounding_, rounding * rounding * unheld);
  }
}

void MotionSizes::see(std::span<const double> y) {
  if (!known_) return;
  const std::size_t nq = index(sizes_.nq), nv = index(sizes_.nv);
  double energy = 0.0;
  for (std::size_t i = 0; i < nq; ++i) reach_[i] = std::max(reach_[i], std::abs(y[i] - start_[i]));
  for (std::size_t i = 0; i < nv; ++i) {
    reach_[nq + i] = std::max(reach_[nq + i], std::abs(y[nq + i]));
    energy += 0.5 * mass_[i] * y[nq + i] * y[nq + i];
  }
  if (std::isfinite(energy) && energy > rounding_) energy_ = std::max(energy_, energy);
  update();
}

void MotionSizes::update() {
  if (!(energy_ > 0.0)) return;
  const std::size_t nq = index(sizes_.nq);
  const auto allow = [&](std::size_t i, double size) {
    if (given_[i]) return;
    allowances_[i] = std::min(1.0, std::max({size / common_size, reach_[i] / common_size, floor_[i] / tolerance_}));
  };
  for (std::size_t d = 0; d < mass_.size(); ++d) allow(nq + d, std::sqrt(2.0 * energy_ / mass_[d]));
  for (std::size_t i = 0; i < nq; ++i) allow(i, std::sqrt(2.0 * energy_ / mass_[index(speed_of_[i])]) * time_scale_);
  allowances_.back() = std::min(1.0, energy_ / common_size);  // work
}

void MotionSizes::set(int component, double allowance) {
  const std::size_t i = index(component);
  allowances_[i] = allowance;
  if (i < given_.size()) given_[i] = true;
}

std::vector<MotionSizes::Below> MotionSizes::below(double absolute) const {
  constexpr double rounding = 1e3;  // of floors: what moves by less may be at rest
  constexpr double share = 1e-13;   // of the largest motion: what others leave of a coordinate that does not move
  std::vector<Below> list;
  if (!known_) return list;
  double largest = 0.0;
  for (int i = 0; i < sizes_.nq; ++i) largest = std::max(largest, reach_[index(i)]);
  for (int i = 0; i < sizes_.nq; ++i) {
    const double moved = reach_[index(i)], allowed = absolute * allowances_[index(i)];
    const double noise = std::max(rounding * std::max(floor_[index(i)], epsilon * epsilon * allowed), share * largest);
    if (moved > noise && moved < allowed) list.push_back({i, moved, allowed});
  }
  return list;
}

std::vector<double> MotionSizes::memory() const {
  std::vector<double> memory{energy_, rounding_};
  memory.insert(memory.end(), reach_.begin(), reach_.end());
  return memory;
}

void MotionSizes::recall(std::span<const double> memory) {
  energy_ = memory[0];
  rounding_ = memory[1];
  std::ranges::copy(memory.subspan(2), reach_.begin());
  if (known_) update();
}

}  // namespace alembert
