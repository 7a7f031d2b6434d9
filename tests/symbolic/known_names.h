/// Names for tests of the expression language: coordinates with any derivative, parameters, inputs, time.
#pragma once
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "alembert/symbolic/parse.h"

namespace alembert {

class KnownNames : public Names {
 public:
  KnownNames(std::vector<std::string> coordinates, std::vector<std::string> parameters)
      : coordinates_(std::move(coordinates)), parameters_(std::move(parameters)) {}

  std::optional<Expr> find(std::string_view name, int primes) const override {
    if (std::ranges::find(coordinates_, name) != coordinates_.end())
      return Expr::symbol(name, SymbolKind::coordinate, primes);
    if (primes > 0) return {};
    if (name == "t") return Expr::time();
    if (name == "u") return Expr::symbol(name, SymbolKind::input);
    if (std::ranges::find(parameters_, name) != parameters_.end()) return Expr::symbol(name, SymbolKind::parameter);
    return {};
  }

  std::vector<std::string> known() const override {
    std::vector<std::string> all = coordinates_;
    all.insert(all.end(), parameters_.begin(), parameters_.end());
    all.emplace_back("t");
    all.emplace_back("u");
    return all;
  }

 private:
  std::vector<std::string> coordinates_, parameters_;
};

inline Expr coordinate(std::string_view name, int order = 0) {
  return Expr::symbol(name, SymbolKind::coordinate, order);
}
inline Expr parameter(std::string_view name) { return Expr::symbol(name, SymbolKind::parameter); }
inline Expr fraction(std::int64_t n, std::int64_t d) { return Expr(Rational(n, d)); }

}  // namespace alembert
