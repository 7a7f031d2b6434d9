#include "alembert/system/assemble.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "alembert/core/random.h"
#include "alembert/core/text.h"
#include "alembert/linalg/semidefinite.h"
#include "alembert/linalg/sparse_semidefinite.h"

namespace alembert {
namespace {

constexpr double satisfied = 1e-12;
/// What rounding may leave of a row whose numbers are of order one; larger numbers are allowed more in proportion.
constexpr double acceptable = 1e-10;

std::size_t index(int i) { return static_cast<std::size_t>(i); }

/// The step of least scaled length with A dx = r over the columns that may move: dx = W A^T (A W A^T)^-1 r.
class LeastStep {
 public:
  LeastStep(const std::vector<bool>& keep, const std::vector<double>& scale) : keep_(keep), scale_(scale) {}

  void solve(const SparseRows& A, std::span<const double> r, std::span<double> dx) {
    const auto rows = static_cast<int>(A.first.size()) - 1;
    std::vector<double> y(r.begin(), r.end());
    if (rows <= most_dense)
      dense(A, rows, y);
    else
      sparse(A, rows, y);
    std::ranges::fill(dx, 0.0);
    for (int i = 0; i < rows; ++i)
      for (int k = A.first[index(i)]; k < A.first[index(i + 1)]; ++k)
        dx[index(A.column[index(k)])] += weight(A.column[index(k)]) * A.value[index(k)] * y[index(i)];
  }

 private:
  static constexpr int most_dense = 120;

  double weight(int column) const {
    const auto c = index(column);
    if (!keep_.empty() && keep_[c]) return 0.0;
    return scale_.empty() ? 1.0 : scale_[c] * scale_[c];
  }
  double product(const SparseRows& A, int i, int j) const {
    double sum = 0.0;
    int a = A.first[index(i)], b = A.first[index(j)];
    while (a < A.first[index(i + 1)] && b < A.first[index(j + 1)]) {
      const int ca = A.column[index(a)], cb = A.column[index(b)];
      if (ca == cb) sum += weight(ca) * A.value[index(a)] * A.value[index(b)];
      if (ca <= cb) ++a;
      if (cb <= ca) ++b;
    }
    return sum;
  }
  void dense(const SparseRows& A, int rows, std::vector<double>& y) const {
    SemidefiniteSolver<double> gram(rows);
    const std::span<double> m = gram.matrix();
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j <= i; ++j) m[index(i * rows + j)] = m[index(j * rows + i)] = product(A, i, j);
    gram.factor();
    gram.solve(y);
  }
  void sparse(const SparseRows& A, int rows, std::vector<double>& y) {
    if (!gram_) analyse(A, rows);
    for (std::size_t k = 0; k < pattern_.size(); ++k)
      gram_->values()[k] = product(A, pattern_[k].first, pattern_[k].second);
    gram_->factor();
    gram_->solve(y);
  }
  void analyse(const SparseRows& A, int rows) {
    std::vector<std::vector<int>> rows_of;  // [column]
    for (int i = 0; i < rows; ++i)
      for (int k = A.first[index(i)]; k < A.first[index(i + 1)]; ++k) {
        const auto c = index(A.column[index(k)]);
        if (rows_of.size() <= c) rows_of.resize(c + 1);
        rows_of[c].push_back(i);
      }
    std::set<int> neighbours;
    for (int i = 0; i < rows; ++i) {
      neighbours = {i};
      for (int k = A.first[index(i)]; k < A.first[index(i + 1)]; ++k)
        for (const int j : rows_of[index(A.column[index(k)])])
          if (j < i) neighbours.insert(j);
      for (const int j : neighbours) pattern_.emplace_back(i, j);
    }
    gram_ = std::make_unique<SparseSemidefiniteSolver>(rows, pattern_);
  }

  const std::vector<bool>& keep_;
  const std::vector<double>& scale_;
  std::vector<std::pair<int, int>> pattern_;
  std::unique_ptr<SparseSemidefiniteSolver> gram_;
};

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

class Positions {
 public:
  Positions(const System& system, double t, const AssembleOptions& options)
      : system_(system),
        t_(t),
        options_(options),
        least_(options.keep_q, options.scale),
        phi_(index(system.sizes().nc)),
        step_(index(system.sizes().nv)),
        back_(step_) {}

