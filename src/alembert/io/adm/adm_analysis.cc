#include "alembert/io/adm/adm_analysis.h"

#include <algorithm>
#include <cmath>

#include "alembert/core/output_file.h"
#include "alembert/core/text.h"
#include "alembert/io/adm/adm_function.h"
#include "alembert/io/adm/adm_json.h"
#include "alembert/io/adm/adm_table.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

AcfAnalysis::Simulation read_simulation(const AdmTable& table) {
  static const std::vector<std::string> words{"Kinematics", "Dynamics", "InverseDynamics", "Equilibrium"};
  const std::string& written = table.text("simulation", "write one of " + join(words, ", "));
  const auto it = std::ranges::find_if(words, [&](const std::string& word) { return lower(word) == lower(written); });
  if (it != words.end()) return static_cast<AcfAnalysis::Simulation>(it - words.begin());
  throw Error(Error::Code::unknown_name, table.path("simulation") + ": unknown analysis " + shown(written),
              table.find("simulation")->at(), did_you_mean(written, words));
}

std::optional<double> read_positive(const AdmTable& table, const char* key, const char* hint) {
  const Value* value = table.find(key);
  if (value == nullptr) return {};
  AdmFormulas formulas;
  const double number = formulas.number(*value, table.path(key));
  if (!(number > 0.0))
    throw Error(Error::Code::bad_value, table.path(key) + " is " + shortest(number), value->at(), hint);
  return number;
}

}  // namespace

AcfAnalysis parse_acf(std::string_view text, std::string file) {
  const Value document = parse_loose_json(text, std::move(file));
  AdmNotes notes;
  const AdmTable table(document, "", {"name", "simulation", "tend", "stepSize", "outputSteps", "model", "adm"}, notes);
  AcfAnalysis analysis;
  analysis.simulation = read_simulation(table);
  static constexpr const char* end_hint = "write the end time in s";
  if (analysis.simulation != AcfAnalysis::Simulation::equilibrium) static_cast<void>(table.need("tend", end_hint));
  analysis.tend = read_positive(table, "tend", end_hint);
  analysis.step = read_positive(table, "stepSize", "write the step in s");
  const std::optional<double> rows = read_positive(table, "outputSteps", "write how many steps are put out");
  if (rows && *rows != std::floor(*rows))
    throw Error(Error::Code::bad_value, table.path("outputSteps") + " is " + shortest(*rows),
                table.find("outputSteps")->at(), "write a whole number");
  if (rows && analysis.tend) analysis.step = *analysis.tend / *rows;
  for (const char* key : {"adm", "model"}) {
    if (table.find(key) == nullptr) continue;
    analysis.model = table.text(key, "write the name of the .adm file");
    analysis.model_at = table.find(key)->at();
  }
  analysis.warnings = notes.warnings();
  return analysis;
}

AcfAnalysis read_acf(const std::filesystem::path& path) {
  constexpr std::size_t largest = std::size_t{1} << 20U;
  return parse_acf(read_file(path, largest), path.string());
}

}  // namespace alembert
