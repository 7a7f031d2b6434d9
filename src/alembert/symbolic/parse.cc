/// Operator-precedence parser with explicit stacks. Operands of + - and of * / are collected and combined at once,
/// across parentheses too, so that long and deep texts take linear time.
#include "alembert/symbolic/parse.h"

#include <vector>

#include "alembert/symbolic/conditions.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/parse_error.h"

namespace alembert {
namespace {

using Kind = Token::Kind;

/// What `make` makes; errors without a place get that of `place`.
template <class Make, class Place>
Expr placed(const Make& make, const Place& place) {
  try {
    return make();
  } catch (const Error& error) {
    if (error.at().line > 0 || error.at().column > 0 || !error.at().file.empty()) throw;
    throw Error(error.code(), error.message(), place(), error.hint());
  }
}

/// What waits on the operator stack; the values are precedences, those of groups lowest.
enum class Level { group, either, both, negation, comparison, sum, product, minus, power };

struct Entry {
  Level level = Level::group;
  Kind op = Kind::end;          ///< of a comparison
  bool inverse = false;         ///< of a sum or product: its last operand is to be negated or inverted
  std::size_t first = 0;        ///< index of its first operand or argument
  std::size_t offset = 0;       ///< of the opening parenthesis
  std::size_t name_offset = 0;  ///< of the function's name
  const Function* function = nullptr;
  const OwnFunction* own = nullptr;  ///< a function of the model's, instead
  int outer = Domain::everywhere;    ///< scope of the call
  int rest = Domain::everywhere;     ///< of piecewise(): where no condition so far holds
  int primes = 0;                    ///< of that function
  std::string_view name{};           ///< of the function, as written

  bool is_call() const { return function != nullptr || own != nullptr; }
  std::size_t arguments() const { return own != nullptr ? 1 : function->arguments; }  ///< only of a call
  bool has_conditions() const {
    return function != nullptr && (function->name == "if" || function->name == "piecewise");
  }
  bool takes(std::size_t given) const { return own != nullptr ? given == 1 : function->takes(given); }
};

bool is_chain(Level level) { return level == Level::sum || level == Level::product; }

/// True when what follows a closed group does not bind tighter than the operators of `level` inside the group.
bool may_continue(Level level, Kind next) {
  if (next == Kind::caret || next == Kind::prime) return false;
  return level != Level::sum || (next != Kind::star && next != Kind::slash);
}

class Parser {
 public:
  Parser(std::string_view text, const Names& names, const Source& at, Domain* domain)
      : lexer_(text, at), error_(lexer_, names), names_(names), domain_(domain) {}

  Expr run() {
    advance();
    for (bool more = true; more;) {
      if (want_operand_)
        operand();
      else
        more = after_operand();
    }
    return values_[0];
  }

  Source place() const { return lexer_.place(token_.offset); }

 private:
  void advance() {
    before_ = token_;
    token_ = lexer_.next();
  }

  /// Notes a part that may have no value.
  Expr partial(Expr value) {
    if (domain_ != nullptr && !value.is_number()) domain_->parts.push_back({value, scope_});
    return value;
  }

  void push_value(Expr value) {
    values_.push_back(value);
    want_operand_ = false;
    advance();
  }

  /// One word where a value must come.
  void operand() {
    switch (token_.kind) {
      case Kind::number: return number();
      case Kind::name: return name();
      case Kind::open: return open({});
      case Kind::minus: stack_.push_back({.level = Level::minus}); return advance();
      case Kind::plus: return advance();
      case Kind::word_not:
        if (!stack_.empty() && stack_.back().level > Level::negation)
          error_.fail(token_.offset, "'not' must stand in parentheses here", "write (not ...)");
        stack_.push_back({.level = Level::negation});
        return advance();
      default:
        if (token_.kind == Kind::close && before_.kind == Kind::open && stack_.back().is_call())
          error_.wrong_count(stack_.back().name, stack_.back().arguments(), 0, stack_.back().name_offset);
        error_.missing_operand(token_, before_);
    }
  }

  void number() {
    const std::optional<Rational> value = Rational::from_decimal(token_.text);
    if (!value)
      throw Error(Error::Code::bad_value, "the number " + shown(token_.text) + " is out of range", place(),
                  "exponents reach from -400 to 400");
    push_value(Expr(*value));
  }

