/// What joints of a mechanism have that makes motion jump: stops and dry friction.
#pragma once
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "alembert/system/constraints/added_rows.h"
#include "alembert/system/mechanism/mechanism_system.h"

namespace alembert {

// Coordinates and speeds count through those of the tree and then those of closing joints.

/// One end of a joint's range: `limits` with `restitution`. The joint pushes back along the normal.
struct Contact {
  enum class Mode : std::uint8_t {
    open,     ///< not touching, or leaving
    resting,  ///< held at the bound
    outside,  ///< beyond the bound from the start, or held there by rows: does not act until the motion comes inside
  };

  std::string name;  ///< of the coordinate
  int coordinate = 0, speed = 0;
  double bound = 0.0;
  double normal = 1.0;  ///< +1 at the lowest coordinate, -1 at the highest
  double restitution = 0.0;
  double size = 0.0;  ///< largest coordinate in the limits: what rounding is relative to

  Mode mode = Mode::open;
  double fastest = 0.0;  ///< largest speed of approach so far
  double slow = 0.0;     ///< speed of a rebound that ends in rest, raised where bounces come too close for the clock
  double noise = 0.0;    ///< of the force that holds it
  /// Of one that has opened without a rebound, until it is away: errors of integration may leave it as far beyond its
  /// bound, and moving towards it as fast. Else 0.
  double lag = 0.0, slow_lag = 0.0;

  const char* side() const { return normal > 0.0 ? "lower" : "upper"; }
  double gap(double coordinate_value) const { return normal * (coordinate_value - bound); }
  /// How far it is from being met again, while it is open.
  double free_way(double gap_now, double speed_now) const {
    return gap_now < 0.0 && -normal * speed_now < slow_lag ? gap_now + lag : gap_now;
  }
};

/// Coulomb friction with friction_width = 0. Where it follows the load of its joint, its sizes are those of the last
/// load.
struct DryFriction {
  enum class Mode : std::uint8_t {
    stuck,     ///< a row holds it, with a force inside the bounds
    forward,   ///< slides
    backward,  ///< slides
    /// At rest because other rows at rest imply it: one force of several would do, so it is constant, or a constant
    /// share of what it can take where that follows the load.
    held,
  };

  std::string name;  ///< of the speed
  int speed = 0;
  bool driven = false;   ///< its speed is prescribed: it slides one way or the other, also while it stands still
  bool carried = false;  ///< likewise, because rows of drives and loops decide it where it last came to rest
  double forward = 0.0, backward = 0.0;  ///< force against positive and negative speed while it slides, not negative
  double forward_at_rest = 0.0, backward_at_rest = 0.0;  ///< largest at rest, not smaller
  int loaded = -1;                                       ///< the joint whose load it follows, -1 where it is given
  double per_load = 0.0, per_load_at_rest = 0.0;         ///< [1, m] for each newton of the load

  Mode mode = Mode::stuck;
  double fastest = 0.0;     ///< largest speed so far
  double noise = 0.0;       ///< of the force that holds it, while it is stuck
  double held_force = 0.0;  ///< while it is held and follows no load
  double held_share = 0.0;  ///< -1 to 1, while it is held and follows one
  double lag = 0.0;         ///< by which its speed may be on the other side while it slides

  bool led() const { return driven || carried; }
  bool rests() const { return mode == Mode::stuck || mode == Mode::held; }
  double sense() const { return mode == Mode::forward ? 1.0 : mode == Mode::backward ? -1.0 : 0.0; }
  /// Speed the other way that is none but rounding, of a joint that is led.
  double still() const { return 1e-12 * std::max(1.0, fastest); }
  /// The force that does not follow from a row: while it slides or is held; 0 while it is stuck.
  double given_force() const {
    switch (mode) {
      case Mode::forward: return -forward;
      case Mode::backward: return backward;
      case Mode::held: return loaded >= 0 ? held_share * forward_at_rest : held_force;
      default: return 0.0;
    }
  }
  /// The force that does not follow from a row, for each newton of the load.
  double force_per_load() const { return mode == Mode::held ? held_share * per_load_at_rest : -sense() * per_load; }
  /// What the base system takes it for at a speed (plan/force_params.h), which knows no loads.
  double by_speed(double v) const { return loaded >= 0 ? 0.0 : v > 0.0 ? -forward : v < 0.0 ? backward : 0.0; }
  /// Its sizes under this load [N].
  void bear(double load) {
    forward = backward = per_load * load;
    forward_at_rest = backward_at_rest = per_load_at_rest * load;
  }
};

/// Both ends of every range that has a restitution. Driven coordinates have none: their motion is prescribed.
std::vector<Contact> contacts_of(const MechanismSetup& setup);
/// Every speed with dry friction.
std::vector<DryFriction> dry_frictions_of(const MechanismSetup& setup);

/// Coordinates and speeds at states, whether a joint closes a loop or not.
class JointReader {
 public:
  using In = System::In;

  /// `base` must outlive this.
  explicit JointReader(const MechanismSystem& base) : base_(base), nq_(base.sizes().nq), nv_(base.sizes().nv) {}

  double coordinate(const State& x, In u, int i) const;
  double speed(const State& x, In u, int i) const;
  /// The speed in terms of the tree's.
  SpeedRow row(double t, In q, int i) const;
  /// What its rate has besides row . vdot.
  double bias(const State& x, In u, int i) const;
  bool in_tree(int speed) const { return speed < nv_; }

 private:
  const MechanismSystem& base_;
  int nq_, nv_;
};

}  // namespace alembert
