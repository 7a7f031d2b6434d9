/// Parameters by their names, for expressions that users give beside the model.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/model/description.h"
#include "alembert/symbolic/parse.h"

namespace alembert {

/// Parameters alone may stand; the model must outlive this.
class ParameterNames final : public Names {
 public:
  explicit ParameterNames(const Description& model) : model_(model) {}
  std::optional<Expr> find(std::string_view name, int primes) const override {
    for (const Parameter& p : model_.parameters)
      if (p.name == name && primes == 0) return p.symbol;
    return {};
  }
  std::vector<std::string> known() const override {
    std::vector<std::string> names;
    for (const Parameter& p : model_.parameters) names.push_back(p.name);
    return names;
  }

 private:
  const Description& model_;
};

}  // namespace alembert
