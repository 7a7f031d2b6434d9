#include "alembert/report/certificate_report.h"

#include <algorithm>

#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/report/start_changes_json.h"

namespace alembert {

Json certificate_json(const Certificate& certificate, const CertifyOptions& options,
                      const std::vector<StartChange>& start_changes) {
  Json json{{"verdict", verdict_word(certificate)},
            {"passed", certificate.passed()},
            {"states", options.states},
            {"compared", certificate.states},
            {"seed", options.seed}};
  json["checks"] = Json::array();
  for (const Check& c : certificate.checks)
    json["checks"].push_back({{"name", c.name},
                              {"residual", c.residual},
                              {"tolerance", c.tolerance},
                              {"passed", c.passed ? Json(*c.passed) : Json(nullptr)},
                              {"applies", c.applies},
                              {"note", c.note}});
  json["start_changes"] = start_changes_json(start_changes);
  return json;
}

const char* verdict_word(const Certificate& certificate) {
  switch (certificate.verdict()) {
    case Certificate::Verdict::passed: return "passed";
    case Certificate::Verdict::failed: return "failed";
    case Certificate::Verdict::incomplete: break;
  }
  return "incomplete";
}

std::string result_word(const Check& check) {
  if (!check.applies) return "not applicable";
  if (!check.passed) return "not done";
  return *check.passed ? "passed" : "FAILED";
}

std::string certificate_summary(const Certificate& certificate) {
  std::vector<std::string> counts;
  for (const char* word : {"passed", "FAILED", "not done", "not applicable"}) {
    const auto count = std::ranges::count(certificate.checks, word, result_word);
    if (count > 0) counts.push_back(std::to_string(count) + " " + word);
  }
  const std::string states = certificate.states == 1 ? "1 state" : std::to_string(certificate.states) + " states";
  return join(counts, ", ") + ", at " + states;
}

}  // namespace alembert
