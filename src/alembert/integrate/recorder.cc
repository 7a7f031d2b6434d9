#include "alembert/integrate/recorder.h"

#include <algorithm>
#include <cmath>

namespace alembert {

Recorder::Recorder(const System& system, SystemOde& ode, const Sink& sink, Account& account)
    : system_(system),
      hybrid_(dynamic_cast<const HybridSystem*>(&system)),
      ode_(ode),
      sink_(sink),
      account_(account),
      rates_(static_cast<std::size_t>(ode.sizes().nv + ode.sizes().nz)),
      phi_(static_cast<std::size_t>(ode.sizes().nc)),
      b_(static_cast<std::size_t>(ode.sizes().na)),
      y_(static_cast<std::size_t>(ode.size())),
      inside_(y_.size()),
      zero_(static_cast<std::size_t>(ode.sizes().nv)),
      step_(zero_.size()),
      zero_rows_(b_.size()),
      lambda_(b_.size()) {}

Status Recorder::deliver(Stepper& method, double t) {
  if (const Status status = method.interpolate(t, y_); !status.good()) return status;
  return record(t, system_.dissipates() ? dissipated_at(method, t) : account_.dissipated);
}

Status Recorder::deliver(double t, std::span<const double> y) {
  std::ranges::copy(y, y_.begin());
  return record(t, account_.dissipated);
}

Status Recorder::record(double t, double dissipated) {
  bool moved = false;
  if (account_.rows > 0 || !kept(t))
    if (Status status = ode_.project(t, y_, moved); !status.good()) return status;
  const auto nq = static_cast<std::size_t>(ode_.sizes().nq), nv = static_cast<std::size_t>(ode_.sizes().nv);
  const std::span<double> y = y_;
  system_.tidy(y.first(nq));
  if (hybrid_ != nullptr) hybrid_->settle(y.subspan(nq, nv));
  const State x = ode_.state(t, y_);
  system_.inputs(t, ode_.inputs());
  const std::span<double> rates = rates_;
  Status status = ode_.accelerate(x, rates.first(x.v.size()), rates.subspan(x.v.size()));
  status.time = t;
  if (!status.good()) return status;
  for (std::size_t i = 0; i < x.v.size(); ++i)
    if (!std::isfinite(rates[i])) return {Trouble::not_finite, ode_.sizes().nq + static_cast<int>(i), t};

  const std::int64_t dependent = dependent_rows(x);
  const Energies energies = system_.energies(x, ode_.inputs());
  if (!enter(energies)) return {Trouble::not_finite, -1, t};
  if (account_.rows > 0 && dependent != account_.dependent_rows && ++account_.rank_changes == 1)
    account_.rank_change_time = t;
  account_.dependent_rows = dependent;
  const double constraint = violation(x);
  account_.constraint_max = std::max(account_.constraint_max, constraint);
  account_.constraint_speed_max = std::max(account_.constraint_speed_max, speed_violation(x));
  account_.work_end = y_.back();
  account_.dissipated_end = dissipated;
  account_.time = t;
  ++account_.rows;
  if (!sink_({x, ode_.inputs(), rates.first(x.v.size()), energies, y_.back(), constraint, account_.balance}))
    return {Trouble::interrupted, -1, t};
  return {};
}

/// Rows that depend on others, or nearly so, at the state itself: accelerations may have come from elsewhere
/// (passage.h).
std::int64_t Recorder::dependent_rows(const State& x) {
  if (b_.empty()) return 0;
  system_.constrained_solve(x.t, x.q, zero_, zero_rows_, step_, lambda_);
  return ode_.sizes().na - system_.rows_above(rows_apart);
}

/// Whether a start stays as it is, bit for bit: it is on the constraints as well as assembly leaves it.
bool Recorder::kept(double t) {
  constexpr double assembled = 1e-12;
  const State x = ode_.state(t, y_);
  return violation(x) <= assembled && speed_violation(x) <= assembled;
}

double Recorder::violation(const State& x) {
  system_.constraint(x.t, x.q, phi_);
  double largest = 0.0;
  for (const double phi : phi_) largest = std::max(largest, std::abs(phi));
  return largest;
}

/// Largest |A v - b|.
double Recorder::speed_violation(const State& x) {
  if (b_.empty()) return 0.0;
  system_.constraint_jacobian(x.t, x.q, A_);
  system_.constraint_speed(x.t, x.q, b_);
  double largest = 0.0;
  for (std::size_t i = 0; i < b_.size(); ++i) {
    double miss = -b_[i];
    for (auto k = static_cast<std::size_t>(A_.first[i]); k < static_cast<std::size_t>(A_.first[i + 1]); ++k)
      miss += A_.value[k] * x.v[static_cast<std::size_t>(A_.column[k])];
    largest = std::max(largest, std::abs(miss));
  }
  return largest;
}

bool Recorder::enter(const Energies& e) {
  if (!std::isfinite(e.kinetic) || !std::isfinite(e.potential) || !std::isfinite(e.conserved)) return false;
  Account& a = account_;
  if (a.rows == 0) {
    a.kinetic_start = e.kinetic;
    a.potential_start = e.potential;
    a.conserved_start = e.conserved;
  }
  a.kinetic_end = e.kinetic;
  a.potential_end = e.potential;
  a.balance = e.conserved - a.conserved_start - y_.back();
  a.kinetic.include(e.kinetic);
  a.potential.include(e.potential);
  a.drift = std::max(a.drift, std::abs(a.balance));
  a.swing = std::max(a.swing, a.kinetic.width() + a.potential.width());
  const double along = a.kinetic_steps.width() + a.potential_steps.width();
  if (along > 2.0 * a.swing) a.swing = along;
  a.level = std::max(a.level, std::abs(e.kinetic) + std::abs(e.potential));
  return true;
}

/// Energies of some steps tell how much moves between the rows.
void Recorder::look_at_energies(double t) {
  const std::int64_t n = account_.steps++;
  if (n % 5 != 0 && n % 7 != 0) return;  // whatever number of steps a swing has
  system_.inputs(t, ode_.inputs());
  const Energies e = system_.energies(ode_.state(t, inside_), ode_.inputs());
  if (!std::isfinite(e.kinetic) || !std::isfinite(e.potential)) return;
  account_.kinetic_steps.include(e.kinetic);
  account_.potential_steps.include(e.potential);
}

double Recorder::loss_rate(double t, std::span<const double> y) {
  system_.inputs(t, ode_.inputs());
  return system_.energies(ode_.state(t, y), ode_.inputs()).dissipation;
}

void Recorder::begin(double t, std::span<const double> y) {
  if (system_.dissipates()) account_.loss_rate = loss_rate(t, y);
}

Status Recorder::add_step(Stepper& method, double until) {
  if (const Status status = method.interpolate(until, inside_); !status.good()) return status;
  account_.work = inside_.back();
  look_at_energies(until);
  if (!system_.dissipates()) return {};
  loss_.before = account_.dissipated;
  if (const std::optional<double> integrated = method.dissipated()) {
    account_.dissipated += *integrated;
    account_.loss_rate = loss_rate(until, inside_);
    return {};
  }
  loss_.begin = method.t_before();
  loss_.h = until - loss_.begin;
  // Lobatto's points, with the rule of order 8: ends, middle, and (1 -+ sqrt(3/7))/2.
  const double inner = 0.5 - 0.5 * std::sqrt(3.0 / 7.0);
  loss_.at = {0.0, 1.0};
  loss_.rate = {account_.loss_rate, loss_rate(until, inside_)};
  account_.loss_rate = loss_.rate.back();
  for (const double share : {inner, 0.5, 1.0 - inner}) {
    const double t = loss_.begin + share * loss_.h;
    if (const Status status = method.interpolate(t, inside_); !status.good()) return status;
    loss_.at.push_back(share);
    loss_.rate.push_back(loss_rate(t, inside_));
  }
  account_.dissipated = dissipated_at(until);
  return {};
}

/// Up to a time in the last step, for which the method has interpolated last.
double Recorder::dissipated_at(const Stepper& method, double t) const {
  const std::optional<double> integrated = method.dissipated();
  return integrated ? loss_.before + *integrated : dissipated_at(t);
}

/// Up to a time in the last step: the integral of the polynomial through the rates.
double Recorder::dissipated_at(double t) const {
  const double end = loss_.h > 0.0 ? (t - loss_.begin) / loss_.h : 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < loss_.at.size(); ++i) {
    // Lagrange's polynomial of this point, by rising powers.
    std::vector<double> c = {1.0};
    for (std::size_t j = 0; j < loss_.at.size(); ++j) {
      if (j == i) continue;
      const double apart = loss_.at[i] - loss_.at[j];
      c.push_back(0.0);
      for (std::size_t k = c.size() - 1; k > 0; --k) c[k] = (c[k - 1] - loss_.at[j] * c[k]) / apart;
      c[0] *= -loss_.at[j] / apart;
    }
    double power = end;
    for (std::size_t k = 0; k < c.size(); ++k, power *= end)
      sum += loss_.rate[i] * c[k] * power / static_cast<double>(k + 1);
  }
  return loss_.before + loss_.h * sum;
}

}  // namespace alembert
