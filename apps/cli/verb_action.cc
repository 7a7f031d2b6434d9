#include <algorithm>
#include <cstdio>

#include "alembert/analysis/action/action.h"
#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/workbench/run/recorded_motion.h"
#include "progress_bar.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

const char* word(Stationarity verdict) {
  switch (verdict) {
    case Stationarity::stationary: return "stationary";
    case Stationarity::not_stationary: return "not stationary";
    case Stationarity::off_constraints: return "off the constraints";
    case Stationarity::unresolved: return "unresolved";
  }
  return "";
}

std::string as_json(const ActionResult& result, std::size_t rows) {
  Json json;
  json["action"] = result.action;
  json["variation"] = result.variation;
  json["tolerance"] = result.tolerance;
  json["resolution"] = result.resolution;
  json["noise"] = result.noise;
  json["constraint"] = result.constraint;
  json["stationary"] = result.verdict == Stationarity::stationary;
  json["verdict"] = word(result.verdict);
  json["interval"] = {result.from, result.to};
  if (result.switching) json["switching"] = {result.switching->first, result.switching->second};
  json["variations"] = result.variations;
  json["principle"] = result.hamilton ? "Hamilton" : "Lagrange-d'Alembert";
  json["rows"] = rows;
  return to_text(json);
}

std::string as_text(const ActionResult& result, const MotionRows& rows, const std::string& name) {
  char lines[600];
  std::snprintf(lines, sizeof lines,
                "%s\n  %zu rows from t = %.10g to %.10g s\n  action     %.12g J s\n"
                "  variation  %.2e (largest of %d, relative to its terms)\n",
                name.empty() ? "Action" : name.c_str(), rows.t.size(), rows.t.front(), rows.t.back(), result.action,
                result.variation, result.variations);
  std::string text = lines;
  const auto add = [&](const char* format, auto... values) {
    std::snprintf(lines, sizeof lines, format, values...);
    text += lines;
  };
  switch (result.verdict) {
    case Stationarity::stationary:
      if (result.variations == 0)
        text += "The constraints leave nothing to vary: drives prescribe the motion.\n";
      else
        add(result.hamilton ? "The action is stationary, to %.1e: the motion obeys Hamilton's principle.\n"
                            : "The action and the work of forces are stationary, to %.1e: the motion obeys the "
                              "Lagrange-d'Alembert principle.\n",
            result.tolerance);
      break;
    case Stationarity::not_stationary:
      add(result.hamilton ? "The action is NOT stationary (bound %.1e), worst from t = %.6g to %.6g s: this is no "
                            "motion of the model.\n"
                          : "The action and the work of forces are NOT stationary (bound %.1e), worst from t = %.6g to "
                            "%.6g s: this is no motion of the model.\n",
          result.tolerance, result.from, result.to);
      break;
    case Stationarity::off_constraints:
      add("The rows miss the constraints by %.1e: this is no motion of the model.\n", result.constraint);
      break;
    case Stationarity::unresolved:
      if (result.switching)
        add("From t = %.6g to %.6g s formulas switch, or stops or dry friction act, in a way that these rows cannot "
            "tell: record the motion with a smaller --step.\n",
            result.switching->first, result.switching->second);
      else
        add("The rows are too far apart to tell (their distance alone explains %.1e): record the motion with a smaller "
            "--step.\n",
            result.resolution);
      break;
  }
  return text;
}

}  // namespace

int action_verb(const Arguments& args) {
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  const MotionRows rows = read_motion(workbench, args.trajectory);
  ProgressBar bar;
  ActionOptions options;
  options.seed = args.seed;
  // What errors of the steps may have added up to, and the least that sums over a motion can be trusted to.
  constexpr double times_of_run = 100.0, finest = 1e-8;
  options.accuracy = recorded_tolerance(args.trajectory).value_or(simulate_numbers(workbench.model()).tolerance);
  options.tolerance = args.tolerance.value_or(std::clamp(times_of_run * options.accuracy, finest, 0.1));
  if (!(options.tolerance > 0.0 && options.tolerance < 1.0))
    throw Error(Error::Code::bad_value, "--tolerance must be above 0 and below 1, found " + shortest(options.tolerance),
                {}, "1e-6, for example, is a millionth of the action's terms");
  options.progress = [&bar](double share) { return bar.update(share); };
  const ActionResult result = measure_action(*workbench.system(), rows, options);
  bar.finish();
  print(args.json ? as_json(result, rows.t.size()) : as_text(result, rows, workbench.model().name));
  return result.verdict == Stationarity::stationary ? 0 : 1;
}

}  // namespace alembert::cli
