/// What acts on the bodies of a mechanism, written from Newton and Euler's equations. Included by body_equations.cc.
#pragma once
#include <concepts>

#include "alembert/core/index.h"
#include "alembert/forms/bodies/body_equations.h"

namespace alembert {

/// Fills inertia, applied, velocity and armatures of the equations at a state.
template <Scalar S>
class BodyForceSum {
 public:
  BodyForceSum(const BodyPlan& plan, const BodyParams<S>& par, const BodyState<S>& state, BodyEquations<S>& result)
      : plan_(plan), model_(plan.model), par_(par), x_(state), result_(result) {}

  void evaluate() {
    const std::size_t n = model_.bodies.size();
    result_.inertia.assign(n, {});
    result_.applied.assign(n, {});
    result_.velocity.assign(n, {});
    result_.armature_rows.clear();
    result_.armature.clear();
    result_.parts.clear();
    for (std::size_t b = 1; b < n; ++b) add_inertia(b);
    for (std::size_t i = 0; i < model_.forces.size(); ++i) add_force(i);
    for (std::size_t i = 0; i < model_.springs.size(); ++i) add_spring(i);
    for (const int joint : plan_.pushed) add_joint(joint);
    for (std::size_t i = 0; i < model_.rotational_springs.size(); ++i) {
      const std::optional<int> joint = model_.rotational_springs[i].joint;
      if (joint)
        add_spring_about(i, *joint, plan_.rotational_speed[i]);
      else
        add_spring_between(i);
    }
  }

 private:
  const BodyMotion<S>& motion(int body) const { return x_.bodies[index(body)]; }
  /// The value of a force's formula, zero where there is none.
  S value(int formula) const { return formula < 0 ? S(0.0) : x_.forces[index(formula)]; }

  using Origin = typename AppliedPart<S>::Origin;

  /// Adds a force at the body's reference point; the ground does not feel it.
  void act(Origin origin, std::size_t number, int body, const Force<S>& F) {
    if (body != 0) result_.applied[index(body)] += F;
    if (result_.keep_parts) result_.parts.push_back({origin, static_cast<int>(number), body, F});
  }

  /// A force f at r from the body's reference point, both in world axes.
  void push(Origin origin, std::size_t number, int body, const Vec3<S>& r, const Vec3<S>& f) {
    act(origin, number, body, {cross(r, f), f});
  }
  void turn(Origin origin, std::size_t number, int body, const Vec3<S>& n) { act(origin, number, body, {n, {}}); }

  void add_inertia(std::size_t b) {
    const BodyMotion<S>& body = x_.bodies[b];
    const Inertia<S> own = reference_inertia(par_, static_cast<int>(b));
    result_.inertia[b] = {own.m, body.X_W.R * own.h, rotated(body.X_W.R, own.I)};
    const Inertia<S>& I = result_.inertia[b];
    act(Origin::gravity, b, static_cast<int>(b), {cross(I.h, par_.gravity), I.m * par_.gravity});
    result_.velocity[b] += {-cross(body.w, I.I * body.w), -cross(body.w, cross(body.w, I.h))};
  }

  void add_force(std::size_t i) {
    const BodyForce& force = model_.forces[i];
    const Mat3<S>& R = motion(force.at.body).X_W.R;
    const std::size_t k = index(plan_.first_force) + 3 * i;
    const Vec3<S> given{x_.forces[k], x_.forces[k + 1], x_.forces[k + 2]};
    const Vec3<S> f = force.in_body_frame ? R * given : given;
    if (force.torque)
      turn(Origin::force, i, force.at.body, f);
    else
      push(Origin::force, i, force.at.body, R * par_.force_points[i], f);
  }

  void add_spring(std::size_t i) {
    const auto& spring = par_.springs[i];
    const MovingFrame<S> first = end_of(spring.ends[0]), second = end_of(spring.ends[1]);
    const Vec3<S> between = second.p - first.p;
    const S length = length_of(between);
    const Vec3<S> direction = (S(1.0) / length) * between;
    const S tension = spring.stiffness * (length - spring.length) +
                      spring.damping * dot(direction, second.v - first.v) - value(plan_.spring_actuator[i]);
    push(Origin::spring, i, first.body, first.r, tension * direction);
    push(Origin::spring, i, second.body, second.r, -(tension * direction));
  }
  MovingFrame<S> end_of(const typename BodyParams<S>::Point& end) const {
    return {end.body, motion(end.body), {Mat3<S>::identity(), end.p}};
  }
  /// As a number never zero, so that coinciding ends give no force from nowhere.
  static S length_of(const Vec3<S>& a) {
    if constexpr (std::same_as<S, Expr>)
      return norm(a);
    else
      return sqrt(max(dot(a, a), S(1e-300)));
  }

