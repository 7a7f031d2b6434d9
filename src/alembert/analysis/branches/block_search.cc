#include "alembert/analysis/branches/block_search.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "alembert/analysis/branches/held_system.h"
#include "alembert/core/index.h"
#include "alembert/core/progress.h"
#include "alembert/linalg/singular_values.h"
#include "alembert/spatial/rotations.h"
#include "alembert/system/rank/manifold_walk.h"
#include "alembert/system/rank/row_dependence.h"

namespace alembert {
namespace {

using Kind = SearchedMotion::Kind;
constexpr double pi = std::numbers::pi;

/// Points that fill the unit cube evenly (Halton 1960), shifted so that none lies on its faces. Beyond the first
/// dimensions such points fall on lines, and random ones are better.
class Points {
 public:
  explicit Points(std::size_t dimension) : shift_(dimension) {
    for (double& s : shift_) s = random_.uniform(0.0, 1.0);
  }
  std::vector<double> next() {
    ++count_;
    std::vector<double> u(shift_.size());
    for (std::size_t d = 0; d < u.size(); ++d) {
      const double x = d < bases.size() ? mirrored(count_, bases[d]) + shift_[d] : random_.uniform(0.0, 1.0);
      u[d] = x - std::floor(x);
    }
    return u;
  }

 private:
  static constexpr std::array<int, 12> bases{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};

  /// The digits of k mirrored at the point.
  static double mirrored(int k, int base) {
    double result = 0.0, unit = 1.0;
    for (; k > 0; k /= base) result += (unit /= base) * (k % base);
    return result;
  }

  Random random_{1};
  std::vector<double> shift_;
  int count_ = 0;
};

/// The rotation vector of the orientation that three numbers in [0, 1) choose uniformly (Shoemake 1992).
Vec3<double> uniform_turn(double a, double b, double c) {
  const double s = std::sqrt(1.0 - a), r = std::sqrt(a);
  return log_quaternion(Quaternion<double>{r * std::cos(2 * pi * c), s * std::sin(2 * pi * b), s * std::cos(2 * pi * b),
                                           r * std::sin(2 * pi * c)});
}

class Search {
 public:
  Search(const BranchProblem& problem, const std::vector<bool>& periodic, const BlockTask& task, SearchBudget& budget)
      : problem_(problem),
        periodic_(periodic),
        task_(task),
        budget_(budget),
        moving_(task.block->unknowns),
        rows_(task.block->rows),
        held_(*problem.system, moving_, problem.angle_rows),
        constraints_(held_, problem.t, task.guess) {
    if (problem.most) most_ = problem.most(rows_, moving_);
  }

  BlockSolutions run() {
    if (task_.known) add(task_.guess);
    const double cost = start_cost(problem_, *task_.block);
    Points points(moving_.size());
    while (!moving_.empty() && !all_found() && may_be_more()) {
      result_.limited = budget_.operations < cost;
      if (result_.limited) break;
      budget_.operations -= cost;
      report_progress("starts", static_cast<std::size_t>(++budget_.starts), 0);
      ++quiet_;
      std::vector<double> q = start(points.next(), budget_.starts % 2 == 0);
      if (move_onto(constraints_, problem_.t, rows_, q)) add(std::move(q));
    }
    result_.complete = moving_.empty() || all_found();
    return std::move(result_);
  }

 private:
  const SearchedMotion& motion(int speed) const { return problem_.motions[index(speed)]; }

  bool all_found() const {
    int multiplicity = 0;  // where rows depend on each other, at least two solutions are one
    for (const FoundBranch& branch : result_.list) multiplicity += branch.singular ? 2 : 1;
    return most_ && multiplicity >= *most_;
  }

  bool may_be_more() const {
    constexpr int often = 3;
    const bool rare = std::ranges::any_of(result_.list, [](const FoundBranch& branch) { return branch.hits < often; });
    return rare || quiet_ < 100 + 20 * static_cast<int>(result_.list.size());
  }

