#include "alembert/workbench/motion_table.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "alembert/analysis/driven_motion.h"
#include "alembert/core/index.h"
#include "alembert/core/text.h"
#include "alembert/integrate/simulate.h"
#include "alembert/io/csv.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/system/describe_status.h"
#include "alembert/system/hybrid_system.h"
#include "alembert/system/mechanism_system.h"
#include "alembert/workbench/columns.h"

namespace alembert {
namespace {

/// The name of a speed's rate: A'' for A', S.wx' for S.wx.
std::string acceleration_name(const std::string& speed) { return speed + "'"; }

/// One kind of table of a mechanism: names and values of its columns.
class MotionTableColumns {
 public:
  MotionTableColumns(const MechanismSetup& setup, const MechanismSystem& system, bool forces)
      : setup_(setup), system_(system), forces_(forces), lambda_(index(system.sizes().na)) {
    const Mechanism& model = setup.model;
    names_.emplace_back("t");
    for (const auto* list : {&model.coordinates, &model.dependent_coordinates, &model.speeds, &model.dependent_speeds})
      for (const MechanismCoordinate& c : *list) names_.push_back(c.name);
    for (const auto* list : {&model.speeds, &model.dependent_speeds})
      for (const MechanismCoordinate& s : *list) names_.push_back(acceleration_name(s.name));
    for (const Output& output : model.outputs) names_.push_back(output.name);
    if (!forces) return;
    for (std::size_t j = 0; j < model.joints.size(); ++j) add_efforts(static_cast<int>(j));
    const char* const planar[] = {".fx", ".fy", ".m"};
    const char* const spatial[] = {".fx", ".fy", ".fz", ".mx", ".my", ".mz"};
    for (const Joint& joint : model.joints) {
      if (model.planar)
        for (const char* word : planar) names_.push_back(joint.name + word);
      else
        for (const char* word : spatial) names_.push_back(joint.name + word);
    }
  }

  const std::vector<std::string>& names() const { return names_; }

  /// @param lambda  [row] multipliers of the motion; only for forces
  const std::vector<double>& values(const State& x, System::In u, System::In vdot, System::In lambda) {
    values_.assign(1, x.t);
    const auto append = [&](std::span<const double> list) { values_.insert(values_.end(), list.begin(), list.end()); };
    const ClosingReadings<double> closing = system_.closing(x, u, vdot);
    append(x.q);
    append(closing.q);
    append(x.v);
    append(closing.v);
    append(vdot);
    append(closing.a);
    append(system_.outputs(x, u, vdot));
    if (!forces_) return values_;
    std::ranges::copy(lambda, lambda_.begin());
    const Reactions<double>& found = system_.reactions(x, u, vdot, lambda_);
    for (const int speed : efforts_) values_.push_back(found.effort[index(speed)]);
    for (std::size_t j = 0; j < setup_.model.joints.size(); ++j) {
      const Vec3<double>&f = found.force[j], &m = found.moment[j];
      if (setup_.model.planar)
        values_.insert(values_.end(), {f.x, f.y, m.z});
      else
        values_.insert(values_.end(), {f.x, f.y, f.z, m.x, m.y, m.z});
    }
    for (const std::string& name : system_.undetermined())
      if (std::ranges::find(undetermined_, name) == undetermined_.end()) undetermined_.push_back(name);
    return values_;
  }
  const std::vector<std::string>& undetermined() const { return undetermined_; }

 private:
  /// Efforts of a joint that is driven or pushed.
  void add_efforts(int j) {
    const Joint& joint = setup_.model.joints[index(j)];
    const JointWords& has = words(setup_.model, joint);
    for (std::size_t k = 0; k < joint.motion.size(); ++k) {
      if (!joint.motion[k] && !joint.effort[k]) continue;
      efforts_.push_back(setup_.compiled.joint_v[index(j)] + static_cast<int>(k));
      const std::string word(has.speeds[k].suffix);
      names_.push_back(joint.name + (word.empty() ? "" : "." + word) + ".effort");
    }
  }

  const MechanismSetup& setup_;
  const MechanismSystem& system_;
  bool forces_;
  std::vector<std::string> names_, undetermined_;
  std::vector<int> efforts_;  ///< speeds
  std::vector<double> values_, lambda_;
};

/// What both tables begin with.
struct Table {
  Table(Workbench& workbench, const MotionTableOptions& options, bool forces, const std::string& name)
      : setup(workbench.setup()), system(setup), columns(setup, system, forces) {
    const SimulateNumbers numbers = simulate_numbers(setup.model);
    end = options.time.value_or(numbers.time);
    step = options.step.value_or(numbers.step);
    tolerance = options.tolerance.value_or(numbers.tolerance);
    for (const double value : {end, step, tolerance})
      if (!(value > 0.0) || !std::isfinite(value))
        throw Error(Error::Code::bad_value, "time, step and tolerance must be positive numbers");
    refuse_too_many_rows(end, step);
    start = options.start ? *options.start : workbench.point("", "", 0.0);
    u.resize(index(system.sizes().nu));
    summary.free = free_speeds(system, {start.t, start.q, start.v, start.z});
    file = options.folder / name;
  }

