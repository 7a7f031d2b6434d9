#include "alembert/linalg/box_complementarity.h"

#include <algorithm>
#include <cmath>

#include "alembert/linalg/semidefinite.h"

namespace alembert {
namespace {

class Pivoting {
 public:
  Pivoting(BoxComplementarity& problem, double tolerance)
      : p_(problem), n_(problem.b.size()), tolerance_(tolerance), wrong_(n_) {
    p_.f.assign(n_, 0.0);
    p_.where.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) p_.where[i] = given(i) ? Bounded::at_low : Bounded::inside;
  }

  bool run() {
    // Blocks may go round in circles; single changes at the highest number do not (Murty), but are many.
    constexpr int patience = 5;
    const std::size_t most = 200 + 20 * n_;
    std::size_t fewest = n_ + 1;
    int left = patience;
    for (std::size_t round = 0; round < most; ++round) {
      solve_inside();
      const std::size_t wrong = find_wrong();
      if (wrong == 0) return true;
      if (wrong < fewest) {
        fewest = wrong;
        left = patience;
      } else if (left > 0) {
        --left;
      }
      change(left > 0);
    }
    return false;
  }

 private:
  /// A force that is known: its row may do what it likes.
  bool given(std::size_t i) const { return p_.low[i] == p_.high[i]; }
  double s(std::size_t i, std::size_t j) const { return p_.S[i * n_ + j]; }

  /// Forces at their bounds, and those inside such that w = 0 there.
  void solve_inside() {
    inside_.clear();
    for (std::size_t i = 0; i < n_; ++i) {
      if (p_.where[i] == Bounded::inside)
        inside_.push_back(i);
      else
        p_.f[i] = p_.where[i] == Bounded::at_low ? p_.low[i] : p_.high[i];
    }
    const std::size_t m = inside_.size();
    if (m == 0) return;
    SemidefiniteSolver<double> solver(static_cast<int>(m));
    std::vector<double> right(m);
    for (std::size_t i = 0; i < m; ++i) {
      right[i] = -p_.b[inside_[i]];
      for (std::size_t j = 0; j < n_; ++j)
        if (p_.where[j] != Bounded::inside) right[i] -= s(inside_[i], j) * p_.f[j];
      for (std::size_t j = 0; j < m; ++j) solver.matrix()[i * m + j] = s(inside_[i], inside_[j]);
    }
    solver.factor();
    solver.solve(right);
    for (std::size_t i = 0; i < m; ++i) p_.f[inside_[i]] = right[i];
  }

  /// Marks what contradicts where it is; NaN does.
  std::size_t find_wrong() {
    std::size_t count = 0;
    for (std::size_t i = 0; i < n_; ++i) {
      double w = p_.b[i], size = std::abs(p_.b[i]);
      for (std::size_t j = 0; j < n_; ++j) {
        w += s(i, j) * p_.f[j];
        size += std::abs(s(i, j) * p_.f[j]);
      }
      double slack = s(i, i) > 0.0 ? tolerance_ * size / s(i, i) : 0.0;
      for (const double bound : {p_.low[i], p_.high[i]})
        if (std::isfinite(bound)) slack = std::max(slack, tolerance_ * std::abs(bound));
      switch (p_.where[i]) {
        case Bounded::inside: wrong_[i] = !(p_.f[i] >= p_.low[i] - slack && p_.f[i] <= p_.high[i] + slack); break;
        case Bounded::at_low: wrong_[i] = !given(i) && !(w >= -tolerance_ * size); break;
        case Bounded::at_high: wrong_[i] = !(w <= tolerance_ * size); break;
      }
      count += wrong_[i] ? 1 : 0;
    }
    return count;
  }

  void change(bool block) {
    for (std::size_t i = n_; i-- > 0;) {
      if (!wrong_[i]) continue;
      if (p_.where[i] != Bounded::inside)
        p_.where[i] = Bounded::inside;
      else
        p_.where[i] = p_.f[i] < p_.low[i] ? Bounded::at_low : Bounded::at_high;
      if (!block) return;
    }
  }

  BoxComplementarity& p_;
  std::size_t n_;
  double tolerance_;
  std::vector<bool> wrong_;
  std::vector<std::size_t> inside_;
};

}  // namespace

bool solve(BoxComplementarity& problem, double tolerance) { return Pivoting(problem, tolerance).run(); }

bool solve_nearby(BoxComplementarity& problem, double tolerance) {
  constexpr double pull = 0.1;  // of each force back to where it was, of what moves its own row
  BoxComplementarity near = problem;
  const std::size_t n = near.b.size();
  for (std::size_t k = 0; k < n; ++k) {
    const double stiffness = pull * near.S[k * n + k];
    near.S[k * n + k] += stiffness;
    near.b[k] -= stiffness * problem.f[k];
  }
  const bool found = solve(near, tolerance);
  problem.f = std::move(near.f);
  problem.where = std::move(near.where);
  return found;
}

}  // namespace alembert
