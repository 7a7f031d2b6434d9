#include "alembert/forms/energies/multiplier_formulas.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>

#include "alembert/core/error.h"
#include "alembert/symbolic/graph.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/positive.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/walk.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert {
namespace {

constexpr std::size_t most_rows = 3;
constexpr std::size_t most_eliminated_coordinates = 12;
constexpr std::size_t most_expanded = 5;              // rows of a matrix whose determinant is written out
constexpr std::size_t most_formula_operations = 500;  // of one formula: what nobody reads is not worth the time
constexpr std::size_t most_work = 8'000;  // operations of all formulas on the way together, less than a second

struct TooLong {};

/// Zero as a formula; what cannot be told counts as zero, so that nothing is divided by it.
bool vanishes(Expr e) {
  if (e.is_zero()) return true;
  return !e.is_number() && compare_values(e, Expr(), simplify_budget).verdict != Verdict::refuted;
}

/// Which entry an acceleration is eliminated by. The formulas of multipliers are divided by it: where it is zero at a
/// regular state, they are 0/0 there.
enum class Pivots : std::uint8_t {
  constant,  ///< entries of parameters alone whose terms do not cancel, which are zero nowhere
  surely,    ///< those of M in their order, if they are positive for certain
  none,      ///< none: quotients of determinants of the whole matrix, which is regular where the equations are
  diagonal,  ///< those of M in their order, which are positive wherever M is positive definite; where it is seen not to
             ///< be, what they must not be is noted
  any,       ///< the shortest, with the same note
};

/// Whether e depends on the state or the time.
bool holds_motion(Expr e) {
  return std::ranges::any_of(Walk(std::array<Expr, 1>{e}), [](Expr n) {
    return n.is_symbol() && n.kind() != SymbolKind::parameter && n.kind() != SymbolKind::constant;
  });
}

/// Whether e is a sum of masses, lengths and the like, without any difference.
bool is_constant_size(Expr e) {
  if (holds_motion(e)) return false;
  if (e.op() != Op::sum) return true;
  const int sign = split_coefficient(e.args()[0]).coefficient.sign();
  return std::ranges::all_of(e.args(), [&](Expr term) { return split_coefficient(term).coefficient.sign() == sign; });
}

/// The rows [M A^T | f] and [A 0 | c], columns q'', lambda and the right side.
class MultiplierElimination {
 public:
  MultiplierElimination(const LagrangeEquations& eq, Pivots pivots)
      : pivots_(pivots), n_(eq.n), m_(eq.rows.size()), width_(n_ + m_ + 1) {
    const std::vector<Expr> cv = eq.coriolis();
    for (std::size_t i = 0; i < n_; ++i) {
      std::vector<Expr>& row = rows_.emplace_back(width_);
      for (std::size_t j = 0; j < n_; ++j) row[j] = eq.mass(i, j);
      for (std::size_t r = 0; r < m_; ++r) row[n_ + r] = eq.rows.jacobian(r, i);
      row.back() = tidy(eq.effort[i] + eq.applied[i] - cv[i] - eq.g[i] - eq.remaining[i]);
    }
    for (std::size_t r = 0; r < m_; ++r) {
      std::vector<Expr>& row = rows_.emplace_back(width_);
      for (std::size_t j = 0; j < n_; ++j) row[j] = eq.rows.jacobian(r, j);
      row.back() = eq.rows.c[r];
    }
  }

  /// Eliminates all accelerations; false where one is not determined, or not by such pivots.
  bool run() {
    if (pivots_ == Pivots::none) return n_ + m_ <= most_expanded;
    for (std::size_t j = 0; j < n_; ++j) {
      const auto pivot = pivot_of(j);
      if (!pivot) return false;
      const std::vector<Expr> by = rows_[*pivot];
      const bool doubtful = holds_motion(by[j]) && !always_positive(by[j]);
      if (doubtful && pivots_ == Pivots::surely) return false;
      if (doubtful && (pivots_ == Pivots::any || vanishes_somewhere(by[j]))) conditions_.push_back(by[j]);
      rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(*pivot));
      for (std::vector<Expr>& row : rows_) {
        if (row[j].is_zero()) continue;
        const Expr factor = tidy(row[j] / by[j]);
        for (std::size_t k = j; k < width_; ++k)
          if (!by[k].is_zero()) row[k] = tidy(row[k] - factor * by[k]);
      }
    }
    return true;
  }

  /// What the formulas are divided by although a state may be regular where it is zero.
  const std::vector<Expr>& conditions() const { return conditions_; }

