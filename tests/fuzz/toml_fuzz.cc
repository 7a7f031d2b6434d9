/// libFuzzer target: any bytes give a model or an alembert::Error, never anything else.
///
///   clang++ -std=c++20 -O1 -g -fsanitize=fuzzer,address,undefined -Isrc tests/fuzz/toml_fuzz.cc <sources> -o toml_fuzz
///   ./toml_fuzz -max_total_time=60 new_corpus tests/fuzz/corpus/toml
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "alembert/core/error.h"
#include "alembert/io/load.h"
#include "alembert/io/toml/document.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    // Repeated tables are kept short, so that a run tries many files.
    constexpr std::size_t most_parts = 200;
    static_cast<void>(alembert::read_model(alembert::parse_toml(text, "fuzz.toml"), {}, {.parts = most_parts}));
  } catch (const alembert::Error&) {
    return 0;
  }
  return 0;
}
