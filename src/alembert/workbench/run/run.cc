#include "alembert/workbench/run/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "alembert/analysis/mobility/standstill.h"
#include "alembert/analysis/state/written_domain.h"
#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/core/version.h"
#include "alembert/io/tables/json.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/report/svg.h"
#include "alembert/system/constraints/describe_status.h"
#include "alembert/system/events/hybrid_system.h"
#include "alembert/system/mechanism/needed_inertia.h"
#include "alembert/workbench/report/report.h"
#include "alembert/workbench/report/report_motion.h"
#include "alembert/workbench/report/report_page.h"
#include "alembert/workbench/report/report_table.h"
#include "alembert/workbench/run/joint_limits.h"
#include "alembert/workbench/run/run_folder.h"
#include "alembert/workbench/run/run_method.h"
#include "alembert/workbench/run/run_summary.h"
#include "alembert/workbench/run/stopped_folder.h"
#include "alembert/workbench/tables/columns.h"
#include "alembert/workbench/tables/plot_request.h"
#include "alembert/workbench/tables/undefined_values.h"

namespace alembert {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double finest_tolerance = 1e-15;
constexpr long most_steps = 1'000'000'000;  // a motion that hardly advances is noticed long before

double positive(double value, const char* option) {
  if (std::isfinite(value) && value > 0.0) return value;
  throw Error(Error::Code::bad_value, std::string(option) + " must be a positive number, found " + shortest(value));
}

/// Times, tolerance and method, from the options or the model's [simulate].
SimulateOptions simulate_options(const Description& model, const RunOptions& options, const Sizes& sizes,
                                 RunSummary& summary) {
  const SimulateNumbers numbers = simulate_numbers(model);
  SimulateOptions how;
  how.end_time = summary.end_time = positive(options.time.value_or(numbers.time), "--time");
  how.output_step = positive(options.step.value_or(numbers.step), "--step");
  how.relative = how.absolute = summary.tolerance =
      positive(options.tolerance.value_or(numbers.tolerance), "--tolerance");
  how.max_steps = most_steps;
  how.max_step = numbers.largest_step;
  if (how.relative < finest_tolerance)
    throw Error(Error::Code::bad_value,
                (options.tolerance ? "--tolerance " : "[simulate] tolerance ") + shortest(how.relative) +
                    " is finer than doubles can carry",
                options.tolerance ? Source{} : model.simulate.tolerance->at, "the finest is 1e-15");
  refuse_too_many_rows(how.end_time, how.output_step);
  choose_method(options.method.value_or(model.simulate.method), options, sizes, summary, how);
  return how;
}

/// Refuses a start at which the equations cannot be solved, before any file is made.
void check_start(const System& system, const State& start) {
  std::vector<double> u(static_cast<std::size_t>(system.sizes().nu)), vdot(start.v.size()), zdot(start.z.size());
  system.inputs(start.t, u);
  const Status status = system.accelerate(start, u, vdot, zdot, {});
  if (!status.good())
    throw Error(Error::Code::singular, "the motion cannot start: " + describe(status, system, start.q));
}

/// Everything that decides the numbers.
RunIdentity identity(const Description& model, const RunOptions& options, const SimulateOptions& how,
                     const RunSummary& summary, const State& start) {
  RunIdentity list = options.identity;
  if (list.empty()) {
    const ReadScope scope;
    read_file(model.file, std::size_t{1} << 30U);
    list = identity_of(scope.files);
  }
  const auto add = [&](const char* name, const std::string& value) { list.emplace_back(name, value); };
  const auto add_number = [&](const char* name, std::optional<double> value) {
    add(name, value ? shortest(*value) : "");
  };
  std::vector<double> numbers(start.q.begin(), start.q.end());
  numbers.insert(numbers.end(), start.v.begin(), start.v.end());
  numbers.insert(numbers.end(), start.z.begin(), start.z.end());
  add("version", version);
  add("start", fingerprint(numbers));
  add_number("--time", how.end_time);
  add_number("--step", how.output_step);
  add_number("--tolerance", how.relative);
  add("--method", summary.method);
  add("when stiff", how.when_stiff ? std::string(name_of(*how.when_stiff)) : "");
  add_number("--step-size", how.method_options.fixed_step);
  add_number("--spectral-radius", how.method_options.spectral_radius);
  add("--order", how.method_options.order ? std::to_string(*how.method_options.order) : "");
  add("--bodies", options.bodies ? "yes" : "no");
  add("--format", options.format);
  for (auto& [name, value] : list) {  // it goes through JSON and must come back the same
    name = svg::clean(name);
    value = svg::clean(value);
  }
  return list;
}

struct NamedPlot {
  std::string name;  ///< of the file, without its ending
  PlotRequest plot;
};

/// One run, from a folder that may hold a part of it.
class Run {
 public:
  Run(Workbench& workbench, const RunOptions& options)
      : workbench_(workbench),
        options_(options),
        format_(table_format(options.format, "--format")),
        system_(workbench.system()),
        hybrid_(*system_),
        how_(simulate_options(workbench.model(), options, system_->sizes(), summary_)),
        start_(options.start ? *options.start : workbench.point("", "", 0.0)),
        columns_(workbench, *system_, options.bodies) {
    if (hybrid_.follows_loads()) need_accelerations(how_, summary_);
    if (workbench.mechanism() != nullptr)
      refuse_standstill(*system_, workbench.setup().constraints, start(), is_pushed(*system_, start()));
    check_start(*system_, start());
    how_.work_steers = workbench.work_is_not_felt() || hybrid_.follows_loads();
    how_.absolute_of = own_tolerances(workbench.model(), *system_);
    if (const auto* mechanism = dynamic_cast<const MechanismSystem*>(system_.get())) limits_.emplace(*mechanism);
    choose_plots();
    summary_.start_changes = start_.changes;
    summary_.identity = identity(workbench.model(), options, how_, summary_, start());
    for (std::size_t c = 0; c < columns_.names().size(); ++c)
      summary_.units.emplace_back(columns_.names()[c], columns_.units()[c]);
  }