  /// lambda of the m rows that are left, by Cramer's rule; empty where they depend on each other.
  std::vector<Expr> multipliers() {
    if (pivots_ == Pivots::none) return by_whole_matrix();
    const Expr whole = tidy(determinant(width_));
    std::vector<Expr> result;
    if (vanishes(whole)) return result;
    for (std::size_t r = 0; r < m_; ++r) result.push_back(tidy(tidy(determinant(r)) / whole));
    return result;
  }

 private:
  /// lambda by Cramer's rule from the whole matrix.
  std::vector<Expr> by_whole_matrix() {
    const Expr whole = tidy(expanded(width_));
    std::vector<Expr> result;
    if (vanishes(whole)) return result;
    for (std::size_t r = 0; r < m_; ++r) result.push_back(tidy(tidy(expanded(n_ + r)) / whole));
    return result;
  }

  /// Determinant of [M A^T; A 0], column `replaced` of it exchanged for the right side, row by row.
  Expr expanded(std::size_t replaced) const {
    std::vector<std::size_t> columns(n_ + m_);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    return minor(0, columns, replaced);
  }
  Expr minor(std::size_t row, const std::vector<std::size_t>& columns, std::size_t replaced) const {
    if (columns.empty()) return Expr::one();
    Expr sum;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      const Expr entry = rows_[row][columns[k] == replaced ? width_ - 1 : columns[k]];
      if (entry.is_zero()) continue;
      std::vector<std::size_t> rest = columns;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(k));
      const Expr term = entry * minor(row + 1, rest, replaced);
      sum += k % 2 == 0 ? term : -term;
    }
    return sum;
  }

  /// Whether e is zero where a coordinate, or all of them, are zero or a quarter of a turn.
  static bool vanishes_somewhere(Expr e) {
    std::vector<Expr> coordinates;
    for (const Expr s : Walk(std::array<Expr, 1>{e}))
      if (s.is_symbol() && s.kind() == SymbolKind::coordinate) coordinates.push_back(s);
    const auto zero_at = [&](std::span<const Expr> symbols, Expr value) {
      return simplify(substitute(e, symbols, std::vector<Expr>(symbols.size(), value))).is_zero();
    };
    return std::ranges::any_of(std::array{Expr(), scaled(Expr::pi(), Rational(1, 2))}, [&](Expr value) {
      return zero_at(coordinates, value) ||
             std::ranges::any_of(coordinates, [&](const Expr& one) { return zero_at(std::span(&one, 1), value); });
    });
  }

  /// e simplified; throws TooLong when it or all that was simplified so far is too much.
  Expr tidy(Expr e) {
    const Expr result = simplify(e);
    const std::size_t size = operations(result);
    work_ += size;
    if (size > most_formula_operations || work_ > most_work) throw TooLong{};
    return result;
  }

  /// The row to eliminate column j by: of the diagonal the first that is left, else the one with the shortest entry.
  std::optional<std::size_t> pivot_of(std::size_t j) const {
    if (pivots_ == Pivots::diagonal || pivots_ == Pivots::surely)
      return vanishes(rows_[0][j]) ? std::nullopt : std::optional<std::size_t>(0);
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!rows_[i][j].is_zero() && (pivots_ == Pivots::any || is_constant_size(rows_[i][j]))) order.push_back(i);
    // Numbers before symbols: a row that holds one coordinate takes it away and leaves M as it is.
    std::ranges::stable_sort(
        order, {}, [&](std::size_t i) { return std::pair(operations(rows_[i][j]), !rows_[i][j].is_number()); });
    const auto it = std::ranges::find_if(order, [&](std::size_t i) { return !vanishes(rows_[i][j]); });
    return it == order.end() ? std::nullopt : std::optional(*it);
  }

  /// Of the columns of lambda, column `replaced` of them exchanged for the right side.
  Expr determinant(std::size_t replaced) const {
    const auto at = [&](std::size_t i, std::size_t j) { return j == replaced ? rows_[i].back() : rows_[i][n_ + j]; };
    if (m_ == 1) return at(0, 0);
    if (m_ == 2) return at(0, 0) * at(1, 1) - at(0, 1) * at(1, 0);
    const auto minor = [&](std::size_t a, std::size_t b) { return at(1, a) * at(2, b) - at(1, b) * at(2, a); };
    return at(0, 0) * minor(1, 2) - at(0, 1) * minor(0, 2) + at(0, 2) * minor(0, 1);
  }

  Pivots pivots_;
  std::size_t n_, m_, width_;
  std::size_t work_ = 0;
  std::vector<Expr> conditions_;
  std::vector<std::vector<Expr>> rows_;
};

