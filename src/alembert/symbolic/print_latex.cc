/// LaTeX of formulas, in the subset that KaTeX knows.
#include "alembert/symbolic/curve.h"
#include "alembert/symbolic/latex_name.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/print_order.h"

namespace alembert {
namespace {

/// 1.5e-07 as 1.5 \cdot 10^{-7}; other numbers and fractions stay as they are.
std::string latex_number(const std::string& number) {
  const std::size_t e = number.starts_with('\\') ? std::string::npos : number.find('e');
  if (e == std::string::npos) return number;
  return number.substr(0, e) + " \\cdot 10^{" + std::to_string(std::stoi(number.substr(e + 1))) + "}";
}

bool is_comparison(Expr e) { return e.op() == Op::less || e.op() == Op::less_equal; }

/// The command of a function that is written before its argument; empty for those with a notation of their own.
std::string command(Op op) {
  switch (op) {
    case Op::asin: return "\\arcsin";
    case Op::acos: return "\\arccos";
    case Op::atan: return "\\arctan";
    case Op::log: return "\\ln";
    case Op::atan2:
    case Op::floor:
    case Op::sign: return "\\operatorname{" + std::string(function_name(op)) + "}";
    default: return "\\" + std::string(function_name(op));
  }
}

/// True for functions whose powers are written \sin^{2} x.
bool takes_power(Op op) {
  return op == Op::sin || op == Op::cos || op == Op::tan || op == Op::sinh || op == Op::cosh || op == Op::tanh;
}

bool is_command_function(Op op) { return op >= Op::sin && op <= Op::max && op != Op::abs; }

class LatexPrinter {
 public:
  explicit LatexPrinter(const NodeName& names) : names_(names) {}

  std::string run(Expr e, Binding demanded) {
    stack_.node(e, demanded);
    for (PrintStack::Item item; stack_.next(item);) print(item);
    return stack_.result();
  }

 private:
  bool named(Expr e) const { return !node_name(e, names_).empty(); }

  void print(const PrintStack::Item& item) {
    const Expr e = item.node;
    if (const std::string name = node_name(e, names_); !name.empty()) return stack_.text(latex_name(name));
    switch (e.op()) {
      case Op::number:
      case Op::product:
      case Op::power: return print_product(item);
      case Op::symbol: return print_symbol(item);
      case Op::sum: return print_sum(item);
      case Op::less:
      case Op::less_equal:
        stack_.text("\\left[");
        print_comparison(e);
        return stack_.text("\\right]");
      case Op::select: return print_cases(item);
      case Op::table: return print_call(item, "");
      case Op::table_slope: return print_call(item, "'");
      case Op::abs:
        stack_.text("\\left|");
        stack_.node(e.args()[0], Binding::loose);
        return stack_.text("\\right|");
      default: return print_function(item);
    }
  }

  /// Opens a parenthesis when what is printed binds less than its place demands; returns what closes it.
  std::string enclose(const PrintStack::Item& item, Binding binding) {
    if (item.demanded <= binding) return {};
    stack_.text("\\left(");
    return "\\right)";
  }

  void print_symbol(const PrintStack::Item& item) {
    const Expr e = item.node;
    const std::string closing = enclose(item, e.order() > 2 ? Binding::power : Binding::atom);
    stack_.text(latex_symbol(e.name(), e.order()));
    stack_.text(closing);
  }

  void print_sum(const PrintStack::Item& item) {
    const std::string closing = enclose(item, Binding::sum);
    bool first = true;
    for (const PrintedTerm& t : printed_terms(item.node, item.turned, names_)) {
      stack_.text(first ? (t.minus ? "-" : "") : t.minus ? " - " : " + ");
      stack_.node(t.term, Binding::product, t.stripped);
      first = false;
    }
    stack_.text(closing);
  }

  void print_comparison(Expr e) {
    stack_.node(e.args()[0], Binding::sum);
    stack_.text(e.op() == Op::less ? " < " : " \\le ");
    stack_.node(e.args()[1], Binding::sum);
  }

  void print_cases(const PrintStack::Item& item) {
    const std::string closing = enclose(item, Binding::loose);
    const std::span<const Expr> args = item.node.args();
    stack_.text("\\begin{cases} ");
    stack_.node(args[1], Binding::loose);
    stack_.text(" & \\text{if } ");
    if (is_comparison(args[0]) && !named(args[0])) {
      print_comparison(args[0]);
    } else {
      stack_.node(args[0], Binding::sum);
      stack_.text(" \\neq 0");
    }
    stack_.text(" \\\\ ");
    stack_.node(args[2], Binding::loose);
    stack_.text(" & \\text{otherwise} \\end{cases}");
    stack_.text(closing);
  }

  void print_function(const PrintStack::Item& item) {
    const std::string closing = enclose(item, Binding::power);
    stack_.text(command(item.node.op()));
    print_arguments(item.node);
    stack_.text(closing);
  }

  /// A table, and its slope with a prime.
  void print_call(const PrintStack::Item& item, const char* prime) {
    const std::string closing = enclose(item, Binding::power);
    stack_.text(latex_name(CurveArguments(item.node.args()).curve.name()) + prime + "\\left(");
    stack_.node(item.node.args()[1], Binding::loose);
    stack_.text("\\right)");
    stack_.text(closing);
  }

