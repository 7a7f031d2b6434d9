#include "alembert/analysis/mobility/integrability.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

#include "alembert/analysis/fields/force_field.h"
#include "alembert/analysis/mobility/derived_flag.h"
#include "alembert/analysis/mobility/integrating_factor.h"
#include "alembert/core/error.h"
#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/print.h"
#include "alembert/symbolic/simplify.h"
#include "alembert/symbolic/substitute.h"
#include "alembert/symbolic/tape_machine.h"
#include "alembert/symbolic/walk.h"

namespace alembert {
namespace {

/// A symbol that rows must not hold, if there is one.
std::optional<Expr> foreign_symbol(const ConstraintForms& forms) {
  std::vector<Expr> formulas = forms.phi;
  formulas.insert(formulas.end(), forms.A.begin(), forms.A.end());
  formulas.insert(formulas.end(), forms.b.begin(), forms.b.end());
  for (const Expr e : Walk(formulas)) {
    if (!e.is_symbol()) continue;
    const SymbolKind kind = e.kind();
    const bool constant = kind == SymbolKind::parameter || kind == SymbolKind::constant || kind == SymbolKind::time;
    if (!constant && std::ranges::none_of(forms.q, [e](Expr q) { return identical(q, e); })) return e;
  }
  return {};
}

/// One-forms over coordinates x, holonomic rows as they are.
struct FormSet {
  std::vector<Expr> x;         ///< coordinates left, t last
  std::vector<Expr> phi;       ///< holonomic rows left
  std::vector<Expr> pfaffian;  ///< [m x x.size()]
  std::size_t rows = 0;        ///< m
  int solved = 0;              ///< coordinates that were replaced
};

bool free_of(Expr e, std::span<const Expr> symbols) {
  return std::ranges::none_of(symbols, [e](Expr s) { return contains(e, s); });
}

/// x_j = value, everywhere.
void replace(FormSet& set, std::size_t j, Expr value) {
  const Expr symbol = set.x[j];
  const std::size_t n = set.x.size();
  const auto with = [&](Expr e) { return substitute(e, std::span(&symbol, 1), std::span(&value, 1)); };
  for (Expr& phi : set.phi) phi = simplify(with(phi));
  std::vector<Expr> rows;
  for (std::size_t i = 0; i < set.rows; ++i)
    for (std::size_t k = 0; k < n; ++k) {
      if (k == j) continue;
      const Expr a = set.pfaffian[i * n + k] + set.pfaffian[i * n + j] * derivative(value, set.x[k]);
      rows.push_back(simplify(with(a)));
    }
  set.pfaffian = std::move(rows);
  set.x.erase(set.x.begin() + static_cast<std::ptrdiff_t>(j));
  ++set.solved;
}

/// Puts in holonomic rows that are linear in a coordinate with a constant factor.
void solve_holonomic(FormSet& set, ExactZero& zero) {
  for (std::size_t i = 0; i < set.phi.size();) {
    const Expr phi = set.phi[i];
    std::optional<std::size_t> found;
    for (std::size_t j = 0; j + 1 < set.x.size() && !found; ++j) {
      const Expr factor = simplify(derivative(phi, set.x[j]));
      if (!factor.is_zero() && free_of(factor, set.x) && !zero(factor)) found = j;
    }
    if (!found && !zero(phi)) {
      ++i;
      continue;
    }
    set.phi.erase(set.phi.begin() + static_cast<std::ptrdiff_t>(i));
    if (!found) continue;  // it followed from the others
    const Expr factor = derivative(phi, set.x[*found]);
    replace(set, *found, simplify(set.x[*found] - phi / factor));
    i = 0;  // what could not be solved before may be linear now
  }
}

FormSet as_form_set(const ConstraintForms& forms) {
  FormSet set;
  set.x = forms.q;
  set.x.push_back(Expr::time());
  set.phi = forms.phi;
  set.rows = forms.b.size();
  const std::size_t n = forms.q.size();
  for (std::size_t i = 0; i < set.rows; ++i) {
    for (std::size_t j = 0; j < n; ++j) set.pfaffian.push_back(forms.A[i * n + j]);
    set.pfaffian.push_back(-forms.b[i]);
  }
  return set;
}

/// Coordinates that a form alone keeps as they are: dx_pivot = 0.
bool keeps(const ReducedForms& forms, std::size_t a) {
  const std::size_t free = forms.free.size();
  const auto row = std::span(forms.coefficient).subspan(a * free, free);
  return std::ranges::all_of(row, [](Expr e) { return e.is_zero(); });
}

/// What form a, with coefficients w [x], keeps constant. Coordinates of other forms are constants where those keep
/// them; otherwise the form is not looked at further.
std::string constant_of(std::span<const Expr> x, const ReducedForms& forms, std::size_t a, std::span<const Expr> w) {
  for (std::size_t other = 0; other < forms.pivot.size(); ++other) {
    const Expr symbol = x[forms.pivot[other]];
    const bool held = std::ranges::any_of(w, [&](Expr e) { return contains(e, symbol); });
    if (other != a && held && !keeps(forms, other)) return "";
  }
  std::vector<Expr> places{x[forms.pivot[a]]}, slopes{Expr::one()};
  for (const std::size_t j : forms.free) {
    places.push_back(x[j]);
    slopes.push_back(w[j]);
  }
  const std::optional<Expr> found = find_integral(slopes, places);
  return found ? to_text(*found) : "";
}

/// A form w [x] as a sum of rates.
std::string rate_of(std::span<const Expr> x, std::span<const Expr> w) {
  Expr rate = w.back();  // of time
  for (std::size_t j = 0; j + 1 < x.size(); ++j) rate += w[j] * Expr::symbol(x[j].name(), SymbolKind::coordinate, 1);
  return to_text(simplify(rate));
}

/// Rows that are integrals as they are written, up to a factor; empty where one of them is not.
std::vector<IntegrableSum> sums_as_written(const FormSet& set) {
  std::vector<IntegrableSum> sums;
  const std::size_t n = set.x.size();
  for (std::size_t i = 0; i < set.rows; ++i) {
    const auto row = std::span(set.pfaffian).subspan(i * n, n);
    const std::optional<Expr> found = find_integral(row, set.x);
    if (!found) return {};
    sums.push_back({rate_of(set.x, row), to_text(*found)});
  }
  return sums;
}

std::vector<IntegrableSum> sums_of(std::span<const Expr> x, const ReducedForms& forms) {
  std::vector<IntegrableSum> sums;
  const std::size_t free = forms.free.size();
  for (std::size_t a = 0; a < forms.pivot.size(); ++a) {
    std::vector<Expr> w(x.size());
    w[forms.pivot[a]] = Expr(1.0);
    for (std::size_t f = 0; f < free; ++f) w[forms.free[f]] = simplify(-forms.coefficient[a * free + f]);
    sums.push_back({rate_of(x, w), constant_of(x, forms, a, w)});
  }
  return sums;
}

/// No divisor is zero at a configuration, or at any that is as near to it as rounding may have left it.
std::function<bool(std::span<const double>, double)> none_is_zero(std::span<const Expr> q,
                                                                  std::span<const Expr> divisors) {
  std::vector<Expr> symbols(q.begin(), q.end());
  symbols.push_back(Expr::time());
  std::vector<Expr> formulas;
  for (const Expr e : divisors) {
    if (e.is_number()) continue;
    const bool known = std::ranges::all_of(Walk(std::array{e}), [&](Expr s) {
      return !s.is_symbol() || s.kind() == SymbolKind::constant ||
             std::ranges::any_of(symbols, [s](Expr of) { return identical(of, s); });
    });
    if (!known) return [](std::span<const double>, double) { return false; };
    formulas.push_back(e);
    const std::vector<Expr> slopes = gradient(e, symbols);
    formulas.insert(formulas.end(), slopes.begin(), slopes.end());
  }
  const auto machine = std::make_shared<TapeMachine<double>>(Tape(symbols, formulas));
  return [machine, n = symbols.size(), count = formulas.size()](std::span<const double> at, double t) {
    constexpr double rounding = 1e-8;
    std::vector<double> in(at.begin(), at.end()), out(count);
    in.push_back(t);
    machine->run(in, out);
    for (std::size_t i = 0; i < count; i += n + 1) {
      double doubt = 0.0;
      for (std::size_t j = 0; j < n; ++j) doubt += std::abs(out[i + 1 + j]) * (1.0 + std::abs(in[j]));
      if (!(std::abs(out[i]) > rounding * doubt)) return false;
    }
    return true;
  };
}

/// What makes row i jump across, whichever of its coefficients it is divided by.
std::optional<Expr> jump_in(const FormSet& set, std::size_t i) {
  const auto row = std::span(set.pfaffian).subspan(i * set.x.size(), set.x.size());
  const std::optional<Expr> as_written = jump_across(row, set.x);
  if (!as_written) return {};
  for (const Expr divisor : row) {
    if (divisor.is_zero()) continue;
    std::vector<Expr> divided;
    for (const Expr e : row) divided.push_back(simplify(e / divisor));
    if (!jump_across(divided, set.x)) return {};
  }
  return as_written;
}

/// Takes rows away that jump; [row as it was] whether it stays.
std::vector<bool> without_jumps(FormSet& set, std::string& jumps) {
  std::vector<bool> stays;
  std::vector<Expr> rows;
  const std::size_t n = set.x.size();
  for (std::size_t i = 0; i < set.rows; ++i) {
    const std::optional<Expr> jump = jump_in(set, i);
    stays.push_back(!jump);
    if (jump && jumps.empty())
      jumps =
          "a row may jump with " + to_text(*jump) + ", so that a way round through both sides changes what it keeps";
    if (!jump)
      rows.insert(rows.end(), set.pfaffian.begin() + static_cast<std::ptrdiff_t>(i * n),
                  set.pfaffian.begin() + static_cast<std::ptrdiff_t>((i + 1) * n));
  }
  set.rows = static_cast<std::size_t>(std::ranges::count(stays, true));
  set.pfaffian = std::move(rows);
  return stays;
}

}  // namespace

ConstraintForms at_parameter_values(const ConstraintForms& forms, const Description& model) {
  std::vector<Expr> symbols, values;
  for (const Parameter& p : model.parameters) {
    symbols.push_back(p.symbol);
    values.push_back(p.value);
  }
  // Values may hold other parameters, whose values hold others again.
  const auto number = [&](Expr e) {
    for (std::size_t k = 0; k < symbols.size() && !free_of(e, symbols); ++k) e = substitute(e, symbols, values);
    return simplify(e);
  };
  ConstraintForms result = forms;
  for (std::vector<Expr>* list : {&result.phi, &result.A, &result.b})
    for (Expr& e : *list) e = number(e);
  return result;
}

std::optional<Integrability> decide_integrability(const ConstraintForms& forms, std::string& why) {
  if (const auto foreign = foreign_symbol(forms)) {
    why = "rows hold " + to_text(*foreign);
    return {};
  }
  try {
    ExactZero zero;
    FormSet set = as_form_set(forms);
    solve_holonomic(set, zero);
    Integrability result;
    const std::vector<bool> stays = without_jumps(set, result.jumps);
    std::vector<Expr> rows;
    for (const Expr phi : set.phi) {
      const std::vector<Expr> row = gradient(phi, set.x);
      rows.insert(rows.end(), row.begin(), row.end());
    }
    rows.insert(rows.end(), set.pfaffian.begin(), set.pfaffian.end());
    const ReducedForms reduced = reduced_forms(set.x, rows, zero);
    const ReducedForms kept = integrable_part(set.x, reduced, zero);

    result.dof = static_cast<int>(forms.q.size()) - set.solved - static_cast<int>(kept.pivot.size());
    const std::size_t n = set.x.size();
    std::size_t next = 0;
    for (const bool stay : stays)
      result.integrable.push_back(stay && depends(std::span(set.pfaffian).subspan(next++ * n, n), kept, zero));
    result.holds_at = none_is_zero(forms.q, zero.divisors());
    if (set.phi.empty() && kept.pivot.size() == set.rows) result.sums = sums_as_written(set);
    if (set.phi.empty() && result.sums.empty()) result.sums = sums_of(set.x, kept);
    if (!set.phi.empty() && kept.pivot.size() != reduced.pivot.size()) {
      why = "a holonomic row cannot be solved for a coordinate";
      return {};
    }
    return result;
  } catch (const NotExact& trouble) {
    why = trouble.why;
  } catch (const Error& error) {
    if (error.code() != Error::Code::too_large) throw;
    why = "formulas became too large";
  }
  return {};
}

}  // namespace alembert
