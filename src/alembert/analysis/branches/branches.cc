#include "alembert/analysis/branches/branches.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "alembert/analysis/branches/branch_steps.h"
#include "alembert/analysis/driven/driven_motion.h"
#include "alembert/analysis/state/evaluate_mechanism.h"
#include "alembert/core/index.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/plan/start.h"
#include "alembert/system/assembly/assemble_start.h"
#include "alembert/system/assembly/closing_sense.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert {
namespace {

using Wish = HoldCandidate::Wish;

class MechanismBranches {
 public:
  MechanismBranches(const MechanismSetup& setup, double t) : setup_(setup), start_(start_point(setup)) {
    start_.t = t;
    follow_drives(setup, t, start_);
    closing_ = read_closing(start_.q);
    add_candidates();
  }

  Branches find(HoldList asked) {
    const Sizes sizes = ConstraintSystem(setup_.kinematics()).sizes();
    if (!can_search(sizes)) return finish(without_search(sizes, asked, start_.q));
    ask_for(asked, candidates_);
    const ConstraintSystem readers(setup_.kinematics(), targets_);
    const HeldChoice choice = choose_held(readers, sizes.nc, start_.t, start_.q, candidates_);
    refuse(choice, candidates_);
    BranchProblem problem = problem_for(choice, sizes.nc);
    const ConstraintSystem system(setup_.kinematics(), chosen_);
    problem.system = &system;
    std::optional<AssembleFailure> failure;
    if (asked.empty())
      problem.first = start_.q;
    else
      failure = assemble_held(problem);
    return finish(search_all(problem, failure));
  }

 private:
  std::vector<double> read_closing(const std::vector<double>& q) const {
    if (setup_.model.dependent_coordinates.empty()) return {};
    const MechanismSystem system(setup_);  // a new one each time: readings of angles remember the last one
    std::vector<double> u(index(system.sizes().nu));
    system.inputs(start_.t, u);
    return system.closing({start_.t, q, start_.v, start_.z}, u).q;
  }

  /// What can be held, joints in file order; driven coordinates are known already.
  void add_candidates() {
    const Mechanism& model = setup_.model;
    const int nq = setup_.compiled.plan.nq;
    for (std::size_t j = 0; j < model.joints.size(); ++j) {
      const Joint& joint = model.joints[j];
      const JointWords& has = words(model, joint);
      const int q = setup_.compiled.joint_q[j], v = setup_.compiled.joint_v[j];
      if (has.quaternion) {
        if (!joint.closing) add_whole_joint(joint, has, q, v);
        continue;
      }
      for (std::size_t k = 0; k < has.coordinates.size(); ++k) {
        const int at = q + static_cast<int>(k);
        const bool closing = at >= nq;
        const double value = closing ? closing_[index(at - nq)] : start_.q[index(at)];
        HoldCandidate candidate;
        candidate.names = {coordinate_name(joint.name, has.coordinates[k])};
        candidate.values = {value};
        candidate.angle = has.coordinates[k].unit == "rad";
        candidate.wish = wish(joint, k);
        if (!closing) {
          candidate.coordinates = {at};
          candidate.speeds = {v + static_cast<int>(k)};
        }
        if (joint.motion[k]) {
          driven_.push_back(std::move(candidate));
          continue;
        }
        if (closing) {
          candidate.row = setup_.constraints.rows.holonomic + static_cast<int>(targets_.size());
          targets_.push_back({at - nq, value, false});
        }
        candidates_.push_back(std::move(candidate));
      }
    }
  }
  void add_whole_joint(const Joint& joint, const JointWords& has, int q, int v) {
    HoldCandidate whole;
    whole.wish = wish(joint, 0);
    for (std::size_t k = 0; k < has.coordinates.size(); ++k) {
      whole.names.push_back(coordinate_name(joint.name, has.coordinates[k]));
      whole.coordinates.push_back(q + static_cast<int>(k));
      whole.values.push_back(start_.q[index(q) + k]);
    }
    for (std::size_t k = 0; k < has.speeds.size(); ++k) whole.speeds.push_back(v + static_cast<int>(k));
    candidates_.push_back(std::move(whole));
  }
  static Wish wish(const Joint& joint, std::size_t k) {
    if (!joint.start[k]) return Wish::none;
    return joint.fixed_start ? Wish::fixed : Wish::written;
  }

