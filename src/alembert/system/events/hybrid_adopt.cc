/// What an answer of decide() stands for: the modes of contacts and frictions of a HybridSystem.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

#include "alembert/core/index.h"
#include "alembert/linalg/force_sharing.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/events/hybrid_thresholds.h"

namespace alembert {
namespace {

/// How far row i is from w = 0, of the sizes that it is made of.
double share_left(const BoxComplementarity& problem, std::size_t i) {
  const std::size_t n = problem.b.size();
  double w = problem.b[i], size = std::abs(problem.b[i]);
  for (std::size_t j = 0; j < n; ++j) {
    w += problem.S[i * n + j] * problem.f[j];
    size += std::abs(problem.S[i * n + j] * problem.f[j]);
  }
  return size > 0.0 ? std::abs(w) / size : 0.0;
}

/// Where rows that must not move move by more than this share, nothing holds them.
constexpr double unmoved = 1e-6;

/// Of a force as it is found and followed, beside which it is at a bound: ten times what solve() allows.
double force_noise(const BoxComplementarity& problem, std::size_t k) {
  const std::size_t n = problem.b.size();
  double size = std::abs(problem.b[k]);
  for (std::size_t j = 0; j < n; ++j) size += std::abs(problem.S[k * n + j] * problem.f[j]);
  const double compliance = problem.S[k * n + k];
  return compliance > 0.0 ? 10.0 * force_rounding * size / compliance : 0.0;
}

/// How far a force is from its bounds, of their distance; negative at a bound.
double room(const BoxComplementarity& problem, std::size_t k) {
  if (problem.where[k] != Bounded::inside) return -1.0;
  const double width = problem.high[k] - problem.low[k];
  return width > 0.0 ? std::min(problem.f[k] - problem.low[k], problem.high[k] - problem.f[k]) / width : 0.0;
}

/// Rows of a problem that are at rest, none of which follows from the others.
class IndependentRows {
 public:
  explicit IndependentRows(const BoxComplementarity& problem) : problem_(problem), n_(problem.b.size()) {}

  void add(std::size_t k) {
    std::vector<double> row = left_of(k);
    const double root = std::sqrt(std::max(row[k], 0.0));
    if (root == 0.0) return;
    for (double& x : row) x /= root;
    basis_.push_back(std::move(row));
  }
  /// Whether row k is at rest where the others are.
  bool implies(std::size_t k) const {
    constexpr double nothing = 1e-9;
    return left_of(k)[k] <= nothing * problem_.S[k * n_ + k];
  }

 private:
  /// What is left of row k of S behind those that have been added: Cholesky's elimination.
  std::vector<double> left_of(std::size_t k) const {
    std::vector<double> row(problem_.S.begin() + static_cast<std::ptrdiff_t>(k * n_),
                            problem_.S.begin() + static_cast<std::ptrdiff_t>((k + 1) * n_));
    for (const std::vector<double>& one : basis_)
      for (std::size_t j = 0; j < n_; ++j) row[j] -= one[k] * one[j];
    return row;
  }