  /// Everything along the speeds of a joint.
  void add_joint(int joint) {
    speeds_.clear();
    joint_speed_rows(plan_, par_, x_, joint, speeds_);
    for (int k = 0; k < speeds_.size(); ++k) {
      const int speed = plan_.first_v[index(joint)] + k;
      const S given = value(plan_.effort[index(speed)]), own = passive(joint, k, speed);
      push_along(k, given + own);
      note_along(Origin::effort, index(joint), k, given);
      note_along(Origin::passive, index(joint), k, own);
      if (!model_.joints[index(joint)].armature[index(k)].is_zero()) add_armature(k, par_.along[index(speed)].armature);
    }
  }

  /// An effort along speed k of the joint whose rows are in speeds_.
  void push_along(int k, const S& tau) {
    for (const RowEntry<S>& e : speeds_.of(k)) result_.applied[index(e.body)] += {tau * e.n, tau * e.f};
  }
  void note_along(Origin origin, std::size_t number, int k, const S& tau) {
    if (!result_.keep_parts) return;
    for (const RowEntry<S>& e : speeds_.of(k))
      result_.parts.push_back({origin, static_cast<int>(number), e.body, {tau * e.n, tau * e.f}});
  }

  /// Spring, damper and friction written on the joint itself.
  S passive(int joint, int k, int speed) const {
    const auto& along = par_.along[index(speed)];
    const S& v = x_.speeds[index(speed)];
    S tau = -(along.damping * v);
    if (!model_.joints[index(joint)].stiffness[index(k)].is_zero())
      tau -= along.stiffness * (coordinate(joint, k) - along.rest);
    const auto& friction = model_.joints[index(joint)].friction[index(k)];
    if (friction[0].is_zero() && friction[1].is_zero()) return tau;
    const bool dry = model_.joints[index(joint)].friction_width[index(k)].is_zero();
    return tau -
           select(less(v, S(0.0)), along.friction[1], along.friction[0]) * friction_share(v, along.friction_width, dry);
  }
  /// The coordinate whose rate is speed k of a joint without quaternion.
  const S& coordinate(int joint, int k) const { return x_.coordinates[index(plan_.first_q[index(joint)] + k)]; }

  void add_armature(int k, const S& armature) {
    for (const RowEntry<S>& e : speeds_.of(k)) result_.armature_rows.add(e.body, e.n, e.f);
    result_.armature_rows.close(speeds_.phi[index(k)], speeds_.b[index(k)], speeds_.c[index(k)]);
    result_.armature.push_back(armature);
  }

  /// A rotational spring about speed k of a joint, its angle's rate.
  void add_spring_about(std::size_t i, int joint, int k) {
    const auto& spring = par_.rotational_springs[i];
    speeds_.clear();
    joint_speed_rows(plan_, par_, x_, joint, speeds_);
    const S tau = value(plan_.rotational_actuator[i]) - spring.stiffness * (coordinate(joint, k) - spring.rest) -
                  spring.damping * x_.speeds[index(plan_.first_v[index(joint)] + k)];
    push_along(k, tau);
    note_along(Origin::rotational_spring, i, k, tau);
  }

  /// A rotational spring between two bodies of a planar model.
  void add_spring_between(std::size_t i) {
    const auto& [first, second] = model_.rotational_springs[i].bodies;
    const auto& spring = par_.rotational_springs[i];
    const S turned = x_.angles[index(second)] - x_.angles[index(first)] - spring.rest;
    const S rate = motion(second).w.z - motion(first).w.z;
    const S moment = value(plan_.rotational_actuator[i]) - spring.stiffness * turned - spring.damping * rate;
    const Vec3<S> n{S(0.0), S(0.0), moment};
    turn(Origin::rotational_spring, i, first, -n);
    turn(Origin::rotational_spring, i, second, n);
  }

  const BodyPlan& plan_;
  const Mechanism& model_;
  const BodyParams<S>& par_;
  const BodyState<S>& x_;
  BodyEquations<S>& result_;
  RowSet<S> speeds_;
};

}  // namespace alembert
