#include "alembert/workbench/driven/motion_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>

#include "alembert/analysis/driven/driven_motion.h"
#include "alembert/analysis/driven/driven_rows.h"
#include "alembert/analysis/mobility/standstill.h"
#include "alembert/core/index.h"
#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/integrate/simulate.h"
#include "alembert/io/tables/csv.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/system/constraints/describe_status.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/mechanism/mechanism_system.h"
#include "alembert/system/mechanism/needed_inertia.h"
#include "alembert/system/rank/runaway_rows.h"
#include "alembert/workbench/driven/motion_table_columns.h"
#include "alembert/workbench/driven/motion_table_json.h"
#include "alembert/workbench/run/joint_limits.h"
#include "alembert/workbench/run/stopped_folder.h"
#include "alembert/workbench/tables/undefined_values.h"

namespace alembert {
namespace {

/// What both tables begin with.
struct Table {
  Table(Workbench& workbench, const MotionTableOptions& options, bool forces, const std::string& name)
      : system(workbench.system()), columns(motion_table_columns(workbench, *system, forces)) {
    if (workbench.mechanism() != nullptr && workbench.setup().no_speeds && !options.start)
      throw Error(*workbench.setup().no_speeds);
    const SimulateNumbers numbers = simulate_numbers(workbench.model());
    end = options.time.value_or(numbers.time);
    step = options.step.value_or(numbers.step);
    tolerance = options.tolerance.value_or(numbers.tolerance);
    for (const double value : {end, step, tolerance})
      if (!(value > 0.0) || !std::isfinite(value))
        throw Error(Error::Code::bad_value, "time, step and tolerance must be positive numbers");
    refuse_too_many_rows(end, step);
    start = options.start ? *options.start : workbench.point("", "", 0.0);
    for (std::size_t c = 0; c < columns->names().size(); ++c)
      summary.units.emplace_back(columns->names()[c], columns->units()[c]);
    undefined.emplace(columns->names(), workbench.model());
    summary.start_changes = start.changes;
    lambda.resize(index(system->sizes().na));
    summary.free = free_speeds(*system, {start.t, start.q, start.v, start.z});
    file = options.folder / (name + ".csv");
    summary_file = options.folder / (name + ".json");
    determined = positions_determined(*system, from());
    hybrid = std::make_unique<HybridSystem>(*system, !determined);
    if (workbench.mechanism() == nullptr) return;
    refuse_standstill(*system, workbench.setup().constraints, from(), !forces || is_pushed(*system, from()));
    assemble = workbench.setup().assemble_options();
    limits.emplace(dynamic_cast<const MechanismSystem&>(*system), determined);
    watch = [this](Stepper& method, double until) { limits->look(method, until); };
  }
  Table(const Table&) = delete;
  Table& operator=(const Table&) = delete;

  /// What moves: with events, where there can be any.
  const System& moving() const { return hybrid->needed() ? static_cast<const System&>(*hybrid) : *system; }
  State from() const { return {start.t, start.q, start.v, start.z}; }

