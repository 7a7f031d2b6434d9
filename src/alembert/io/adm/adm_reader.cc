#include "alembert/io/adm/adm_reader.h"

#include <system_error>

#include "alembert/core/output_file.h"
#include "alembert/io/adm/adm_json.h"
#include "alembert/io/adm/adm_sections.h"
#include "alembert/io/mechanism/mechanism_reader.h"
#include "alembert/io/toml/part_file.h"

namespace alembert {
namespace {

namespace fs = std::filesystem;

void append(std::vector<Warning>& all, const std::vector<Warning>& more) {
  all.insert(all.end(), more.begin(), more.end());
}

Mechanism read_with(const fs::path& path, const AcfAnalysis* analysis) {
  return parse_adm(read_file(path, largest_file), path.string(), analysis);
}

}  // namespace

Mechanism parse_adm(std::string_view text, std::string file, const AcfAnalysis* analysis) {
  const Value document = parse_loose_json(text, std::move(file));
  AdmReading reading;
  const AdmTable root(document, "", {"name", "gravity", "vis", "bodies", "constraints", "forces"}, reading.notes);
  read_adm_bodies(document, reading);
  read_adm_constraints(document, reading);
  read_adm_forces(document, reading);
  Mechanism model = read_mechanism(adm_document(root, reading, analysis));
  append(model.warnings, reading.notes.warnings());
  if (analysis != nullptr) append(model.warnings, analysis->warnings);
  return model;
}

Mechanism read_adm(const fs::path& path) {
  fs::path beside = path;
  beside.replace_extension(".acf");
  std::error_code error;
  if (!fs::is_regular_file(beside, error)) return read_with(path, nullptr);
  const AcfAnalysis analysis = read_acf(beside);
  return read_with(path, &analysis);
}

Mechanism read_acf_model(const fs::path& path) {
  const AcfAnalysis analysis = read_acf(path);
  fs::path model = path;
  model.replace_extension(".adm");
  if (!analysis.model.empty()) {
    model = path.parent_path() / analysis.model;
    check_part_file(model, analysis.model_at);
  }
  std::error_code error;
  if (!fs::is_regular_file(model, error))
    throw Error(Error::Code::unreadable, "there is no model '" + model.filename().string() + "' beside the analysis",
                {path.string(), 0, 0}, "name it in the file: \"model\": \"slider-crank.adm\"");
  return read_with(model, &analysis);
}

}  // namespace alembert
