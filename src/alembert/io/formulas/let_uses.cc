#include "alembert/io/formulas/let_uses.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace alembert {
namespace {

/// What a table gives in the scratch graph.
const OwnFunction some_function = [](Expr x, int /*order*/) { return atan2(x, Expr::time()); };

}  // namespace

std::optional<Expr> LetUses::find(std::string_view name, int primes) const {
  if (const std::optional<Expr> value = find_written(std::string(name), primes)) return value;
  if (name.find('[') == std::string_view::npos) return {};
  return find_written(names_->numbered(name), primes);
}

std::optional<Expr> LetUses::find_written(const std::string& name, int primes) const {
  if (is_reserved_word(name)) return Expr::time();
  const ModelNames::Named* named = names_->find(names_->prefix + name);
  if (named == nullptr) {
    const std::optional<MotionWord> word = names_->motion().find(name, std::min(primes, 2));
    return word ? std::optional(word->formula) : std::nullopt;
  }
  if (named->kind == NameKind::let) used_.push_back(named->index);
  const auto number = (named->index * 8 + static_cast<std::size_t>(named->kind)) * 4 +
                      std::min<std::size_t>(3, static_cast<std::size_t>(primes));
  return atan2(Expr::time(), Expr(Rational(static_cast<std::int64_t>(number) + 1)));
}

std::vector<std::string> LetUses::known() const { return ScopedNames(*names_, in_motion("")).known(); }

const OwnFunction* LetUses::function(std::string_view name) const {
  return names_->tables.contains(names_->prefix + std::string(name)) ? &some_function : nullptr;
}

std::vector<std::string> LetUses::functions() const { return ScopedNames(*names_, {}).functions(); }

std::vector<std::size_t> LetUses::take() { return std::exchange(used_, {}); }

}  // namespace alembert
