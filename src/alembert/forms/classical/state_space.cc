#include "alembert/forms/classical/state_space.h"

#include <algorithm>

#include "alembert/core/error.h"
#include "alembert/forms/classical/form_parts.h"
#include "alembert/linalg/ldlt.h"
#include "alembert/symbolic/print.h"

namespace alembert {
namespace {

constexpr int most_solved = 4;
constexpr std::size_t most_inverse_operations = 5'000;
constexpr std::size_t most_characters = 20'000;

/// Shared parts count once as operations but are written out wherever they stand.
bool readable(const std::vector<Expr>& formulas) {
  try {
    return std::ranges::all_of(formulas, [](Expr e) { return to_text(e).size() <= most_characters; });
  } catch (const Error& error) {
    if (error.code() != Error::Code::too_large) throw;
    return false;
  }
}

/// Solution of Mi a = Qi as formulas; empty where it gets too long.
std::vector<Expr> solved(Dense<Expr> Mi, std::vector<Expr> Qi) {
  if (Mi.rows > most_solved) return {};
  ldlt_factor<Expr>(Mi.rows, Mi.a);
  for (Expr& e : Mi.a) e = simplify(e);
  if (operations(Mi.a) > most_inverse_operations) return {};
  ldlt_solve<Expr>(Mi.rows, Mi.a, Qi);
  for (Expr& e : Qi) e = simplify(e);
  return readable(Qi) ? Qi : std::vector<Expr>{};
}

std::vector<std::string> rate_names(const std::vector<CoordinateRate>& coordinates) {
  std::vector<std::string> names;
  names.reserve(coordinates.size());
  for (const CoordinateRate& c : coordinates) names.push_back(c.name + "'");
  return names;
}

/// The states that these are the rates of: "d/dt x" of x', "d/dt x'" of x''.
std::vector<std::string> rows_named(std::vector<std::string> rates) {
  for (std::string& name : rates) name.pop_back();
  return equations_named("d/dt", rates);
}

}  // namespace

FormSystem<Expr> state_space_form(const Blocks<Expr>& blocks, const std::vector<CoordinateRate>& coordinates) {
  const std::string form = "state-space";
  if (!has_B(blocks)) return not_applicable<Expr>(form, blocks.no_B);
  const Dense<Expr> Bt = transposed(blocks.B);
  const Dense<Expr> Mi = Bt * (blocks.M * blocks.B);
  const std::vector<Expr> Qi = Bt * difference(blocks.Qe, blocks.M * blocks.gamma);
  std::vector<Expr> f;
  for (const CoordinateRate& c : coordinates) f.push_back(c.rate);
  const int nq = static_cast<int>(f.size());
  std::vector<std::string> unknowns = rate_names(coordinates);

  FormBuilder<Expr> builder(form);
  const std::vector<Expr> ai = solved(Mi, Qi);
  if (Mi.rows == 0 || !ai.empty()) {
    std::vector<Expr> v = blocks.gamma;
    const std::vector<Expr> along = blocks.B * ai;
    for (std::size_t i = 0; i < v.size(); ++i) f.push_back(tidy(v[i] + along[i]));
    unknowns.insert(unknowns.end(), blocks.accelerations.begin(), blocks.accelerations.end());
    builder.unknowns(unknowns);
    builder.equations(rows_named(unknowns), f);
    builder.name("f", "x' = f(x, u, t)", column(f), unknowns);
    builder.put("1", 0, 0, identity<Expr>(nq + blocks.n));
    FormSystem<Expr> system = builder.finish();
    system.accelerations = map_from(system, nq, blocks.n);
    return system;
  }
  const std::vector<std::string> free = independent_accelerations(blocks);
  builder.unknowns(unknowns);
  builder.unknowns(free, independent_inertias(blocks));
  builder.equations(rows_named(unknowns), f);
  builder.equations(rows_named(free), Qi, independent_inertias(blocks));
  unknowns.insert(unknowns.end(), free.begin(), free.end());
  f.insert(f.end(), Qi.begin(), Qi.end());
  builder.name("Mi", "B^T M B", Mi, entries_of(blocks.coordinates, blocks.independent), free);
  builder.name("f", "E y' = f(x, u, t)", column(f), unknowns);
  name_B(builder, blocks);
  builder.put("1", 0, 0, identity<Expr>(nq));
  builder.put("B^T M B", nq, nq, Mi);
  builder.note(
      "solving for the accelerations would make long formulas: the system is left as E y' = f, with all "
      "accelerations v' = B v_i' + gamma");
  FormSystem<Expr> system = builder.finish();
  system.accelerations = map_from(system, nq, blocks.B, blocks.gamma);
  return system;
}

}  // namespace alembert
