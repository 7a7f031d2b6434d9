/// Motion with jumps: joint stops, dry friction that sticks and slides, formulas that switch.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "alembert/linalg/box_complementarity.h"
#include "alembert/system/events/hybrid_joints.h"
#include "alembert/system/events/time_switching.h"

namespace alembert {

/// Something that happened at an instant.
struct Happening {
  enum class Kind : std::uint8_t {
    impact,           ///< on a stop, at the speed `value`
    rests,            ///< at a stop
    leaves,           ///< a stop where it rested
    sticks,           ///< by friction
    slides_forward,   ///< against friction
    slides_backward,  ///< against friction
    starts_outside,   ///< its limits
    overruns,         ///< a stop, because rows carry it past
    jumps,            ///< the speed that a row prescribes, by `value`
  };
  Kind kind = Kind::impact;
  std::size_t index = 0;  ///< of HybridSystem::contacts() or frictions(), or of a row of the base
  double time = 0.0;      ///< [s]
  double value = 0.0;
  double energy = 0.0;  ///< [J] its own change of the conserved energy: what a stop takes, what a row that jumps brings
};

/// Where a row of the base asks for speeds that jump.
struct RowJumps {
  int row = 0;
  double first = 0.0;    ///< [s]
  double largest = 0.0;  ///< by size, with its sign
  long count = 0;
};

/// A system together with the state of its switches. Between events its motion is smooth:
///
/// - A coordinate at a stop rests there: a row q = bound, whose force only pushes.
/// - A speed with dry friction is stuck (a row v = 0, whose force has bounds) or slides against a constant force. Where
///   others at rest imply that it rests, it needs no row: its share of the friction is constant until something moves.
/// - A driven speed with dry friction slides, and turns round in an instant that changes nothing but the sign of the
///   force, which its drive takes.
/// - Comparisons in formulas are held as they are. Where one turns and a row prescribes another speed from then on (a
///   driven motion with a kink) the rows' impulse makes the motion follow.
///
/// An event function is positive as long as the present state of its switch is right. Where one becomes negative,
/// happened() makes the discrete change: impacts, contacts that close or open, joints that stick or break away,
/// comparisons that turn. What holds at an instant is found for all contacts and frictions together
/// (linalg/box_complementarity.h); the base's own constraints hold throughout.
///
///   impact:    M (v+ - v-) + A^T L = sum n_i p_i,  A v+ = b,  p_i >= 0,  n_i . v+ >= -e_i n_i . v-,  one of them equal
///   contact:   force >= 0 along n,  n . vdot >= 0,  one of them zero
///   friction:  -forward <= force <= backward, vdot = 0 inside the bounds, against the force at them
///
/// What a friction takes at rest may be more than what it takes while it slides: one that gives way falls to that at
/// once. Friction that follows the load of its joint, f = -c |N| against the motion, is solved for together with N,
/// which depends on it (hybrid_friction.cc).
///
/// Stops that are hit at one instant obey the law above together, or where the model asks for it one after the other.
/// An impact is over in an instant, in which bounded friction does nothing. A rebound too slow to matter ends in rest,
/// so that infinitely many ever shorter bounces end too: below 1e-8 of the fastest approach, or where the flight would
/// be lower than doubles can tell from the bound; and only where something presses it on.
///
/// Rows: the base's holonomic ones, resting contacts, the base's others, stuck frictions. sizes() changes with them:
/// solvers start anew after happened(). The state of the switches is memory in the sense of System::memory(), hence
/// const methods may change it.
/// Ref: Pfeiffer and Glocker 1996, Multibody Dynamics with Unilateral Contacts; Glocker 2001, Set-Valued Force Laws.
class HybridSystem : public System {
 public:
  /// With stops and dry friction of a MechanismSystem, and comparisons of any SwitchedSystem. `base` must outlive this.
  /// Without `stops` for a motion that rows determine: nothing can hold it.
  explicit HybridSystem(const System& base, bool stops = true);

