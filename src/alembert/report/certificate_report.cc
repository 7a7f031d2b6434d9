#include "alembert/report/certificate_report.h"

#include "alembert/io/json.h"

namespace alembert {

Json certificate_json(const Certificate& certificate, const CertifyOptions& options) {
  Json json{{"passed", certificate.passed()}, {"states", options.states}, {"seed", options.seed}};
  json["checks"] = Json::array();
  for (const Check& c : certificate.checks)
    json["checks"].push_back({{"name", c.name},
                              {"residual", c.residual},
                              {"tolerance", c.tolerance},
                              {"passed", c.passed ? Json(*c.passed) : Json(nullptr)},
                              {"note", c.note}});
  return json;
}

}  // namespace alembert
