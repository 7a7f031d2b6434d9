#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/io/tables/json.h"
#include "alembert/io/write/mechanism_writer.h"
#include "alembert/workbench/workbench.h"
#include "verbs.h"

namespace alembert::cli {
namespace {

std::string as_json(const Mechanism& model, const std::string& file) {
  Json json;
  json["name"] = model.name;
  json["files"] = Json::array({file});
  json["bodies"] = model.bodies.size() - 1;  // without the ground
  json["joints"] = model.joints.size();
  json["forces"] = model.forces.size() + model.springs.size() + model.rotational_springs.size();
  json["constraints"] = model.constraints.size();
  json["coordinates"] = model.coordinates.size();
  json["speeds"] = model.speeds.size();
  return to_text(json);
}

}  // namespace

int convert_verb(const Arguments& args) {
  const ReadScope read;
  const Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  read.refuse_to_replace(args.file);
  const Mechanism* mechanism = workbench.mechanism();
  if (mechanism == nullptr)
    throw Error(Error::Code::unsupported, "a system given by its energies is a model file already", {},
                "convert turns mechanisms of other formats into model files");
  write_file(args.file, to_toml(*mechanism));
  if (args.json) print(as_json(*mechanism, args.file));
  return 0;
}

}  // namespace alembert::cli