  /// Whether anything can happen besides the base's own events.
  bool needed() const { return own_events() > 0; }

  /// The state of all switches at the start of a motion. `fastest` [speed, dependent speed] makes it that of a state
  /// within a motion which reached these speeds: what is slow against them counts as at rest.
  Status begin(double t, Out q, Out v, In z, In fastest = {}) const;
  /// What integration may leave coordinates and speeds off by, [nq + nv]: a contact that opens without a rebound is met
  /// again no nearer. Nothing unless this is called.
  void expect_errors(In errors) const { errors_.assign(errors.begin(), errors.end()); }
  /// Event functions of stops that the start runs into: an event at once, for happened().
  const std::vector<int>& met_at_start() const { return met_; }
  /// Of the last accelerate(), at its state: the multipliers of the base, and what acts along each speed besides what
  /// the base knows, [speed, dependent speed]: stops, and friction as it is.
  In base_multipliers() const { return base_lambda_; }
  void added_efforts(const State& given, In u, Out efforts) const;
  /// Makes the speeds of joints that rest or stick exactly zero, of which integration leaves rounding errors with
  /// signs.
  void settle(Out v) const;
  /// The first of its event functions, this many, must not become negative; the others are the base's.
  int own_events() const;
  /// The base where its formulas compare, else null; and how its comparisons are held.
  const SwitchedSystem* switched() const { return switched_; }
  std::span<const Held> held() const { return held_; }
  /// Whether any event function must be watched besides those whose times are known.
  bool watches() const;
  /// The first time behind t, until `end`, at which formulas switch that depend on t alone; infinite where none does.
  /// No step may go beyond.
  double known_time(double t, double end) const;
  /// Whether the last known_time() was found by bounds alone: else spans before it were looked at by samples.
  bool time_is_certain() const { return timed_.certain; }
  /// The event functions of what switches at the last known_time(), ascending.
  std::vector<int> known_events() const;
  /// The discrete change where some of these have become negative, at a state there. Changes v, and q by rounding.
  Status happened(std::span<const int> crossed, double t, Out q, Out v, In z) const;
  /// [J] by which the last begin() or happened() changed the conserved energy.
  double energy_jump() const { return energy_jump_; }
  /// [J] what of this impulses of rows brought in whose speeds jump.
  double supplied_jump() const { return supplied_jump_; }
  /// Whether it changed nothing but comparisons, so that the state is as before.
  bool only_switched() const { return only_switched_; }
  /// [s] the shortest flight that has begun at a state behind an event, under the accelerations there: until a stop
  /// that was hit is met again; infinite where none is.
  double shortest_flight(const State& x) const;
  /// For events that come without end and without time passing. A comparison is let go: from now on it comes out as it
  /// is. A stop lets its next rebound rest. False where neither helps.
  bool calm(int event) const;
  /// The speed that an event is about, for messages; -1 where that is a joint that closes a loop, or a formula.
  int speed_of_event(int event) const;

  long events() const { return events_; }                                   ///< how often happened() was called
  const std::vector<Happening>& happenings() const { return happenings_; }  ///< the first 1000; comparisons left out
  std::string describe(const Happening& happening) const;                   ///< "A hits its lower stop at speed 2.5"
  std::vector<std::string> warnings() const;                                ///< stops that do not act, rows that jump
  const std::vector<Contact>& contacts() const { return contacts_; }
  /// Whether any friction follows the load of its joint: residual(), momentum() and their derivatives do not know it.
  bool follows_loads() const { return !loaded_.empty(); }
  bool rubs() const { return !frictions_.empty(); }  ///< whether there is dry friction
  const std::vector<DryFriction>& frictions() const { return frictions_; }

