#include "alembert/analysis/driven/driven_motion.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/system/constraints/describe_status.h"
#include "alembert/system/constraints/unbounded_rows.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "alembert/system/rank/general_rank.h"

namespace alembert {

std::vector<std::string> free_speeds(const System& system, const State& x) {
  const auto nv = static_cast<std::size_t>(system.sizes().nv);
  const RankResult rank = rank_at(system, x.t, x.q, system.sizes().na);
  std::vector<std::string> names;
  for (auto k = static_cast<std::size_t>(rank.rank); k < nv; ++k) names.push_back(system.speed_name(rank.pivots[k]));
  return names;
}

bool positions_determined(const System& system, const State& x) {
  const Sizes sizes = system.sizes();
  return sizes.nc == sizes.na ? free_speeds(system, x).empty() : rank_at(system, x.t, x.q, sizes.nc).rank == sizes.nv;
}

DrivenMotion::DrivenMotion(const System& system, const AssembleOptions& options, double t, std::vector<double> q,
                           std::vector<double> v)
    : system_(&system), options_(options), t_(t), q_(std::move(q)), v_(std::move(v)), a_(v_.size(), 0.0) {
  options_.keep_q.clear();
  options_.keep_v.clear();
  options_.row_sizes = system.row_scales(t_, q_).sizes;
  trouble_ = find_acceleration(t_, q_, v_, a_);
}

Status DrivenMotion::find_acceleration(double t, const std::vector<double>& q, const std::vector<double>& v,
                                       std::vector<double>& a) const {
  const auto rows = static_cast<std::size_t>(system_->sizes().na);
  std::vector<double> c(rows), lambda(rows), states(static_cast<std::size_t>(system_->sizes().nz), 0.0);
  const std::vector<double> none(v.size(), 0.0);
  system_->constraint_acceleration({t, q, v, states}, c);
  return system_->constrained_solve(t, q, none, c, a, lambda);
}

Status DrivenMotion::try_step(double t) {
  const double h = t - t_;
  std::vector<double> move(v_.size()), q(q_.size()), v(v_.size()), off(v_.size());
  double way = 0.0;
  for (std::size_t i = 0; i < move.size(); ++i) {
    const double unit = options_.scale.empty() ? 1.0 : options_.scale[i];
    move[i] = h * v_[i] + 0.5 * h * h * a_[i];
    v[i] = v_[i] + h * a_[i];
    way = std::max(way, std::abs(h * v_[i] / unit) + std::abs(0.5 * h * h * a_[i] / unit));
  }
  // Beyond a fraction of a turn the prediction says nothing.
  constexpr double longest_way = 0.5;
  if (way > longest_way) return {Trouble::step_too_small, -1, t_};
  system_->step(q_, move, q);
  const std::vector<double> predicted = q;
  if (const auto failure = assemble(*system_, t, options_, q, v)) return {Trouble::lost, failure->row, t_};
  system_->difference(predicted, q, off);
  double distance = 0.0;
  for (std::size_t i = 0; i < off.size(); ++i)
    distance = std::max(distance, std::abs(off[i]) / (options_.scale.empty() ? 1.0 : options_.scale[i]));
  if (distance > 0.1 * way + 1e-6) return {Trouble::step_too_small, -1, t_};
  std::vector<double> a(a_.size());
  if (const Status status = find_acceleration(t, q, v, a); !status.good()) return {Trouble::lost, status.index, t_};
  t_ = t;
  q_ = std::move(q);
  v_ = std::move(v);
  a_ = std::move(a);
  return {};
}

Status DrivenMotion::approach(double t) {
  if (!trouble_.good()) return trouble_;
  const double clock = 8.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::abs(t_));
  const double shortest = std::max({1e-9 * std::abs(t - t_), clock, 1e-300});
  int row = -1;
  while (t_ != t) {
    const bool whole = std::abs(t - t_) <= std::max(1.000001 * pace_, shortest);
    const double tried = whole ? std::abs(t - t_) : pace_;
    const Status status = try_step(whole ? t : t_ + std::copysign(pace_, t - t_));
    if (status.good()) {
      pace_ = whole ? std::max(pace_, 2.0 * tried) : 2.0 * pace_;  // one cut short says little about longer ones
      return {};
    }
    if (status.trouble == Trouble::lost) row = status.index;
    pace_ = 0.5 * tried;
    if (pace_ >= shortest) continue;
    trouble_ = stuck(t, shortest, row);
    return trouble_;
  }
  return {};
}

Status DrivenMotion::advance(double t) {
  while (t_ != t)
    if (const Status status = approach(t); !status.good()) return status;
  return {};
}

/// Why no step towards t can be made, however short: compares what rows ask for now and a moment later.
Status DrivenMotion::stuck(double t, double shortest, int row) const {
  const double moment = std::copysign(std::min(4.0 * shortest, std::abs(t - t_)), t - t_);
  std::vector<double> now(index(system_->sizes().nc)), later(now.size()), b(index(system_->sizes().na));
  SparseRows A;
  system_->constraint(t_, q_, now);
  system_->constraint(t_ + moment, q_, later);
  system_->constraint_speed(t_, q_, b);
  system_->constraint_jacobian(t_, q_, A);
  for (std::size_t i = 0; i < now.size(); ++i) {
    double reach = 1.0;
    for (auto k = static_cast<std::size_t>(A.first[i]); k < static_cast<std::size_t>(A.first[i + 1]); ++k)
      reach = std::max(reach, std::abs(A.value[k]));
    // What its speed makes of the moment, and many times as much, is no jump.
    if (std::abs(later[i] - now[i]) > 1e-6 * reach + 1e3 * std::abs(b[i] * moment))
      return {Trouble::jumps, static_cast<int>(i), t_};
  }
  if (const int unbounded = unbounded_row(*system_, t_, q_, moment); unbounded >= 0)
    return {Trouble::unbounded, unbounded, t_ + moment};
  return {Trouble::lost, row, t_};
}

void follow_drives(const MechanismSetup& setup, double t, Point& x) {
  if (t == 0.0 || !setup.constraints.rheonomic) return;
  const MechanismSystem system(setup);
  if (!free_speeds(system, {0.0, x.q, x.v, x.z}).empty()) {
    assemble(setup, t, x.q, x.v);
    return;
  }
  DrivenMotion motion(system, setup.assemble_options(), 0.0, x.q, x.v);
  constexpr long most_steps = 1'000'000;  // minutes
  for (long steps = 0; motion.time() != t; ++steps) {
    if (steps == most_steps)
      throw Error(Error::Code::too_large,
                  "the drives are followed from t = 0, and after " + std::to_string(most_steps) +
                      " steps the motion has come to t = " + shortest(motion.time()) + " s of " + shortest(t) + " s",
                  {}, "choose an earlier time, or give a state of it with --q and --v");
    // Goals on the way: how short steps may be is a matter of the way to the goal.
    const double far = std::max(1.0, 2.0 * std::abs(motion.time()));
    const double goal = std::abs(t) < far ? t : std::copysign(far, t);
    if (const Status status = motion.approach(goal); !status.good())
      throw Error(Error::Code::singular, describe_lock_up(status, system));
  }
  x.q = motion.q();
  x.v = motion.v();
}

}  // namespace alembert
