#include "alembert/io/load.h"

#include <string>

#include "alembert/io/adm/adm_reader.h"
#include "alembert/io/lagrangian/lagrangian_reader.h"
#include "alembert/io/mechanism/placed.h"
#include "alembert/io/toml/model_kind.h"
#include "alembert/io/urdf/urdf_reader.h"
#include "alembert/model/validate.h"
#include "alembert/symbolic/units.h"

namespace alembert {
namespace {

constexpr const char* formats = "model files end in .toml, .urdf, .adm or .acf (.xml will follow)";

[[noreturn]] void refuse_extension(const std::string& extension, const Source& at) {
  if (extension == ".xml") throw Error(Error::Code::unsupported, extension + " files cannot be read yet", at, formats);
  if (extension.empty()) throw Error(Error::Code::unsupported, "the file name has no extension", at, formats);
  throw Error(Error::Code::unsupported, "unknown kind of file '" + extension + "'", at, formats);
}

void refuse_options(const LoadOptions& options, const Source& at) {
  if (options.free_base)
    throw Error(Error::Code::bad_value, "a free base is for .urdf files", at,
                "write a joint of type \"free\" in the model file");
  if (options.independent_mimic)
    throw Error(Error::Code::bad_value, "independent mimic joints are for .urdf files", at,
                "couplings of a model file stand in [constraint]");
  if (options.snap)
    throw Error(Error::Code::bad_value, "--snap is for .urdf files", at,
                "a model file has exact angles: \"90 deg\" or \"pi/2\"");
}

/// A value with a unit may take the place of one with a unit of the same kind.
void check_same_kind(const Value& written, const std::string& name, const std::string& text) {
  if (!written.is(Value::Kind::text)) return;
  Graph graph;
  const GraphScope scope(graph);
  const auto before = parse_quantity(written.text, written.text_at()),
             now = parse_quantity(text, {"--set " + name, 0, 0});
  if (!before || !now || before->dimension == now->dimension) return;
  throw Error(Error::Code::bad_value,
              "--set " + name + ": '" + text + "' is " + describe(now->dimension) + ", but '" + name + "' is " +
                  describe(before->dimension),
              {}, "give " + describe(before->dimension) + ", or a number in SI units");
}

/// Puts `text` in place of the value of a parameter or an input. Errors about it name the setting instead of the file.
void replace_value(Value& document, const std::string& name, const std::string& text) {
  for (Entry& section : document.entries) {
    if (section.key != "parameters" && section.key != "inputs") continue;
    for (Entry& entry : section.value.entries) {
      if (entry.key != name) continue;
      check_same_kind(entry.value, name, text);
      entry.value = {};
      entry.value.kind = Value::Kind::text;
      entry.value.text = text;
      entry.value.file = std::make_shared<const std::string>("--set " + name);
    }
  }
}

}  // namespace

Model read_model(const Value& document, const std::filesystem::path& folder, const MechanismLimits& limits) {
  if (mechanism_entry(document) != nullptr) return read_mechanism(document, folder, limits);
  if (lagrangian_entry(document) == nullptr) check_model_keys(document);
  return read_lagrangian(document, folder);
}

namespace {

Model load_file(const std::filesystem::path& path, const LoadOptions& options, const Source& at) {
  const std::string extension = lower_extension(path);
  Model model;
  if (extension == ".toml") {
    refuse_options(options, at);
    Value document = read_toml(path);
    for (const auto& [name, text] : options.values) replace_value(document, name, text);
    model = read_model(document, path.parent_path());
  } else if (extension == ".urdf") {
    model = read_urdf(path, {options.free_base, options.independent_mimic, options.snap, {}});
  } else if (extension == ".adm" || extension == ".acf") {
    refuse_options(options, at);
    model = extension == ".adm" ? read_adm(path) : read_acf_model(path);
  } else {
    refuse_extension(extension, at);
  }
  if (Mechanism* mechanism = std::get_if<Mechanism>(&model)) check_bodies(*mechanism, NumberReals(*mechanism));
  return model;
}

}  // namespace

Model load_model(const std::filesystem::path& path, const LoadOptions& options) {
  const Source whole{path.string(), 0, 0};
  return placed(whole, [&] { return load_file(path, options, whole); });
}

Lagrangian load_lagrangian(const std::filesystem::path& path) {
  Model model = load_model(path);
  if (Lagrangian* lagrangian = std::get_if<Lagrangian>(&model)) return std::move(*lagrangian);
  throw Error(Error::Code::unsupported, "the file describes a mechanism, which cannot be used here",
              {path.string(), 0, 0}, "a Lagrangian has [coordinates] and [energy]");
}

}  // namespace alembert