  /// A start, for one number in [0, 1) a motion; `far`: slides in units of their reach.
  std::vector<double> start(const std::vector<double>& u, bool far) const {
    std::vector<double> move(moving_.size()), q(task_.guess.size());
    for (std::size_t i = 0; i < moving_.size(); ++i) {
      const int speed = moving_[i];
      if (motion(speed).kind == Kind::turn) {
        const Vec3<double> turn = uniform_turn(u[i], u[i + 1], u[i + 2]);
        move[i] = turn.x;
        move[++i] = turn.y;
        move[++i] = turn.z;
        continue;
      }
      const double unit = far ? std::max(motion(speed).scale, motion(speed).reach) : motion(speed).scale;
      const double range = periodic_[index(speed)] ? pi : motion(speed).angle ? 2.0 * pi : 3.0 * unit;
      move[i] = range * (2.0 * u[i] - 1.0);
    }
    held_.step(task_.guess, move, q);
    return q;
  }

  /// Every angle in the turn of the problem's guess: (-pi, pi] for most.
  void unwind(std::vector<double>& q) const {
    for (const int speed : moving_) {
      if (!periodic_[index(speed)]) continue;
      const auto i = index(motion(speed).coordinate);
      const double turns = std::round(problem_.guess[i] / (2.0 * pi));
      q[i] = std::remainder(q[i], 2.0 * pi);
      if (q[i] <= -pi + 1e-12) q[i] += 2.0 * pi;  // half a turn has one name, whatever rounding does
      q[i] += 2.0 * pi * turns;
    }
  }

  /// Whether rows depend on each other at q so that another solution coincides with it. Rows may nearly depend on each
  /// other everywhere, as circles of the same size with centres that are close: then the other solution is far away.
  bool is_singular(const std::vector<double>& q) const {
    constexpr double lost = 1e-5;  // next to a double root q is known to the root of the precision of rows
    const int rows = static_cast<int>(rows_.size()), motions = constraints_.motions();
    std::vector<double> A;
    if (moving_.empty()) return false;
    if (!constraints_.jacobian(problem_.t, q, rows_, A)) return true;
    const std::vector<double> loose = null_space(rows, motions, A, lost);
    if (loose.size() != index(motions)) return !loose.empty();
    const std::vector<double> left = null_space(motions, rows, transposed(rows, motions, A), lost);
    return reach_of_other(q, loose, left, A) <= 2.0 * lost;
  }

  /// How far from q along a motion that changes rows by next to nothing the other solution is: where s a + c a^2/2 = 0,
  /// s the rate and c the curvature of those sums of rows, `left`, that other motions cannot change.
  double reach_of_other(const std::vector<double>& q, const std::vector<double>& motion,
                        const std::vector<double>& left, const std::vector<double>& A) const {
    constexpr double step = 1e-4, rounding = 1e-11;
    std::vector<double> part(motion), moved(q.size()), A_moved;
    for (double& x : part) x *= step;
    constraints_.step(q, part, moved);
    if (!constraints_.jacobian(problem_.t, moved, rows_, A_moved)) return 0.0;
    const std::size_t sums = left.size() / rows_.size();
    double rate = 0.0, curvature = 0.0;
    for (std::size_t k = 0; k < sums; ++k) {
      double here = 0.0, there = 0.0;
      for (std::size_t i = 0; i < rows_.size(); ++i)
        for (std::size_t j = 0; j < motion.size(); ++j) {
          here += left[i * sums + k] * A[i * motion.size() + j] * motion[j];
          there += left[i * sums + k] * A_moved[i * motion.size() + j] * motion[j];
        }
      rate += here * here;
      curvature += std::pow((there - here) / step, 2);
    }
    if (std::sqrt(rate) <= rounding) return 0.0;
    return 2.0 * std::sqrt(rate / curvature);
  }

