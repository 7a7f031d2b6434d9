#include "alembert/analysis/certificate/oracles/mechanism_samples.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>

#include "alembert/analysis/certificate/certify_force_sizes.h"
#include "alembert/analysis/certificate/regular_states.h"
#include "alembert/analysis/state/evaluate_mechanism.h"
#include "alembert/core/random.h"
#include "alembert/core/text.h"
#include "alembert/kernel/manifold.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/spatial/quaternion.h"
#include "alembert/system/assembly/closing_sense.h"
#include "alembert/system/rank/manifold_walk.h"

namespace alembert {
namespace {

/// A unit quaternion, uniform over all rotations (Shoemake 1992).
Quaternion<double> random_turn(Random& random) {
  const double a = random.uniform(0.0, 1.0), b = random.uniform(0.0, 2.0 * M_PI), c = random.uniform(0.0, 2.0 * M_PI);
  return {std::sqrt(1 - a) * std::sin(b), std::sqrt(1 - a) * std::cos(b), std::sqrt(a) * std::sin(c),
          std::sqrt(a) * std::cos(c)};
}

/// @param units  [coordinate] 1, or moving_length()
void move_randomly(const Plan& plan, std::span<const double> units, Random& random, std::vector<double>& q) {
  for (std::size_t i = 0; i < q.size(); ++i) q[i] += 1.5 * (units[i] + std::abs(q[i])) * random.symmetric();
  for (std::size_t b = 1; b < static_cast<std::size_t>(plan.n_bodies()); ++b) {
    if (coordinates_of(plan.kind[b]) == 1) continue;
    double* p = q.data() + plan.first_q[b] + (plan.kind[b] == JointKind::free ? 3 : 0);
    const Quaternion<double> turn = random_turn(random);
    p[0] = turn.w;
    p[1] = turn.x;
    p[2] = turn.y;
    p[3] = turn.z;
  }
}

/// Moves a random state onto the rows, back towards the start where that is too far away; false when it stays off.
bool assemble_sample(const MechanismSetup& setup, const ConstraintSystem& rows, const std::vector<double>& start,
                     Point& x) {
  const AssembleOptions options = sample_options(setup);
  std::vector<double> way(x.v.size()), q(x.q.size());
  rows.difference(start, x.q, way);
  for (const double share : {0.3, 0.1, 0.02, 0.0}) {
    std::vector<double> move = way;
    for (double& d : move) d *= share;
    rows.step(start, move, q);
    std::vector<double> v = x.v;
    if (assemble(rows, x.t, options, q, v)) continue;
    x.q = q;
    x.v = v;
    return true;
  }
  return false;
}

/// Configurations of the start's kind: along the rows from the start on, in steps that stay on its branch.
class StartsBranch {
 public:
  StartsBranch(const MechanismSetup& setup, const ConstraintSystem& rows)
      : setup_(setup), rows_(rows), constraints_(rows, 0.0, setup.q0), regular_(setup) {
    for (int i = 0; i < constraints_.rows(); ++i) choice_.rows.push_back(i);
    for (int i = 0; i < constraints_.holonomic(); ++i) choice_.holonomic.push_back(i);
  }

  bool regular(const Point& x) const { return regular_.at(x, RegularStates::clearly); }

  /// Replaces a state that is not regular by one at the end of a random walk, if that is; false where none was found.
  bool replace(Random& random, Point& x) const {
    std::vector<double> q = setup_.q0;
    if (!follow_time(x.t, q)) return false;
    constexpr int steps = 8;
    std::vector<std::vector<double>> places{q};
    for (int k = 0; k < steps; ++k) {
      const WalkOptions straight{.walks = 1, .steps = 1, .longest = random.uniform(0.05, 0.5), .most_back = 0.1};
      const Walks next = walk(constraints_, choice_, x.t, places.back(), random, straight);
      if (next.places.empty()) break;
      places.push_back(next.places.back());
    }
    const AssembleOptions options = sample_options(setup_);
    return std::any_of(places.rbegin(), places.rend(), [&](const std::vector<double>& place) {
      Point there = x;
      there.q = place;
      if (!options.allowed(place) || assemble_speeds(rows_, x.t, options, there.q, there.v)) return false;
      if (!regular(there)) return false;
      x = std::move(there);
      return true;
    });
  }

