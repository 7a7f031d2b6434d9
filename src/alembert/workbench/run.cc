#include "alembert/workbench/run.h"

#include <chrono>
#include <cmath>
#include <optional>

#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/io/csv.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/system/describe_status.h"
#include "alembert/system/lagrange_system.h"
#include "alembert/system/mechanism_system.h"
#include "alembert/system/state_tape.h"
#include "alembert/workbench/columns.h"
#include "alembert/workbench/joint_limits.h"
#include "alembert/workbench/plot_request.h"
#include "alembert/workbench/run_summary.h"

namespace alembert {
namespace {

constexpr double finest_tolerance = 1e-15;

double positive(double value, const char* option) {
  if (std::isfinite(value) && value > 0.0) return value;
  throw Error(Error::Code::bad_value, std::string(option) + " must be a positive number, found " + shortest(value));
}

/// The integration method for a name of the user's, and why it was chosen.
void choose_method(const std::string& name, int rows, RunSummary& summary, SimulateOptions& options) {
  constexpr double loose = 1e-4;  // below it order 8 needs fewer evaluations for the same error
  if (name == "auto") {
    options.method = options.relative > loose ? Method::rk5 : Method::rk8;
    summary.method_reason = "explicit Runge-Kutta of order " + std::string(options.method == Method::rk5 ? "5" : "8") +
                            ": " + (rows == 0 ? "no constraints" : "constraints held by projection after every step") +
                            ", tolerance " + shortest(options.relative);
  } else if (const auto method = method_named(name)) {
    options.method = *method;
    summary.method_reason = "asked for";
  } else {
    const std::vector<std::string> known{"auto", "rk5", "rk8"};
    throw Error(Error::Code::unknown_name, "--method: there is no method '" + name + "'", {},
                did_you_mean(name, known));
  }
  summary.method = name_of(options.method);
}

/// Refuses a start at which the equations cannot be solved, before any file is made.
void check_start(const System& system, const State& start) {
  std::vector<double> u(static_cast<std::size_t>(system.sizes().nu)), vdot(start.v.size()), zdot(start.z.size());
  system.inputs(start.t, u);
  const Status status = system.accelerate(start, u, vdot, zdot, {});
  if (!status.good()) throw Error(Error::Code::singular, "the motion cannot start: " + describe(status, system));
}

/// The outputs of the model, by whoever computes them.
Columns::Outputs outputs_of(Workbench& workbench, const System& system) {
  if (workbench.mechanism() != nullptr) {
    const auto& mechanism = dynamic_cast<const MechanismSystem&>(system);
    return [&mechanism](const Row& row) { return mechanism.outputs(row.x, row.u, row.vdot); };
  }
  const Lagrangian& model = workbench.lagrangian();
  const auto& lagrange = dynamic_cast<const LagrangeSystem&>(system);
  std::vector<Expr> formulas;
  for (const Output& o : model.outputs) formulas.push_back(o.value.formula);
  const std::vector<Expr>& lambda = workbench.equations().rows.lambda;
  const auto tape = std::make_shared<StateTape>(model, parameter_numbers(model), formulas, lambda);
  return [tape, &lagrange](const Row& row) {
    return tape->run(row.x, row.u, row.vdot, lagrange.multipliers(row.x, row.u));
  };
}

/// Coordinates and speeds of closing joints at a row; null where there are none.
Columns::Outputs closing_of(Workbench& workbench, const System& system) {
  if (workbench.mechanism() == nullptr || workbench.mechanism()->dependent_speeds.empty()) return nullptr;
  const auto& mechanism = dynamic_cast<const MechanismSystem&>(system);
  const auto values = std::make_shared<std::vector<double>>();
  return [&mechanism, values](const Row& row) {
    const ClosingReadings<double>& closing = mechanism.closing(row.x, row.u);
    *values = closing.q;
    values->insert(values->end(), closing.v.begin(), closing.v.end());
    return std::span<const double>(*values);
  };
}

/// Places of the bodies at a row; null for systems without bodies.
Columns::Outputs bodies_of(Workbench& workbench, const System& system) {
  if (workbench.mechanism() == nullptr) return nullptr;
  const auto& mechanism = dynamic_cast<const MechanismSystem&>(system);
  return [&mechanism](const Row& row) { return mechanism.body_places(row.x, row.u); };
}

}  // namespace

RunSummary run(Workbench& workbench, const RunOptions& options) {
  const Description& model = workbench.model();
  const SimulateNumbers numbers = simulate_numbers(model);
  RunSummary summary;
  SimulateOptions how;
  how.end_time = summary.end_time = positive(options.time.value_or(numbers.time), "--time");
  how.output_step = positive(options.step.value_or(numbers.step), "--step");
  how.relative = how.absolute = summary.tolerance =
      positive(options.tolerance.value_or(numbers.tolerance), "--tolerance");
  if (how.relative < finest_tolerance)
    throw Error(Error::Code::bad_value, "--tolerance " + shortest(how.relative) + " is finer than doubles can carry",
                {}, "the finest is 1e-15");
  if (how.end_time / how.output_step > most_rows)
    throw Error(Error::Code::bad_value, "the result would have more than 10 million rows", {},
                "shorten the time or lengthen the step between rows");
  const std::unique_ptr<System> system = workbench.system();
  choose_method(options.method.value_or(model.simulate.method), system->sizes().na, summary, how);
  const Point start = options.start ? *options.start : workbench.point("", "", 0.0);
  const State x0{start.t, start.q, start.v, start.z};
  check_start(*system, x0);
  Columns columns(workbench, outputs_of(workbench, *system), closing_of(workbench, *system),
                  options.bodies ? bodies_of(workbench, *system) : nullptr);
  std::optional<JointLimits> limits;
  if (workbench.mechanism() != nullptr) limits.emplace(workbench.setup());
  std::vector<PlotRequest> plots;
  for (const std::string& text : options.plots) plots.emplace_back(text, columns);

  make_folder(options.folder);
  CsvWriter csv(options.folder / "trajectory.csv", columns.names());
  const auto began = std::chrono::steady_clock::now();
  summary.result = simulate(*system, x0, how, [&](const Row& row) {
    const std::span<const double> values = columns.values(row);
    csv.row(values);
    for (PlotRequest& plot : plots) plot.add(values);
    if (limits) limits->look(row.x.t, row.x.q);
    return !options.progress || options.progress(row.x.t / how.end_time);
  });
  summary.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  summary.stopped_by_event = summary.result.stopped_by_event;
  if (limits) summary.warnings = limits->warnings();
  if (!summary.result.status.good())
    summary.trouble = describe(summary.result.status, *system);
  else if (summary.result.energy_drift > std::max(1e-3, 100.0 * how.relative))
    summary.trouble = "the account of energy is off by " + shortest(summary.result.energy_drift) +
                      " of what moved: the motion is wrong somewhere, perhaps after a singular configuration; change "
                      "the tolerance";

  csv.commit();
  summary.files.push_back(options.folder / "trajectory.csv");
  for (std::size_t k = 0; k < plots.size(); ++k) {
    const std::filesystem::path file =
        options.folder / (plots.size() == 1 ? "plot.svg" : "plot-" + std::to_string(k + 1) + ".svg");
    write_file(file, plots[k].draw(model.name));
    summary.files.push_back(file);
  }
  write_file(options.folder / "summary.json", summary_json(model, summary));
  summary.files.push_back(options.folder / "summary.json");
  return summary;
}

}  // namespace alembert