  /// Moves q onto the rows, nearest to `guess`; whether it got there.
  bool solve(const std::vector<double>& guess, std::vector<double>& q) {
    constexpr int most_steps = 100;
    double off = value(q);
    for (int k = 0; k < most_steps; ++k) {
      const bool there = off <= satisfied * reach_;
      if (!newton(guess, q, off, k < most_steps / 2)) break;
      if (there && largest(step_) < 1e-9) break;
    }
    for (int k = 0; k < 4 && off > 1e-15 * reach_; ++k)  // down to rounding, without looking back at the guess
      if (!newton(guess, q, off, false)) break;
    return off <= acceptable * (reach_ + largest(q));
  }

  double value(const std::vector<double>& q) {
    system_.constraint(t_, q, phi_);
    return largest(phi_);
  }
  std::span<const double> phi() const { return phi_; }

 private:
  /// One step; false when no step reduces the rows.
  bool newton(const std::vector<double>& guess, std::vector<double>& q, double& off, bool towards_guess) {
    system_.constraint(t_, q, phi_);
    const double before = norm(phi_);
    system_.constraint_jacobian(t_, q, A_);
    A_.first.resize(phi_.size() + 1);  // the rows of positions come first
    find_reach();
    system_.difference(q, guess, back_);
    if (!towards_guess) std::ranges::fill(back_, 0.0);
    for (std::size_t i = 0; i < back_.size(); ++i)
      if (!options_.keep_q.empty() && options_.keep_q[i]) back_[i] = 0.0;
    std::vector<double> right(phi_.size());
    for (std::size_t i = 0; i < right.size(); ++i) {
      right[i] = -phi_[i];
      for (int k = A_.first[i]; k < A_.first[i + 1]; ++k)
        right[i] -= A_.value[index(k)] * back_[index(A_.column[index(k)])];
    }
    least_.solve(A_, right, step_);
    for (std::size_t i = 0; i < step_.size(); ++i) step_[i] += back_[i];
    if (!std::isfinite(largest(step_))) return false;
    // Steps beyond a turn or the size of the model say nothing.
    double share = 1.0;
    for (std::size_t i = 0; i < step_.size(); ++i)
      share = std::min(share, unit(i) / std::max(std::abs(step_[i]), 1e-300));
    std::vector<double> moved(q.size()), part(step_.size());
    for (int halving = 0; halving < 30; ++halving, share *= 0.5) {
      for (std::size_t i = 0; i < part.size(); ++i) part[i] = share * step_[i];
      system_.step(q, part, moved);
      system_.constraint(t_, moved, phi_);
      const double after = norm(phi_);
      if (!(after < (1.0 - 0.1 * share) * before) && !(std::max(before, after) <= acceptable * reach_)) continue;
      q = moved;
      off = largest(phi_);
      return true;
    }
    off = value(q);
    return false;
  }

  void find_reach() {
    reach_ = 1.0;
    for (std::size_t k = 0; k < index(A_.first.back()); ++k)
      reach_ = std::max(reach_, std::abs(A_.value[k]) * unit(index(A_.column[k])));
  }
  double unit(std::size_t speed) const { return options_.scale.empty() ? 1.0 : options_.scale[speed]; }

