#include <algorithm>
#include <cmath>
#include <cstdio>

#include "alembert/core/text.h"
#include "alembert/io/tables/json.h"
#include "alembert/report/start_changes_json.h"
#include "alembert/workbench/answers/mobility_report.h"

namespace alembert {
namespace {

const char* method_name(IntegrabilityMethod method) {
  switch (method) {
    case IntegrabilityMethod::symbolic: return "symbolic";
    case IntegrabilityMethod::numeric: return "numeric";
    case IntegrabilityMethod::none: break;
  }
  return "none";
}

/// Longer lists are for machines: --json has them.
constexpr std::size_t most_names_in_text = 40;

std::string list(std::vector<std::string> names) {
  if (names.empty()) return "none";
  const std::size_t all = names.size();
  names.resize(std::min(all, most_names_in_text));
  return join(names, ", ") + (all > names.size() ? " and " + std::to_string(all - names.size()) + " more" : "");
}

std::string count(int n, const std::string& one, const std::string& many) {
  return std::to_string(n) + " " + (n == 1 ? one : many);
}

std::string brief(double x) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2g", x);
  return text;
}

std::string singular_text(const Mobility& m) {
  if (!m.singular) return "singular                no\n";
  std::string text = "singular                yes: this configuration is special\n";
  if (!m.singularity.rows.empty()) text += "  rows that depend here   " + list(m.singularity.rows) + "\n";
  for (const auto& motion : m.singularity.motions) text += "  free here alone         " + list(motion) + "\n";
  return text;
}

/// "f1 - 2 f2", with factors at the configuration.
std::string sum_text(const IntegrableRows& sum) {
  std::string text;
  for (const auto& [name, factor] : sum) {
    char size[32];
    std::snprintf(size, sizeof size, "%.6g", std::abs(factor));
    text += text.empty() ? (factor < 0.0 ? "-" : "") : (factor < 0.0 ? " - " : " + ");
    if (std::string_view(size) != "1") text += std::string(size) + " ";
    text += name;
  }
  return text;
}

std::string integrable_text(const MobilityReport& report) {
  std::string text;
  for (const auto& [name, integrable] : report.integrable)
    text += "  " + name + (integrable ? ": integrable" : ": not integrable") + "\n";
  if (text.empty()) return text;
  for (const IntegrableRows& sum : report.mobility.together)
    text += "  together: " + sum_text(sum) + " is integrable, none of its rows alone is\n";
  for (const IntegrableSum& sum : report.mobility.constants)
    text += sum.constant.empty() ? "  integrable: " + sum.rate + " = 0\n" : "  constant: " + sum.constant + "\n";
  const bool proved = report.mobility.method == IntegrabilityMethod::symbolic;
  return std::string("constraints on speeds, ") + (proved ? "decided with formulas" : "decided with numbers") + "\n" +
         text;
}

}  // namespace

std::string mobility_json(const MobilityReport& report) {
  const Mobility& m = report.mobility;
  Json json;
  json["gruebler"] = m.counts.gruebler();
  json["dof"] = m.dof;
  json["velocity_dof"] = m.velocity_dof;
  json["redundant"] = m.redundant;
  json["undetermined"] = report.undetermined;
  json["closed_by"] = report.closed_by;
  json["independent"] = m.independent;
  json["independent_speeds"] = m.independent_speeds;
  json["integrable"] = Json::object();
  for (const auto& [name, integrable] : report.integrable) json["integrable"][name] = integrable;
  json["together"] = Json::array();
  for (const IntegrableRows& sum : m.together) {
    Json rows = Json::object();
    for (const auto& [name, factor] : sum) rows[name] = factor;
    json["together"].push_back(std::move(rows));
  }
  json["constants"] = Json::array();
  for (const IntegrableSum& sum : m.constants) {
    Json one;
    one["rate"] = sum.rate;
    one["constant"] = sum.constant.empty() ? Json() : Json(sum.constant);
    json["constants"].push_back(std::move(one));
  }
  json["integrability"] = method_name(m.method);
  json["singular"] = m.singular;
  json["singularity"] = Json::object();
  json["singularity"]["rows"] = m.singularity.rows;
  json["singularity"]["motions"] = m.singularity.motions;
  json["rows"] = m.rows;
  json["rank"] = m.rank;
  json["rank_here"] = m.rank_here;
  json["rank_evidence"] = Json::object();
  json["rank_evidence"]["last_kept"] = m.last_kept;
  json["rank_evidence"]["first_dropped"] = m.first_dropped;
  json["rank_evidence"]["configurations"] = m.places + 1;
  json["locked"] = m.locked;
  json["idle_spins"] = report.idle_spins;
  json["drives"] = m.drives;
  json["undriven_dof"] = m.undriven_dof;
  json["start_changes"] = start_changes_json(report.start_changes);
  json["constraint"] = m.violation;
  json["notes"] = m.notes;
  return to_text(json);
}

std::string mobility_text(const MobilityReport& report, const std::string& name) {
  const Mobility& m = report.mobility;
  std::string text = name.empty() ? "" : name + "\n";
  text += "Gruebler's count        " + std::to_string(m.counts.gruebler()) + " = " +
          count(m.counts.motions, "motion", "motions") + " - " + count(m.counts.rows, "row", "rows") + "\n";
  text += "degrees of freedom      " + std::to_string(m.dof) + " of configuration, " + std::to_string(m.velocity_dof) +
          " of speed\n";
  if (m.drives > 0)
    text +=
        "  with " + count(m.drives, "drive", "drives") + " " + std::to_string(m.undriven_dof) + " of speed are left\n";
  text += "rank of the rows        " + std::to_string(m.rank) + " of " + std::to_string(m.rows) + " in " +
          count(m.motions, "speed", "speeds");
  text += m.rank_here == m.rank ? "\n" : "; " + std::to_string(m.rank_here) + " at this configuration\n";
  if (m.rows > 0)
    text += "  decided by            singular values: the least that counts " + brief(m.last_kept) +
            ", the largest that does not " + brief(m.first_dropped) + ", at " +
            count(m.places + 1, "configuration", "configurations") + "\n";
  if (!report.closed_by.empty()) text += "loops are closed by     " + list(report.closed_by) + " (cut)\n";
  text += "independent coordinates " + list(m.independent) + "\n";
  if (m.velocity_dof != m.dof) text += "independent speeds      " + list(m.independent_speeds) + "\n";
  if (!report.idle_spins.empty()) text += "moves nothing else      the spin of " + report.idle_spins + "\n";
  text += "redundant rows          " + list(m.redundant) + "\n";
  text += "undetermined reactions  " + list(report.undetermined) + "\n";
  text += integrable_text(report) + singular_text(m);
  if (!m.locked.empty()) text += "locked drives           " + list(m.locked) + "\n";
  if (m.violation > 1e-9) text += "constraints             off by " + shortest(m.violation) + "\n";
  for (const std::string& note : m.notes) text += "note: " + note + "\n";
  return text;
}

}  // namespace alembert
