/// The expression language of model files.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/core/error.h"
#include "alembert/symbolic/domain.h"
#include "alembert/symbolic/expr.h"

namespace alembert {

/// A function of one argument that a model defines, such as a table: its derivative of this order, or itself for 0.
using OwnFunction = std::function<Expr(Expr argument, int order)>;

/// What names mean where an expression stands.
class Names {
 public:
  Names() = default;
  Names(const Names&) = default;
  Names& operator=(const Names&) = default;
  virtual ~Names() = default;

  /// The meaning of `name` followed by `primes` time-derivative marks; empty when the name is not known here.
  /// May throw Error for a name that is known but must not stand here.
  virtual std::optional<Expr> find(std::string_view name, int primes) const = 0;
  /// All names that could stand here, for "did you mean".
  virtual std::vector<std::string> known() const = 0;

  /// Where the formula that `name` means has a value as it was written; null: wherever it has one.
  virtual const Domain* domain(std::string_view /*name*/) const { return nullptr; }
  /// The model's own function with this name, or null; it must live as long as this. None by default.
  virtual const OwnFunction* function(std::string_view /*name*/) const { return nullptr; }
  /// The names of all own functions, for "did you mean".
  virtual std::vector<std::string> functions() const { return {}; }
  /// The names that a range such as "J[0:9]" stands for, in order; empty when `name` holds no range.
  virtual std::optional<std::vector<std::string>> range(std::string_view /*name*/) const { return {}; }
};

/// The formula that `text` spells. `at` is the place of its first character; every Error points at the character where
/// the trouble is. Any depth of nesting is read without recursion.
///
///   or  and  not  < <= > >= == !=  + -  * /  unary -  ^ (right-associative, -x^2 = -(x^2))  names' (numbers) f(x, y)
///
/// Functions: sin cos tan asin acos atan atan2 sinh cosh tanh exp log sqrt abs sign min max, if(condition, x, y),
/// step(x) = if(x < 0, 0, 1), piecewise(condition, x, condition, y, ..., otherwise), those of `names` with their
/// derivatives f'(x) (first, where one is called step or piecewise), and sum(J[0:9]), which adds what the names of a
/// range mean.
/// `pi` is built in; names may hold letters, digits, `_`, dots and [index], or anything between backquotes.
/// @param domain  if not null: takes what may be undefined in the text, also what the formula no longer holds
Expr parse_expression(std::string_view text, const Names& names, const Source& at, Domain* domain = nullptr);

}  // namespace alembert