  RunSummary go() {
    const Standing found = options_.resume ? RunFolder::look(options_.folder, summary_.identity) : Standing{};
    if (found.finished) {
      summary_.complete_before = true;
      summary_.trouble = found.finished->trouble;
      return summary_;
    }
    RunFolder folder(options_.folder, format_, {workbench_.model().name, columns_.names(), columns_.units()});
    if (found.unfinished) {
      const RunCheckpoint& from = folder.resume();
      from_ = from.simulation;
      how_.from = &*from_;
      summary_.wall_seconds = from.wall_seconds;
      if (limits_) limits_->recall(from.limits);
      say("going on from t = " + shortest(from_->t) + " s");
    } else {
      if (options_.resume) say("there is no checkpoint in '" + options_.folder.string() + "': starting anew");
      if (!options_.resume && folder.had_checkpoint())
        say("an unfinished run in '" + options_.folder.string() + "' is replaced (--resume goes on with one)");
      folder.begin();
    }
    if (const std::string note = slow_method_note(how_); !note.empty()) say(note);
    make(folder);
    return summary_;
  }

 private:
  /// What moves: with events, where there can be any.
  const System& moving() const { return hybrid_.needed() ? static_cast<const System&>(hybrid_) : *system_; }
  State start() const { return {start_.t, start_.q, start_.v, start_.z}; }
  void say(const std::string& text) const {
    if (options_.say) options_.say(text);
  }

  /// The results; what cannot be written is told with what is left to do.
  void make(RunFolder& folder) {
    try {
      simulate(folder);
      write(folder);
    } catch (const Error& error) {
      if (error.code() != Error::Code::file || !folder.can_go_on()) throw;
      throw Error(error.code(), error.message(), error.at(),
                  "rows are kept up to the last checkpoint: make room where the disk is full, then the same command "
                  "with --resume goes on from there");
    }
  }

  /// Those that were asked for; otherwise one of every group of columns.
  void choose_plots() {
    constexpr std::size_t most_curves = 8;  // more cannot be told apart
    for (std::size_t k = 0; k < options_.plots.size(); ++k)
      plots_.push_back({options_.plots.size() == 1 ? "plot" : "plot-" + std::to_string(k + 1),
                        PlotRequest(options_.plots[k], columns_)});
    if (!plots_.empty()) return;
    for (RunColumns::Group group : columns_.groups()) {
      group.columns.resize(std::min(group.columns.size(), most_curves));
      plots_.push_back({group.name, PlotRequest(group.columns, columns_)});
    }
  }