  BranchProblem problem_for(const HeldChoice& choice, int rows) {
    BranchProblem problem;
    problem.t = start_.t;
    problem.guess = start_.q;
    const AssembleOptions options = setup_.assemble_options();
    const double reach = spread(start_.q);
    for (std::size_t i = 0; i < setup_.model.speeds.size(); ++i) {
      const MechanismCoordinate& speed = setup_.model.speeds[i];
      const bool turns = speed.unit.starts_with("rad");
      const bool quaternion = words(setup_.model, setup_.model.joints[index(speed.joint)]).quaternion;
      SearchedMotion motion{SearchedMotion::Kind::scalar, -1, turns, options.scale[i], reach};
      if (quaternion && turns) motion.kind = SearchedMotion::Kind::turn;
      if (!quaternion) motion.coordinate = setup_.compiled.joint_q[index(speed.joint)] + speed.within;
      problem.motions.push_back(motion);
    }
    hold_still(candidates_, choice.held, problem);
    hold_still(driven_, std::vector<bool>(driven_.size(), true), problem);
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (!choice.held[i]) continue;
      const HoldCandidate& candidate = candidates_[i];
      if (candidate.row >= 0) hold_closing(candidate, rows, problem);
      held_.push_back(candidate);
    }
    problem.allowed = [this](System::In q) { return joint_wrong_way_round(setup_.kinematics(), q) < 0; };
    problem.shape = [this](System::In q) { return poses(q); };
    problem.most = [this](std::span<const int> rows_of, std::span<const int> unknowns) {
      return most_ways(rows_of, unknowns);
    };
    return problem;
  }
  void hold_closing(const HoldCandidate& candidate, int rows, BranchProblem& problem) {
    ClosingTarget target = targets_[index(candidate.row - rows)];
    constexpr double turn = 2.0 * std::numbers::pi;
    // Readings are looked for near the start: an angle is held in the turn where it is read.
    const double reading = target.value, value = candidate.values.front();
    target.value = candidate.angle ? value + turn * std::round((reading - value) / turn) : value;
    if (candidate.angle) problem.angle_rows.push_back(rows + static_cast<int>(chosen_.size()));
    chosen_.push_back(target);
  }

  /// Rows of one loop in the plane determine three coordinates at most, the closing joint's among them: a dyad (RRR,
  /// RRP, RPR, ...), where circles and lines meet in two points at most. Rows that hold nothing but a sum of angles
  /// have one solution, and so have slides when all angles are known: where they go is linear in them. A dyad may come
  /// in parts that are found one after the other, such as an angle first and a slide then.
  std::optional<int> most_ways(std::span<const int> rows, std::span<const int> unknowns) const {
    if (!setup_.model.planar) return {};
    std::optional<int> loop;
    bool angles = true;
    for (const int row : rows) {
      const auto [joint, angle] = loop_row(row);
      if (joint == known_row) continue;
      if (joint < 0 || (loop && joint != *loop)) return {};
      loop = joint;
      angles = angles && angle;
    }
    const auto slides = [&](int speed) { return setup_.model.speeds[index(speed)].unit == "m/s"; };
    return angles || std::ranges::all_of(unknowns, slides) ? 1 : 2;
  }

  static constexpr int known_row = -2;
  /// The joint that closes the loop of a row, and whether the row holds a sum of angles. No joint: -1, or known_row for
  /// drives of the tree, which hold nothing unknown.
  std::pair<int, bool> loop_row(int row) const {
    const RowPlan& plan = setup_.constraints.rows;
    const Mechanism& model = setup_.model;
    if (row >= plan.holonomic) {
      const ClosingTarget& target = chosen_[index(row - plan.holonomic)];
      const MechanismCoordinate& held = model.dependent_coordinates[index(target.which)];
      return {held.joint, held.unit == "rad"};
    }
    const RowSource& source = plan.sources[index(plan.source_of[index(row)])];
    if (source.kind == RowSource::Kind::closing_joint) return {source.index, plan.names[index(row)].ends_with(".rz")};
    if (source.kind == RowSource::Kind::geometric) return {-1, false};
    const FormulaRow& formula = plan.formulas[index(source.index)];
    if (formula.origin != FormulaRow::Origin::drive) return {-1, false};
    const Joint& driven = model.joints[index(formula.index)];
    if (!driven.closing) return {known_row, false};
    return {formula.index, words(model, driven).coordinates[index(formula.component)].unit == "rad"};
  }