  /// True when the function's argument is a lone symbol and stands without parentheses. Names that are quoted as text,
  /// "bar.angle", would read as part of the function's.
  bool is_bare(Expr function) const {
    if (!is_command_function(function.op()) || named(function) || function.args().size() != 1) return false;
    const Expr a = function.args()[0];
    return a.is_symbol() && a.order() <= 2 && !named(a) && !split_latex_name(a.name()).stem.starts_with("\\text{");
  }

  void print_arguments(Expr e) {
    if (is_bare(e)) {
      std::string symbol = latex_symbol(e.args()[0].name(), e.args()[0].order());
      if (symbol[0] != '\\') symbol.insert(0, " ");
      return stack_.text(symbol);
    }
    stack_.text("\\left(");
    for (std::size_t i = 0; i < e.args().size(); ++i) {
      if (i > 0) stack_.text(", ");
      stack_.node(e.args()[i], Binding::loose);
    }
    stack_.text("\\right)");
  }

  static Binding binding(const PrintedProduct& parts, bool negative) {
    const std::size_t factors = parts.above.size() + (parts.number.empty() ? 0 : 1);
    if (negative || !parts.denominator.empty() || !parts.below.empty() || factors > 1) return Binding::product;
    if (parts.above.empty()) return Binding::atom;
    return parts.above[0].exponent == Rational(1, 2) ? Binding::atom : Binding::power;
  }

  /// A number, product or power.
  void print_product(const PrintStack::Item& item) {
    const PrintedProduct parts = printed_product(item.node, names_);
    const bool negative = parts.negative && !item.turned;
    const std::string closing = enclose(item, binding(parts, negative));
    if (negative) stack_.text("-");
    if (!parts.below.empty()) {
      print_fraction(parts);
    } else if (!parts.denominator.empty()) {
      const std::string above = parts.number.empty() ? "1" : parts.number;
      print_factors("\\frac{" + above + "}{" + parts.denominator + "}", parts.above, parts.turned);
    } else {
      const bool one = parts.number.empty() && parts.above.empty();
      print_factors(one ? "1" : parts.number, parts.above, parts.turned);
    }
    stack_.text(closing);
  }

  void print_fraction(const PrintedProduct& parts) {
    stack_.text("\\frac{");
    const bool one = parts.number.empty() && parts.above.empty();
    print_factors(one ? "1" : parts.number, parts.above, parts.turned);
    stack_.text("}{");
    print_factors(parts.denominator, parts.below, {});
    stack_.text("}");
  }

  void print_factors(const std::string& number, const std::vector<Factor>& factors, Expr turned) {
    stack_.text(latex_number(number));
    // A sum alone above or below a fraction line needs no parentheses.
    const bool alone = number.empty() && factors.size() == 1;
    const Factor* before = nullptr;
    for (const Factor& f : factors) {
      if (before != nullptr || !number.empty()) stack_.text(separator(before, f));
      print_factor(f, alone, !turned.is_zero() && identical(f.base, turned));
      before = &f;
    }
  }

  /// What stands between two factors: digits must not run together, nor an argument into the next factor.
  const char* separator(const Factor* before, const Factor& factor) const {
    const bool root = factor.exponent == Rational(1, 2);
    const Expr base = factor.base.op() == Op::power ? factor.base.args()[0] : factor.base;
    if (base.is_number() && !root) return " \\cdot ";
    const bool open_end = before != nullptr && before->exponent.is_integer() && is_bare(before->base);
    return open_end ? " \\, " : " ";
  }

  void print_factor(const Factor& f, bool alone, bool turned) {
    const Expr base = f.base;
    if (f.exponent == Rational(1, 2)) {
      stack_.text("\\sqrt{");
      stack_.node(base, Binding::loose);
      stack_.text("}");
    } else if (!f.exponent.is_one()) {
      const bool inside = takes_power(base.op()) && !named(base) && f.exponent.is_integer();
      const std::string exponent = "^{" + exponent_text(f.exponent) + "}";
      if (inside) {
        stack_.text(command(base.op()) + exponent);
        print_arguments(base);
      } else {
        stack_.node(base, Binding::atom);
        stack_.text(exponent);
      }
    } else if (base.op() == Op::power && !named(base)) {
      stack_.node(base.args()[0], Binding::atom);
      stack_.text("^{");
      stack_.node(base.args()[1], Binding::loose);
      stack_.text("}");
    } else {
      stack_.node(base, alone ? Binding::sum : Binding::power, turned);
    }
  }

  static std::string exponent_text(const Rational& exponent) {
    return exponent.sign() > 0 && prints_decimal(exponent) ? decimal_text(exponent) : exponent.text();
  }

  const NodeName& names_;
  PrintStack stack_;
};

}  // namespace

std::string to_latex(Expr e, const NodeName& names) { return LatexPrinter(names).run(e, Binding::loose); }

std::string term_to_latex(Expr e, const NodeName& names) { return LatexPrinter(names).run(e, Binding::product); }

}  // namespace alembert
