#include "alembert/forms/identification/trig_constants.h"

#include <algorithm>
#include <array>

#include "alembert/core/error.h"
#include "alembert/forms/identification/trig_constants_names.h"
#include "alembert/symbolic/derivative.h"

namespace alembert {
namespace {

using std::size_t;

constexpr size_t most_terms = 20'000;  // in all entries together: beyond it nobody reads them

[[noreturn]] void fail_too_large(const std::string& what) {
  throw Error(Error::Code::too_large, what + " too many terms for named constants", {},
              "--base-parameters keeps sums and products together; evaluate gives numbers");
}

/// A factor with what multiplies it.
struct NamedTerm {
  Expr factor;
  std::vector<Constants::Use> uses;
};

/// Terms of all entries, limited in number.
class Collector {
 public:
  explicit Collector(const std::vector<ParallelAngles>& parallel) : terms_(parallel, constants_budget) {}

  std::vector<MotionTerm> collect(Expr e, const std::string& what) {
    try {
      std::vector<MotionTerm> result = terms_.collect(e);
      count_ += result.size();
      if (count_ > most_terms) fail_too_large("the equations have");
      return result;
    } catch (const FormTooLarge&) {
      fail_too_large(what + " has");
    }
  }

 private:
  TermCollector terms_;
  size_t count_ = 0;
};

/// True when all terms of the sum b are among those of a, which has more.
bool holds(Expr a, Expr b) {
  const std::span<const Expr> all = summands(a), some = summands(b);
  return some.size() < all.size() && std::ranges::all_of(some, [&](Expr s) {
           return std::ranges::any_of(all, [&](Expr t) { return identical(s, t); });
         });
}

Expr without(Expr a, Expr b) {
  std::vector<Expr> rest;
  for (const Expr t : summands(a))
    if (std::ranges::none_of(summands(b), [&](Expr s) { return identical(s, t); })) rest.push_back(t);
  return sum(rest);
}

/// Splits the coefficients of M's terms by what entries further out in the same row or column share. Lists are for
/// i <= j, [i n + j].
class Shared {
 public:
  Shared(const std::vector<std::vector<MotionTerm>>& M, size_t n) : M_(M), n_(n) {}

  /// The parts of the coefficient of a term of entry (i, j).
  std::vector<Expr> parts(size_t i, size_t j, const MotionTerm& term) const {
    Expr largest;
    size_t k_of = 0, l_of = 0;
    const auto look = [&](size_t k, size_t l) {
      for (const MotionTerm& other : M_[k * n_ + l]) {
        if (!identical(other.factor, term.factor) || !holds(term.coefficient, other.coefficient)) continue;
        if (!largest.is_zero() && summands(other.coefficient).size() <= summands(largest).size()) continue;
        largest = other.coefficient;
        k_of = k;
        l_of = l;
      }
    };
    for (size_t l = j + 1; l < n_; ++l) look(i, l);
    for (size_t k = i + 1; k <= j; ++k) look(k, j);
    if (largest.is_zero()) return {term.coefficient};
    std::vector<Expr> result = parts(k_of, l_of, {largest, term.factor});
    result.insert(result.begin(), without(term.coefficient, largest));
    return result;
  }