  /// [plan body] in the world; the first is the ground.
  std::vector<Transform<double>> world(System::In q) const {
    const Plan& plan = setup_.compiled.plan;
    Workspace<double> w(plan);
    std::vector<double> unit(q.begin(), q.end());
    joint_poses<double>(plan, setup_.par, unit, w);
    world_poses(plan, w);
    return w.X_WB;
  }

  /// Twice the largest distance of a body from the middle of all: constraints between far points are long although no
  /// body is.
  double spread(System::In q) const {
    const std::vector<Transform<double>> X_WB = world(q);
    Vec3<double> sum;
    for (std::size_t b = 1; b < X_WB.size(); ++b) sum = sum + X_WB[b].p;
    double result = 0.0;
    for (std::size_t b = 1; b < X_WB.size(); ++b)
      result = std::max(result, 2.0 * norm(X_WB[b].p - (1.0 / static_cast<double>(X_WB.size() - 1)) * sum));
    return result;
  }

  /// Where all bodies are, in units of the model's length.
  std::vector<double> poses(System::In q) const {
    std::vector<double> result;
    for (const Transform<double>& X : world(q)) {
      for (const Vec3<double>& r : {X.R.r0, X.R.r1, X.R.r2}) result.insert(result.end(), {r.x, r.y, r.z});
      result.insert(result.end(), {X.p.x / setup_.length, X.p.y / setup_.length, X.p.z / setup_.length});
    }
    return result;
  }

  /// Angles of closing joints in the turn where they start, or are held, as those of the tree are.
  std::vector<double> in_turn_of_start(std::vector<double> closing) const {
    constexpr double turn = 2.0 * std::numbers::pi;
    const Mechanism& model = setup_.model;
    for (std::size_t k = 0; k < closing.size(); ++k) {
      const MechanismCoordinate& c = model.dependent_coordinates[k];
      // Which turn a screw is in is told by its slide.
      if (c.unit != "rad" || model.joints[index(c.joint)].type == JointType::screw) continue;
      double from = closing_[k];
      for (const auto* list : {&driven_, &held_})
        for (const HoldCandidate& held : *list)
          if (held.names.front() == c.name) from = held.values.front();
      double angle = std::remainder(closing[k], turn);
      if (angle <= -std::numbers::pi + 1e-12) angle += turn;  // half a turn has one name, whatever rounding does
      angle += turn * std::round(from / turn);
      if (std::abs(angle - closing[k]) > 1.0) closing[k] = angle;  // else it is the same, bit for bit
    }
    return closing;
  }

  Branches finish(Branches result) const {
    for (Branch& branch : result.list) branch.dependent = in_turn_of_start(read_closing(branch.q));
    for (const auto* list : {&driven_, &held_})
      for (const HoldCandidate& c : *list)
        for (std::size_t k = 0; k < c.names.size(); ++k) result.held.emplace_back(c.names[k], c.values[k]);
    return result;
  }

  const MechanismSetup& setup_;
  Point start_;
  std::vector<double> closing_;            ///< [dependent coordinate] at the start
  std::vector<HoldCandidate> candidates_;  ///< what could be held
  std::vector<HoldCandidate> driven_, held_;
  std::vector<ClosingTarget> targets_;  ///< of every candidate that closes a loop
  std::vector<ClosingTarget> chosen_;   ///< of those that are held
};

}  // namespace

Branches find_branches(const MechanismSetup& setup, double t, HoldList hold) {
  return MechanismBranches(setup, t).find(hold);
}

Point start_on(const MechanismSetup& setup, const Branch& branch) {
  Point x = start_point(setup);
  x.q = branch.q;
  x.v = start_speeds(setup.model, setup.real);
  if (const auto failure = assemble_start_speeds(setup, x.q, x.v))
    throw Error(failure->code(), "on this branch " + failure->message(), failure->at(), failure->hint());
  return x;
}

}  // namespace alembert