  void name() {
    if (lexer_.at_parenthesis()) return function();
    if (token_.name == "pi" && !token_.quoted) {
      if (token_.primes > 0) error_.fail(token_.offset, "pi has no rate", "pi is a constant; remove the prime");
      return push_value(Expr::pi());
    }
    const std::optional<Expr> value = names_.find(token_.name, token_.primes);
    if (!value) error_.unknown_name(token_);
    if (const Domain* of_name = domain_ != nullptr ? names_.domain(token_.name) : nullptr)
      domain_->add(*of_name, scope_);
    push_value(*value);
  }

  void open(Entry group) {
    group.first = values_.size();
    group.offset = token_.offset;
    group.outer = group.rest = scope_;
    stack_.push_back(group);
    advance();
  }

  /// A name in front of a parenthesis.
  void function() {
    if (token_.name == "sum" && !token_.quoted && token_.primes == 0) return sum_of_range();
    Entry group{.name_offset = token_.offset, .primes = token_.primes, .name = token_.text};
    group.own = names_.function(token_.name);
    if (group.own == nullptr && token_.primes == 0 && !token_.quoted) group.function = find_function(token_.name);
    if (!group.is_call()) error_.not_a_function(token_);
    advance();
    open(group);
  }

  /// sum(J[0:9])
  void sum_of_range() {
    advance();
    advance();
    std::optional<std::vector<std::string>> range;
    if (token_.kind == Kind::name) range = names_.range(token_.name);
    if (!range)
      error_.fail(token_.offset, "sum needs a name with a range of numbers", "write sum(J[0:9]) for J[0] + ... + J[9]");
    std::vector<Expr> terms;
    for (const std::string& name : *range) {
      const std::optional<Expr> value = names_.find(name, token_.primes);
      if (!value) error_.unknown_name({.text = token_.text, .offset = token_.offset, .name = name});
      terms.push_back(*value);
    }
    advance();
    if (token_.kind != Kind::close)
      error_.fail(token_.offset, "sum takes one name with a range", "write sum(J[0:9]) + sum(K[0:9])");
    push_value(sum(terms));
  }

  /// One word after a value; false at the end of the text.
  bool after_operand() {
    switch (token_.kind) {
      case Kind::end:
        reduce_above(Level::group);
        if (!stack_.empty()) error_.fail(stack_.back().offset, "'(' is never closed", "write ')' where it ends");
        return false;
      case Kind::plus:
      case Kind::minus: chain(Level::sum); break;
      case Kind::star:
      case Kind::slash: chain(Level::product); break;
      case Kind::word_and: chain(Level::both); break;
      case Kind::word_or: chain(Level::either); break;
      case Kind::caret: stack_.push_back({.level = Level::power}); break;
      case Kind::comma: comma(); break;
      case Kind::close: close(); return true;
      case Kind::number:
      case Kind::name:
      case Kind::prime:
      case Kind::open:
      case Kind::word_not: error_.missing_operator(token_, before_);
      default: comparison();
    }
    want_operand_ = true;
    advance();
    return true;
  }

  void chain(Level level) {
    reduce_above(level);
    if (!stack_.empty() && stack_.back().level == level)
      finish_operand(stack_.back());
    else
      stack_.push_back({.level = level, .first = values_.size() - 1});
    stack_.back().inverse = token_.kind == Kind::minus || token_.kind == Kind::slash;
  }

  void finish_operand(Entry& entry) {
    if (!entry.inverse) return;
    Expr& last = values_.back();
    last = entry.level == Level::sum ? -last : partial(pow(last, Expr(Rational(-1))));
    entry.inverse = false;
  }

  void comparison() {
    reduce_above(Level::comparison);
    if (!stack_.empty() && stack_.back().level == Level::comparison)
      error_.fail(token_.offset, "comparisons cannot be chained", "write a < b and b < c");
    stack_.push_back({.level = Level::comparison, .op = token_.kind});
  }

  void comma() {
    reduce_above(Level::group);
    if (stack_.empty() || !stack_.back().is_call())
      error_.fail(token_.offset, "a comma outside of a function's arguments", "decimals are written with a point: 1.5");
    if (stack_.back().has_conditions()) enter_case(stack_.back());
  }

