/// libFuzzer target: any bytes give a robot or an alembert::Error, never anything else; and every robot can be written
/// as a model file that is TOML and reads as a mechanism again.
///
///   clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -Isrc tests/fuzz/urdf_fuzz.cc <sources> -lpugixml
///   ./a.out -max_total_time=60 new_corpus tests/fuzz/corpus/urdf
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "alembert/core/error.h"
#include "alembert/io/mechanism/mechanism_reader.h"
#include "alembert/io/toml/document.h"
#include "alembert/io/urdf/urdf_reader.h"
#include "alembert/io/write/mechanism_writer.h"

namespace alembert {
namespace {

std::optional<Mechanism> robot_of(std::string_view text, const UrdfOptions& options) {
  try {
    return parse_urdf(text, "fuzz.urdf", options);
  } catch (const Error&) {
    return {};
  }
}

/// The robot as a model file has the same bodies, joints and constraints.
void check_written(const Mechanism& model) {
  const std::string written = to_toml(model);
  try {
    const Mechanism again = read_mechanism(parse_toml(written, "fuzz.toml"));
    if (again.bodies.size() == model.bodies.size() && again.joints.size() == model.joints.size() &&
        again.coordinates.size() == model.coordinates.size() && again.constraints.size() == model.constraints.size())
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
  alembert::UrdfOptions options;
  options.free_base = size % 2 == 1;  // both kinds of base come up
  if (const std::optional<alembert::Mechanism> model = alembert::robot_of(text, options))
    alembert::check_written(*model);
  return 0;
}
