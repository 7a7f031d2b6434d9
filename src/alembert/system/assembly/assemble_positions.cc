#include <algorithm>
#include <cmath>

#include "alembert/core/random.h"
#include "alembert/system/assembly/assemble.h"
#include "alembert/system/assembly/least_step.h"

namespace alembert {
namespace {

/// What rounding may leave of a row, in its reach; larger coordinates are allowed more in proportion.
constexpr double acceptable = 1e-10;

double largest(std::span<const double> x) {
  double result = 0.0;
  for (const double a : x) result = std::isfinite(a) ? std::max(result, std::abs(a)) : HUGE_VAL;
  return result;
}

double norm(std::span<const double> x) {
  double sum = 0.0;
  for (const double a : x) sum += a * a;
  return std::sqrt(sum);
}

RowScales scales_of(const System& system, double t, const AssembleOptions& options, const std::vector<double>& q) {
  if (options.row_sizes.empty()) return system.row_scales(t, q);
  return {options.scale, options.row_sizes, {}};
}

/// Configurations on the rows near a given one, the guess.
class Positions {
 public:
  Positions(const System& system, double t, const AssembleOptions& options, std::vector<double> guess)
      : system_(system),
        t_(t),
        options_(options),
        guess_(std::move(guess)),
        scales_(scales_of(system, t, options, guess_)),
        counted_(counted_units(options.scale, options.reluctance_q)),
        least_(options.keep_q, counted_, {}, scales_.sizes),
        tangent_(options.keep_q, counted_, options.give_q, scales_.sizes),
        phi_(static_cast<std::size_t>(system.sizes().nc)),
        firm_(phi_.size() - options.give_q.size()),
        step_(static_cast<std::size_t>(system.sizes().nv)),
        back_(step_) {
    for (std::size_t i = 0; i < firm_; ++i) reach_.push_back(smallest_reach(i));
  }

  /// Moves q onto the rows and there to where the distance from the guess is least; whether it got there. `long_steps`:
  /// as far as the linearised rows say.
  bool solve(std::vector<double>& q, bool long_steps) {
    long_steps_ = long_steps;
    if (!close(q)) return false;
    constexpr int most_steps = 50;
    for (int k = 0; k < most_steps; ++k)
      if (!approach(q)) break;
    return true;
  }

  /// The square of what is to be least.
  double distance(const std::vector<double>& q) {
    system_.constraint(t_, q, phi_);
    system_.difference(q, guess_, back_);
    double sum = 0.0;
    for (std::size_t i = 0; i < back_.size(); ++i) sum += std::pow(back_[i] / counted(i), 2);
    for (std::size_t k = 0; k < options_.give_q.size(); ++k) sum += std::pow(phi_[firm_ + k] / options_.give_q[k], 2);
    return sum;
  }

  /// The rows at q, those that must hold.
  std::span<const double> firm_rows(const std::vector<double>& q) {
    system_.constraint(t_, q, phi_);
    return std::span(phi_).first(firm_);
  }
  /// Whether the last Newton iteration ended although every step, cut short, still did what it should.
  bool came_nearer() const { return came_nearer_; }
  double unit(std::size_t speed) const { return options_.scale.empty() ? 1.0 : options_.scale[speed]; }
  double counted(std::size_t speed) const { return counted_.empty() ? 1.0 : counted_[speed]; }
  bool kept(std::size_t speed) const { return !options_.keep_q.empty() && options_.keep_q[speed]; }

 private:
  /// Newton's method with least steps; whether it ended on the rows.
  bool close(std::vector<double>& q) {
    constexpr int most_steps = 100;
    double off = largest(in_reach(firm_rows(q)));
    came_nearer_ = false;
    for (int k = 0; k < most_steps && off > assembled_rows; ++k)
      if (!newton(q, off)) break;
    for (int k = 0; k < 4 && off > 1e-15; ++k)  // down to rounding
      if (!newton(q, off)) break;
    return is_acceptable(q);
  }

  bool is_acceptable(const std::vector<double>& q) {
    const std::span<const double> rows = firm_rows(q);
    const double way = largest(q);
    for (std::size_t i = 0; i < rows.size(); ++i)
      if (!(std::abs(rows[i]) <= acceptable * (reach_[i] + smallest_reach(i) * way))) return false;
    return true;
  }

  /// One step; false when no step reduces the rows.
  bool newton(std::vector<double>& q, double& off) {
    const std::span<const double> rows = firm_rows(q);
    std::vector<double> right(rows.begin(), rows.end());
    for (double& r : right) r = -r;
    system_.constraint_jacobian(t_, q, A_);
    A_.first.resize(firm_ + 1);  // the rows of positions come first
    find_reach();
    const double before = norm(in_reach(right));
    least_.solve(A_, right, step_);
    if (!std::isfinite(largest(step_))) return false;
    double share = first_share();
    came_nearer_ = false;
    std::vector<double> moved(q.size());
    for (int halving = 0; halving < 30; ++halving, share *= 0.5) {
      move(q, share, moved);
      const std::vector<double> phi = in_reach(firm_rows(moved));
      const double after = norm(phi);
      came_nearer_ = halving == 0 && share < 1.0 && after < (1.0 - 0.5 * share) * before;
      if (!(after < (1.0 - 0.1 * share) * before) && !(std::max(before, after) <= acceptable)) continue;
      q = moved;
      off = largest(phi);
      return true;
    }
    off = largest(in_reach(firm_rows(q)));
    return false;
  }

