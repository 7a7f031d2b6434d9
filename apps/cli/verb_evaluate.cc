#include <cstdio>
#include <optional>

#include "alembert/core/error.h"
#include "alembert/system/constraints/describe_status.h"
#include "alembert/workbench/answers/evaluation_json.h"
#include "alembert/workbench/tables/undefined_values.h"
#include "alembert/workbench/workbench.h"
#include "evaluation_text.h"
#include "verbs.h"

namespace alembert::cli {

int evaluate_verb(const Arguments& args) {
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  print_warnings(workbench.model(), workbench.friction_left_out());
  EvaluateOptions options;
  const StartPoint at = workbench.point(args.q, args.v, args.t, args.assemble);
  options.at = at;
  options.frame = args.frame;
  print_start_changes(workbench, at.changes);
  print_warnings(workbench.model(), workbench.undefined_as_written(at));
  const std::vector<double> zeros(workbench.speeds().size(), 0.0);
  if (!args.a.empty()) workbench.change(options.a.emplace(zeros), args.a, "--a", 2);
  if (!args.tau.empty()) workbench.change(options.tau.emplace(zeros), args.tau, "--tau", -1);
  const Evaluation e = workbench.evaluate(options);
  print(args.json ? evaluation_json(workbench, at, e) : evaluation_text(workbench, options.at, e));
  const UndefinedNumbers undefined = undefined_numbers(e, options.at);
  for (const std::string& warning : evaluation_warnings(workbench, at, e))
    std::fprintf(stderr, "alembert: warning: %s\n", warning.c_str());
  if (e.status.good() && !undefined.trouble.empty()) throw Error(Error::Code::singular, undefined.trouble);
  if (e.status.good()) return 0;
  if (workbench.mechanism() != nullptr)
    if (const std::optional<Error>& lacking = workbench.setup().no_inertia) {
      std::fprintf(stderr, "alembert: %s%s\n", options.a ? "warning: no accelerations: " : "", lacking->what());
      return options.a ? 0 : 1;  // the forces of given accelerations are all that was asked for
    }
  throw Error(Error::Code::singular, describe(e.status, *workbench.system(), options.at.q));
}

}  // namespace alembert::cli
