#include "alembert/core/error.h"
#include "alembert/core/output_file.h"
#include "alembert/io/mechanism_writer.h"
#include "alembert/workbench/workbench.h"
#include "verbs.h"

namespace alembert::cli {

int convert_verb(const Arguments& args) {
  const Workbench workbench(args.model, args.set, load_options(args));
  print_warnings(workbench.model());
  const Mechanism* mechanism = workbench.mechanism();
  if (mechanism == nullptr)
    throw Error(Error::Code::unsupported, "a system given by its energies is a model file already", {},
                "convert turns mechanisms of other formats into model files");
  write_file(args.file, to_toml(*mechanism));
  return 0;
}

}  // namespace alembert::cli
