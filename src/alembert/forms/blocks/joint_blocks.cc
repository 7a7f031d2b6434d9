#include "alembert/forms/blocks/joint_blocks.h"

#include "alembert/core/index.h"
#include "alembert/forms/blocks/symbolic_bodies.h"
#include "alembert/kernel/body_motions.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/rnea.h"

namespace alembert {
namespace {

template <Scalar S>
class JointBlockWriter {
 public:
  JointBlockWriter(const JointBlocksInput<S>& in, const BodyState<S>& state)
      : in_(in), model_(in.bodies.model), x_(state), w_(in.compiled.plan) {
    blocks_.planar = model_.planar;
    blocks_.n = in.compiled.plan.nv;
    joint_poses<S>(in.compiled.plan, in.par, in.q, w_);
    world_poses(in.compiled.plan, w_);
  }

  Blocks<S> write() {
    find_columns();
    blocks_.M = Dense<S>(blocks_.n, blocks_.n);
    crba<S>(in_.compiled.plan, in_.par, blocks_.M.a, w_);
    for (S& x : blocks_.M.a) x = tidy(x);
    std::vector<S> bias(index(blocks_.n), S(0.0));
    rnea<S>(in_.compiled.plan, in_.par, in_.v, {}, {}, bias, w_);
    find_accelerations();

    BodyParams<S> weightless = in_.body_par;  // gravity is in the recursion
    weightless.gravity = {};
    body_equations(in_.bodies, weightless, x_, equations_);
    write_forces(bias);
    write_rows();
    write_names();
    write_centers();
    return std::move(blocks_);
  }

 private:
  struct BodyRates {
    Vec3<S> w, v;  ///< of the reference frame, world axes
  };

  int bodies() const { return static_cast<int>(model_.bodies.size()); }

  /// Velocities of all bodies for a unit of each speed.
  void find_columns() {
    std::vector<S> unit(index(blocks_.n), S(0.0));
    for (int k = 0; k < blocks_.n; ++k) {
      unit[index(k)] = S(1.0);
      velocities<S>(in_.compiled.plan, in_.par, unit, w_);
      unit[index(k)] = S(0.0);
      std::vector<BodyRates>& column = columns_.emplace_back(index(bodies()));
      for (int b = 1; b < bodies(); ++b) {
        const BodyMotion<S> user = body_motion(in_.compiled.plan, in_.par, w_, b);
        const BodyMotion<S> own = reference_motion(in_.body_par, b, user.X_W, user.w, user.v);
        column[index(b)] = {own.w, own.v};
      }
    }
    velocities<S>(in_.compiled.plan, in_.par, in_.v, w_);
  }

  /// Accelerations of all bodies at v' = 0.
  void find_accelerations() {
    const std::vector<S> zero(index(blocks_.n), S(0.0));
    accelerations<S>(in_.compiled.plan, in_.par, in_.v, zero, w_);
    at_rest_.resize(index(bodies()));
    for (int b = 1; b < bodies(); ++b) {
      const BodyAcceleration<S> user = body_acceleration(in_.compiled.plan, in_.par, w_, b);
      const BodyMotion<S> motion = body_motion(in_.compiled.plan, in_.par, w_, b);
      const Vec3<S> r = motion.X_W.R * in_.body_par.origin[index(b)];
      at_rest_[index(b)] = {user.angular, user.linear + cross(user.angular, r) + cross(motion.w, cross(motion.w, r))};
    }
  }

  void write_forces(const std::vector<S>& bias) {
    for (int k = 0; k < blocks_.n; ++k) {
      S force = -bias[index(k)];
      for (int b = 1; b < bodies(); ++b) {
        const Force<S>& applied = equations_.applied[index(b)];
        const BodyRates& rates = columns_[index(k)][index(b)];
        force += dot(rates.w, applied.n) + dot(rates.v, applied.f);
      }
      blocks_.Qe.push_back(tidy(force));
    }
    // Armatures of tree joints are in M; those of closing joints come as rows that read their speeds.
    for (int r = 0; r < equations_.armature_rows.size(); ++r) add_armature(r);
  }
  void add_armature(int r) {
    const int joint = armature_joint(r);
    if (!model_.joints[index(joint)].closing) return;
    const std::vector<S> row = along_speeds(equations_.armature_rows, r);
    const S& a = equations_.armature[index(r)];
    const S c = remaining(equations_.armature_rows, r);
    for (int i = 0; i < blocks_.n; ++i) {
      blocks_.Qe[index(i)] = tidy(blocks_.Qe[index(i)] + a * c * row[index(i)]);
      for (int j = 0; j < blocks_.n; ++j) blocks_.M(i, j) = tidy(blocks_.M(i, j) + a * row[index(i)] * row[index(j)]);
    }
  }
  /// The joint that armature row r belongs to: they are written joint by joint, speed by speed.
  int armature_joint(int r) const {
    for (std::size_t j = 0; j < model_.joints.size(); ++j)
      for (const Expr& armature : model_.joints[j].armature)
        if (!armature.is_zero() && r-- == 0) return static_cast<int>(j);
    return 0;
  }

  std::vector<S> along_speeds(const RowSet<S>& rows, int i) const {
    std::vector<S> result(index(blocks_.n), S(0.0));
    for (int k = 0; k < blocks_.n; ++k)
      for (const RowEntry<S>& e : rows.of(i)) {
        const BodyRates& rates = columns_[index(k)][index(e.body)];
        result[index(k)] += dot(e.n, rates.w) + dot(e.f, rates.v);
      }
    return result;
  }
  /// What is left for v': c less what the bodies' accelerations at v' = 0 give.
  S remaining(const RowSet<S>& rows, int i) const {
    S c = rows.c[index(i)];
    for (const RowEntry<S>& e : rows.of(i))
      c -= dot(e.n, at_rest_[index(e.body)].angular) + dot(e.f, at_rest_[index(e.body)].linear);
    return c;
  }

