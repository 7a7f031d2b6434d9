#include "alembert/integrate/passage.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace alembert {
namespace {

/// Weights at s = 0 for values at s = 1, 2, 3, 4 (and the same at -1 ... -4): prod_{j != k} j^2 / (j^2 - k^2) / 2.
constexpr std::array<double, 4> weights = {4.0 / 5.0, -2.0 / 5.0, 4.0 / 35.0, -1.0 / 70.0};
/// The same for s = 1, 2, 3: of degree 5, to tell how good degree 7 is.
constexpr std::array<double, 4> fewer_weights = {3.0 / 4.0, -3.0 / 10.0, 1.0 / 20.0, 0.0};

/// [rad or m] how far the motion goes between two places: the first try, and the farthest.
constexpr double nearest = 1e-3, farthest = 0.2;

}  // namespace

Passage::Passage(const System& system, Projection& projection) : system_(system), projection_(projection) {
  const Sizes sizes = system.sizes();
  q_.resize(static_cast<std::size_t>(sizes.nq));
  v_.resize(static_cast<std::size_t>(sizes.nv));
  dq_ = vdot_ = sum_ = fewer_ = v_;
  u_.resize(static_cast<std::size_t>(sizes.nu));
  zdot_.resize(static_cast<std::size_t>(sizes.nz));
}

bool Passage::rows_move(const State& x) {
  row_speeds_.resize(static_cast<std::size_t>(system_.sizes().na));
  system_.constraint_speed(x.t, x.q, row_speeds_);
  return std::ranges::any_of(row_speeds_, [](double b) { return b != 0.0; });
}

/// Accelerations at a place on the path, in vdot_.
bool Passage::at(const State& x, double s) {
  const double t = time_goes_on_ ? x.t + s : x.t;
  for (std::size_t i = 0; i < dq_.size(); ++i) dq_[i] = s * x.v[i];
  system_.step(x.q, dq_, q_);
  std::ranges::copy(x.v, v_.begin());
  bool moved = false;
  if (!projection_.project(t, q_, v_, moved).good()) return false;
  system_.inputs(t, u_);
  const Status status = system_.accelerate({t, q_, v_, x.z}, u_, vdot_, zdot_, {});
  return status.good() || status.trouble == Trouble::inconsistent;
}

bool Passage::clear_at(const State& x, double s) { return at(x, s) && !near(); }

/// What rounding leaves in accelerations that the system finds here, relative to them: that of rows over the square of
/// how far they are apart.
double Passage::direct_error() const {
  constexpr double rounding = 1e-15, least = 1e-15;
  double square = 1e-4;
  while (square > least && projection_.fewer_than_ever(square)) square *= 0.1;
  return rounding / square;
}

bool Passage::accelerate(const State& x, bool found, System::Out vdot) {
  const double direct = found ? direct_error() : 0.0;
  double fastest = 0.0;
  for (const double v : x.v) fastest = std::max(fastest, std::abs(v));
  if (!(fastest > 0.0) || !std::isfinite(fastest)) return false;
  time_goes_on_ = rows_move(x);
  double h = nearest / fastest;
  while (!clear_at(x, h) || !clear_at(x, -h)) {
    h *= 2.0;
    if (h * fastest > farthest) return false;
  }
  std::ranges::fill(sum_, 0.0);
  std::ranges::fill(fewer_, 0.0);
  double largest = 0.0, apart = 0.0;
  for (std::size_t k = 0; k < weights.size(); ++k)
    for (const double side : {-1.0, 1.0}) {
      if (!at(x, side * static_cast<double>(k + 1) * h)) return false;
      for (std::size_t i = 0; i < sum_.size(); ++i) {
        sum_[i] += weights[k] * vdot_[i];
        fewer_[i] += fewer_weights[k] * vdot_[i];
        largest = std::max(largest, std::abs(vdot_[i]));
      }
    }
  for (std::size_t i = 0; i < sum_.size(); ++i) apart = std::max(apart, std::abs(sum_[i] - fewer_[i]));
  if (found && apart > direct * largest) return false;
  std::ranges::copy(sum_, vdot.begin());
  return true;
}

}  // namespace alembert
