#include "alembert/symbolic/cases.h"

#include <array>
#include <map>
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

class Search {
 public:
  Search(const FormBudget& budget, CaseProof& result) : budget_(budget), result_(result) {}

  /// e and the parts that must be defined.
  void look(std::vector<Expr> formulas, Case said) {
    std::vector<OpenSign> open;
    switch (outcome_of(formulas, said, open)) {
      case Outcome::zero: result_.proved.push_back(std::move(said)); return;
      case Outcome::undefined: ++result_.undefined; return;
      case Outcome::open: break;
    }
    const bool further = !open.empty() && said.size() < most_signs && forms_ < most_forms;
    if (!further) {
      result_.open.push_back(std::move(said));
      return;
    }
    const OpenSign next = open.front();
    for (const int sign : {1, -1, 0}) {
      if (sign == 0 && !next.steps) continue;  // the neighbours decide, wherever both sides are continuous
      Case wider = said;
      wider.push_back({next.of, sign});
      std::vector<Expr> there = formulas;
      if (const auto value = sign == 0 ? solved(next.of) : std::nullopt)
        for (Expr& e : there) e = substitute(e, std::array{value->first}, std::array{value->second});
      look(std::move(there), std::move(wider));
    }
  }

 private:
  enum class Outcome { zero, undefined, open };

  Outcome outcome_of(std::span<const Expr> formulas, const Case& said, std::vector<OpenSign>& open) {
    ++forms_;
    Signs signs;
    for (const auto& [of, sign] : said) signs.set(of, sign);
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
  for (const auto& [of, sign] : said)
    if (const auto value = sign == 0 ? solved(of) : std::nullopt) result.push_back(*value);
  return result;
}

std::string to_text(std::span<const Signs::Said> signs) {
  std::string text;
  for (const auto& [of, sign] : signs) {
    if (!text.empty()) text += " and ";
    text += to_text(of) + (sign > 0 ? " > 0" : sign < 0 ? " < 0" : " = 0");
  }
  return text;
}

}  // namespace alembert