  void simulate(RunFolder& folder) {
    const Clock::time_point began = Clock::now();
    const double before = summary_.wall_seconds;
    const auto wall = [&] { return before + std::chrono::duration<double>(Clock::now() - began).count(); };
    const double from = from_ ? from_->t : start().t;
    how_.go_on = [&, told = false](double t) mutable {
      const std::chrono::duration<double> since = Clock::now() - began;
      if (!told)
        if (const std::string note = pace_note(how_, from, t, since.count()); !note.empty()) {
          told = true;
          say(note);
        }
      return !options_.progress || options_.progress(t / how_.end_time);
    };
    how_.checkpoint = [&](const Checkpoint& point) {
      folder.keep({summary_.identity, point, {}, limits_ ? limits_->memory() : std::vector<double>(), wall()});
    };
    if (limits_) how_.stepped = [this](Stepper& step, double until) { limits_->look(step, until); };
    summary_.result = alembert::simulate(moving(), start(), how_, [&](const Row& row) {
      folder.row(columns_.values(row));
      return true;
    });
    summary_.wall_seconds = wall();
    judge();
  }

  void judge() {
    say_method_change(how_, summary_);
    say_long_motion(how_, summary_);
    const SimulateResult& result = summary_.result;
    if (limits_) summary_.warnings = limits_->warnings(std::max(result.time, result.status.time));
    for (const Warning& w : workbench_.undefined_as_written(start_))
      summary_.warnings.push_back(with_place(workbench_.model(), w));
    for (const std::string& warning : hybrid_.warnings()) summary_.warnings.push_back(warning);
    for (const Happening& h : hybrid_.happenings())
      summary_.happenings.push_back({h.time, hybrid_.describe(h), h.energy});
    if (result.sampled_from)
      summary_.warnings.push_back("from t = " + shortest(*result.sampled_from) +
                                  " s on bounds did not tell when a formula of time switches: it rests where it would "
                                  "switch, or nearly; it was looked at by samples");
    for (const MotionSizes::Below& one : result.below)
      summary_.warnings.push_back(system_->coordinate_name(one.coordinate) + " moves by " + shortest(one.moved) +
                                  " at most, which is less than its absolute tolerance of " + shortest(one.allowed) +
                                  ": set one of its own in [simulate] absolute if it matters");
    if (!summary_.result.status.good())
      summary_.trouble = describe(summary_.result.status, moving(), last_configuration()) +
                         singular_note(*system_, start(), summary_.result) + energies_note();
    else
      say_account(how_, summary_);
  }

  /// The energy that is no number where the motion ended for that.
  std::string energies_note() const {
    const SimulateResult& r = summary_.result;
    const Sizes sizes = system_->sizes();
    const auto nq = static_cast<std::size_t>(sizes.nq), nv = static_cast<std::size_t>(sizes.nv),
               nz = static_cast<std::size_t>(sizes.nz);
    if (r.status.trouble != Trouble::not_finite || r.status.index >= 0) return {};
    if (r.last.size() < nq + nv + nz) return undefined_energies(*system_, start());
    const std::span<const double> y = r.last;
    return undefined_energies(*system_, {r.status.time, y.first(nq), y.subspan(nq, nv), y.subspan(nq + nv, nz)});
  }

  /// Where the last good step ended, as far as it is known.
  std::span<const double> last_configuration() const {
    return std::span(summary_.result.last)
        .first(std::min(summary_.result.last.size(), static_cast<std::size_t>(system_->sizes().nq)));
  }

  /// The state of a row; those of closing joints come behind.
  Point state_of(std::span<const double> row) const {
    const Sizes sizes = system_->sizes();
    const auto first = [&](const char* group, int count) {
      std::vector<double> values;
      for (const RunColumns::Group& g : columns_.groups())
        if (g.name == group)
          for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) values.push_back(row[g.columns[i]]);
      return values;
    };
    return {row[0], first("coordinates", sizes.nq), first("speeds", sizes.nv), first("states", sizes.nz)};
  }

  /// Goes through the rows once more: for plots, and for what the motion tells as a whole.
  void look_back(RunFolder& folder) {
    const std::size_t width = columns_.names().size(), rows = static_cast<std::size_t>(summary_.result.rows);
    ReportRows some(width, rows, account_rows(*system_));
    if (wants_report()) shown_.emplace(width, rows, report_frames(workbench_, *system_, width, rows));
    std::vector<double> singular;
    UndefinedValues undefined(columns_.names(), workbench_.model());
    WrittenDomainsOfRows written(workbench_.written_domains());
    folder.rows().each_row([&](std::span<const double> values) {
      for (NamedPlot& plot : plots_) plot.plot.add(values);
      some.add(values);
      undefined.look(values);
      if (!written.empty()) written.look(state_of(values));
      if (shown_) shown_->add(values);
      if (summary_.result.rank_changes > 0 && values[0] == summary_.result.rank_change_time)
        singular.assign(values.begin() + 1, values.begin() + 1 + system_->sizes().nq);
    });
    for (const std::string& warning : undefined.warnings()) summary_.warnings.push_back(warning);
    for (const Warning& w : written.warnings()) summary_.warnings.push_back(with_place(workbench_.model(), w));
    if (summary_.trouble.empty()) summary_.trouble = undefined.trouble();
    summary_.motion = account_of(workbench_, *system_, some, !summary_.happenings.empty());
    if (!singular.empty())
      summary_.warnings.push_back(
          rank_warning(*system_, summary_.result, singular) +
          (hybrid_.rubs() ? "; where dry friction sticks or turns as close to it as 1e-3 rad the motion behind is not "
                            "certain: compare it with that at another tolerance"
                          : ""));
    for (const std::string& warning : condition_warnings(summary_.motion)) summary_.warnings.push_back(warning);
  }

