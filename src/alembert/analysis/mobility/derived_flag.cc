#include "alembert/analysis/mobility/derived_flag.h"

#include <algorithm>

#include "alembert/core/error.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/operations.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/zero_test.h"

namespace alembert {

bool ExactZero::operator()(Expr e) {
  if (e.is_zero()) return true;
  if (e.is_number()) return false;
  constexpr int most_questions = 4000;
  constexpr FormBudget budget{4000, 400'000};
  if (++asked_ > most_questions) throw NotExact{"too many formulas"};
  switch (compare_values(e, Expr(), budget).verdict) {
    case Verdict::proved: return true;
    case Verdict::refuted: return false;
    case Verdict::probable: throw NotExact{"a formula is probably zero, but outside the class that has a normal form"};
    case Verdict::undecided: break;
  }
  throw NotExact{"a formula is too large to be compared with zero"};
}

namespace {

/// A matrix of formulas that is brought to reduced row echelon form.
struct Echelon {
  std::size_t columns = 0;
  std::vector<Expr> a;             ///< [rows x columns]
  std::vector<std::size_t> pivot;  ///< [rank] column of each of the first rows

  std::size_t rows() const { return columns == 0 ? 0 : a.size() / columns; }
  Expr& at(std::size_t i, std::size_t j) { return a[i * columns + j]; }

  /// Pivots are looked for in the first `candidates` columns: of the entries of a row that are not zero the one that is
  /// shortest to read keeps formulas short.
  void eliminate(std::size_t candidates, ExactZero& zero) {
    for (std::size_t i = 0; i < rows(); ++i) {
      const std::size_t r = pivot.size();
      std::size_t best = candidates;
      for (std::size_t j = 0; j < candidates; ++j) {
        const bool better = best == candidates || reading_cost(at(i, j)) < reading_cost(at(i, best));
        if (at(i, j).is_zero() || !better || zero(at(i, j))) continue;
        best = j;
      }
      if (best == candidates) {
        for (std::size_t j = candidates; j < columns; ++j)
          if (!zero(at(i, j))) throw NotExact{"rows contradict each other"};
        continue;
      }
      if (i != r) std::swap_ranges(row(i), row(i + 1), row(r));
      zero.divide_by(at(r, best));
      clear_column(r, best);
      pivot.push_back(best);
    }
    a.resize(pivot.size() * columns);
  }

 private:
  std::vector<Expr>::iterator row(std::size_t i) { return a.begin() + static_cast<std::ptrdiff_t>(i * columns); }

  void clear_column(std::size_t r, std::size_t column) {
    const Expr divisor = at(r, column);
    for (std::size_t j = 0; j < columns; ++j) at(r, j) = j == column ? Expr(1.0) : simplify(at(r, j) / divisor);
    for (std::size_t i = 0; i < rows(); ++i) {
      const Expr factor = at(i, column);
      if (i == r || factor.is_zero()) continue;
      for (std::size_t j = 0; j < columns; ++j)
        at(i, j) = j == column ? Expr() : simplify(at(i, j) - factor * at(r, j));
    }
  }
};

std::vector<std::size_t> others(std::span<const std::size_t> taken, std::size_t n) {
  std::vector<std::size_t> rest;
  for (std::size_t j = 0; j < n; ++j)
    if (std::ranges::find(taken, j) == taken.end()) rest.push_back(j);
  return rest;
}

/// Derivative of a function along the motion that goes with the free coordinate f: d/dx_f + sum B_af d/dx_pivot(a).
Expr along(Expr e, std::span<const Expr> x, const ReducedForms& forms, std::size_t f) {
  const std::vector<Expr> slope = gradient(e, x);
  Expr sum = slope[forms.free[f]];
  for (std::size_t a = 0; a < forms.pivot.size(); ++a)
    sum += forms.coefficient[a * forms.free.size() + f] * slope[forms.pivot[a]];
  return sum;
}

/// Brackets of the allowed motions of every two free coordinates, which have components along pivots alone:
/// [pairs x pivots], without those that are zero.
Echelon brackets(std::span<const Expr> x, const ReducedForms& forms, ExactZero& zero) {
  Echelon result;
  result.columns = forms.pivot.size();
  const std::size_t free = forms.free.size();
  for (std::size_t f = 0; f < free; ++f)
    for (std::size_t g = 0; g < f; ++g) {
      std::vector<Expr> bracket;
      bool any = false;
      for (std::size_t a = 0; a < forms.pivot.size(); ++a) {
        Expr e = simplify(along(forms.coefficient[a * free + g], x, forms, f) -
                          along(forms.coefficient[a * free + f], x, forms, g));
        if (zero(e)) e = Expr();
        any = any || !e.is_zero();
        bracket.push_back(e);
      }
      if (any) result.a.insert(result.a.end(), bracket.begin(), bracket.end());
    }
  return result;
}

/// The combinations of forms that vanish on the brackets; each lost form's pivot becomes a free coordinate.
ReducedForms without(const ReducedForms& forms, Echelon& lost, std::size_t n) {
  ReducedForms kept;
  const std::vector<std::size_t> staying = others(lost.pivot, forms.pivot.size());
  for (const std::size_t a : staying) kept.pivot.push_back(forms.pivot[a]);
  kept.free = others(kept.pivot, n);
  for (const std::size_t a : staying)
    for (const std::size_t column : kept.free) {
      // omega_a - sum over lost p of L_pa omega_p
      Expr e;
      const auto f = std::ranges::find(forms.free, column);
      for (std::size_t p = 0; p < lost.pivot.size(); ++p) {
        const Expr weight = lost.at(p, a);
        if (forms.pivot[lost.pivot[p]] == column) e += weight;
        if (f != forms.free.end())
          e -= weight *
               forms.coefficient[lost.pivot[p] * forms.free.size() + static_cast<std::size_t>(f - forms.free.begin())];
      }
      if (f != forms.free.end())
        e += forms.coefficient[a * forms.free.size() + static_cast<std::size_t>(f - forms.free.begin())];
      kept.coefficient.push_back(simplify(e));
    }
  return kept;
}

}  // namespace

ReducedForms reduced_forms(std::span<const Expr> x, std::span<const Expr> rows, ExactZero& zero) {
  Echelon echelon{x.size(), {rows.begin(), rows.end()}, {}};
  echelon.eliminate(x.size() - 1, zero);
  ReducedForms forms;
  forms.pivot = echelon.pivot;
  forms.free = others(forms.pivot, x.size());
  for (std::size_t a = 0; a < forms.pivot.size(); ++a)
    for (const std::size_t column : forms.free) forms.coefficient.push_back(-echelon.at(a, column));
  return forms;
}

ReducedForms integrable_part(std::span<const Expr> x, ReducedForms forms, ExactZero& zero) {
  while (!forms.pivot.empty()) {
    Echelon lost = brackets(x, forms, zero);
    if (lost.a.empty()) break;
    lost.eliminate(lost.columns, zero);
    forms = without(forms, lost, x.size());
  }
  return forms;
}

bool depends(std::span<const Expr> row, const ReducedForms& forms, ExactZero& zero) {
  for (std::size_t f = 0; f < forms.free.size(); ++f) {
    Expr rest = row[forms.free[f]];
    for (std::size_t a = 0; a < forms.pivot.size(); ++a)
      rest += row[forms.pivot[a]] * forms.coefficient[a * forms.free.size() + f];
    if (!zero(simplify(rest))) return false;
  }
  return true;
}

}  // namespace alembert