  double row_time(long k) const { return std::min(static_cast<double>(k) * step, end); }
  long last_row() const { return static_cast<long>(std::ceil(end / step - 1e-9)); }

  const MechanismSetup& setup;
  MechanismSystem system;
  MotionTableColumns columns;
  double end = 0.0, step = 0.0, tolerance = 0.0;
  Point start;
  std::vector<double> u;
  std::filesystem::path file;
  MotionTableSummary summary;
};

/// Multipliers that hold a determined motion: the rows of M vdot + ... + A^T lambda = tau.
void hold(Table& table, const State& x, std::vector<double>& lambda) {
  std::vector<double> vdot(x.v.size()), zdot(x.z.size());
  table.system.accelerate(x, table.u, vdot, zdot, lambda);
}

double violation(const MechanismSystem& system, const State& x) {
  std::vector<double> phi(index(system.sizes().nc));
  system.constraint(x.t, x.q, phi);
  double worst = 0.0;
  for (const double value : phi) worst = std::max(worst, std::abs(value));
  return worst;
}

/// The one motion that drives and constraints allow.
void follow(Table& table, const MotionTableOptions& options, CsvWriter& csv, bool forces) {
  DrivenMotion motion(table.system, table.setup.assemble_options(), table.start.t, table.start.q, table.start.v);
  std::vector<double> lambda(index(table.system.sizes().na));
  for (long k = 0; k <= table.last_row(); ++k) {
    const double t = table.row_time(k);
    if (const Status status = motion.advance(t); !status.good()) {
      table.summary.trouble = describe_lock_up(status, table.system, motion.q());
      break;
    }
    const State x{t, motion.q(), motion.v(), table.start.z};
    table.system.inputs(t, table.u);
    if (forces) hold(table, x, lambda);
    csv.row(table.columns.values(x, table.u, motion.a(), lambda));
    table.summary.constraint_max = std::max(table.summary.constraint_max, violation(table.system, x));
    ++table.summary.rows;
    table.summary.end_time = t;
    if (options.progress && !options.progress(t / table.end)) {
      table.summary.trouble = "interrupted";
      break;
    }
  }
}

/// What is free is integrated, through events as in a run.
void integrate(Table& table, const MotionTableOptions& options, CsvWriter& csv) {
  const HybridSystem hybrid(table.system);
  const System& moving = hybrid.needed() ? static_cast<const System&>(hybrid) : table.system;
  SimulateOptions how;
  how.relative = how.absolute = table.tolerance;
  how.end_time = table.end;
  how.output_step = table.step;
  std::vector<double> lambda(index(table.system.sizes().na));
  const State start{table.start.t, table.start.q, table.start.v, table.start.z};
  const SimulateResult result = simulate(moving, start, how, [&](const Row& row) {
    std::ranges::copy(row.u, table.u.begin());
    if (hybrid.needed())
      std::ranges::copy(hybrid.base_multipliers(), lambda.begin());  // of the row's accelerations
    else
      hold(table, row.x, lambda);
    csv.row(table.columns.values(row.x, row.u, row.vdot, lambda));
    return !options.progress || options.progress(row.x.t / table.end);
  });
  table.summary.rows = result.rows;
  table.summary.end_time = result.time;
  table.summary.constraint_max = result.constraint_max;
  if (!result.status.good())
    table.summary.trouble = describe(result.status, moving,
                                     std::span(result.last).first(std::min(result.last.size(), table.start.q.size())));
}

void need_mechanism(const Workbench& workbench, const char* verb) {
  if (workbench.mechanism() != nullptr) return;
  throw Error(Error::Code::unsupported, std::string(verb) + " needs bodies and joints; the file gives energies", {},
              "`run` and `evaluate` hold any system");
}

void finish(Table& table, CsvWriter& csv) {
  csv.commit();
  table.summary.undetermined = table.columns.undetermined();
  table.summary.files.push_back(table.file);
}

}  // namespace

MotionTableSummary kinematics_table(Workbench& workbench, const MotionTableOptions& options) {
  need_mechanism(workbench, "kinematics");
  Table table(workbench, options, false, "kinematics.csv");
  if (!table.summary.free.empty())
    throw Error(Error::Code::bad_value,
                "the drives leave " + std::to_string(table.summary.free.size()) + " motions free, such as " +
                    join(std::span(table.summary.free).first(1), ", "),
                {workbench.model().file, 0, 0}, "give joints a `motion`, or use `run` for a motion under forces");
  make_folder(options.folder);
  CsvWriter csv(table.file, table.columns.names());
  follow(table, options, csv, false);
  finish(table, csv);
  return table.summary;
}

MotionTableSummary inverse_table(Workbench& workbench, const MotionTableOptions& options) {
  need_mechanism(workbench, "inverse");
  Table table(workbench, options, true, "inverse.csv");
  make_folder(options.folder);
  CsvWriter csv(table.file, table.columns.names());
  if (table.summary.free.empty())
    follow(table, options, csv, true);
  else
    integrate(table, options, csv);
  finish(table, csv);
  return table.summary;
}

}  // namespace alembert
