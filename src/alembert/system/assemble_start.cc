#include "alembert/system/assemble_start.h"

#include <algorithm>
#include <iterator>

#include "alembert/core/random.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/system/closing_sense.h"
#include "alembert/system/constraint_rows.h"

namespace alembert {
namespace {

/// Coordinates of closing joints that the user has written.
std::vector<ClosingTarget> closing_targets(const MechanismSetup& setup, bool fixed_only) {
  const Mechanism& model = setup.model;
  std::vector<ClosingTarget> targets;
  const auto joint_of = [&](const MechanismCoordinate& c) -> const Joint& {
    return model.joints[static_cast<std::size_t>(c.joint)];
  };
  const auto wanted = [&](const Joint& joint) { return joint.fixed_start || !fixed_only; };
  for (std::size_t k = 0; k < model.dependent_coordinates.size(); ++k) {
    const MechanismCoordinate& c = model.dependent_coordinates[k];
    const Joint& joint = joint_of(c);
    const auto& start = joint.start[static_cast<std::size_t>(c.within)];
    if (words(model, joint).quaternion) {
      if (!joint.fixed_start || !start) continue;
      throw Error(Error::Code::unsupported,
                  "joint '" + joint.name + "' closes a loop, where a fixed orientation cannot be asked for",
                  joint.source, "write `cut = true` on another joint of the loop");
    }
    if (wanted(joint) && start) targets.push_back({static_cast<int>(k), setup.real(*start), false});
  }
  for (std::size_t k = 0; k < model.dependent_speeds.size(); ++k) {
    const MechanismCoordinate& c = model.dependent_speeds[k];
    const auto& rate = joint_of(c).rate[static_cast<std::size_t>(c.within)];
    if (wanted(joint_of(c)) && rate) targets.push_back({static_cast<int>(k), setup.real(*rate), true});
  }
  return targets;
}

/// Where angles of closing joints are looked for: near the start as written, else near zero.
std::vector<double> closing_start(const MechanismSetup& setup) {
  std::vector<double> result(setup.model.dependent_coordinates.size(), 0.0);
  for (std::size_t k = 0; k < result.size(); ++k) {
    const MechanismCoordinate& c = setup.model.dependent_coordinates[k];
    const auto& start = setup.model.joints[static_cast<std::size_t>(c.joint)].start[static_cast<std::size_t>(c.within)];
    if (start) result[k] = setup.real(*start);
  }
  return result;
}

/// A pinion turns from its rack's line on, so its axis must not be along that line.
void check_racks(const MechanismSetup& setup) {
  const Plan& plan = setup.compiled.plan;
  Workspace<double> w(plan);
  joint_poses<double>(plan, setup.par, setup.q0, w);
  world_poses(plan, w);
  const auto in_world = [&](int body, const Vec3<Expr>& a) {
    const auto b = static_cast<std::size_t>(body);
    const Mat3<double>& R_WB = w.X_WB[static_cast<std::size_t>(plan.carrier[b])].R;
    return unit(R_WB * (setup.par.X_BU[b].R * Vec3<double>{setup.real(a.x), setup.real(a.y), setup.real(a.z)}));
  };
  for (const MechanismConstraint& constraint : setup.model.constraints) {
    const auto* rack = std::get_if<Rack>(&constraint);
    if (rack == nullptr) continue;
    const Vec3<double> line = in_world(rack->line.at.body, rack->line.direction);
    constexpr double parallel = 1e-6;  // sine of the angle: rounding has taken half of the digits of what follows
    if (norm(cross(line, in_world(rack->pinion.body, rack->axis))) > parallel) continue;
    throw Error(Error::Code::bad_value, "rack '" + rack->name + "': the pinion's axis is along the line at the start",
                rack->source, "`axis` and `line` are at right angles in most racks");
  }
}

/// What rows that count from the start have there.
void count_from_start(MechanismSetup& setup) {
  ConstraintSetup& constraints = setup.constraints;
  const ConstraintSystem system(setup.kinematics());
  std::vector<double> phi(static_cast<std::size_t>(system.sizes().nc));
  system.constraint(0.0, setup.q0, phi);
  for (const RowSource& source : constraints.rows.sources) {
    const auto i = static_cast<std::size_t>(source.index);
    const double value = phi.empty() ? 0.0 : phi[static_cast<std::size_t>(source.rows.front())];
    if (source.kind == RowSource::Kind::formula && constraints.rows.formulas[i].at_start)
      constraints.start_value[i] = value;
    if (source.kind == RowSource::Kind::geometric && std::holds_alternative<Rack>(setup.model.constraints[i]))
      constraints.rack_start[i] = value;
  }
}

/// What coordinates of closing joints are at the assembled start, in place of where they were looked for.
void read_closing_start(MechanismSetup& setup) {
  if (setup.constraints.closing_start.empty()) return;
  const Plan& plan = setup.compiled.plan;
  Workspace<double> w(plan);
  joint_poses<double>(plan, setup.par, setup.q0, w);
  world_poses(plan, w);
  velocities<double>(plan, setup.par, setup.v0, w);
  ConstraintRows<double> rows(setup.model, setup.compiled, setup.par, setup.constraints, setup.real, setup.choices,
                              setup.angles);
  setup.constraints.closing_start = rows.read_closing(w).q;
}

/// Why a start cannot be assembled.
struct StartFailure {
  std::string text;
  bool speeds = false;
};

/// Moves positions onto all rows and the targets of positions, then speeds onto all rows and the targets of speeds: a
/// coordinate that begins at some value need not stay there.
std::optional<StartFailure> assemble_with(const MechanismSetup& setup, const std::vector<ClosingTarget>& targets,
                                          const AssembleOptions& options, std::vector<double>& q,
                                          std::vector<double>& v) {
  std::vector<ClosingTarget> positions, speeds;
  std::ranges::partition_copy(targets, std::back_inserter(speeds), std::back_inserter(positions),
                              &ClosingTarget::speed);
  if (!positions.empty()) {
    const ConstraintSystem placed(setup.kinematics(), positions);
    std::vector<double> unused = v;
    const auto failure = assemble(placed, 0.0, options, q, unused);
    if (failure && !failure->speeds) return StartFailure{describe(*failure, placed)};
  }
  const ConstraintSystem moving(setup.kinematics(), speeds);
  const auto failure = assemble(moving, 0.0, options, q, v);
  if (!failure) return {};
  return StartFailure{describe(*failure, moving), failure->speeds};
}

[[noreturn]] void fail_wrong_way_round(const Joint& joint) {
  throw Error(Error::Code::singular,
              "joint '" + joint.name + "' can only be closed the wrong way round, with its axes opposite", joint.source,
              "change `start` of the joints in its loop, or the joint's axes");
}

}  // namespace

void assemble_start(MechanismSetup& setup) {
  setup.constraints.closing_start = closing_start(setup);
  if (setup.constraints.rows.size() == 0) return;
  if (!setup.model.planar) check_racks(setup);
  count_from_start(setup);
  const AssembleOptions options = setup.assemble_options();
  // Starts of closing joints are guesses too: where all of them can be had, the search begins there.
  if (const std::vector<ClosingTarget> guesses = closing_targets(setup, false); !guesses.empty()) {
    std::vector<double> q = setup.q0, v = setup.v0;
    if (!assemble_with(setup, guesses, options, q, v)) {
      setup.q0 = q;
      setup.v0 = v;
    }
  }
  const std::vector<ClosingTarget> targets = closing_targets(setup, true);
  const std::vector<double> guess = setup.q0, speeds = setup.v0;
  const auto failure = assemble_with(setup, targets, options, setup.q0, setup.v0);
  if (failure)
    throw Error(Error::Code::singular, failure->text, {},
                failure->speeds ? "change `rate` of its joints, or leave `fixed` out; drives may contradict each other"
                                : "change `start` or lengths, or leave `fixed` out; drives may contradict each other");
  // Joints that came together the wrong way round: look further away, in random directions.
  int wrong = joint_wrong_way_round(setup.kinematics(), setup.q0);
  Random random(1);
  constexpr int most_tries = 30;
  const ConstraintSystem system(setup.kinematics());
  for (int attempt = 1; attempt <= most_tries && wrong >= 0; ++attempt) {
    std::vector<double> move(setup.v0.size());
    for (std::size_t i = 0; i < move.size(); ++i)
      move[i] = options.keep_q[i] ? 0.0 : 0.1 * attempt * options.scale[i] * random.uniform(-1.0, 1.0);
    system.step(guess, move, setup.q0);
    setup.v0 = speeds;
    if (assemble_with(setup, targets, options, setup.q0, setup.v0)) continue;
    wrong = joint_wrong_way_round(setup.kinematics(), setup.q0);
  }
  if (wrong >= 0) fail_wrong_way_round(setup.model.joints[static_cast<std::size_t>(wrong)]);
  read_closing_start(setup);
}

}  // namespace alembert
