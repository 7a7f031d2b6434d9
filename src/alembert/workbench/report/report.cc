#include "alembert/workbench/report/report.h"

#include <filesystem>

#include "alembert/core/version.h"
#include "alembert/io/tables/json.h"
#include "alembert/report/certificate_report.h"
#include "alembert/workbench/report/report_equations.h"
#include "alembert/workbench/report/report_facts.h"
#include "alembert/workbench/report/report_page.h"

namespace alembert {
namespace {

/// Speeds and rows of constraints up to which a report has a certificate: up to there it takes tenths of a second.
constexpr int most_certified = 60;

Json recording(const Workbench& workbench, const char* kind, const std::string& command) {
  const Description& model = workbench.model();
  const std::filesystem::path file(model.file);
  return {{"format", 1},
          {"kind", kind},
          {"name", model.name.empty() ? file.stem().string() : model.name},
          {"file", file.filename().string()},
          {"version", version},
          {"command", command}};
}

/// The certificate at few states, or a fact that says why there is none.
void add_certificate(Workbench& workbench, Json& report) {
  const Sizes sizes = workbench.system()->sizes();
  std::string why_not;
  if (sizes.nv <= most_certified && sizes.na <= most_certified) {
    constexpr int few_speeds = 8;
    CertifyOptions options;
    options.states = sizes.nv <= few_speeds ? 8 : 3;
    try {
      report["certificate"] = certificate_json(workbench.check(options), options, workbench.start_changes(0.0));
      return;
    } catch (const Error& error) {
      why_not = error.message();
    }
  }
  const std::string check =
      "`alembert check " + std::filesystem::path(workbench.model().file).filename().string() + "`";
  Json row{{"label", "Certificate"}, {"value", "not made"}};
  row["note"] = why_not.empty() ? "the model is large; " + check + " makes it" : why_not;
  report["facts"]["groups"].push_back({{"title", "Certificate"}, {"rows", Json::array({std::move(row)})}});
}

}  // namespace

std::string make_report(Workbench& workbench, const RunSummary& summary, Json table, Json motion,
                        const std::string& command) {
  Json report = recording(workbench, "run", command);
  if (!summary.trouble.empty()) report["trouble"] = summary.trouble;
  report["table"] = std::move(table);
  const char* picture = motion.is_string() ? "motion_note" : "motion";
  report[picture] = std::move(motion);
  SheetOptions options;
  options.budget = report_budget(workbench);
  report["equations"] = to_json(equation_sheet(workbench, options));
  report["facts"] = report_facts(workbench, &summary);
  add_certificate(workbench, report);
  return report_page(report);
}

std::string make_equation_page(Workbench& workbench, const EquationSheet& sheet, const std::string& command) {
  Json report = recording(workbench, "equations", command);
  report["equations"] = to_json(sheet);
  report["facts"] = report_facts(workbench, nullptr);
  return report_page(report);
}

std::string make_certificate_page(Workbench& workbench, const Certificate& certificate, const CertifyOptions& options,
                                  const std::string& command) {
  Json report = recording(workbench, "certificate", command);
  report["facts"] = report_facts(workbench, nullptr);
  report["certificate"] = certificate_json(certificate, options, workbench.start_changes(0.0));
  return report_page(report);
}

}  // namespace alembert