 private:
  const std::vector<std::vector<MotionTerm>>& M_;
  size_t n_;
};

std::string entry_name(const ConstantsOf& e, const std::string& what, std::initializer_list<size_t> at) {
  std::string text = what + "[";
  for (const size_t i : at) text += (text.back() == '[' ? "" : ",") + e.q[i].name();
  return text + "]";
}

/// Entries in constants: first what each term uses, then names, then formulas.
std::vector<ConstantEntry> written(const std::vector<std::vector<NamedTerm>>& entries, const std::string& prefix,
                                   std::span<const std::string> taken, Constants& constants,
                                   std::vector<NamedConstant>& named) {
  std::vector<Constants::Use> uses;
  for (const auto& entry : entries)
    for (const NamedTerm& term : entry) uses.insert(uses.end(), term.uses.begin(), term.uses.end());
  named = constants.named(prefix, uses, taken);
  std::vector<ConstantEntry> result;
  for (const auto& entry : entries) {
    GroupedTerms grouped;
    for (const NamedTerm& term : entry)
      for (const Constants::Use& use : term.uses)
        grouped.add(constants.symbol(use), constants.multiple(use), term.factor);
    result.push_back(grouped.entry());
  }
  return result;
}

void write_mass(const ConstantsOf& e, Collector& collector, TrigConstants& result) {
  const size_t n = e.q.size();
  std::vector<std::vector<MotionTerm>> terms(n * n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i; j < n; ++j) terms[i * n + j] = collector.collect(e.M[i * n + j], entry_name(e, "M", {i, j}));
  const Shared shared(terms, n);
  Constants constants(e.symbols, e.formulas);
  std::vector<std::vector<NamedTerm>> named(n * n);
  for (size_t i = 0; i < n; ++i)
    for (size_t j = i; j < n; ++j)
      for (const MotionTerm& term : terms[i * n + j]) {
        NamedTerm& t = named[i * n + j].emplace_back(NamedTerm{term.factor, {}});
        for (const Expr part : shared.parts(i, j, term))
          for (const Constants::Use& use : constants.use(part)) t.uses.push_back(use);
      }
  result.M = written(named, "I", e.taken, constants, result.of_mass);
  for (size_t i = 0; i < n; ++i) {
    std::vector<Expr>& diagonal = result.M[i * n + i].terms;
    if (!e.armature[i].is_zero()) diagonal.insert(diagonal.begin(), e.armature[i]);
    for (size_t j = 0; j < i; ++j) result.M[i * n + j] = result.M[j * n + i];
  }
}

void write_gravity(const ConstantsOf& e, Collector& collector, TrigConstants& result) {
  Constants constants(e.symbols, e.formulas);
  std::vector<std::vector<NamedTerm>> named;
  for (size_t i = 0; i < e.g.size(); ++i) {
    std::vector<NamedTerm>& entry = named.emplace_back();
    for (const MotionTerm& term : collector.collect(e.g[i], entry_name(e, "g", {i})))
      entry.push_back({term.factor, constants.use(term.coefficient)});
  }
  result.g = written(named, "g", e.taken, constants, result.of_gravity);
}

/// Christoffel symbols of M in its constants, so that they need no constants of their own.
void write_christoffel(const ConstantsOf& e, Collector& collector, TrigConstants& result) {
  const size_t n = e.q.size();
  const auto slope = [&](size_t i, size_t j, size_t k) { return derivative(result.M[i * n + j].total(), e.q[k]); };
  for (size_t i = 0; i < n; ++i)
    for (size_t j = 0; j < n; ++j)
      for (size_t k = j; k < n; ++k) {
        const std::array<Expr, 3> parts{slope(i, j, k), slope(i, k, j), -slope(j, k, i)};
        const Expr gamma = scaled(sum(parts), Rational(1, 2));
        if (gamma.is_zero()) continue;
        GroupedTerms grouped;
        const std::vector<MotionTerm> terms = collector.collect(gamma, entry_name(e, "Gamma", {i, j, k}));
        for (const MotionTerm& term : terms) {
          const Term unit = primitive(term.coefficient);
          grouped.add(unit.rest, unit.coefficient, term.factor);
        }
        if (!terms.empty()) result.christoffel.push_back({i, j, k, grouped.entry()});
      }
}

}  // namespace

TrigConstants trig_constants(const ConstantsOf& equations) {
  TrigConstants result;
  result.n = equations.q.size();
  Collector collector(equations.parallel);
  try {
    write_mass(equations, collector, result);
    write_gravity(equations, collector, result);
  } catch (const FormTooLarge&) {  // of an entry the collector has more to say
    fail_too_large("the formula of a constant has");
  }
  write_christoffel(equations, collector, result);
  return result;
}

}  // namespace alembert