  Sizes sizes() const override;
  std::string coordinate_name(int i) const override { return base_.coordinate_name(i); }
  std::string speed_name(int i) const override { return base_.speed_name(i); }
  std::string row_name(int i) const override;
  void inputs(double t, Out u) const override { base_.inputs(t, u); }
  void qdot(In q, In v, Out qd) const override { base_.qdot(q, v, qd); }
  void qdot_jacobian(In q, In v, SparseRows& by_v, SparseRows& by_q) const override {
    base_.qdot_jacobian(q, v, by_v, by_q);
  }
  std::vector<int> quaternions() const override { return base_.quaternions(); }
  void step(In q, In dq, Out q_new) const override { base_.step(q, dq, q_new); }
  void tidy(Out q) const override { base_.tidy(q); }
  int speed_of(int coordinate) const override { return base_.speed_of(coordinate); }
  void difference(In from, In to, Out dq) const override { base_.difference(from, to, dq); }
  Status accelerate(const State& given, In u, Out vdot, Out zdot, Out lambda) const override;
  bool rows_depend() const override { return rows_depend_ || base_.rows_depend(); }
  int rows_above(double share) const override {
    return base_.rows_above(share) + static_cast<int>(active_.size()) - (least_pivot_ > share ? 0 : 1);
  }
  /// What the active rows leave of the base's: near enough for iterations, not exact while any is active.
  Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const override;
  Status residual(const State& given, In u, In vdot, In lambda, Out r, Out zdot) const override;
  Status residual_jacobian(const State& given, In u, In vdot, In lambda, ResidualJacobian& parts) const override;
  Status momentum(const State& given, In u, Out p, Out rate) const override;
  Status constrained_solve(double t, In q, In f, In c, Out x, Out lambda) const override;
  void constraint(double t, In q, Out phi) const override;
  void constraint_jacobian(double t, In q, SparseRows& A) const override;
  void constraint_speed(double t, In q, Out b) const override;
  void constraint_acceleration(const State& x, Out c) const override;
  RowScales row_scales(double t, In q) const override;
  Energies energies(const State& given, In u) const override;
  bool dissipates() const override { return base_.dissipates() || !loaded_.empty(); }
  void start_over() const override { base_.start_over(); }
  void accept(const State& x) const override;
  std::vector<double> memory() const override;
  void recall(In memory) const override;
  void event_values(const State& x, In u, Out values) const override;

 private:
  /// A resting contact or a stuck friction, and its speed.
  struct Active {
    bool contact = false;
    std::size_t index = 0;
    int speed = 0;
    bool operator==(const Active&) const = default;
  };

  // Rows (hybrid_system.cc)
  void list_active() const;
  std::vector<SpeedRow> rows_of(const std::vector<Active>& list, double t, In q) const;
  /// Calls f(row, force) for frictions that act otherwise than the base takes them from the speed.
  template <class F>
  void each_correction(const State& x, In u, const F& f) const;
  void tell_base(const State& x, In u) const;
  Status respond(const State& x, In u, Out vdot, Out base_lambda, bool follow = true) const;
  bool solve_active(Out forces) const;
  bool knows(const State& x, In u) const;
  /// The state with speeds along active rows exactly zero: what only rounding moves must not turn comparisons.
  State at_rest(const State& x) const;
  std::size_t own_at(std::size_t active) const;  ///< its row in A
  std::size_t base_at(std::size_t base_row) const;

  // Friction that follows loads (hybrid_friction.cc)
  /// Loads of joints [loaded_] as they follow from forces f along rows: at_none + sum of by[k] f[k].
  struct LoadMap {
    std::vector<Vec3<double>> at_none;
    std::vector<std::vector<Vec3<double>>> by;
    Vec3<double> at(std::size_t i, In f) const;
    /// Of `count` forces, from the loads under any of them.
    static LoadMap of(std::size_t count, const std::function<std::vector<Vec3<double>>(In)>& loads_at);
  };
  Status jammed(double t) const;
  bool slides_loaded(const DryFriction& friction, double speed) const;
  bool acts_by_load(const DryFriction& friction, double speed) const;
  std::vector<Vec3<double>> loads_with(const State& x, In u, In vdot, In base_lambda, std::span<const Active> rows,
                                       In force) const;
  bool follow_loads(const State& x, In u, In vdot, In base_lambda, std::span<const Active> acting, std::size_t first,
                    Out force) const;
  bool slide_under_loads(const LoadMap& loads, std::span<const std::size_t> place, Out f) const;