  const BoxComplementarity& problem_;
  std::size_t n_;
  std::vector<std::vector<double>> basis_;
};

DryFriction::Mode mode_of(Bounded where) {
  switch (where) {
    case Bounded::at_low: return DryFriction::Mode::forward;
    case Bounded::at_high: return DryFriction::Mode::backward;
    default: return DryFriction::Mode::stuck;
  }
}

Happening::Kind kind_of(DryFriction::Mode mode) {
  switch (mode) {
    case DryFriction::Mode::forward: return Happening::Kind::slides_forward;
    case DryFriction::Mode::backward: return Happening::Kind::slides_backward;
    default: return Happening::Kind::sticks;
  }
}

/// At rest with the force of an answer, as long as nothing happens.
void hold(DryFriction& friction, const BoxComplementarity& answer, std::size_t k) {
  friction.mode = DryFriction::Mode::held;
  friction.held_force = answer.f[k];
  friction.held_share = answer.high[k] > 0.0 ? answer.f[k] / answer.high[k] : 0.0;
}

}  // namespace

/// The modes that an answer stands for.
void HybridSystem::adopt(const std::vector<Trial>& tried, const LoadMap& loads, const BoxComplementarity& answer,
                         double t) const {
  std::vector<std::size_t> frictions;
  IndependentRows resting(answer);
  for (std::size_t k = 0; k < tried.size(); ++k) {
    const Active& row = tried[k].row;
    if (!row.contact) {
      if (tried[k].slides == 0.0) frictions.push_back(k);
      continue;
    }
    adopt_contact(row, answer, k, t);
    if (contacts_[row.index].mode == Contact::Mode::resting) resting.add(k);
  }
  // Those far from their bounds become rows; what these imply is held. A stop that presses takes what it can: shares
  // are among frictions alone.
  IndependentRows by_friction(answer);
  std::ranges::stable_sort(frictions, std::greater(), [&](std::size_t k) { return room(answer, k); });
  std::vector<std::size_t> carrying, held;
  for (const std::size_t k : frictions) {
    DryFriction& friction = frictions_[tried[k].row.index];
    const bool inside = answer.where[k] == Bounded::inside, moves = share_left(answer, k) > unmoved;
    const Bounded along_motion = answer.b[k] > 0.0 ? Bounded::at_low : Bounded::at_high;
    if (moves) {
      friction.mode = mode_of(inside ? along_motion : answer.where[k]);
    } else if (by_friction.implies(k)) {
      held.push_back(k);
    } else if (resting.implies(k)) {
      hold(friction, answer, k);
    } else {
      friction.mode = mode_of(answer.where[k]);
      if (!inside) continue;
      friction.noise = force_noise(answer, k);
      resting.add(k);
      by_friction.add(k);
      carrying.push_back(k);
    }
  }
  adopt_shares(tried, loads, answer, carrying, held);
}

/// Frictions at rest: those that carry as rows, and those that these imply with constant forces. Where one has just
/// given way and nothing relieves it, all that have given what they have slide.
void HybridSystem::adopt_shares(const std::vector<Trial>& tried, const LoadMap& loads, BoxComplementarity answer,
                                std::span<const std::size_t> carrying, std::span<const std::size_t> held) const {
  share_forces(answer, carrying, held);
  constexpr int most = 50;  // bounds that follow loads follow shares
  for (int round = 0; round < most && bear_loads(loads, answer.f) > force_at_bound; ++round) {
    bound(tried, answer);
    share_forces(answer, carrying, held);
  }
  const bool gives_way =
      gave_way_ && std::ranges::any_of(carrying, [&](std::size_t k) { return side_of(answer, k) != Bounded::inside; });
  for (const std::size_t k : held) {
    DryFriction& friction = frictions_[tried[k].row.index];
    const Bounded side = side_of(answer, k);
    if (gives_way && side != Bounded::inside)
      friction.mode = mode_of(side);
    else
      hold(friction, answer, k);
  }
  if (!gives_way || held.empty()) return;
  for (const std::size_t k : carrying) frictions_[tried[k].row.index].mode = mode_of(side_of(answer, k));
}

void HybridSystem::adopt_contact(const Active& tried, const BoxComplementarity& answer, std::size_t k, double t) const {
  const bool inside = answer.where[k] == Bounded::inside;
  Contact& contact = contacts_[tried.index];
  const bool noted = contact.mode == Contact::Mode::outside;
  contact.mode = Contact::Mode::open;
  contact.lag = contact.slow_lag = 0.0;
  const double press = contact.normal * answer.f[k];
  if (inside && share_left(answer, k) > unmoved) {
    contact.mode = Contact::Mode::outside;
    if (!noted) note(Happening::Kind::overruns, tried.index, t);
  } else if (inside && press > 0.0) {
    contact.mode = Contact::Mode::resting;
    contact.noise = force_noise(answer, k);
  } else {
    let_depart(contact);
  }
}

/// A contact opens without a rebound: it is on its bound, has no speed, and leaves at first as slowly as t^3. Errors of
/// a method that begins anew there can be larger than what it has moved, and must not close it at once.
void HybridSystem::let_depart(Contact& contact) const {
  contact.lag = error_of(contact.coordinate, 0, base_sizes_.nq);
  contact.slow_lag = error_of_speed(contact.speed);
}

/// The speed below which an approach ends in rest: rebounds that are slower do not matter, or are not resolved.
double HybridSystem::slow_here(const Contact& contact) const {
  constexpr double resolved = 10.0;  // errors of a step: what lags of other stops let pass can keep slower ones going
  return std::max({contact.slow, slow_rebound * contact.fastest, resolved * error_of_speed(contact.speed)});
}

/// What a step may be wrong by, of one of `count` components from `first` on; of joints that close loops that of any.
double HybridSystem::error_of(int i, int first, int count) const {
  if (errors_.empty()) return 0.0;
  const std::span<const double> all = std::span<const double>(errors_).subspan(index(first), index(count));
  return i < count ? all[index(i)] : *std::ranges::max_element(all);
}

double HybridSystem::error_of_speed(int i) const { return error_of(i, base_sizes_.nq, base_sizes_.nv); }

void HybridSystem::accept(const State& x) const {
  base_.accept(x);
  base_.inputs(x.t, u_);
  for (DryFriction& friction : frictions_)
    if (friction.lag > 0.0 && friction.sense() * joints_->speed(x, u_, friction.speed) > friction.lag)
      friction.lag = 0.0;
  for (Contact& contact : contacts_) {
    if (contact.lag == 0.0) continue;
    if (contact.gap(joints_->coordinate(x, u_, contact.coordinate)) > contact.lag) contact.lag = contact.slow_lag = 0.0;
  }
}

void HybridSystem::note_changes(const std::vector<Contact>& contacts, const std::vector<DryFriction>& frictions,
                                In work, double t) const {
  const auto work_along = [&](bool contact, std::size_t i) {
    const auto same = [&](const Active& a) { return a.contact == contact && a.index == i; };
    const auto at = std::ranges::find_if(active_, same) - active_.begin();
    return at < std::ssize(active_) ? work[static_cast<std::size_t>(at)] : 0.0;
  };
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const bool rested = contacts[i].mode == Contact::Mode::resting;
    const bool rests = contacts_[i].mode == Contact::Mode::resting;
    if (rests && !rested) note(Happening::Kind::rests, i, t, 0.0, work_along(true, i) - unnoted_loss_[i]);
    if (rested && !rests) note(Happening::Kind::leaves, i, t);
  }
  for (std::size_t i = 0; i < frictions.size(); ++i)
    if (!frictions[i].driven && frictions_[i].mode != frictions[i].mode &&
        !(frictions_[i].rests() && frictions[i].rests()))
      note_friction(i, t, work_along(false, i));
}

