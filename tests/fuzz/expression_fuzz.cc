/// Any text given to the expression parser is either refused with an Error or read as a formula that prints as a text
/// with the same meaning. Build with clang++ -fsanitize=fuzzer,address,undefined.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/parse.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/units.h"

namespace alembert {
namespace {

class FuzzNames : public Names {
 public:
  std::optional<Expr> find(std::string_view name, int primes) const override {
    if (name == "x" || name == "y" || name == "theta") {
      constexpr int most = 5;
      if (primes > most) return {};
      return Expr::symbol(name, SymbolKind::coordinate, primes);
    }
    if (name == "a" && primes == 0) return Expr::symbol(name, SymbolKind::parameter);
    return {};
  }
  std::vector<std::string> known() const override { return {"x", "y", "theta", "a"}; }
};

void check(std::string_view text) {
  constexpr std::size_t node_limit = 100'000;
  Graph graph(node_limit);
  const GraphScope scope(graph);
  const Source at{"fuzz", 1, 1};
  try {
    (void)parse_quantity(text, at);
  } catch (const Error&) {
  }
  Expr e;
  std::string printed;
  try {
    e = parse_expression(text, FuzzNames(), at);
    printed = to_text(e);
    (void)to_latex(e);
  } catch (const Error&) {
    return;
  }
  try {
    if (identical(parse_expression(printed, FuzzNames(), at), e)) return;
    std::fprintf(stderr, "differs when read back: %s\n", printed.c_str());
  } catch (const Error& error) {
    if (error.code() == Error::Code::too_large) return;
    std::fprintf(stderr, "cannot be read back: %s\n%s\n", printed.c_str(), error.what());
  }
  std::abort();
}

}  // namespace
}  // namespace alembert

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  alembert::check({reinterpret_cast<const char*>(data), size});
  return 0;
}
