#include "alembert/system/constraints/closing_armatures.h"

#include <algorithm>
#include <utility>

#include "alembert/core/index.h"
#include "alembert/kernel/aba.h"
#include "alembert/kernel/rows/entry_rates.h"
#include "alembert/linalg/ldlt.h"
#include "alembert/scalar/value_of.h"

namespace alembert {
namespace {

/// J_i x.
template <Scalar S>
S times(std::span<const int> columns, std::span<const S> J, std::span<const S> x) {
  S sum(0.0);
  for (std::size_t k = 0; k < J.size(); ++k) sum += J[k] * x[index(columns[k])];
  return sum;
}

}  // namespace

template <Scalar S>
ClosingArmatures<S>::ClosingArmatures(const Compiled& compiled, const Params<S>& par, const RowPlan& rows)
    : plan_(&compiled.plan), par_(&par), list_(find(compiled, par, rows)), branches_(*plan_, coupled(list_)) {
  for (Armature& armature : list_) {
    armature.branch = branches_.of_speed(armature.columns.front());
    armature.Y.assign(branches_.speeds(armature.branch).size(), S(0.0));
  }
  // No stable sort: its buffer is not aligned for wide numbers.
  std::ranges::sort(list_, {}, [](const Armature& armature) { return std::pair(armature.branch, armature.speed); });
  first_.push_back(0);
  for (int b = 0; b < branches_.size(); ++b) {
    std::size_t end = first_.back();
    while (end < list_.size() && list_[end].branch == b) ++end;
    const std::size_t n = end - first_.back();
    K_.emplace_back(n * n, S(0.0));
    first_.push_back(end);
  }
  if (list_.empty()) return;
  force_.assign(index(plan_->nv), S(0.0));
  solved_ = force_;
}

template <Scalar S>
std::vector<typename ClosingArmatures<S>::Armature> ClosingArmatures<S>::find(const Compiled& compiled,
                                                                              const Params<S>& par,
                                                                              const RowPlan& rows) {
  std::vector<Armature> list;
  const int nv = compiled.plan.nv, dependent = static_cast<int>(par.armature.size()) - nv;
  for (std::size_t s = 0; s < rows.sources.size(); ++s) {  // closing joints come first, in the order of their speeds
    const auto begin_of = [&](std::size_t k) {
      const bool is_joint = k < rows.sources.size() && rows.sources[k].kind == RowSource::Kind::closing_joint;
      return is_joint ? compiled.joint_v[index(rows.sources[k].index)] - nv : dependent;
    };
    const std::span<const int> columns = rows.sources[s].columns;
    for (int speed = begin_of(s); speed < begin_of(s + 1) && !columns.empty(); ++speed) {
      Armature armature;
      armature.speed = speed;
      armature.a = par.armature[index(nv + speed)];
      armature.columns = columns;
      armature.J.assign(columns.size(), S(0.0));
      if (value_of(armature.a) > 0.0) list.push_back(std::move(armature));
    }
  }
  return list;
}

template <Scalar S>
std::vector<std::span<const int>> ClosingArmatures<S>::coupled(const std::vector<Armature>& list) {
  std::vector<std::span<const int>> result;
  for (const Armature& armature : list) result.push_back(armature.columns);
  return result;
}

template <Scalar S>
void ClosingArmatures<S>::read(const ConstraintRows<S>& rows, const Workspace<S>& w) {
  for (Armature& armature : list_) {
    const auto row = rows.closing_row(armature.speed, w);
    for (std::size_t k = 0; k < row.size(); ++k) armature.J[k] = row[k].second;
    armature.c = rows.closing_rows().c[index(armature.speed)];
    for (const RowEntry<S>& entry : rows.closing_rows().of(armature.speed)) {
      const BodyAcceleration<S> at_rest = body_acceleration(*plan_, *par_, w, entry.body);
      armature.c -= rate_along(entry, at_rest.angular, at_rest.linear);
    }
  }
}

template <Scalar S>
void ClosingArmatures<S>::add_mass(Out M) const {
  const auto n = index(plan_->nv);
  for (const Armature& armature : list_)
    for (std::size_t i = 0; i < armature.J.size(); ++i)
      for (std::size_t j = 0; j < armature.J.size(); ++j)
        M[index(armature.columns[i]) * n + index(armature.columns[j])] += armature.a * armature.J[i] * armature.J[j];
}

template <Scalar S>
void ClosingArmatures<S>::add_forces(In vdot, Out tau) const {
  for (const Armature& armature : list_) {
    const S rate = vdot.empty() ? -armature.c : times<S>(armature.columns, armature.J, vdot) - armature.c;
    for (std::size_t k = 0; k < armature.J.size(); ++k)
      tau[index(armature.columns[k])] += armature.a * rate * armature.J[k];
  }
}

/// Leaves M^-1 J_i^T in Y.
template <Scalar S>
void ClosingArmatures<S>::solve_column(Armature& armature, Workspace<S>& w) {
  for (std::size_t k = 0; k < armature.J.size(); ++k) force_[index(armature.columns[k])] = armature.J[k];
  for (const int root : branches_.roots(armature.branch))
    branch_mass_solve<S>(*plan_, *par_, root, plan_->subtree_end[index(root)], force_, solved_, w);
  for (const int d : armature.columns) force_[index(d)] = S(0.0);
  const std::span<const int> speeds = branches_.speeds(armature.branch);
  for (std::size_t k = 0; k < speeds.size(); ++k) armature.Y[k] = solved_[index(speeds[k])];
}

template <Scalar S>
void ClosingArmatures<S>::factor(Workspace<S>& w) {
  for (int b = 0; !empty() && b < branches_.size(); ++b) {
    const std::span<Armature> own = at(b);
    std::vector<S>& K = K_[index(b)];
    for (std::size_t j = 0; j < own.size(); ++j) {
      solve_column(own[j], w);  // solved_ holds the column for all speeds of the branch
      for (std::size_t i = j; i < own.size(); ++i) K[i * own.size() + j] = times<S>(own[i].columns, own[i].J, solved_);
      K[j * own.size() + j] += S(1.0) / own[j].a;
    }
    ldlt_factor<S>(static_cast<int>(own.size()), K);
  }
}

template <Scalar S>
void ClosingArmatures<S>::correct(int branch, bool with_c, Out x) {
  const std::span<Armature> own = at(branch);
  if (own.empty()) return;
  reached_.clear();
  for (const Armature& armature : own) {
    const S rate = times<S>(armature.columns, armature.J, x);
    reached_.push_back(with_c ? rate - armature.c : rate);
  }
  ldlt_solve<S>(static_cast<int>(own.size()), K_[index(branch)], reached_);
  const std::span<const int> speeds = branches_.speeds(branch);
  for (std::size_t i = 0; i < own.size(); ++i)
    for (std::size_t k = 0; k < speeds.size(); ++k) x[index(speeds[k])] -= own[i].Y[k] * reached_[i];
}

template <Scalar S>
void ClosingArmatures<S>::correct(Out x) {
  for (int b = 0; !empty() && b < branches_.size(); ++b) correct(b, true, x);
}

template <Scalar S>
void ClosingArmatures<S>::correct_at_rest(int branch, Out x) {
  correct(branch, false, x);
}

template class ClosingArmatures<double>;
template class ClosingArmatures<Dual<8>>;

}  // namespace alembert
