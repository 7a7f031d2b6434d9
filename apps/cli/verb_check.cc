#include <cstdio>

#include "alembert/core/error.h"
#include "alembert/io/json.h"
#include "alembert/workbench/workbench.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

std::string as_json(const Certificate& certificate) {
  Json json;
  json["passed"] = certificate.passed();
  json["checks"] = Json::array();
  for (const Check& c : certificate.checks) {
    Json line;
    line["name"] = c.name;
    line["residual"] = c.residual;
    line["tolerance"] = c.tolerance;
    line["passed"] = c.passed ? Json(*c.passed) : Json(nullptr);
    line["note"] = c.note;
    json["checks"].push_back(std::move(line));
  }
  return to_text(json);
}

std::string as_text(const Certificate& certificate, const std::string& name) {
  std::string text = name.empty() ? "" : name + "\n";
  for (const Check& c : certificate.checks) {
    const char* verdict = !c.passed ? "not done" : *c.passed ? "passed" : "FAILED";
    char line[160];
    std::snprintf(line, sizeof line, "  %-34s %-8s  residual %8.1e  tolerance %7.0e", c.name.c_str(), verdict,
                  c.residual, c.tolerance);
    text += line;
    if (!c.note.empty()) text += "  " + c.note;
    text += "\n";
  }
  return text + (certificate.passed() ? "All checks passed.\n" : "The certificate FAILED.\n");
}

}  // namespace

int check_verb(const Arguments& args) {
  if (args.states < 1 || args.states > 100000)
    throw Error(Error::Code::bad_value, "--states must be between 1 and 100000");
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  const Certificate certificate = workbench.check({args.states, args.seed});
  print(args.json ? as_json(certificate) : as_text(certificate, workbench.model().name));
  return certificate.passed() ? 0 : 1;
}

}  // namespace alembert::cli
