#include "alembert/forms/blocks/body_blocks.h"

#include <algorithm>
#include <array>

#include "alembert/core/index.h"
#include "alembert/forms/blocks/joint_freedom.h"
#include "alembert/forms/blocks/reach.h"

namespace alembert {
namespace {

template <Scalar S>
class BodyBlockWriter {
 public:
  BodyBlockWriter(const BodyPlan& plan, const BodyParams<S>& par, const BodyState<S>& state,
                  std::span<const Vec3<S>> w_B)
      : plan_(plan), model_(plan.model), par_(par), x_(state), w_B_(w_B) {
    body_equations(plan, par, state, equations_);
    blocks_.planar = model_.planar;
    size_ = blocks_.body_size();
    blocks_.n = size_ * (static_cast<int>(model_.bodies.size()) - 1);
    blocks_.m = equations_.rows.size();
    blocks_.M = Dense<S>(blocks_.n, blocks_.n);
    blocks_.Qe.assign(index(blocks_.n), S(0.0));
    blocks_.Cq = Dense<S>(blocks_.m, blocks_.n);
  }

  Blocks<S> write() {
    for (int b = 1; b < static_cast<int>(model_.bodies.size()); ++b) write_body(b);
    for (int k = 0; k < equations_.armature_rows.size(); ++k) add_armature(k);
    for (int i = 0; i < blocks_.m; ++i) {
      blocks_.rows.push_back(plan_.rows[index(i)].name);
      const std::vector<S> row = coefficients(equations_.rows, i);
      for (int j = 0; j < blocks_.n; ++j) blocks_.Cq(i, j) = tidy(row[index(j)]);
      blocks_.Qd.push_back(tidy(equations_.rows.c[index(i)]));
    }
    for (S& x : blocks_.M.a) x = tidy(x);
    for (S& x : blocks_.Qe) x = tidy(x);
    write_joints();
    fill_reach(blocks_);
    write_efforts();
    return std::move(blocks_);
  }

 private:
  int first(int body) const { return size_ * (body - 1); }
  const Mat3<S>& R(int body) const { return x_.bodies[index(body)].X_W.R; }

  /// Along the body's coordinates: f in world axes, n turned into the body's.
  std::array<S, 6> components(int body, const Vec3<S>& n, const Vec3<S>& f) const {
    if (blocks_.planar) return {f.x, f.y, n.z, S(0.0), S(0.0), S(0.0)};
    const Vec3<S> own = R(body).transpose_times(n);
    return {f.x, f.y, f.z, own.x, own.y, own.z};
  }

  void write_body(int b) {
    const Inertia<S> own = reference_inertia(par_, b);
    const int k = first(b), turn = k + (blocks_.planar ? 2 : 3);
    for (int i = k; i < turn; ++i) blocks_.M(i, i) = own.m;
    const Mat3<S> hx = skew(own.h), coupling = R(b) * hx;  // force: m a - R [h]x alpha_B
    const std::array<const Vec3<S>*, 3> rows{&coupling.r0, &coupling.r1, &coupling.r2};
    if (blocks_.planar) {
      for (int i = 0; i < 2; ++i) set_both(k + i, turn, -rows[index(i)]->z);
      blocks_.M(turn, turn) = own.I.zz;
    } else {
      const Mat3<S> I = full(own.I);
      const std::array<const Vec3<S>*, 3> turning{&I.r0, &I.r1, &I.r2};
      for (int i = 0; i < 3; ++i) {
        set_row(turn + i, turn, *turning[index(i)]);
        set_both(k + i, turn, -rows[index(i)]->x);
        set_both(k + i, turn + 1, -rows[index(i)]->y);
        set_both(k + i, turn + 2, -rows[index(i)]->z);
      }
    }
    write_forces(b, own);
    name_body(b);
    if (par_.reference == BodyReference::frame) write_center(b);
  }
  void set_row(int i, int j, const Vec3<S>& row) {
    blocks_.M(i, j) = row.x;
    blocks_.M(i, j + 1) = row.y;
    blocks_.M(i, j + 2) = row.z;
  }
  void set_both(int i, int j, const S& value) { blocks_.M(i, j) = blocks_.M(j, i) = value; }

