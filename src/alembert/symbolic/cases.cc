#include "alembert/symbolic/cases.h"

#include <algorithm>
#include <array>
#include <optional>

#include "alembert/symbolic/print.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

constexpr std::size_t most_signs = 5;    // said in one case
constexpr std::size_t most_forms = 100;  // in one proof
constexpr std::size_t most_parts = 40;   // that are watched for being undefined

/// A symbol and its value where e is zero, if e holds one in a single term by itself: a - b gives a = b.
std::optional<std::pair<Expr, Expr>> solved(Expr e) {
  for (const Expr term : e.op() == Op::sum ? std::vector<Expr>(e.args().begin(), e.args().end()) : std::vector{e}) {
    const Term t = split_coefficient(term);
    if (!t.rest.is_symbol() || t.rest.kind() == SymbolKind::constant) continue;
    const Expr others = e - term;
    if (!contains(others, t.rest)) return std::pair{t.rest, scaled(others, -t.coefficient.inverse())};
  }
  return {};
}

/// Formulas of which one is zero wherever e is, each with a symbol and its value if that can be: for x^2 - 4, x - 2 and
/// x + 2.
std::vector<Expr> zeros_of(Expr e) {
  if (solved(e) || e.op() != Op::sum) return {e};
  for (const Expr term : e.args()) {
    const Term t = split_coefficient(term);
    const Factor square = split_power(t.rest);
    const bool symbol = square.base.is_symbol() && square.base.kind() != SymbolKind::constant;
    if (!symbol || !(square.exponent == Rational(2))) continue;
    const Expr others = e - term;
    if (contains(others, square.base)) continue;
    const Expr root = sqrt(scaled(others, -t.coefficient.inverse()));
    return {square.base - root, square.base + root};
  }
  return {e};
}

/// The same of a sign that says that it is zero.
std::optional<std::pair<Expr, Expr>> value_of_symbol(const Signs::Said& said) {
  return said.signs == SignSet::zero() ? solved(said.of) : std::nullopt;
}

/// What a case says, with the symbols replaced that its zeros give values to; empty where it contradicts itself.
std::optional<Signs> known_signs(const Case& said) {
  const std::vector<std::pair<Expr, Expr>> values = solved_symbols(said);
  Signs signs;
  for (auto [of, set] : said) {
    for (const auto& [symbol, value] : values) of = substitute(of, std::array{symbol}, std::array{value});
    if (!signs.set(of, set)) return {};
  }
  return signs;
}

/// The case in which this holds as well, in place of what was said of the same formula.
Case with(Case said, const Signs::Said& more) {
  std::erase_if(said, [&](const Signs::Said& s) { return identical(s.of, more.of); });
  said.push_back(more);
  return said;
}

class Search {
 public:
  Search(const FormBudget& budget, CaseProof& result) : budget_(budget), result_(result) {}

  /// e and the parts that must be defined.
  void look(std::vector<Expr> formulas, Case said) {
    const std::optional<Signs> signs = known_signs(said);
    if (!signs) {
      ++result_.undefined;
      return;
    }
    std::vector<OpenSign> open;
    switch (outcome_of(formulas, *signs, open)) {
      case Outcome::zero: result_.proved.push_back(std::move(said)); return;
      case Outcome::undefined: ++result_.undefined; return;
      case Outcome::open: break;
    }
    const auto cases_next = [&](const OpenSign& o) { return cases_of(signs->of(o.of), o.zero); };
    const auto next = std::ranges::find_if(open, [&](const OpenSign& o) { return cases_next(o).size() > 1; });
    if (next == open.end() || said.size() >= most_signs || forms_ >= most_forms) {
      result_.open.push_back(std::move(said));
      return;
    }
    for (const SignSet part : cases_next(*next)) {
      const bool zero = part == SignSet::zero();
      for (const Expr of : zero ? zeros_of(next->of) : std::vector{next->of}) look_where({of, part}, formulas, said);
    }
  }

 private:
  void look_where(const Signs::Said& told, std::vector<Expr> formulas, const Case& said) {
    if (const auto value = value_of_symbol(told))
      for (Expr& e : formulas) e = substitute(e, std::array{value->first}, std::array{value->second});
    look(std::move(formulas), with(said, told));
  }

  enum class Outcome { zero, undefined, open };

  Outcome outcome_of(std::span<const Expr> formulas, const Signs& signs, std::vector<OpenSign>& open) {
    ++forms_;
    std::vector<OpenSign> open_of_parts;
    if (some_undefined(formulas.subspan(1), signs, open_of_parts)) return Outcome::undefined;
    try {
      NormalForm form(formulas.first(1), budget_, &signs);
      if (form.is_undefined(0)) return Outcome::undefined;
      if (form.is_zero(0)) return Outcome::zero;
      open = form.open_signs();
    } catch (const FormTooLarge&) {
    }
    if (open.empty()) open = open_of_parts;
    return Outcome::open;
  }

  bool some_undefined(std::span<const Expr> parts, const Signs& signs, std::vector<OpenSign>& open) const {
    if (parts.empty()) return false;
    try {
      const NormalForm form(parts, budget_, &signs);
      for (std::size_t i = 0; i < parts.size(); ++i)
        if (form.is_undefined(i)) return true;
      open = form.open_signs();
    } catch (const FormTooLarge&) {
    }
    return false;
  }

  const FormBudget& budget_;
  CaseProof& result_;
  std::size_t forms_ = 0;
};

}  // namespace

CaseProof prove_zero_by_cases(Expr e, std::span<const Expr> parts, std::span<const Signs::Said> assumed,
                              const FormBudget& budget) {
  std::vector<Expr> formulas{e};
  if (parts.size() <= most_parts) formulas.insert(formulas.end(), parts.begin(), parts.end());
  CaseProof result;
  Search(budget, result).look(std::move(formulas), Case(assumed.begin(), assumed.end()));
  return result;
}

std::vector<std::pair<Expr, Expr>> solved_symbols(const Case& said) {
  std::vector<std::pair<Expr, Expr>> result;
  for (const Signs::Said& s : said)
    if (const auto value = value_of_symbol(s)) result.push_back(*value);
  return result;
}

std::string to_text(std::span<const Signs::Said> signs) {
  std::string text;
  for (const auto& [of, set] : signs) {
    if (!text.empty()) text += " and ";
    const bool strict = !set.may_be_zero();
    text += to_text(of) + (set.may_be_positive()   ? strict ? " > 0" : " >= 0"
                           : set.may_be_negative() ? strict ? " < 0" : " <= 0"
                                                   : " = 0");
  }
  return text;
}

}  // namespace alembert
