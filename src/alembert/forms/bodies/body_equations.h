/// Newton and Euler's equations of every body, with joints, drives and constraints as rows. Independent of the
/// recursive kernels, do not merge: nothing here knows a tree.
///
///   m (a + alpha x c + w x (w x c)) = f               (1)
///   I alpha + m c x a + w x I w = n                   (2)
///   sum over entries (n_i . alpha + f_i . a) = c_i    (3)
///
/// with c from the reference point to the mass centre, I about the reference point, and (3) the rows of
/// kernel/rows/row_set.h.
///
/// a and alpha belong to the origin of each body's reference frame, everything in world axes. In matrices, with
/// A the rows and lambda their multipliers: M acc + A^T lambda = Q, A acc = c.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "alembert/forms/bodies/body_params.h"
#include "alembert/plan/formula_rows.h"

namespace alembert {

/// What a row is called and where it comes from.
struct BodyRowInfo {
  enum class Origin : std::uint8_t { joint, drive, constraint };
  std::string name;  ///< "A.tx"; of a drive its coordinate's name; of a constraint its name, "contact.normal"
  Origin origin = Origin::joint;
  int index = 0;  ///< of the joint (drives too) or constraint in the model
  bool holonomic = true;
};

/// Everything about the equations that is made of integers and names. Rows are in this order: joints in file order,
/// then drives, then constraints in file order, formulas and geometry alike.
struct BodyPlan {
  /// `model` must outlive this. `rows` are formula_rows(model).
  BodyPlan(const Mechanism& mechanism, std::vector<FormulaRow> given);

  const Mechanism& model;
  std::vector<FormulaRow> formulas;  ///< as given: drives, then constraints
  std::vector<int> first_value;      ///< [formula + 1] where its values stand in BodyState::rows
  std::vector<int> first_q;          ///< [joint + 1] its coordinates among those of all joints, closing ones too
  std::vector<int> first_v;          ///< [joint + 1] its speeds
  std::vector<BodyRowInfo> rows;     ///< [row]
  std::vector<int> first_row;        ///< [joint + 1] its rows

  // Where the formulas of forces stand among force_formulas(); -1 where there is none.
  std::vector<int> effort;               ///< [first_v]
  int first_force = 0;                   ///< of three for each force or torque on a body
  std::vector<int> spring_actuator;      ///< [spring]
  std::vector<int> rotational_actuator;  ///< [rotational spring]
  std::vector<int> rotational_speed;     ///< [rotational spring] which speed of its joint is that of the angle
  std::vector<int> pushed;               ///< joints with something written along their speeds
};

/// A state as the equations need it. Whoever fills it sees to it that its parts agree.
template <Scalar S>
struct BodyState {
  std::span<const BodyMotion<S>> bodies;  ///< [body] of reference frames; [0], the ground, at rest in the origin
  std::span<const S> coordinates;         ///< [BodyPlan::first_q] of all joints, closing ones too
  std::span<const S> speeds;              ///< [BodyPlan::first_v]
  std::span<const double> near;           ///< [BodyPlan::first_v] numbers near the coordinates of joints without
                                          ///< quaternions, which tell angles from those a turn away; empty: zero
  std::span<const S> forces;              ///< [force_formulas()]
  std::span<const S> rows;                ///< for each of BodyPlan::formulas its coefficients, phi, b, c
  std::span<const RowDrive<S>> drives;    ///< [constraint] lengths of distances, starts of racks; others zero
  std::span<const S> angles;              ///< [body] planar: angle in the world, not wrapped
  std::span<const S> measures;            ///< [measure]; angles and quaternions are read, where rows use them
};

/// What one thing that is written in the model does to one body: a part of BodyEquations::applied. What acts between
/// two bodies has a part for each (joints: for each that is not the ground).
template <Scalar S>
struct AppliedPart {
  enum class Origin : std::uint8_t {
    gravity,            ///< index: body
    force,              ///< index: force or torque
    spring,             ///< index: spring
    rotational_spring,  ///< index: rotational spring
    effort,             ///< index: joint; efforts as formulas
    passive,            ///< index: joint; its own springs, dampers and friction
  };
  Origin origin = Origin::gravity;
  int index = 0;
  int body = 0;
  Force<S> F;  ///< at the body's reference point, world axes
};

/// The equations at a state. Memory is kept between calls.
template <Scalar S>
struct BodyEquations {
  std::vector<Inertia<S>> inertia;    ///< [body] about the reference point, world axes; [0] is zero
  std::vector<Force<S>> applied;      ///< [body] at the reference point, world axes: gravity, forces, torques, springs,
                                      ///< dampers, friction, efforts, actuators; [0] is zero
  bool keep_parts = false;            ///< whether `parts` is wanted; whoever calls says so
  std::vector<AppliedPart<S>> parts;  ///< of `applied`, in the order of Origin but for joints, which may alternate
  std::vector<Force<S>> velocity;     ///< [body] -w x I w and -m w x (w x c), so that Q = applied + velocity
  RowSet<S> rows;                     ///< [BodyPlan::rows]; a body occurs at most once in a row

  /// Armatures: with a row r that reads a joint's speed, r . acc = speed' + c, each adds a r^T r to M and a c r^T to Q.
  RowSet<S> armature_rows;
  std::vector<S> armature;  ///< [armature row] a
};

/// Evaluates everything. Instances: double, Dual<8>, Expr (whose graph must be current).
template <Scalar S>
void body_equations(const BodyPlan& plan, const BodyParams<S>& par, const BodyState<S>& state,
                    BodyEquations<S>& result);

/// A joint's frames F and M at a state.
template <Scalar S>
FramePair<S> joint_pair(const BodyPlan& plan, const BodyParams<S>& par, std::span<const BodyMotion<S>> bodies,
                        int joint);

/// Adds a row for each speed of a joint, as add_speed_rows() does: an effort tau along the speed acts on a body of the
/// row's entries with the force tau f and the moment tau n.
template <Scalar S>
void joint_speed_rows(const BodyPlan& plan, const BodyParams<S>& par, const BodyState<S>& state, int joint,
                      RowSet<S>& rows);

}  // namespace alembert