  void write_forces(int b, const Inertia<S>& own) {
    const Force<S>& applied = equations_.applied[index(b)];
    std::array<S, 6> q = components(b, applied.n, applied.f + equations_.velocity[index(b)].f);
    if (!blocks_.planar) {  // Euler's term, along the body's axes from the start
      const Vec3<S>& w = w_B_[index(b)];
      const Vec3<S> gyroscopic = cross(w, own.I * w);
      q[3] -= gyroscopic.x;
      q[4] -= gyroscopic.y;
      q[5] -= gyroscopic.z;
    }
    for (int i = 0; i < size_; ++i) blocks_.Qe[index(first(b) + i)] = q[index(i)];
  }

  void name_body(int b) {
    const Body& body = model_.bodies[index(b)];
    blocks_.bodies.push_back({body.name, first(b), x_.bodies[index(b)].X_W.p, R(b)});
    for (const std::string& name : body_coordinate_names(model_, b, par_.reference)) {
      const bool speed = !blocks_.planar && static_cast<int>(blocks_.coordinates.size()) >= first(b) + 3;
      blocks_.coordinates.push_back(name);
      blocks_.accelerations.push_back(name + (speed ? "'" : "''"));
    }
  }

  /// a of the mass centre = a of the origin + alpha x c + w x (w x c).
  void write_center(int b) {
    if (blocks_.to_center.rows == 0) {
      blocks_.to_center = identity<S>(blocks_.n);
      blocks_.center_bias.assign(index(blocks_.n), S(0.0));
    }
    const Vec3<S>& c_B = par_.center[index(b)];
    const int k = first(b);
    const Mat3<S> turning = R(b) * skew(c_B);
    const std::array<const Vec3<S>*, 3> rows{&turning.r0, &turning.r1, &turning.r2};
    for (int i = 0; i < (blocks_.planar ? 2 : 3); ++i) {
      const Vec3<S>& row = *rows[index(i)];
      if (blocks_.planar) {
        blocks_.to_center(k + i, k + 2) = tidy(-row.z);
        continue;
      }
      blocks_.to_center(k + i, k + 3) = tidy(-row.x);
      blocks_.to_center(k + i, k + 4) = tidy(-row.y);
      blocks_.to_center(k + i, k + 5) = tidy(-row.z);
    }
    const Vec3<S>& w = w_B_[index(b)];
    const Vec3<S> bias = R(b) * cross(w, cross(w, c_B));
    blocks_.center_bias[index(k)] = tidy(bias.x);
    blocks_.center_bias[index(k + 1)] = tidy(bias.y);
    if (!blocks_.planar) blocks_.center_bias[index(k + 2)] = tidy(bias.z);
  }

  /// A row of a set along all coordinates.
  std::vector<S> coefficients(const RowSet<S>& rows, int i) const {
    std::vector<S> result(index(blocks_.n), S(0.0));
    for (const RowEntry<S>& e : rows.of(i)) {
      const std::array<S, 6> own = components(e.body, e.n, e.f);
      for (int k = 0; k < size_; ++k) result[index(first(e.body) + k)] += own[index(k)];
    }
    return result;
  }

  void add_armature(int k) {
    const S& a = equations_.armature[index(k)];
    const std::vector<S> row = coefficients(equations_.armature_rows, k);
    for (int i = 0; i < blocks_.n; ++i) {
      if (is_nothing(row[index(i)])) continue;
      blocks_.Qe[index(i)] += a * equations_.armature_rows.c[index(k)] * row[index(i)];
      for (int j = 0; j < blocks_.n; ++j)
        if (!is_nothing(row[index(j)])) blocks_.M(i, j) += a * row[index(i)] * row[index(j)];
    }
  }

