#include "alembert/system/assembly/assemble_start.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/plan/start.h"
#include "alembert/system/assembly/closing_sense.h"
#include "alembert/system/assembly/closing_wishes.h"
#include "alembert/system/assembly/contact_axes.h"
#include "alembert/system/assembly/given_start.h"
#include "alembert/system/constraints/contradicting_rows.h"
#include "alembert/system/rank/general_rank.h"
#include "alembert/system/rank/row_choice.h"

namespace alembert {
namespace {

/// What rows that count from the start have there.
void count_from_start(MechanismSetup& setup) {
  ConstraintSetup& constraints = setup.constraints;
  const ConstraintSystem system(setup.kinematics());
  std::vector<double> phi(static_cast<std::size_t>(system.sizes().nc));
  system.constraint(0.0, setup.q0, phi);
  for (const RowSource& source : constraints.rows.sources) {
    if (source.rows.empty() || source.rows.front() >= system.sizes().nc) continue;  // free joints; rows of speeds
    const auto i = static_cast<std::size_t>(source.index);
    const double value = phi[static_cast<std::size_t>(source.rows.front())];
    if (source.kind == RowSource::Kind::formula && constraints.rows.formulas[i].at_start)
      constraints.start_value[i] = value;
    if (source.kind == RowSource::Kind::geometric && std::holds_alternative<Rack>(setup.model.constraints[i]))
      constraints.rack_start[i] = value;
  }
}

/// Rows that hold at the start as it is written leave it alone; what closing joints are drawn at is not written.
bool positions_as_written(const MechanismSetup& setup) {
  const ConstraintSystem system(setup.kinematics(), closing_wishes(setup, false, Guesses::written).targets);
  std::vector<double> phi(static_cast<std::size_t>(system.sizes().nc));
  system.constraint(0.0, setup.q0, phi);
  return std::ranges::all_of(phi, [](double x) { return std::abs(x) <= assembled_rows; }) &&
         joint_wrong_way_round(setup.kinematics(), setup.q0) < 0;
}

/// What to say about the drives among rows that cannot hold together.
std::string about_drives(const MechanismSetup& setup, const AssembleFailure& failure) {
  const RowPlan& rows = setup.constraints.rows;
  std::vector<std::string> drives;
  for (const int i : failure.together)
    if (i < rows.size() && rows.is_drive[static_cast<std::size_t>(i)])
      drives.push_back(rows.names[static_cast<std::size_t>(i)]);
  std::ranges::sort(drives);
  if (drives.empty()) return "";
  return drives.size() == 1 ? "; the drive " + quoted(drives) + " asks for what the other rows forbid"
                            : "; the drives " + quoted(drives) + " contradict each other";
}

/// What gives the row that a failure is about; nothing for what assembly asks of closing joints.
const RowSource* source_of_row(const RowPlan& rows, const AssembleFailure& failure) {
  if (failure.row >= (failure.speeds ? rows.size() : rows.holonomic)) return nullptr;
  return &rows.sources[index(rows.source_of[index(failure.row)])];
}

Source written_at(const MechanismSetup& setup, const RowSource& source) {
  switch (source.kind) {
    case RowSource::Kind::closing_joint: return setup.model.joints[index(source.index)].source;
    case RowSource::Kind::formula: return setup.constraints.rows.formulas[index(source.index)].at;
    case RowSource::Kind::geometric: return source_of(setup.model.constraints[index(source.index)]);
  }
  return {};
}

/// Where the row that a failure is about is written.
Source place_of(const MechanismSetup& setup, const AssembleFailure& failure) {
  const RowSource* source = source_of_row(setup.constraints.rows, failure);
  return source == nullptr ? Source() : written_at(setup, *source);
}

/// Whether fewer rows are independent at q than at general configurations.
bool is_dead_centre(const MechanismSetup& setup, const std::vector<double>& q) {
  constexpr int most = 400;
  const ConstraintSystem system(setup.kinematics());
  if (std::max(system.sizes().na, system.sizes().nv) > most) return false;
  const auto general = static_cast<int>(kept_rows(system, setup.constraints.rows.is_drive, q).rows.size());
  return rank_at(system, 0.0, q, system.sizes().na, rank_lost).rank < general;
}

/// What to try there.
std::string beside_dead_centre(const MechanismSetup& setup, const AssembleFailure& failure) {
  std::vector<std::string> drives;
  std::vector<int> rows = failure.together;
  rows.push_back(failure.row);
  for (const int i : rows)
    if (i < setup.constraints.rows.size() && setup.constraints.rows.is_drive[index(i)] &&
        std::ranges::find(drives, setup.constraints.rows.names[index(i)]) == drives.end())
      drives.push_back(setup.constraints.rows.names[index(i)]);
  if (drives.empty()) return "start beside it, or change `rate`";
  return "there the drive of " + quoted(drives) + " cannot move the mechanism; start beside it, or drive another joint";
}

void assemble_start_positions(MechanismSetup& setup, const StatedValues& stated) {
  if (positions_as_written(setup)) return;
  std::optional<AssembleFailure> failure;
  const std::vector<bool> kept = setup.assemble_options().keep_q;
  for (const Firmness firmness : firmness_to_try(stated.q, kept, stated_of_closing(setup, false))) {
    ClosingWishes closing = closing_wishes(setup, false, Guesses::all, firmness);
    AssembleOptions options = with_firmness(setup.assemble_options(), stated, firmness);
    options.give_q = std::move(closing.give);
    options.allowed = [&](std::span<const double> q) { return joint_wrong_way_round(setup.kinematics(), q) < 0; };
    options.search_branches = true;
    const ConstraintSystem system(setup.kinematics(), std::move(closing.targets));
    std::vector<double> q = setup.q0;
    failure = assemble_positions(system, 0.0, options, q);
    if (!failure) {
      setup.q0 = std::move(q);
      return;
    }
  }
  const ConstraintSystem system(setup.kinematics(), closing_wishes(setup, false, Guesses::all).targets);
  throw row_failure(setup, *failure, system,
                    "change `start` or lengths, or leave `fixed` out" + about_drives(setup, *failure));
}

Error wrong_way_round(const Joint& joint) {
  return Error(Error::Code::singular,
               "joint '" + joint.written() + "' can only be closed the wrong way round, with its axes opposite",
               joint.source, "change `start` of the joints in its loop, or the joint's axes");
}

}  // namespace

Error row_failure(const MechanismSetup& setup, const AssembleFailure& failure, const System& system,
                  const std::string& hint) {
  if (failure.disallowed)
    return wrong_way_round(setup.model.joints[index(joint_wrong_way_round(setup.kinematics(), failure.nearest))]);
  const RowSource* source = source_of_row(setup.constraints.rows, failure);
  if (source == nullptr) return failure_error(failure, system, {}, hint);
  const Source at = written_at(setup, *source);
  if (!std::isfinite(failure.value) && source->kind == RowSource::Kind::geometric)
    if (const auto disc = flat_disc(setup, source->index, failure.nearest))
      return Error(Error::Code::singular,
                   describe(failure, system) + ": the disc of '" + *disc +
                       "' lies flat on its plane, with its axis parallel to the normal",
                   at, "set it upright or tilt it, by `axis`, `plane` or the `start` of its body");
  return failure_error(failure, system, at, hint);
}

std::optional<Error> assemble_start_speeds(const MechanismSetup& setup, const std::vector<double>& q,
                                           std::vector<double>& v) {
  const StatedValues stated = stated_values(setup.model);
  const auto move = [&](Guesses guesses, Firmness firmness, std::vector<double>& speeds) -> std::optional<Error> {
    ClosingWishes closing = closing_wishes(setup, true, guesses, firmness);
    AssembleOptions options = with_firmness(setup.assemble_options(), stated, firmness);
    options.give_v = std::move(closing.give);
    const ConstraintSystem system(setup.kinematics(), std::move(closing.targets));
    const auto failure = assemble_speeds(system, 0.0, options, q, speeds);
    if (!failure) return {};
    if (std::isfinite(failure->value) && is_dead_centre(setup, q))
      return Error(Error::Code::singular, "the start is a dead centre: " + describe(*failure, system),
                   place_of(setup, *failure), beside_dead_centre(setup, *failure));
    return row_failure(setup, *failure, system,
                       "change `rate` of its joints, or leave `fixed` out" + about_drives(setup, *failure));
  };
  std::vector<double> as_written = v;
  if (!move(Guesses::written, Firmness::none, as_written) && as_written == v) return {};
  std::optional<Error> error;
  const std::vector<bool> kept = setup.assemble_options().keep_v;
  for (const Firmness firmness : firmness_to_try(stated.v, kept, stated_of_closing(setup, true))) {
    std::vector<double> moved = v;
    error = move(Guesses::all, firmness, moved);
    if (error) continue;
    v = std::move(moved);
    break;
  }
  return error;
}

std::optional<Error> assemble_start(MechanismSetup& setup) {
  setup.constraints.closing_start = closing_start(setup);
  if (setup.constraints.rows.size() == 0) return {};
  const StatedValues stated = stated_values(setup.model);
  setup.constraints.vanishing = vanishing_rows(ConstraintSystem(setup.kinematics()), setup.q0);
  check_racks(setup, setup.q0);
  count_from_start(setup);
  const std::vector<double> v = setup.v0;
  assemble_start_positions(setup, stated);
  std::optional<Error> no_speeds = assemble_start_speeds(setup, setup.q0, setup.v0);
  if (no_speeds) setup.v0 = v;
  setup.start_changes = start_changes(setup, 0.0, {}, {}, {}, setup.q0, setup.v0);
  setup.constraints.closing_start = closing_at(setup, setup.q0, setup.v0).q;
  return no_speeds;
}

}  // namespace alembert