  /// A row of decide(): a contact or a friction; `slides` is the direction of one that slides for certain, else 0.
  struct Trial {
    Active row;
    double slides = 0.0;
  };

  // Events (hybrid_events.cc, hybrid_decide.cc, hybrid_adopt.cc)
  Status change(std::span<const int> crossed, double t, Out q, Out v, In z) const;
  void add_slow(const State& x, bool impulse, std::vector<std::size_t>& slow) const;
  Status decide(const std::vector<std::size_t>& at_bound, std::vector<std::size_t> slow, const State& x, Out v) const;
  bool leave_to_stops(const std::vector<Trial>& tried, const LoadMap& loads, BoxComplementarity& problem) const;
  Status leave_out_carried(const State& x, std::vector<std::size_t>& slow) const;
  void follow_carried(const State& x) const;
  double rate_of(const State& x, int speed) const;
  Status accelerate_freely(const std::vector<std::size_t>& at_bound, const std::vector<std::size_t>& slow,
                           const State& x) const;
  Status try_rows(const std::vector<std::size_t>& at_bound, const std::vector<std::size_t>& slow, const State& x,
                  std::vector<Trial>& tried, BoxComplementarity& problem) const;
  LoadMap load_map(const State& x, const std::vector<Trial>& tried) const;
  void bound(const std::vector<Trial>& tried, BoxComplementarity& problem) const;
  double bear_loads(const LoadMap& loads, In f) const;
  bool solve_bounded(const std::vector<Trial>& tried, const LoadMap& loads, BoxComplementarity& problem) const;
  bool let_go(std::vector<Trial>& tried) const;
  void adopt(const std::vector<Trial>& tried, const LoadMap& loads, const BoxComplementarity& answer, double t) const;
  void adopt_shares(const std::vector<Trial>& tried, const LoadMap& loads, BoxComplementarity answer,
                    std::span<const std::size_t> carrying, std::span<const std::size_t> held) const;
  void adopt_contact(const Active& tried, const BoxComplementarity& answer, std::size_t k, double t) const;
  void let_depart(Contact& contact) const;
  double slow_here(const Contact& contact) const;
  double error_of(int i, int first, int count) const;
  double error_of_speed(int i) const;
  void note_changes(const std::vector<Contact>& contacts, const std::vector<DryFriction>& frictions, In work,
                    double t) const;
  void note_friction(std::size_t i, double t, double energy) const;
  Status stop_active(double t, In q, Out v, Out work) const;
  void find_met(const State& x) const;
  std::vector<std::size_t> touching(std::span<const int> crossed, const State& x) const;
  void turn_switches(std::span<const std::size_t> list, const State& x) const;
  void turn_dependent_switches(std::span<const std::size_t> turned, const State& x) const;
  void hold_free_switches(const State& x) const;
  struct Later {
    double t = 0.0;
    std::vector<double> q, v, z, u;
    bool known = false;
    State state() const { return {t, q, v, z}; }
  };
  Later a_moment_later(const State& x) const;