  /// Results of an earlier run that this one does not replace would contradict it.
  void remove_stale(const std::filesystem::path& folder) const {
    std::error_code ignored;
    const auto remove = [&](const std::string& name) {
      const std::filesystem::path file = folder / name;
      const bool written = std::ranges::find(summary_.files, file) != summary_.files.end();
      return written || std::filesystem::remove(file, ignored);
    };
    for (const char* name : {"trajectory.csv", "trajectory.h5", "coordinates.svg", "speeds.svg", "states.svg",
                             "outputs.svg", "energy.svg", "plot.svg"})
      remove(name);
    for (int k = 1; remove("plot-" + std::to_string(k) + ".svg");) ++k;
    for (const char* name : {"summary.json", "report.html"}) remove(name);
  }

  bool wants_report() const { return options_.report && has_page() && summary_.result.rows > 0; }

  /// The last of the files: where it cannot be made, the others are there.
  void write_report() {
    if (options_.report && !has_page()) say("no report.html: this program was built without the page");
    if (!shown_) return;
    try {
      Json parts;
      report_motion(workbench_, *system_, *shown_, parts);
      Json& motion = parts[parts.contains("motion") ? "motion" : "motion_note"];
      const std::filesystem::path file = results_ / "report.html";
      summary_.files.push_back(file);  // the report lists itself
      write_file(file, make_report(workbench_, summary_, report_table(columns_, *shown_), std::move(motion),
                                   options_.command));
    } catch (const Error& error) {
      summary_.files.pop_back();
      const std::string text = "no report.html: " + std::string(error.what());
      if (error.code() == Error::Code::file && summary_.trouble.empty())
        summary_.trouble = text;  // a disk that is full: a result is missing
      else
        summary_.warnings.push_back(text);
    }
  }

  void write(RunFolder& folder) {
    look_back(folder);
    choose_folder(folder);
    const bool interrupted = summary_.result.status.trouble == Trouble::interrupted;
    interrupted ? folder.interrupt() : folder.finish();
    summary_.files.push_back(folder.trajectory());
    for (const NamedPlot& plot : plots_) {
      const std::filesystem::path file = results_ / (plot.name + ".svg");
      write_file(file, plot.plot.draw(workbench_.model().name));
      summary_.files.push_back(file);
    }
    write_file(results_ / "summary.json", summary_json(workbench_.model(), summary_));
    summary_.files.push_back(results_ / "summary.json");
    write_report();
    remove_stale(results_);
    if (results_ == options_.folder)
      clear_stopped_folder(options_.folder, [this](const std::filesystem::path& stopped) { remove_stale(stopped); });
    if (!interrupted) folder.clean();
  }

  /// A run that stops early does not take the place of one that came to its end.
  void choose_folder(RunFolder& folder) {
    results_ = options_.folder;
    if (summary_.result.status.good() || !folder.had_result()) return;
    results_ = folder.write_beside();
    say(kept_note("run", options_.folder, results_));
  }

  Workbench& workbench_;
  const RunOptions& options_;
  RunSummary summary_;
  std::filesystem::path results_;  ///< the folder of the files
  TableFormat format_;
  std::unique_ptr<System> system_;
  HybridSystem hybrid_;  ///< over system_
  SimulateOptions how_;
  StartPoint start_;
  RunColumns columns_;
  std::optional<JointLimits> limits_;
  std::vector<NamedPlot> plots_;
  std::optional<ReportRows> shown_;  ///< rows that the report keeps
  std::optional<Checkpoint> from_;
};

}  // namespace

RunSummary run(Workbench& workbench, const RunOptions& options) {
  if (workbench.mechanism() != nullptr) need_some_mass(workbench.setup());
  return Run(workbench, options).go();
}

}  // namespace alembert