  /// All rows but those of the tree's joints, which hold by themselves.
  void write_rows() {
    std::vector<int> kept;
    for (int i = 0; i < equations_.rows.size(); ++i) {
      const BodyRowInfo& row = in_.bodies.rows[index(i)];
      if (row.origin != BodyRowInfo::Origin::joint || model_.joints[index(row.index)].closing) kept.push_back(i);
    }
    blocks_.m = static_cast<int>(kept.size());
    blocks_.Cq = Dense<S>(blocks_.m, blocks_.n);
    for (int i = 0; i < blocks_.m; ++i) {
      const int from = kept[index(i)];
      const std::vector<S> row = along_speeds(equations_.rows, from);
      for (int k = 0; k < blocks_.n; ++k) blocks_.Cq(i, k) = tidy(row[index(k)]);
      blocks_.Qd.push_back(tidy(remaining(equations_.rows, from)));
      blocks_.rows.push_back(in_.bodies.rows[index(from)].name);
    }
  }

  void write_names() {
    for (const MechanismCoordinate& speed : model_.speeds) {
      const bool own = words(model_, model_.joints[index(speed.joint)]).quaternion;
      const std::string name = own ? speed.name : speed.name.substr(0, speed.name.size() - 1);
      blocks_.coordinates.push_back(name);
      blocks_.accelerations.push_back(speed.name + "'");
    }
  }

  /// Accelerations of mass centres, angular ones along the bodies' axes.
  void write_centers() {
    const int size = blocks_.body_size();
    blocks_.to_center = Dense<S>(size * (bodies() - 1), blocks_.n);
    blocks_.center_bias.assign(index(blocks_.to_center.rows), S(0.0));
    for (int b = 1; b < bodies(); ++b) {
      const int first = size * (b - 1);
      const std::vector<S> bias = own_components(b, at_rest_[index(b)].angular, at_rest_[index(b)].linear);
      for (int i = 0; i < size; ++i) blocks_.center_bias[index(first + i)] = bias[index(i)];
      for (int k = 0; k < blocks_.n; ++k) {
        const BodyRates& rates = columns_[index(k)][index(b)];
        const std::vector<S> column = own_components(b, rates.w, rates.v);
        for (int i = 0; i < size; ++i) blocks_.to_center(first + i, k) = column[index(i)];
      }
    }
  }
  std::vector<S> own_components(int b, const Vec3<S>& angular, const Vec3<S>& linear) const {
    if (blocks_.planar) return {linear.x, linear.y, angular.z};
    const Vec3<S> own = x_.bodies[index(b)].X_W.R.transpose_times(angular);
    return {linear.x, linear.y, linear.z, own.x, own.y, own.z};
  }

  const JointBlocksInput<S>& in_;
  const Mechanism& model_;
  const BodyState<S>& x_;
  Workspace<S> w_;
  BodyEquations<S> equations_;
  std::vector<std::vector<BodyRates>> columns_;  ///< [speed][body]
  std::vector<BodyAcceleration<S>> at_rest_;     ///< [body]
  Blocks<S> blocks_;
};

}  // namespace

template <Scalar S>
Blocks<S> joint_blocks(const JointBlocksInput<S>& input, const BodyState<S>& state) {
  return JointBlockWriter<S>(input, state).write();
}

template <Scalar S>
std::vector<BodyMotion<S>> tree_motions(const JointBlocksInput<S>& input) {
  const Plan& plan = input.compiled.plan;
  Workspace<S> w(plan);
  joint_poses<S>(plan, input.par, input.q, w);
  world_poses(plan, w);
  velocities<S>(plan, input.par, input.v, w);
  std::vector<BodyMotion<S>> result(input.bodies.model.bodies.size());
  for (int b = 1; b < static_cast<int>(result.size()); ++b) {
    const BodyMotion<S> user = body_motion(plan, input.par, w, b);
    result[index(b)] = reference_motion(input.body_par, b, user.X_W, user.w, user.v);
  }
  return result;
}

Blocks<Expr> joint_formulas(const Mechanism& model, const Compiled& compiled, const BodyPlan& bodies,
                            const BodyParams<Expr>& body_par) {
  const Params<Expr> par = formula_params(model, compiled);
  std::vector<Expr> q, v;
  for (int i = 0; i < compiled.plan.nq; ++i) q.push_back(coordinate_symbol(model, i));
  for (int i = 0; i < compiled.plan.nv; ++i) v.push_back(speed_symbol(model, i));
  const JointBlocksInput<Expr> input{compiled, par, bodies, body_par, q, v};
  SymbolicBodies state(bodies);
  state.bodies = tree_motions(input);
  for (std::size_t b = 1; b < state.angles.size(); ++b)
    state.angles[b] = Expr::symbol(model.bodies[b].name + ".angle", SymbolKind::coordinate);
  return joint_blocks(input, state.state());
}

template Blocks<double> joint_blocks(const JointBlocksInput<double>&, const BodyState<double>&);
template Blocks<Expr> joint_blocks(const JointBlocksInput<Expr>&, const BodyState<Expr>&);
template std::vector<BodyMotion<double>> tree_motions(const JointBlocksInput<double>&);
template std::vector<BodyMotion<Expr>> tree_motions(const JointBlocksInput<Expr>&);

}  // namespace alembert