  /// Notes motions that go on from q though everything should be determined; whether there are any.
  bool is_loose(const std::vector<double>& q) {
    constexpr double length = 0.05;
    const std::vector<double> free = lasting_motions(constraints_, rows_, problem_.t, q, length);
    const std::size_t k = free.size() / moving_.size();
    for (std::size_t i = 0; i < moving_.size() && k > 0; ++i) {
      const auto part = std::span(free).subspan(i * k, k);
      if (std::ranges::none_of(part, [](double x) { return std::abs(x) > 0.1; })) continue;
      const std::string name = problem_.system->speed_name(moving_[i]);
      if (std::ranges::find(result_.loose, name) == result_.loose.end()) result_.loose.push_back(name);
    }
    return k > 0;
  }

  void add(std::vector<double> q) {
    if (task_.last && problem_.allowed && !problem_.allowed(q)) {
      ++result_.wrong;
      return;
    }
    if (q != problem_.guess) unwind(q);
    std::vector<double> shape = shape_of(problem_, periodic_, q);
    const bool singular = is_singular(q);
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      FoundBranch& known = result_.list[i];
      if (!same_shape(shape, shapes_[i], singular || known.singular)) continue;
      ++known.hits;
      // The same configuration in other coordinates (Euler angles): the nearest ones are kept.
      const auto way = [&](const std::vector<double>& to) { return distance(problem_, periodic_, problem_.guess, to); };
      if (way(q) < way(known.q) - 1e-3) known.q = std::move(q);
      return;
    }
    if (singular && is_loose(q)) return;
    shapes_.push_back(std::move(shape));
    result_.list.push_back({std::move(q), 1, singular});
    quiet_ = 0;
  }

  const BranchProblem& problem_;
  const std::vector<bool>& periodic_;
  const BlockTask& task_;
  SearchBudget& budget_;
  std::vector<int> moving_, rows_;
  HeldSystem held_;
  ScaledConstraints constraints_;
  std::optional<int> most_;
  int quiet_ = 0;  ///< starts since the last solution that was new
  std::vector<std::vector<double>> shapes_;
  BlockSolutions result_;
};

}  // namespace

BlockSolutions search_block(const BranchProblem& problem, const std::vector<bool>& periodic, const BlockTask& task,
                            SearchBudget& budget) {
  return Search(problem, periodic, task, budget).run();
}

double start_cost(const BranchProblem& problem, const EquationBlock& block) {
  const auto motions = static_cast<double>(block.unknowns.size()), rows = static_cast<double>(block.rows.size());
  constexpr double steps = 40.0, small = 2e4;  // steps of a start, and what each costs where everything is small
  const double kinematics = 1000.0 * static_cast<double>(problem.motions.size());
  return steps * (4.0 * (rows + motions) * motions * motions + kinematics + small);
}

bool same_shape(const std::vector<double>& a, const std::vector<double>& b, bool singular) {
  double apart = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k) apart = std::max(apart, std::abs(a[k] - b[k]));
  return apart <= (singular ? 1e-3 : 1e-6);
}

std::vector<double> shape_of(const BranchProblem& problem, const std::vector<bool>& periodic,
                             const std::vector<double>& q) {
  if (problem.shape) return problem.shape(q);
  std::vector<double> result;
  for (std::size_t i = 0; i < problem.motions.size(); ++i) {
    const SearchedMotion& motion = problem.motions[i];
    if (motion.kind == Kind::held || motion.coordinate < 0) continue;
    const double x = q[index(motion.coordinate)];
    if (periodic[i])
      result.insert(result.end(), {std::cos(x), std::sin(x)});
    else
      result.push_back(x / motion.scale);
  }
  return result;
}

double distance(const BranchProblem& problem, const std::vector<bool>& periodic, const std::vector<double>& from,
                const std::vector<double>& q) {
  std::vector<double> way(problem.motions.size());
  problem.system->difference(from, q, way);
  double sum = 0.0;
  for (std::size_t i = 0; i < way.size(); ++i) {
    if (problem.motions[i].kind == Kind::held) continue;
    const double x = periodic[i] ? std::remainder(way[i], 2.0 * pi) : way[i] / problem.motions[i].scale;
    sum += x * x;
  }
  return std::sqrt(sum);
}

}  // namespace alembert