  /// One step along the rows towards the guess; false when there is none that helps.
  bool approach(std::vector<double>& q) {
    const double before = distance(q);
    for (std::size_t i = 0; i < back_.size(); ++i)
      if (kept(i)) back_[i] = 0.0;
    system_.constraint_jacobian(t_, q, A_);
    A_.first.resize(phi_.size() + 1);
    std::vector<double> right(phi_.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
      right[i] = i < firm_ ? 0.0 : -phi_[i];
      for (auto k = static_cast<std::size_t>(A_.first[i]); k < static_cast<std::size_t>(A_.first[i + 1]); ++k)
        right[i] -= A_.value[k] * back_[static_cast<std::size_t>(A_.column[k])];
    }
    tangent_.solve(A_, right, step_);
    double length = 0.0;
    for (std::size_t i = 0; i < step_.size(); ++i) {
      step_[i] += back_[i];
      length += std::pow(step_[i] / counted(i), 2);
    }
    constexpr double short_step = 1e-8;  // the distance is flat there to its last digit
    if (!(length > short_step * short_step) || !std::isfinite(length)) return false;
    const std::vector<double> step = step_;
    double share = first_share();
    std::vector<double> moved(q.size());
    for (int halving = 0; halving < 10; ++halving, share *= 0.5) {
      step_ = step;
      move(q, share, moved);
      if (!close(moved) || !(distance(moved) < before - 1e-4 * share * length)) continue;
      q = moved;
      return true;
    }
    return false;
  }

  void move(const std::vector<double>& q, double share, std::vector<double>& moved) {
    std::vector<double> part(step_);
    for (double& x : part) x *= share;
    system_.step(q, part, moved);
  }
  /// Steps beyond a turn or the size of the model say nothing.
  double first_share() const {
    double share = 1.0;
    if (long_steps_) return share;
    for (std::size_t i = 0; i < step_.size(); ++i)
      share = std::min(share, unit(i) / std::max(std::abs(step_[i]), 1e-300));
    return share;
  }
  /// No less than this is the reach of a row, and no less than what makes rounding of far places count as met.
  double smallest_reach(std::size_t row) const {
    const double rounding = scales_.floors.empty() ? 0.0 : scales_.floors[row] / assembled_rows;
    return std::max(std::min(1.0, scales_.sizes[row]), rounding);
  }
  void find_reach() {
    for (std::size_t i = 0; i < firm_; ++i) {
      reach_[i] = smallest_reach(i);
      for (auto k = static_cast<std::size_t>(A_.first[i]); k < static_cast<std::size_t>(A_.first[i + 1]); ++k)
        reach_[i] = std::max(reach_[i], std::abs(A_.value[k]) * unit(static_cast<std::size_t>(A_.column[k])));
    }
  }
  std::vector<double> in_reach(std::span<const double> rows) const {
    std::vector<double> result(rows.begin(), rows.end());
    for (std::size_t i = 0; i < result.size(); ++i) result[i] /= reach_[i];
    return result;
  }

  const System& system_;
  double t_;
  const AssembleOptions& options_;
  std::vector<double> guess_;
  RowScales scales_;
  std::vector<double> counted_;
  LeastStep least_, tangent_;
  std::vector<double> phi_;
  std::size_t firm_;  ///< rows that must hold
  bool long_steps_ = false, came_nearer_ = false;
  /// [row] What a move of size one changes in it: a chain that reaches far meets its rows to rounding of that, not
  /// better. Each row has its own, since rows of angles are of order one where those of places are micrometres.
  std::vector<double> reach_;
  std::vector<double> step_, back_;
  SparseRows A_;
};

/// Tries from the guess and from random states around it.
class Search {
 public:
  Search(const System& system, double t, const AssembleOptions& options, const std::vector<double>& guess)
      : system_(system), options_(options), guess_(guess), positions_(system, t, options, guess), closest_(guess) {}

  std::optional<AssembleFailure> find(std::vector<double>& q) {
    for (int attempt = 0; attempt < options_.most_tries && !found_; ++attempt) {
      attempt_from(attempt == 0 ? guess_ : box_sample(std::min(0.02 * std::pow(1.3, attempt), 3.0)));
      if (system_.sizes().nv > 2000 && attempt >= 2) break;
    }
    constexpr int long_tries = 8;  // for places much farther away than the model is large
    for (int attempt = 0; attempt < long_tries && !found_ && unsettled_; ++attempt)
      attempt_from(attempt == 0 ? guess_ : box_sample(1.0), true);
    if (!found_) return failure();
    if (options_.search_branches) look_nearer();
    q = *found_;
    return {};
  }

