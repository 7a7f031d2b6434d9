/// Which [let] names the formulas of [let] use.
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/io/formulas/names_in_model.h"

namespace alembert {

/// A first look at the expressions of [let]: finds out which other lets each uses, before any has a meaning.
/// Names of all models stand for atan2(t, their number): unrelated formulas, in a scratch graph.
class LetUses final : public Names {
 public:
  explicit LetUses(ModelNames& names) : names_(&names) {}

  std::optional<Expr> find(std::string_view name, int primes) const override;
  std::vector<std::string> known() const override;
  const OwnFunction* function(std::string_view name) const override;
  std::vector<std::string> functions() const override;
  std::optional<std::vector<std::string>> range(std::string_view name) const override { return names_->range(name); }

  /// Indices of the lets found since the last call.
  std::vector<std::size_t> take();

 private:
  std::optional<Expr> find_written(const std::string& name, int primes) const;

  ModelNames* names_;
  mutable std::vector<std::size_t> used_;
};

}  // namespace alembert