  // Impacts (hybrid_impacts.cc)
  struct Hit {
    std::size_t contact = 0;
    double speed = 0.0;    ///< of the first approach
    double impulse = 0.0;  ///< not negative
    double loss = 0.0;     ///< [J]
  };
  using Hits = std::vector<Hit>;
  double approach(const Hit& hit, std::size_t row, In v) const;
  void push(const Hit& hit, std::size_t row, double impulse, Out v) const;
  Status leave_overrun(std::vector<std::size_t>& at_bound, const State& x) const;
  Status impact(const std::vector<std::size_t>& at_bound, const State& x, Out v) const;
  bool hit_stops(Hits& hits, double t, Out v) const;
  bool hit_together(Hits& hits, Out v) const;
  bool hit_in_turn(Hits& hits, Out v) const;

  // Rows that jump (hybrid_jumps.cc), and what is said of it all (hybrid_happenings.cc)
  Status follow_rows(const State& x, Out v) const;
  void note_jump(int row, double t, double by, double energy) const;
  std::string describe(const RowJumps& jumps) const;

  std::size_t first_switch() const { return contacts_.size() + 2 * frictions_.size(); }  ///< among event functions
  void note(Happening::Kind kind, std::size_t index, double t, double value = 0.0, double energy = 0.0) const;

  const System& base_;
  const MechanismSystem* mechanism_;  ///< the base, where it is one
  const SwitchedSystem* switched_;    ///< the base, where it is one
  std::unique_ptr<JointReader> joints_;
  std::vector<std::size_t> loaded_;    ///< frictions that follow loads
  std::unique_ptr<JointLoads> loads_;  ///< theirs; null without any
  Sizes base_sizes_;

  mutable std::vector<Contact> contacts_;
  mutable std::vector<DryFriction> frictions_;
  mutable std::vector<Held> held_;  ///< [comparison]
  mutable std::vector<bool> let_go_;
  std::vector<bool> of_time_;  ///< [comparison] turns at known times
  std::unique_ptr<TimeSwitching> time_;
  mutable TimedTurns timed_;  ///< the next of them
  mutable std::vector<Turn> turns_;

  mutable std::vector<Active> active_;  ///< resting contacts, then stuck frictions
  mutable std::size_t resting_ = 0;     ///< how many of them are contacts
  mutable AddedRows added_;
  mutable std::vector<double> forces_;  ///< [active] along its row, of the last accelerate()
  mutable bool rows_depend_ = false;    ///< of the active rows, the last time they were solved for
  mutable double least_pivot_ = 1.0;    ///< likewise
  mutable std::vector<double> known_;   ///< t, q, v, z, u of the last accelerate()

  mutable long events_ = 0;
  mutable double energy_jump_ = 0.0, supplied_jump_ = 0.0;
  mutable double impact_loss_ =
      0.0;  ///< [J] that the stops took in the last impact; rows that move may have brought some
  mutable std::vector<double> unnoted_loss_;  ///< [contact, J] of it, in impacts too slow to be noted
  bool in_turn_ = false;                      ///< stops hit at one instant, as the model says
  mutable long ordered_ = 0;                  ///< instants at which that mattered
  mutable double first_ordered_ = 0.0;        ///< [s]
  mutable bool only_switched_ = false;
  mutable bool gave_way_ = false;  ///< a friction at rest, in the present change
  mutable std::vector<int> met_;
  mutable std::vector<double> errors_;  ///< [nq + nv] of integration
  mutable std::vector<Happening> happenings_;
  mutable std::vector<RowJumps> jumps_;
  mutable std::vector<double> base_lambda_, vdot_, zdot_, values_, u_, v_, efforts_;
};

template <class F>
void HybridSystem::each_correction(const State& x, In u, const F& f) const {
  for (std::size_t i = 0; i < frictions_.size(); ++i) {
    const double speed = joints_->speed(x, u, frictions_[i].speed);
    if (frictions_[i].led() && std::abs(speed) < frictions_[i].still()) continue;  // as evaluated by the speed alone
    const double force = frictions_[i].given_force() - frictions_[i].by_speed(speed);
    if (force != 0.0) f(Active{false, i, frictions_[i].speed}, force);
  }
}

}  // namespace alembert