 private:
  void attempt_from(std::vector<double> q, bool long_steps = false) {
    if (!positions_.solve(q, long_steps)) {
      unsettled_ = unsettled_ || positions_.came_nearer();
      const double off = largest(positions_.firm_rows(q));
      if (off < closest_off_) {
        closest_off_ = off;
        closest_ = q;
      }
      return;
    }
    const double distance = positions_.distance(q);
    constexpr double same = 0.999;  // nearer by less is the same branch again
    if (found_ && !(distance < same * distance_)) return;
    if (options_.allowed && !options_.allowed(q)) {
      disallowed_ = q;
      return;
    }
    found_ = std::move(q);
    distance_ = distance;
  }

  /// A branch that is nearer passes through the ball around the guess on whose surface the one found is.
  void look_nearer() {
    constexpr double near = 0.3;  // radians or lengths of the model: what the user has drawn
    constexpr int tries = 40, most_speeds = 60;
    if (system_.sizes().nv > most_speeds) return;
    const double farthest = 3.0 * std::sqrt(system_.sizes().nv);  // half a turn of each
    for (int k = 0; k < tries && std::sqrt(distance_) > near; ++k)
      attempt_from(ball_sample(std::min(std::sqrt(distance_), farthest)));
  }

  std::vector<double> box_sample(double spread) {
    std::vector<double> move(static_cast<std::size_t>(system_.sizes().nv));
    for (double& x : move) x = spread * random_.symmetric();
    return moved(std::move(move));
  }
  std::vector<double> ball_sample(double radius) {
    std::vector<double> move(static_cast<std::size_t>(system_.sizes().nv));
    for (double& x : move) x = random_.symmetric();
    const double share = radius * std::sqrt(random_.uniform(0.0, 1.0)) / std::max(norm(move), 1e-300);
    for (double& x : move) x *= share;
    return moved(std::move(move));
  }
  std::vector<double> moved(std::vector<double> move) {
    for (std::size_t i = 0; i < move.size(); ++i) move[i] *= positions_.kept(i) ? 0.0 : positions_.unit(i);
    std::vector<double> q = guess_;
    system_.step(guess_, move, q);
    return q;
  }

  AssembleFailure failure() {
    AssembleFailure failure;
    failure.disallowed = !disallowed_.empty();
    failure.nearest = failure.disallowed ? disallowed_ : closest_;
    const std::span<const double> phi = positions_.firm_rows(failure.nearest);
    for (std::size_t i = 0; i < phi.size(); ++i)
      if (std::isfinite(failure.value) && !(std::abs(phi[i]) <= std::abs(failure.value))) {
        failure.row = static_cast<int>(i);
        failure.value = phi[i];
      }
    failure.unsettled = unsettled_;
    if (failure.disallowed || !std::isfinite(failure.value) || failure.unsettled) return failure;
    // The closest configuration is where no move reduces the rows: all that are off cannot hold together.
    constexpr double off = 1e-3;
    for (std::size_t i = 0; i < phi.size(); ++i)
      if (std::abs(phi[i]) > off * std::abs(failure.value)) failure.together.push_back(static_cast<int>(i));
    return failure;
  }

  const System& system_;
  const AssembleOptions& options_;
  const std::vector<double>& guess_;
  Positions positions_;
  Random random_{1};
  std::optional<std::vector<double>> found_;
  double distance_ = HUGE_VAL;      ///< of `found_`, squared
  std::vector<double> disallowed_;  ///< on the rows
  std::vector<double> closest_;     ///< to the rows
  double closest_off_ = HUGE_VAL;
  bool unsettled_ = false;  ///< a try ended while it came nearer
};

/// Whether rows are met to assembled_rows, small ones relative to their size.
bool are_met(const System& system, double t, const AssembleOptions& options, const std::vector<double>& q,
             const std::vector<double>& phi) {
  const double off = largest(phi);
  if (off == 0.0 || !(off <= assembled_rows)) return off == 0.0;
  const std::vector<double> sizes = options.row_sizes.empty() ? system.row_scales(t, q).sizes : options.row_sizes;
  for (std::size_t i = 0; i < phi.size(); ++i)
    if (!(std::abs(phi[i]) <= assembled_rows * std::min(1.0, sizes[i]))) return false;
  return true;
}

}  // namespace

std::optional<AssembleFailure> assemble_positions(const System& system, double t, const AssembleOptions& options,
                                                  std::vector<double>& q) {
  std::vector<double> phi(static_cast<std::size_t>(system.sizes().nc));
  system.constraint(t, q, phi);
  if (are_met(system, t, options, q, phi) && (!options.allowed || options.allowed(q))) return {};
  const std::vector<double> guess = q;
  return Search(system, t, options, guess).find(q);
}

}  // namespace alembert
