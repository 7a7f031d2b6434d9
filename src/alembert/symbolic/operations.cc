#include "alembert/symbolic/operations.h"

#include <algorithm>
#include <array>
#include <bit>
#include <unordered_set>

#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// Multiplications for x^n by repeated squaring, one division for a negative exponent, one call for a root.
std::size_t power_cost(const Rational& exponent) {
  const std::size_t division = exponent.sign() < 0 ? 1 : 0;
  const auto n = exponent.abs().to_int();
  if (!n) return 1 + division;
  const auto bits = static_cast<std::uint64_t>(*n);
  const int multiplications = static_cast<int>(std::bit_width(bits)) - 1 + std::popcount(bits) - 1;
  return static_cast<std::size_t>(multiplications) + division;
}

/// Cost of one node without its arguments.
std::size_t own_cost(Expr e) {
  switch (e.op()) {
    case Op::number:
    case Op::symbol:
    case Op::curve: return 0;
    case Op::sum: return e.args().size() - 1;
    case Op::product: {
      const bool sign_only = e.args()[0].is_number() && e.args()[0].number() == Rational(-1);
      return e.args().size() - (sign_only ? 2 : 1);
    }
    case Op::power: return e.args()[1].is_number() ? power_cost(e.args()[1].number()) : 1;
    default: return 1;
  }
}

}  // namespace

std::size_t operations(std::span<const Expr> formulas) {
  std::size_t count = 0;
  for (const Expr e : Walk(formulas)) count += own_cost(e);
  return count;
}

std::size_t operations(Expr e) { return operations(std::array<Expr, 1>{e}); }

bool more_operations(Expr e, std::size_t limit) {
  std::size_t count = 0;
  std::unordered_set<std::uint32_t> seen{e.id()};
  for (std::vector<Expr> left{e}; !left.empty();) {
    const Expr n = left.back();
    left.pop_back();
    count += own_cost(n);
    if (count > limit) return true;
    for (const Expr a : n.args())
      if (seen.insert(a.id()).second) left.push_back(a);
  }
  return false;
}

std::size_t reading_cost(Expr e) {
  constexpr std::size_t multiple_angle_cost = 3;
  std::size_t cost = 0;
  for (const Expr n : Walk(std::array<Expr, 1>{e})) {
    cost += own_cost(n);
    if (n.op() != Op::sin && n.op() != Op::cos) continue;
    const Expr angle = n.args()[0];
    const std::span<const Expr> terms = angle.op() == Op::sum ? angle.args() : n.args();
    const bool multiple =
        std::ranges::any_of(terms, [](Expr t) { return !split_coefficient(t).coefficient.abs().is_one(); });
    if (multiple) cost += multiple_angle_cost;
  }
  return cost;
}

std::vector<std::pair<std::string, Expr>> repeated_parts(std::span<const Expr> formulas, std::size_t least,
                                                         const std::string& prefix) {
  const Walk walk(formulas);
  std::vector<int> uses(walk.size(), 0);
  for (const Expr e : walk)
    for (const Expr a : e.args()) ++uses[walk.index(a)];
  for (const Expr e : formulas) ++uses[walk.index(e)];
  std::vector<std::size_t> cost(walk.size(), 0);  // written out, saturated at `least`
  std::vector<std::pair<std::string, Expr>> parts;
  for (std::size_t k = 0; k < walk.size(); ++k) {
    cost[k] = own_cost(walk[k]);
    for (const Expr a : walk[k].args()) cost[k] = std::min(least, cost[k] + cost[walk.index(a)]);
    if (uses[k] < 2 || own_cost(walk[k]) == 0 || cost[k] < least) continue;
    parts.emplace_back(prefix + std::to_string(parts.size() + 1), walk[k]);
  }
  return parts;
}

}  // namespace alembert