  const System& system_;
  double t_;
  const AssembleOptions& options_;
  LeastStep least_;
  /// What a move of size one changes in a row, at most, and at least 1: a chain that reaches far meets its rows to
  /// rounding of that, not better.
  double reach_ = 1.0;
  std::vector<double> phi_, step_, back_;
  SparseRows A_;
};

/// Positions; the failure if there is one.
std::optional<AssembleFailure> assemble_positions(const System& system, double t, const AssembleOptions& options,
                                                  std::vector<double>& q) {
  Positions positions(system, t, options);
  if (positions.value(q) <= satisfied) return {};
  const std::vector<double> guess = q;
  std::vector<double> best;
  double best_off = HUGE_VAL;
  Random random(1);
  constexpr int most_tries = 40;
  for (int attempt = 0; attempt < most_tries; ++attempt) {
    std::vector<double> tried = guess;
    if (attempt > 0) {
      std::vector<double> move(index(system.sizes().nv));
      const double spread = 0.02 * std::pow(1.3, attempt);
      for (std::size_t i = 0; i < move.size(); ++i) {
        const bool kept = !options.keep_q.empty() && options.keep_q[i];
        const double unit = options.scale.empty() ? 1.0 : options.scale[i];
        move[i] = kept ? 0.0 : std::min(spread, 3.0) * unit * random.uniform(-1.0, 1.0);
      }
      system.step(guess, move, tried);
    }
    if (positions.solve(guess, tried)) {
      q = tried;
      return {};
    }
    const double off = positions.value(tried);
    if (off < best_off) {
      best_off = off;
      best = tried;
    }
    if (system.sizes().nv > 2000 && attempt >= 2) break;
  }
  AssembleFailure failure;
  positions.value(best);
  for (std::size_t i = 0; i < positions.phi().size(); ++i)
    if (!(std::abs(positions.phi()[i]) <= std::abs(failure.value))) {
      failure.row = static_cast<int>(i);
      failure.value = positions.phi()[i];
    }
  failure.nearest = best;
  return failure;
}

std::optional<AssembleFailure> assemble_speeds(const System& system, double t, const AssembleOptions& options,
                                               const std::vector<double>& q, std::vector<double>& v) {
  SparseRows A;
  system.constraint_jacobian(t, q, A);
  const std::size_t rows = A.first.size() - 1;
  std::vector<double> b(rows), rest(rows), size(rows), dv(v.size());
  system.constraint_speed(t, q, b);
  const auto miss = [&] {
    for (std::size_t i = 0; i < rows; ++i) {
      rest[i] = b[i];
      size[i] = std::abs(b[i]);
      for (int k = A.first[i]; k < A.first[i + 1]; ++k) {
        const double term = A.value[index(k)] * v[index(A.column[index(k)])];
        rest[i] -= term;
        size[i] += std::abs(term);
      }
    }
    return largest(rest);
  };
  LeastStep least(options.keep_v, options.scale);
  for (int k = 0; k < 6 && miss() > (k == 0 ? satisfied : 1e-15); ++k) {
    least.solve(A, rest, dv);
    for (std::size_t i = 0; i < v.size(); ++i) v[i] += dv[i];
  }
  miss();
  for (std::size_t i = 0; i < rows; ++i)
    if (!(std::abs(rest[i]) <= 1e-9 * (1.0 + size[i]))) {
      const auto worst = std::ranges::max_element(rest, {}, [](double x) { return std::abs(x); });
      return AssembleFailure{static_cast<int>(worst - rest.begin()), -*worst, true, q};
    }
  return {};
}

}  // namespace

std::optional<AssembleFailure> assemble(const System& system, double t, const AssembleOptions& options,
                                        std::vector<double>& q, std::vector<double>& v) {
  const Sizes sizes = system.sizes();
  if (sizes.nc > 0)
    if (auto failure = assemble_positions(system, t, options, q)) return failure;
  if (sizes.na > 0) return assemble_speeds(system, t, options, q, v);
  return {};
}

std::string describe(const AssembleFailure& failure, const System& system) {
  std::string text =
      failure.speeds ? "no speeds satisfy all constraints together: row '" : "the system cannot be assembled: row '";
  text += system.row_name(failure.row) + "' is off by " + shortest(failure.value);
  if (failure.speeds) return text;
  text += " in the closest configuration found (";
  constexpr std::size_t most_shown = 8;
  for (std::size_t i = 0; i < failure.nearest.size() && i < most_shown; ++i)
    text += (i > 0 ? ", " : "") + system.coordinate_name(static_cast<int>(i)) + " = " + shortest(failure.nearest[i]);
  return text + (failure.nearest.size() > most_shown ? ", ...)" : ")");
}

}  // namespace alembert