 private:
  /// Moves the start along rows that move by themselves.
  bool follow_time(double t, std::vector<double>& q) const {
    const int steps = setup_.constraints.rheonomic ? 50 : 1;
    for (int k = 1; k <= steps; ++k)
      if (!move_onto(constraints_, t * k / steps, choice_.holonomic, q)) return false;
    return true;
  }

  const MechanismSetup& setup_;
  const ConstraintSystem& rows_;
  ScaledConstraints constraints_;
  WalkRows choice_;
  RegularStates regular_;
};

/// Moves a drawn state onto the rows, to a regular state where there is one; false when it stays off.
bool move_onto_rows(const MechanismSetup& setup, const ConstraintSystem& rows,
                    const std::optional<StartsBranch>& branch, Random& random, Point& x) {
  const Point drawn = x;
  // Drives may ask for what cannot be reached from the start in one go: then the time of the start will do.
  bool assembled = assemble_sample(setup, rows, setup.q0, x);
  if (!assembled) {
    x.t = 0.0;
    assembled = assemble_sample(setup, rows, setup.q0, x);
  }
  if (!branch || (assembled && branch->regular(x))) return assembled;
  for (const double t : {drawn.t, 0.0}) {
    Point other = drawn;
    other.t = t;
    if (!branch->replace(random, other)) continue;
    x = std::move(other);
    return true;
  }
  return assembled;
}

/// Rows times speeds squared up to which states are drawn again where they are not regular.
constexpr double most_drawn_again = 2e6;

}  // namespace

AssembleOptions sample_options(const MechanismSetup& setup) {
  AssembleOptions options = setup.assemble_options();
  options.keep_q.clear();
  options.keep_v.clear();
  options.allowed = [&setup](std::span<const double> q) { return joint_wrong_way_round(setup.kinematics(), q) < 0; };
  return options;
}

std::vector<MechanismSample> mechanism_samples(const MechanismSetup& setup, int count, std::uint64_t seed) {
  Random random(seed);
  std::vector<MechanismSample> samples;
  FormulaMachine<double> inputs(setup.input_program, setup.real.parameters());
  const ConstraintSystem rows(setup.kinematics());
  const bool constrained = rows.sizes().na > 0;
  std::optional<StartsBranch> branch;
  if (constrained && std::pow(static_cast<double>(setup.compiled.plan.nv), 2) * rows.sizes().na < most_drawn_again)
    branch.emplace(setup, rows);
  const double time = simulate_numbers(setup.model).time;
  const double length = moving_length(setup);
  std::vector<double> units, speed_units;
  for (const MechanismCoordinate& c : setup.model.coordinates) units.push_back(c.unit == "m" ? length : 1.0);
  for (const MechanismCoordinate& c : setup.model.speeds) speed_units.push_back(c.unit == "m/s" ? length : 1.0);
  for (int k = 0; k <= count; ++k) {
    MechanismSample sample;
    sample.x = start_point(setup);
    if (k > 0) {
      sample.x.t = random.uniform(0.0, time);
      move_randomly(setup.compiled.plan, units, random, sample.x.q);
      for (std::size_t i = 0; i < sample.x.v.size(); ++i)
        sample.x.v[i] += 2.0 * (speed_units[i] + std::abs(sample.x.v[i])) * random.symmetric();
      if (constrained && !move_onto_rows(setup, rows, branch, random, sample.x)) continue;
    }
    for (const double unit : speed_units) sample.vdot.push_back(unit * random.uniform(-3.0, 3.0));
    FormulaState<double> now;
    now.t = sample.x.t;
    const std::span<const double> u = inputs.run(now);
    sample.u.assign(u.begin(), u.end());
    samples.push_back(std::move(sample));
  }
  return samples;
}

std::string describe(const Mechanism& model, const Point& x) {
  constexpr std::size_t most = 12;
  std::vector<std::string> parts{"t = " + shortest(x.t)};
  for (std::size_t i = 0; i < x.q.size() && parts.size() < most; ++i)
    parts.push_back(model.coordinates[i].name + " = " + shortest(x.q[i]));
  for (std::size_t i = 0; i < x.v.size() && parts.size() < most; ++i)
    parts.push_back(model.speeds[i].name + " = " + shortest(x.v[i]));
  if (parts.size() < 1 + x.q.size() + x.v.size()) parts.emplace_back("...");
  return join(parts, ", ");
}

}  // namespace alembert