  void write_joints() {
    int reaction = 0;
    const auto add = [&](BlockJoint<S> block) {
      block.first_reaction = reaction;
      reaction += static_cast<int>(block.reactions.size());
      blocks_.joints.push_back(std::move(block));
    };
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      BlockJoint<S> block;
      block.name = joint.name;
      block.first = joint.first - 1;
      block.second = joint.second - 1;
      block.closing = joint.closing;
      block.first_row = plan_.first_row[j];
      block.rows = plan_.first_row[j + 1] - plan_.first_row[j];
      fill_freedom(model_, joint, joint_pair(plan_, par_, x_.bodies, static_cast<int>(j)), par_.joints[j].pitch, block);
      add(std::move(block));
    }
    for (int i = plan_.first_row.back(); i < blocks_.m; ++i) {
      const BodyRowInfo& row = plan_.rows[index(i)];
      const bool drive = row.origin == BodyRowInfo::Origin::drive;
      BlockJoint<S> block;
      block.role = drive ? BlockJoint<S>::Role::drive : BlockJoint<S>::Role::constraint;
      block.name = row.name;
      block.first_row = i;
      block.rows = 1;
      block.reactions = {row.name + (drive ? ".effort" : ".multiplier")};
      add(std::move(block));
    }
  }

  /// Efforts of joints that no motion drives, as unknowns of inverse dynamics.
  void write_efforts() {
    std::vector<std::vector<S>> columns;
    for (std::size_t j = 0; j < model_.joints.size(); ++j) {
      const Joint& joint = model_.joints[j];
      RowSet<S> rows;
      for (std::size_t k = 0; k < joint.effort.size(); ++k) {
        if (!joint.effort[k] || joint.motion[k]) continue;
        if (rows.size() == 0) joint_speed_rows(plan_, par_, x_, static_cast<int>(j), rows);
        const JointWord& word = words(model_, joint).speeds[k];
        blocks_.drives.push_back(coordinate_name(joint.name, word) + ".effort");
        blocks_.drive_value.push_back(x_.forces[index(plan_.effort[index(plan_.first_v[j]) + k])]);
        columns.push_back(coefficients(rows, static_cast<int>(k)));
      }
    }
    blocks_.drive_reach = Dense<S>(blocks_.n, static_cast<int>(columns.size()));
    for (int j = 0; j < blocks_.drive_reach.cols; ++j)
      for (int i = 0; i < blocks_.n; ++i) blocks_.drive_reach(i, j) = tidy(columns[index(j)][index(i)]);
  }

  const BodyPlan& plan_;
  const Mechanism& model_;
  const BodyParams<S>& par_;
  const BodyState<S>& x_;
  std::span<const Vec3<S>> w_B_;
  BodyEquations<S> equations_;
  Blocks<S> blocks_;
  int size_ = 3;
};

/// Whether a joint has coordinates of its own called like those of a body's point.
bool named_like_a_joint(const Mechanism& model, const std::string& body) {
  return std::ranges::any_of(model.joints, [&](const Joint& joint) {
    return joint.name == body &&
           (joint.type == JointType::free || joint.type == JointType::planar || joint.type == JointType::translation);
  });
}

}  // namespace

std::vector<std::string> body_coordinate_names(const Mechanism& model, int body, BodyReference reference) {
  const std::string& name = model.bodies[index(body)].name;
  std::string point = name;
  if (reference == BodyReference::frame)
    point += ".origin";
  else if (named_like_a_joint(model, name))
    point += ".center";
  if (model.planar) return {point + ".x", point + ".y", name + ".angle"};
  return {point + ".x", point + ".y", point + ".z", name + ".wx", name + ".wy", name + ".wz"};
}

template <Scalar S>
Blocks<S> body_blocks(const BodyPlan& plan, const BodyParams<S>& par, const BodyState<S>& state,
                      std::span<const Vec3<S>> w_B) {
  return BodyBlockWriter<S>(plan, par, state, w_B).write();
}

template Blocks<double> body_blocks(const BodyPlan&, const BodyParams<double>&, const BodyState<double>&,
                                    std::span<const Vec3<double>>);
template Blocks<Expr> body_blocks(const BodyPlan&, const BodyParams<Expr>&, const BodyState<Expr>&,
                                  std::span<const Vec3<Expr>>);

}  // namespace alembert
