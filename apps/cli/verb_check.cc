#include <cstdio>

#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/io/tables/json.h"
#include "alembert/report/certificate_report.h"
#include "alembert/workbench/report/report.h"
#include "alembert/workbench/report/report_page.h"
#include "alembert/workbench/workbench.h"
#include "progress_bar.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

std::string as_text(const Certificate& certificate, const std::string& name) {
  std::string text = name.empty() ? "" : name + "\n";
  for (const Check& c : certificate.checks) {
    if (!c.applies) continue;  // counted below; JSON says why
    char line[160];
    std::snprintf(line, sizeof line, "  %-38s %-8s", c.name.c_str(), result_word(c).c_str());
    text += line;
    std::snprintf(line, sizeof line, "  residual %8.1e  tolerance %7.0e", c.residual, c.tolerance);
    if (c.passed) text += line;
    if (!c.note.empty()) text += "  " + c.note;
    text += "\n";
  }
  const Certificate::Verdict verdict = certificate.verdict();
  const char* const words = verdict == Certificate::Verdict::passed   ? "All checks that apply passed: "
                            : verdict == Certificate::Verdict::failed ? "The certificate FAILED: "
                                                                      : "The certificate is incomplete: ";
  return text + words + certificate_summary(certificate) + ".\n";
}

}  // namespace

int check_verb(const Arguments& args) {
  if (args.states < 1 || args.states > 100000)
    throw Error(Error::Code::bad_value, "--states must be between 1 and 100000");
  const std::string format = args.json ? "json" : args.format;
  check_format(format, {"text", "json", "html"});
  if (format == "html") require_page();
  const ReadScope read;
  Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  print_warnings(workbench.model(), workbench.friction_left_out());
  read.refuse_to_replace(args.file);
  const std::vector<StartChange> changes = workbench.start_changes(0.0);
  print_start_changes(workbench, changes);
  const CertifyOptions options{args.states, args.seed};
  const Certificate certificate = [&] {
    const ProgressLine line;
    return workbench.check(options);
  }();
  print(format == "html"   ? make_certificate_page(workbench, certificate, options, args.command)
        : format == "json" ? to_text(certificate_json(certificate, options, changes))
                           : as_text(certificate, workbench.model().name),
        args.file);
  return certificate.passed() ? 0 : 1;
}

}  // namespace alembert::cli