  std::unique_ptr<System> system;
  std::unique_ptr<HybridSystem> hybrid;
  bool determined = false;  ///< by rows, at every instant
  std::unique_ptr<MotionTableColumns> columns;
  AssembleOptions assemble;
  std::optional<JointLimits> limits;
  std::function<void(Stepper&, double)> watch;  ///< looks at the limits in a step
  double end = 0.0, step = 0.0, tolerance = 0.0;
  StartPoint start;
  std::vector<double> lambda;
  RowScales scales;  ///< of the system's rows; empty until they are needed
  std::filesystem::path file, summary_file;
  std::optional<UndefinedValues> undefined;
  MotionTableSummary summary;
};

/// Forces along rows that rounding has chosen are none.
Status believable(Table& table, const State& x, System::In u) {
  if (table.lambda.empty()) return {};
  if (table.scales.sizes.empty()) table.scales = table.system->row_scales(x.t, x.q);
  const std::vector<double> none(x.v.size(), 0.0), no_lambda(table.lambda.size(), 0.0);
  std::vector<double> forces(x.v.size()), zdot(x.z.size());
  if (!table.system->residual(x, u, none, no_lambda, forces, zdot).good()) return {};
  const int row = runaway_row(*table.system, x.t, x.q, table.lambda, table.scales, forces);
  return row < 0 ? Status() : Status{Trouble::runaway, row, x.t};
}

/// The multipliers that hold a motion: M vdot + ... + A^T lambda = tau.
Status hold(Table& table, const State& x, System::In u) {
  std::vector<double> vdot(x.v.size()), zdot(x.z.size());
  if (!table.hybrid->needed()) {
    const Status status = table.system->accelerate(x, u, vdot, zdot, table.lambda);
    return status.good() ? believable(table, x, u) : status;
  }
  const Status status = table.hybrid->accelerate(x, u, vdot, zdot, {});
  std::ranges::copy(table.hybrid->base_multipliers(), table.lambda.begin());
  return status;
}

void write_row(Table& table, CsvWriter& csv, const State& x, System::In u, System::In vdot) {
  const auto& values = table.columns->values(x, u, vdot, table.lambda);
  csv.row(values);
  table.undefined->look(values);
  table.summary.end_time = x.t;
  ++table.summary.rows;
}

/// The one motion that drives and constraints allow.
void follow(Table& table, const MotionTableOptions& options, CsvWriter& csv, bool forces) {
  std::string trouble;
  const auto sink = [&](const State& x, System::In u, System::In vdot) {
    // Without forces only friction as it is may matter, to outputs.
    if (forces || table.hybrid->needed())
      if (const Status status = hold(table, x, u); forces && !status.good()) {
        trouble = describe(status, table.moving(), x.q);
        return false;
      }
    write_row(table, csv, x, u, vdot);
    return !options.progress || options.progress(x.t / table.end);
  };
  const DrivenRowsResult result =
      follow_rows(*table.system, table.moving(), table.from(),
                  {table.assemble, table.end, table.step, table.tolerance, table.watch}, sink);
  table.summary.constraint_max = result.constraint_max;
  table.summary.stopped_by_event = result.stopped_by_event;
  table.summary.trouble = trouble.empty() ? result.trouble : trouble;
}

/// What rows do not determine at every instant is integrated, through events as in a run.
void integrate(Table& table, const MotionTableOptions& options, CsvWriter& csv) {
  SimulateOptions how;
  how.relative = how.absolute = table.tolerance;
  how.end_time = table.end;
  how.output_step = table.step;
  how.stepped = table.watch;
  const SimulateResult result = simulate(table.moving(), table.from(), how, [&](const Row& row) {
    if (table.hybrid->needed())
      std::ranges::copy(table.hybrid->base_multipliers(), table.lambda.begin());  // of the row's accelerations
    else
      hold(table, row.x, row.u);
    write_row(table, csv, row.x, row.u, row.vdot);
    return !options.progress || options.progress(row.x.t / table.end);
  });
  table.summary.constraint_max = result.constraint_max;
  table.summary.stopped_by_event = result.stopped_by_event;
  if (!result.status.good())
    table.summary.trouble = describe(result.status, table.moving(),
                                     std::span(result.last).first(std::min(result.last.size(), table.start.q.size())));
}

/// A table that stopped early does not take the place of one that came to its end.
void choose_folder(Table& table, const MotionTableOptions& options, CsvWriter& csv) {
  MotionTableSummary& summary = table.summary;
  const std::array names{table.file.filename(), table.summary_file.filename()};
  if (!summary.stopped)
    return clear_stopped_folder(options.folder, [&](const std::filesystem::path& stopped) {
      std::error_code ignored;
      for (const std::filesystem::path& name : names) std::filesystem::remove(stopped / name, ignored);
    });
  if (!std::filesystem::exists(table.file) || !tells_complete(table.summary_file)) return;
  const std::filesystem::path stopped = make_stopped_folder(options.folder), kept = table.file;
  table.file = stopped / names[0];
  table.summary_file = stopped / names[1];
  csv.redirect(table.file);
  summary.warnings.push_back(kept_note("motion", kept, table.file));
}

void write(const Workbench& workbench, Table& table, const MotionTableOptions& options, bool forces) {
  make_folder(options.folder);
  CsvWriter csv(table.file, table.columns->names());
  if (table.determined)
    follow(table, options, csv, forces);
  else
    integrate(table, options, csv);
  table.summary.stopped = !table.summary.trouble.empty();
  choose_folder(table, options, csv);
  table.summary.undetermined = table.columns->undetermined();
  if (table.limits)
    for (const std::string& warning : table.limits->warnings(table.summary.end_time))
      table.summary.warnings.push_back(warning);
  for (const std::string& warning : table.hybrid->warnings()) table.summary.warnings.push_back(warning);
  for (const std::string& warning : table.undefined->warnings()) table.summary.warnings.push_back(warning);
  if (!table.summary.stopped) table.summary.trouble = table.undefined->trouble();
  csv.commit();
  table.summary.files = {table.file, table.summary_file};
  write_file(table.summary_file, motion_table_json(workbench, table.summary));
}

}  // namespace

MotionTableSummary kinematics_table(Workbench& workbench, const MotionTableOptions& options) {
  Table table(workbench, options, false, "kinematics");
  if (workbench.mechanism() != nullptr && !table.summary.free.empty() &&
      workbench.setup().constraints.kept.size() == workbench.setup().v0.size())
    throw Error(Error::Code::singular,
                "the start is a singular configuration, where " + join(table.summary.free, ", ") +
                    " may move although drives and constraints determine the motion elsewhere: it may go on in several "
                    "ways",
                {workbench.model().file, 0, 0}, "start beside it, where the way to go on is chosen");
  if (!table.summary.free.empty())
    throw Error(Error::Code::bad_value,
                "drives and constraints leave " + std::to_string(table.summary.free.size()) +
                    " motions free, such as " + join(std::span(table.summary.free).first(1), ", "),
                {workbench.model().file, 0, 0},
                workbench.mechanism() != nullptr
                    ? "give joints a `motion`, or use `run` for a motion under forces"
                    : "prescribe more by constraints in t, or use `run` for a motion under forces");
  write(workbench, table, options, false);
  return table.summary;
}

MotionTableSummary inverse_table(Workbench& workbench, const MotionTableOptions& options) {
  if (workbench.mechanism() != nullptr) need_some_mass(workbench.setup());
  Table table(workbench, options, true, "inverse");
  write(workbench, table, options, true);
  return table.summary;
}

}  // namespace alembert