/// What a friction does from now on. Joints that come to rest together do so by and by, as far as rounding of speeds
/// tells: of what one does in between nothing is said.
void HybridSystem::note_friction(std::size_t i, double t, double energy) const {
  using Kind = Happening::Kind;
  constexpr double instant = 1e-12;  // of the time
  const auto of_it = [&](const Happening& h) {
    return h.index == i &&
           (h.kind == Kind::sticks || h.kind == Kind::slides_forward || h.kind == Kind::slides_backward);
  };
  const Kind kind = kind_of(frictions_[i].mode);
  const auto last = std::find_if(happenings_.rbegin(), happenings_.rend(), of_it);
  if (last != happenings_.rend() && t - last->time <= instant * std::abs(t)) {
    energy += last->energy;
    const auto before = std::find_if(std::next(last), happenings_.rend(), of_it);
    const bool as_before = before != happenings_.rend() && before->kind == kind;
    happenings_.erase(std::next(last).base());
    if (as_before) return;
  }
  note(kind, i, t, 0.0, energy);
}

/// Speeds along active rows are zero: takes away what rounding, or a rebound too slow to matter, has left, and gives
/// the energy that each row [active] brings by it, which is not positive.
Status HybridSystem::stop_active(double t, In q, Out v, Out work) const {
  if (active_.empty()) return {};
  if (const Status status = added_.set(t, q, rows_of(active_, t, q)); !status.good()) return status;
  std::vector<double> impulse(active_.size());
  for (std::size_t i = 0; i < impulse.size(); ++i) impulse[i] = along(added_.row(i), v);
  std::ranges::copy(impulse, work.begin());
  solve_active(impulse);
  for (std::size_t i = 0; i < impulse.size(); ++i) work[i] *= 0.5 * impulse[i];
  for (std::size_t i = 0; i < impulse.size(); ++i)
    for (std::size_t d = 0; d < v.size(); ++d) v[d] += impulse[i] * added_.response(i)[d];
  settle(v);
  return {};
}

}  // namespace alembert
