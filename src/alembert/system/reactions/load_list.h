/// Every force and moment that acts on the bodies of a mechanism, one by one.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "alembert/system/reactions/reaction_solver.h"

namespace alembert {

/// Something that acts: what it is, on whom and where. The same at all states.
struct LoadSlot {
  enum class Kind : std::uint8_t {
    gravity,            ///< index: body
    applied,            ///< index: force or torque
    spring,             ///< index: spring
    rotational_spring,  ///< index: rotational spring
    effort,             ///< index: joint; what is written as its effort, and what drives it
    passive,            ///< index: joint; its own springs, dampers, friction and stops
    armature,           ///< index: joint; the inertia that its speed carries
    reaction,           ///< index: joint; what holds its bodies together
    constraint,         ///< index: constraint
    inertia,            ///< index: body; -m a and -(I alpha + w x I w)
  };
  static constexpr int nobody = -1;

  Kind kind = Kind::gravity;
  int index = 0;       ///< in the model, see Kind
  int on = 0;          ///< the body that it acts on
  int from = nobody;   ///< the body that feels the opposite at the same place
  int at_body = 0;     ///< the place is fixed to this body
  Vec3<double> at;     ///< in its frame [m]
  bool moves = false;  ///< the place is fixed to no body
};

/// What a slot does at a state, world axes.
struct Load {
  Vec3<double> place;   ///< [m]
  Vec3<double> force;   ///< [N]
  Vec3<double> moment;  ///< about the place [N m]
};

/// Lists them at states. Loads on a body other than the ground add up to nothing, inertia included (d'Alembert): those
/// in slots with `on` the body, less those with `from` the body. Keeps scratch memory; serves one thread.
class LoadList {
 public:
  using In = std::span<const double>;

  /// `setup` must outlive this.
  explicit LoadList(const MechanismSetup& setup);

  const std::vector<LoadSlot>& slots() const { return slots_; }
  const std::vector<Load>& loads() const { return loads_; }  ///< [slot] of the last at()
  const BodyParams<double>& params() const { return reactions_.params(); }

  /// At the state where `dynamics` was brought by at(t, q, v, z, u).
  ///
  /// @param vdot    [nv] accelerations
  /// @param lambda  [row] multipliers; changed where they are not unique (reaction_solver.h)
  /// @param added   [speed, dependent speed] efforts besides those of the model, of stops and dry friction; may be
  /// empty
  void at(MechanismDynamics<double>& dynamics, double t, In q, In v, In z, In u, In vdot, std::span<double> lambda,
          In added);

  /// Of the last at(), [body], world axes; the first is the ground.
  std::span<const BodyMotion<double>> motions() const { return reactions_.state().bodies; }
  const std::vector<BodyAcceleration<double>>& accelerations() const { return reactions_.accelerations(); }
  /// Joints, drives and constraints whose forces are not unique at the state of the last at().
  const std::vector<std::string>& undetermined() const { return reactions_.undetermined(); }

 private:
  static constexpr int none = -1;

  // The list of slots.
  void list_bodies();
  void list_forces();
  void list_joints();
  void list_constraints();
  int add(const LoadSlot& slot);

  // Their values.
  void find_places();
  void add_parts();
  void add_drives(In lambda);
  void add_along_joints(In added);
  void add_armatures();
  void add_constraints(In lambda);
  void add_inertias();
  Vec3<double> contact_point(int constraint) const;
  /// Adds a force that acts on a body, at its origin, where it is the one that bears the slot.
  void bear(int slot, int body, const Force<double>& F);
  /// From the bearer's origin to the place, on the body that is listed.
  void finish();

  const MechanismSetup& setup_;
  ReactionSolver reactions_;
  std::vector<LoadSlot> slots_;
  std::vector<int> gravity_, inertia_;                        ///< [body] slots, none where there is none
  std::vector<int> force_, spring_, rotational_spring_;       ///< [in the model]
  std::vector<int> effort_, passive_, armature_, reaction_;   ///< [joint]
  std::vector<std::vector<std::pair<int, int>>> constraint_;  ///< [constraint] (body, slot)
  std::vector<int> armature_joint_;                           ///< [BodyEquations::armature]
  std::vector<Force<double>> borne_;                          ///< [slot] at the bearer's origin
  std::vector<Load> loads_;
};

}  // namespace alembert
