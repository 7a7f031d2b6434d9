/// Names for coefficients, and terms grouped by them.
#pragma once
#include <map>
#include <span>
#include <string>
#include <vector>

#include "alembert/forms/identification/trig_constants.h"

namespace alembert {

/// Work that collecting the terms of one entry may take.
constexpr FormBudget constants_budget{5'000, 2'000'000};

/// The terms of an expanded sum, in canonical order; valid as long as e.
inline std::span<const Expr> summands(const Expr& e) {
  return e.op() == Op::sum ? e.args() : std::span<const Expr>(&e, 1);
}

/// e, an expanded sum, as a number times a sum whose first coefficient is positive and whose coefficients have no
/// common factor. The coefficient is zero for e = 0.
Term primitive(Expr e);

/// Constants found so far. A use is kept as an amount of one, whose size is settled when all uses are known.
class Constants {
 public:
  struct Use {
    std::size_t constant;
    Rational amount;  ///< times the primitive form of the constant
  };

  /// `symbols` in coefficients are short for `formulas`; both must outlive this.
  Constants(std::span<const Expr> symbols, std::span<const Expr> formulas) : symbols_(symbols), formulas_(formulas) {}

  /// A coefficient as a use of a constant; none when it is zero in the model's parameters. May throw FormTooLarge.
  std::vector<Use> use(Expr coefficient);

  /// Names them prefix1, prefix2, ... in the order in which `uses` first come up, so that the first use is positive;
  /// underscores follow the prefix where names in `taken` have this form.
  std::vector<NamedConstant> named(std::string prefix, std::span<const Use> uses, std::span<const std::string> taken);

  // After named():
  Expr symbol(const Use& use) const { return list_[use.constant].symbol; }
  Rational multiple(const Use& use) const { return use.amount / list_[use.constant].size; }

 private:
  struct Found {
    Expr unit;      ///< in primitive form
    Rational size;  ///< of the constant in these units; the sign is that of the first use
    Expr written;   ///< the unit as it was found, which may be much shorter
    Expr symbol;    ///< zero until it has a name
  };

  std::span<const Expr> symbols_, formulas_;
  std::vector<Found> list_;
  std::map<std::uint32_t, std::vector<std::size_t>> by_unit_;  ///< id of the primitive form -> constants
};

/// Terms in which the same symbol multiplies several factors become one: g5*(sin(a)*cos(b) + sin(b)).
class GroupedTerms {
 public:
  void add(Expr symbol, const Rational& multiple, Expr factor);
  ConstantEntry entry() const;

 private:
  struct Group {
    Expr symbol;
    std::vector<Term> factors;
  };
  std::vector<Group> groups_;
};

}  // namespace alembert