/// What a holonomic row says: `moving`, a sum in coordinates, has the value `still`, without any.
struct KnownSum {
  Expr moving, still;
};

bool is_still(Expr e) {
  return std::ranges::none_of(Walk(std::array<Expr, 1>{e}),
                              [](Expr n) { return n.is_symbol() && n.kind() == SymbolKind::coordinate; });
}

std::vector<KnownSum> known_sums(const ConstraintFormulas& rows) {
  std::vector<KnownSum> result;
  for (const Expr phi : rows.phi) {
    if (phi.op() != Op::sum) continue;
    std::vector<Expr> moving, still;
    for (const Expr term : phi.args()) (is_still(term) ? still : moving).push_back(term);
    if (moving.size() > 1 && !still.empty()) result.push_back({sum(moving), -sum(still)});
  }
  return result;
}

/// k with e = k known as normal forms, or nothing.
std::optional<Rational> ratio(Expr e, Expr known) {
  try {
    const std::array<Expr, 2> formulas{e, known};
    const NormalForm form(formulas, simplify_budget);
    const Polynomial &p = form.polynomial(0), &q = form.polynomial(1);
    if (p.is_zero() || q.is_zero()) return {};
    const auto& [monomial, coefficient] = *q.terms().begin();
    const auto it = p.terms().find(monomial);
    if (it == p.terms().end()) return {};
    const Rational k = it->second / coefficient;
    return p == q.scaled(k) ? std::optional(k) : std::nullopt;
  } catch (const FormTooLarge&) {
    return {};
  }
}

MultiplierFormulas formulas_by(const LagrangeEquations& equations, Pivots pivots, std::size_t most_nodes) {
  MultiplierFormulas result;
  if (equations.rows.size() == 0) return result;
  if (equations.rows.size() > most_rows || equations.n > most_eliminated_coordinates) {
    result.why_not = "the multipliers are left as the unknowns of a linear system: there are more than " +
                     (equations.rows.size() > most_rows ? std::to_string(most_rows) + " rows"
                                                        : std::to_string(most_eliminated_coordinates) + " coordinates");
    return result;
  }
  const auto too_long = [&] {
    result = {};
    result.why_not = "the multipliers are left as the unknowns of a linear system: their formulas are too long";
  };
  try {
    const GraphAllowance allowance(Graph::current(), most_nodes);
    MultiplierElimination elimination(equations, pivots);
    if (elimination.run()) result.values = elimination.multipliers();
    result.conditions = elimination.conditions();
    if (result.values.empty())
      result.why_not = "the multipliers are not unique: rows depend on each other, or a coordinate has no inertia";
    for (const Expr e : result.values) result.on_rows.push_back(on_constraints(e, equations.rows));
  } catch (const TooLong&) {
    too_long();
  } catch (const Error& error) {
    if (error.code() != Error::Code::too_large) throw;
    too_long();
  }
  return result;
}

}  // namespace

Expr on_constraints(Expr e, const ConstraintFormulas& rows) {
  const std::vector<KnownSum> known = known_sums(rows);
  if (known.empty()) return e;
  const Walk walk(std::array<Expr, 1>{e});
  std::vector<Expr> replaced(walk.size());
  for (std::size_t k = 0; k < walk.size(); ++k) {
    const Expr node = walk[k];
    std::vector<Expr> args;
    for (const Expr a : node.args()) args.push_back(replaced[walk.index(a)]);
    replaced[k] = args.empty() ? node : build(node.op(), args);
    if (node.op() != Op::sum) continue;
    for (const KnownSum& s : known)
      if (const auto factor = ratio(node, s.moving)) replaced[k] = scaled(s.still, *factor);
  }
  const Expr result = simplify(replaced[walk.index(e)]);
  return reading_cost(result) < reading_cost(e) ? result : e;
}

MultiplierFormulas multiplier_formulas(const LagrangeEquations& equations, std::size_t most_nodes) {
  MultiplierFormulas result;
  for (const Pivots pivots : {Pivots::constant, Pivots::surely, Pivots::none, Pivots::diagonal, Pivots::any}) {
    result = formulas_by(equations, pivots, most_nodes);
    if (result.why_not.empty()) break;
  }
  return result;
}

}  // namespace alembert
