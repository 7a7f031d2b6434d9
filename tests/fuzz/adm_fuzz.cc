/// libFuzzer target: any bytes give a model or an alembert::Error, never anything else, as an .adm file and as an .acf
/// file; and every model can be written as a model file that reads as the same mechanism again.
///
///   clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -Isrc tests/fuzz/adm_fuzz.cc <sources> -lpugixml
///   ./a.out -max_total_time=60 new_corpus tests/fuzz/corpus/adm
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "alembert/core/error.h"
#include "alembert/io/adm/adm_reader.h"
#include "alembert/io/mechanism/mechanism_reader.h"
#include "alembert/io/toml/document.h"
#include "alembert/io/write/mechanism_writer.h"

namespace alembert {
namespace {

std::optional<Mechanism> model_of(std::string_view text) {
  try {
    return parse_adm(text, "fuzz.adm");
  } catch (const Error&) {
    return {};
  }
}

void try_analysis(std::string_view text) {
  try {
    static_cast<void>(parse_acf(text, "fuzz.acf"));
  } catch (const Error&) {
    return;
  }
}

void check_written(const Mechanism& model) {
  const std::string written = to_toml(model);
  try {
    const Mechanism again = read_mechanism(parse_toml(written, "fuzz.toml"));
    if (again.bodies.size() == model.bodies.size() && again.joints.size() == model.joints.size() &&
        again.coordinates.size() == model.coordinates.size() && again.constraints.size() == model.constraints.size() &&
        again.forces.size() == model.forces.size() && again.measures.size() == model.measures.size())
      return;
    std::fprintf(stderr, "differs when read back:\n%s\n", written.c_str());
  } catch (const Error& error) {
    if (error.code() == Error::Code::too_large) return;
    std::fprintf(stderr, "cannot be read back:\n%s\n%s\n", written.c_str(), error.what());
  }
  std::abort();
}

}  // namespace
}  // namespace alembert

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  alembert::try_analysis(text);
  if (const std::optional<alembert::Mechanism> model = alembert::model_of(text)) alembert::check_written(*model);
  return 0;
}
