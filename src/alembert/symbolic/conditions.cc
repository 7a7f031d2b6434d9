#include "alembert/symbolic/conditions.h"

#include <array>
#include <vector>

namespace alembert {
namespace {

Expr equal(Expr a, Expr b) { return less_equal(a, b) * less_equal(b, a); }

}  // namespace

Expr compared(Token::Kind op, Expr a, Expr b) {
  switch (op) {
    case Token::Kind::less: return less(a, b);
    case Token::Kind::less_equal: return less_equal(a, b);
    case Token::Kind::greater: return less(b, a);
    case Token::Kind::greater_equal: return less_equal(b, a);
    case Token::Kind::equal: return equal(a, b);
    default: return negated(equal(a, b));
  }
}

Expr negated(Expr condition) { return Expr::one() - condition; }

Expr any_of(std::span<const Expr> conditions) {
  // By pairs: one after the other, every step would copy all that came before.
  std::vector<Expr> list(conditions.begin(), conditions.end());
  while (list.size() > 1) {
    std::vector<Expr> pairs;
    for (std::size_t i = 0; i + 1 < list.size(); i += 2) {
      const Expr a = list[i], b = list[i + 1];
      pairs.push_back(sum(std::array<Expr, 3>{a, b, -(a * b)}));
    }
    if (list.size() % 2 == 1) pairs.push_back(list.back());
    list.swap(pairs);
  }
  return list[0];
}

}  // namespace alembert
