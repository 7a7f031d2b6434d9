#include "alembert/analysis/mechanism_samples.h"

#include <cmath>
#include <span>

#include "alembert/analysis/certify_force_sizes.h"
#include "alembert/analysis/evaluate_mechanism.h"
#include "alembert/core/random.h"
#include "alembert/core/text.h"
#include "alembert/kernel/manifold.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/spatial/quaternion.h"
#include "alembert/system/closing_sense.h"

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
      // Drives may ask for what cannot be reached from the start in one go: then the time of the start will do.
      if (constrained && !assemble_sample(setup, rows, setup.q0, sample.x)) {
        sample.x.t = 0.0;
        if (!assemble_sample(setup, rows, setup.q0, sample.x)) continue;
      }
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