  /// After a condition comes what counts where it holds; after that what counts where it does not.
  void enter_case(Entry& call) {
    if (domain_ == nullptr) return;
    const bool after_condition = (values_.size() - call.first) % 2 == 1;
    domain_->scopes.push_back(
        {call.rest, after_condition ? values_.back() : values_[values_.size() - 2], after_condition});
    scope_ = static_cast<int>(domain_->scopes.size()) - 1;
    if (!after_condition) call.rest = scope_;
  }

  void reduce_above(Level level) {
    while (!stack_.empty() && stack_.back().level > level) reduce();
  }

  /// Applies the operator on top of the stack to its operands.
  void reduce() {
    Entry entry = stack_.back();
    stack_.pop_back();
    finish_operand(entry);
    Expr& last = values_.back();
    if (entry.level == Level::minus) {
      last = -last;
    } else if (entry.level == Level::negation) {
      last = negated(last);
    } else if (entry.level == Level::power || entry.level == Level::comparison) {
      const Expr b = last, a = values_[values_.size() - 2];
      values_.pop_back();
      values_.back() = entry.level == Level::power ? power(a, b) : compared(entry.op, a, b);
    } else {
      const std::span<const Expr> operands = std::span(values_).subspan(entry.first);
      const Expr value = entry.level == Level::sum      ? sum(operands)
                         : entry.level == Level::either ? any_of(operands)
                                                        : product(operands);
      values_.resize(entry.first);
      values_.push_back(value);
    }
  }

  Expr power(Expr a, Expr b) {
    const bool whole = b.is_number() && b.number().is_integer() && b.number().sign() >= 0;
    return whole ? pow(a, b) : partial(pow(a, b));
  }

  /// A closing parenthesis.
  void close() {
    const auto chain_of_group = [&] {
      const std::size_t n = stack_.size();
      return n >= 2 && is_chain(stack_[n - 1].level) && stack_[n - 2].level == Level::group && !stack_[n - 2].is_call();
    };
    while (!stack_.empty() && stack_.back().level != Level::group && !chain_of_group()) reduce();
    if (stack_.empty()) error_.fail(token_.offset, "')' closes nothing", "remove it, or open a '(' before it");
    advance();
    if (stack_.back().level != Level::group) return close_chain();
    const Entry entry = stack_.back();
    stack_.pop_back();
    if (entry.is_call()) call(entry);
  }

  /// Closes a group that holds a sum or product: the chain goes on outside of the parentheses where that is the same.
  void close_chain() {
    if (!may_continue(stack_.back().level, token_.kind)) {
      reduce();
      stack_.pop_back();
      return;
    }
    finish_operand(stack_.back());
    const Entry inner = stack_.back();
    stack_.resize(stack_.size() - 2);
    const bool joins = !stack_.empty() && stack_.back().level == inner.level && !stack_.back().inverse;
    if (joins) return;
    stack_.push_back(inner);
    // What binds tighter than the chain, or is to be negated as a whole, needs its value.
    if (stack_.size() >= 2 && stack_[stack_.size() - 2].level >= inner.level) reduce();
  }

  void call(const Entry& entry) {
    const std::span<const Expr> arguments = std::span(values_).subspan(entry.first);
    if (!entry.takes(arguments.size()))
      error_.wrong_count(entry.name, entry.arguments(), arguments.size(), entry.name_offset);
    const Expr value = placed(
        [&] {
          return entry.own != nullptr ? (*entry.own)(arguments[0], entry.primes) : entry.function->value(arguments);
        },
        [&] { return lexer_.place(entry.name_offset); });
    if (entry.function != nullptr && entry.function->defined != nullptr) partial(entry.function->defined(arguments));
    scope_ = entry.outer;
    values_.resize(entry.first);
    values_.push_back(value);
  }

  Lexer lexer_;
  ParseError error_;
  const Names& names_;
  Domain* domain_;
  int scope_ = Domain::everywhere;  ///< of what is read
  Token token_, before_;
  bool want_operand_ = true;
  std::vector<Expr> values_;
  std::vector<Entry> stack_;
};

}  // namespace

Expr parse_expression(std::string_view text, const Names& names, const Source& at, Domain* domain) {
  Parser parser(text, names, at, domain);
  return placed([&] { return parser.run(); }, [&] { return parser.place(); });
}

}  // namespace alembert
