/// What both printers share: the order in which a formula reads well, and a stack instead of recursion.
#pragma once
#include <string>
#include <vector>

#include "alembert/symbolic/expr.h"
#include "alembert/symbolic/print.h"

namespace alembert {

/// How tightly a piece of text binds; a piece that binds less than its place demands goes in parentheses.
enum class Binding { loose, sum, product, power, atom };

/// A product as people write it: sign, number, what stands above and what below the fraction line.
/// All exponents are positive, but for 0^(-1); denominators are numbers and factors with negative exponents.
struct PrintedProduct {
  bool negative = false;
  std::string number;       ///< above the line, without sign; empty when it is 1
  std::string denominator;  ///< number below the line; empty when it is 1
  std::vector<Factor> above;
  std::vector<Factor> below;
  Expr turned;  ///< a sum above the line that is printed with all its signs turned, for -k (l - x) = k (x - l); or zero
};

/// A number, product or power taken apart, its factors in reading order: constants, parameters (masses, inertias,
/// others), inputs, time, functions, coordinates, rates, accelerations. Factors that `names` names stay whole.
PrintedProduct printed_product(Expr e, const NodeName& names);

/// The terms of a sum in reading order: accelerations first, then rates, coordinates and functions, the others, the
/// number last; but a positive term in front if there is one.
struct PrintedTerm {
  Expr term;
  bool minus;     ///< stands after a minus
  bool stripped;  ///< is printed without a minus of its own
};
std::vector<PrintedTerm> printed_terms(Expr sum, bool turned, const NodeName& names);

/// True when a formula prints with a leading minus sign that a sum may turn into a subtraction.
bool prints_negative(Expr e, const NodeName& names);

/// True when a number that is not whole reads better as a decimal (9.81) than as a fraction (1/3).
bool prints_decimal(const Rational& value);
/// Digits of a whole number or a decimal without sign, exact; small ones with an exponent, 1.5e-07.
std::string decimal_text(const Rational& value);

std::string node_name(Expr e, const NodeName& names);

/// Text being printed and what is still to come. Output beyond print_limit is an Error (too_large).
class PrintStack {
 public:
  struct Item {
    std::string text;  ///< to be written as it is; when empty, `node` is to be printed
    Expr node;
    Binding demanded = Binding::loose;
    bool turned = false;  ///< with the other sign: a product without its leading minus, a sum with all signs turned
  };

  /// Adds a piece after the pieces added since the last next().
  void text(std::string piece);
  void node(Expr e, Binding demanded, bool turned = false);
  /// Writes text until a node comes up; false when all is written.
  bool next(Item& item);
  std::string result() { return std::move(out_); }

 private:
  void check() const;

  std::string out_;
  std::vector<Item> stack_;
  std::vector<Item> fresh_;  ///< added since the last next(), in reading order
};

}  // namespace alembert
