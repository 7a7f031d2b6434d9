#include <algorithm>

#include "alembert/core/error.h"
#include "alembert/core/text.h"
#include "alembert/report/base_derivation_report.h"
#include "alembert/report/constant_derivation_report.h"
#include "alembert/report/derivation_report.h"
#include "alembert/workbench/workbench.h"
#include "verbs.h"

namespace alembert::cli {

int derive_verb(const Arguments& args) {
  static const std::vector<std::string> later{"newton-euler", "dalembert",  "variational", "augmented-reactions",
                                              "augmented",    "eliminated", "embedded",    "amalgamated",
                                              "separate",     "subsystem",  "recursive",   "state-space"};
  if (args.form != "lagrange") {
    const bool known = std::ranges::find(later, args.form) != later.end();
    throw Error(Error::Code::unsupported,
                "--form " + args.form + (known ? " is not available yet" : " is not a form of the equations"), {},
                "available is: lagrange");
  }
  const std::string format = args.json ? "json" : args.format;
  const std::vector<std::string> formats{"text", "latex", "json"};
  if (std::ranges::find(formats, format) == formats.end())
    throw Error(Error::Code::unknown_name, "--format " + format + " is not known", {}, did_you_mean(format, formats));
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  const auto choose = [&](auto text, auto latex, auto json) {
    return format == "text" ? text : format == "latex" ? latex : json;
  };
  if (args.base_parameters) {
    const auto write = choose(base_derivation_text, base_derivation_latex, base_derivation_json);
    print(write(workbench.derive_in_base_parameters(args.numeric)));
  } else if (args.constants) {
    const auto write = choose(constant_derivation_text, constant_derivation_latex, constant_derivation_json);
    print(write(*workbench.model().graph, workbench.derive_with_constants()));
  } else {
    const auto write = choose(derivation_text, derivation_latex, derivation_json);
    const Derivation derivation = workbench.derive(args.numeric);
    print(write(workbench.lagrangian(), derivation));
  }
  return 0;
}

}  // namespace alembert::cli
