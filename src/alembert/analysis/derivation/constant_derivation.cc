#include "alembert/analysis/derivation/constant_derivation.h"

#include "alembert/forms/energies/lagrange.h"
#include "alembert/forms/identification/base_parameters.h"
#include "alembert/forms/identification/trig_constants_parallel.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/simplify.h"

namespace alembert {
namespace {

std::vector<std::string> names_of(const Lagrangian& model) {
  std::vector<std::string> names;
  for (const Parameter& p : model.parameters) names.push_back(p.name);
  for (const Input& u : model.inputs) names.push_back(u.name);
  for (const ExtraState& s : model.states) names.push_back(s.name);
  for (const Coordinate& c : model.coordinates) names.push_back(c.name);
  return names;
}

std::vector<double> values_of(const Description& model, const std::vector<NamedConstant>& constants) {
  std::vector<Expr> formulas;
  for (const NamedConstant& c : constants) formulas.push_back(c.formula);
  return numbers_in_parameters(model, parameter_numbers(model), formulas);
}

std::vector<Expr> simplified(std::vector<Expr> list) {
  for (Expr& e : list) e = simplify(e);
  return list;
}

/// @param of  with armatures, symbols and parallel angles; the rest is filled in
ConstantDerivation derive(const Lagrangian& model, ConstantsOf of) {
  const LagrangeEquations eq = derive_lagrange(model);
  of.q = eq.q;
  of.M = eq.M;
  of.g = eq.g;
  of.taken = names_of(model);
  ConstantDerivation d;
  d.name = model.name;
  for (const Coordinate& c : model.coordinates) d.coordinates.push_back(c.name);
  d.v = eq.v;
  d.constants = trig_constants(of);
  d.mass_values = values_of(model, d.constants.of_mass);
  d.gravity_values = values_of(model, d.constants.of_gravity);
  d.remaining = simplified(eq.remaining);
  d.effort = simplified(eq.effort);
  d.applied = simplified(eq.applied);
  SimplifyAllowance allowance;
  d.rows = simplified(eq.rows, allowance);
  return d;
}

}  // namespace

std::vector<Expr> ConstantDerivation::coriolis_matrix() const {
  const std::size_t n = constants.n;
  std::vector<std::vector<Expr>> terms(n * n);
  for (const TrigConstants::Christoffel& gamma : constants.christoffel) {
    const Expr value = gamma.value.total();
    terms[gamma.i * n + gamma.j].push_back(value * v[gamma.k]);
    if (gamma.j != gamma.k) terms[gamma.i * n + gamma.k].push_back(value * v[gamma.j]);
  }
  std::vector<Expr> C;
  for (const std::vector<Expr>& list : terms) C.push_back(sum(list));
  return C;
}

ConstantDerivation derive_with_constants(const Lagrangian& model) {
  const GraphScope scope(*model.graph);
  ConstantsOf of;
  of.armature.resize(model.coordinates.size());
  // Nothing says which angles turn about one axis: only combined angles are tried.
  ParallelAngles& angles = of.parallel.emplace_back();
  for (const Coordinate& c : model.coordinates) angles.push_back({c.position, -1, 1});
  return derive(model, std::move(of));
}

ConstantDerivation derive_with_constants(const MechanismSetup& setup, const Lagrangian& traced) {
  const GraphScope scope(*setup.model.graph);
  const BaseParameters base = base_parameters(setup.model, setup.compiled, setup.real);
  ConstantsOf of;
  of.armature = simplified(base.geometry.armature);
  for (const BaseParameter& p : base.list) {
    of.symbols.push_back(p.symbol);
    of.formulas.push_back(p.formula);
  }
  of.parallel = parallel_angles(setup.compiled.plan, base.numbers, positions(traced));
  return derive(lagrangian_in(base, setup.trace_input(), traced, false), std::move(of));
}

}  // namespace alembert
