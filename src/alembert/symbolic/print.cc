/// Plain text of formulas: what parse_expression reads back as the same formula.
#include "alembert/symbolic/print.h"

#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/lexer.h"
#include "alembert/symbolic/print_order.h"

namespace alembert {
namespace {

class TextPrinter {
 public:
  explicit TextPrinter(const NodeName& names) : names_(names) {}

  std::string run(Expr e, Binding demanded) {
    stack_.node(e, demanded);
    for (PrintStack::Item item; stack_.next(item);) print(item);
    return stack_.result();
  }

 private:
  void print(const PrintStack::Item& item) {
    const Expr e = item.node;
    if (std::string name = node_name(e, names_); !name.empty()) return stack_.text(written_name(name));
    switch (e.op()) {
      case Op::number:
      case Op::product:
      case Op::power: return print_product(item);
      case Op::symbol: return print_symbol(e);
      case Op::sum: return print_sum(item);
      case Op::less: return print_comparison(item, " < ");
      case Op::less_equal: return print_comparison(item, " <= ");
      case Op::table: return print_call(e, "");
      case Op::table_slope: return print_call(e, "'");
      default: return print_function(e);
    }
  }

  void print_symbol(Expr e) {
    const bool is_pi = e.kind() == SymbolKind::constant && e.name() == "pi";
    stack_.text(is_pi ? "pi" : written_name(e.name()));
    stack_.text(std::string(static_cast<std::size_t>(e.order()), '\''));
  }

  void print_sum(const PrintStack::Item& item) {
    const bool enclosed = item.demanded > Binding::sum;
    if (enclosed) stack_.text("(");
    bool first = true;
    for (const PrintedTerm& t : printed_terms(item.node, item.turned, names_)) {
      stack_.text(first ? (t.minus ? "-" : "") : t.minus ? " - " : " + ");
      stack_.node(t.term, Binding::product, t.stripped);
      first = false;
    }
    if (enclosed) stack_.text(")");
  }

  void print_comparison(const PrintStack::Item& item, const char* sign) {
    const bool enclosed = item.demanded > Binding::loose;
    if (enclosed) stack_.text("(");
    stack_.node(item.node.args()[0], Binding::sum);
    stack_.text(sign);
    stack_.node(item.node.args()[1], Binding::sum);
    if (enclosed) stack_.text(")");
  }

  /// A table: gust(t), and its slope: gust'(t).
  void print_call(Expr e, const char* prime) {
    stack_.text(written_name(CurveArguments(e.args()).curve.name()) + prime + "(");
    stack_.node(e.args()[1], Binding::loose);
    stack_.text(")");
  }

  void print_function(Expr e) {
    stack_.text(std::string(function_name(e.op())) + "(");
    bool first = true;
    for (const Expr a : e.args()) {
      if (!first) stack_.text(", ");
      stack_.node(a, Binding::loose);
      first = false;
    }
    stack_.text(")");
  }

  /// How a product binds when it is printed as it is.
  static Binding binding(const PrintedProduct& parts, bool negative) {
    const bool fraction = !parts.denominator.empty() || !parts.below.empty();
    const std::size_t factors = parts.above.size() + (parts.number.empty() ? 0 : 1);
    if (negative || fraction || factors > 1) return Binding::product;
    if (parts.above.empty()) return Binding::atom;
    return parts.above[0].exponent == Rational(1, 2) ? Binding::atom : Binding::power;
  }

  /// A number, product or power.
  void print_product(const PrintStack::Item& item) {
    const PrintedProduct parts = printed_product(item.node, names_);
    if (parts.above.size() == 1 && identical(parts.above[0].base, item.node)) return print_power(item);
    const bool negative = parts.negative && !item.turned;
    const bool enclosed = item.demanded > binding(parts, negative);
    if (enclosed) stack_.text("(");
    if (negative) stack_.text("-");
    if (parts.number.empty() && parts.above.empty())
      stack_.text("1");
    else
      print_factors(parts.number, parts.above, parts.turned);
    const std::size_t below = parts.below.size() + (parts.denominator.empty() ? 0 : 1);
    if (below > 0) stack_.text(below > 1 ? "/(" : "/");
    print_factors(parts.denominator, parts.below, {});
    if (below > 1) stack_.text(")");
    if (enclosed) stack_.text(")");
  }

  void print_factors(const std::string& number, const std::vector<Factor>& factors, Expr turned) {
    stack_.text(number);
    bool first = number.empty();
    for (const Factor& f : factors) {
      if (!first) stack_.text("*");
      first = false;
      if (f.exponent.is_one()) {
        stack_.node(f.base, Binding::power, !turned.is_zero() && identical(f.base, turned));
      } else if (f.exponent == Rational(1, 2)) {
        stack_.text("sqrt(");
        stack_.node(f.base, Binding::loose);
        stack_.text(")");
      } else {
        stack_.node(f.base, Binding::atom);
        stack_.text("^" + exponent_text(f.exponent));
      }
    }
  }

  static std::string exponent_text(const Rational& exponent) {
    const bool plain = exponent.sign() > 0 && (exponent.is_integer() || prints_decimal(exponent));
    if (plain) return decimal_text(exponent);
    return "(" + exponent.text() + ")";
  }

  /// A power whose exponent is a formula.
  void print_power(const PrintStack::Item& item) {
    const bool enclosed = item.demanded > Binding::power;
    if (enclosed) stack_.text("(");
    stack_.node(item.node.args()[0], Binding::atom);
    stack_.text("^");
    stack_.node(item.node.args()[1], Binding::atom);
    if (enclosed) stack_.text(")");
  }

  const NodeName& names_;
  PrintStack stack_;
};

}  // namespace

std::string to_text(Expr e, const NodeName& names) { return TextPrinter(names).run(e, Binding::sum); }

std::vector<std::string> to_texts(std::span<const Expr> formulas) {
  std::vector<std::string> result;
  for (const Expr e : formulas) result.push_back(to_text(e));
  return result;
}

std::string term_to_text(Expr e, const NodeName& names) { return TextPrinter(names).run(e, Binding::product); }

}  // namespace alembert
