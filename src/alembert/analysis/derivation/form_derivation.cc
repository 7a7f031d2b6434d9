#include "alembert/analysis/derivation/form_derivation.h"

#include <algorithm>

#include "alembert/analysis/derivation/form_matrices.h"
#include "alembert/core/text.h"
#include "alembert/forms/classical/form_answer.h"
#include "alembert/linalg/dense_solve.h"
#include "alembert/model/lagrangian.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/symbolic/round_numbers.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

const FormEntry<Expr>* find_form(const std::string& name) {
  const auto& forms = classical_forms<Expr>();
  const auto form = std::ranges::find(forms, name, &FormEntry<Expr>::name);
  return form == forms.end() ? nullptr : &*form;
}

void check_name(const std::string& form) {
  const std::vector<std::string>& names = form_names();
  if (std::ranges::find(names, form) == names.end())
    throw Error(Error::Code::unknown_name, "'" + form + "' is not a form of the equations", {},
                did_you_mean(form, names));
}

/// Calls use(list) for every list of formulas in the derivation but definitions.
template <class Use>
void for_each_list(FormDerivation& d, const Use& use) {
  FormSystem<Expr>& system = d.system;
  for (NamedBlock<Expr>& block : system.blocks) use(block.value.a);
  use(system.matrix.a);
  use(system.right);
  use(system.unknown_inertia);
  use(system.equation_inertia);
  for (LinearMap<Expr>* map :
       {&system.accelerations, &system.multipliers, &system.reactions, &system.constraint_force, &system.drives}) {
    use(map->matrix.a);
    use(map->offset);
  }
  for (JointReactions& joint : d.reactions) use(joint.formulas);
}

void put_numbers(const Description& model, FormDerivation& d) {
  std::vector<Expr> symbols, numbers;
  const std::vector<double> values = parameter_numbers(model);
  for (std::size_t i = 0; i < values.size(); ++i) {
    symbols.push_back(model.parameters[i].symbol);
    numbers.emplace_back(values[i]);
  }
  const auto put = [&](Expr& e) { e = simplify(substitute(e, symbols, numbers)); };
  for_each_list(d, [&](std::vector<Expr>& list) { std::ranges::for_each(list, put); });
  for (FormDefinition& definition : d.closing) put(definition.value);
}

/// Rounds numbers for reading and counts.
void finish(FormDerivation& d) {
  std::vector<Expr*> formulas;
  for_each_list(d, [&](std::vector<Expr>& list) {
    for (Expr& e : list) formulas.push_back(&e);
  });
  for (FormDefinition& definition : d.closing) formulas.push_back(&definition.value);
  round_numbers(formulas);
  std::vector<Expr> all = d.system.matrix.a;
  all.insert(all.end(), d.system.right.begin(), d.system.right.end());
  d.operations = operations(all);
}

/// The reactions' values, by those of the unknowns.
void evaluate(FormDerivation& d, const SymbolValues& values) {
  SymbolValues all = values;
  for (std::size_t i = 0; i < d.system.unknowns.size(); ++i)
    if (const std::string& name = d.system.unknowns[i]; name.starts_with("lambda["))
      all.set(multiplier_symbol(name.substr(7, name.size() - 8)), d.values->unknowns[i]);
  for (JointReactions& joint : d.reactions) joint.values = all(joint.formulas);
}

}  // namespace

FormValues form_values(const FormSystem<Expr>& system, const SymbolValues& values) {
  FormValues result;
  for (const NamedBlock<Expr>& block : system.blocks) result.blocks.push_back(values(block.value.a));
  result.matrix = values(system.matrix.a);
  result.right = values(system.right);
  const DenseSolution solution =
      solve_dense(system.matrix.rows, system.matrix.cols, result.matrix, result.right,
                  {unit_inertia(values(system.equation_inertia)), unit_inertia(values(system.unknown_inertia))});
  result.unknowns = solution.x;
  result.unique = solution.determined;
  return result;
}

const std::vector<std::string>& form_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const FormEntry<Expr>& form : classical_forms<Expr>()) list.push_back(form.name);
    list.emplace_back("state-space");
    return list;
  }();
  return names;
}

FormDeriver::FormDeriver(const MechanismSetup& setup, const FormRequest& request) {
  const GraphScope scope(*setup.model.graph);
  matrices_ = form_matrices(setup, request);
}

FormDeriver::FormDeriver(const Lagrangian& model, const LagrangeEquations& equations, const FormRequest& request) {
  const GraphScope scope(*model.graph);
  matrices_ = form_matrices(model, equations, request);
}

FormDeriver::~FormDeriver() = default;

FormDerivation FormDeriver::derive(const std::string& name) {
  check_name(name);
  const Description& model = matrices_->model();
  const GraphScope scope(*model.graph);
  const FormEntry<Expr>* form = find_form(name);
  const bool eliminates = form == nullptr || form->eliminates;
  const FormBlocks kind = form == nullptr ? FormBlocks::joints : form->blocks;
  const Blocks<Expr>& blocks = matrices_->blocks(kind, eliminates);
  FormSystem<Expr> system = form == nullptr ? state_space_form(blocks, matrices_->rates())
                                            : form->assemble(blocks, matrices_->options(kind, blocks));
  if (system.why_not) throw Error(Error::Code::unsupported, "--form " + name + ": " + *system.why_not);
  FormDerivation result;
  result.name = model.name;
  result.system = std::move(system);
  result.closing = matrices_->closing(result.system);
  result.reactions = reactions_by_multipliers(result.system, blocks);
  if (eliminates) {
    result.independent = entries_of(blocks.coordinates, blocks.independent);
    result.dependent = blocks.dependent;
  }
  if (matrices_->request().numeric) put_numbers(model, result);
  finish(result);
  if (matrices_->request().numbers) {
    result.values = form_values(result.system, matrices_->values());
    evaluate(result, matrices_->values());
  }
  return result;
}

FormDerivation derive_form(const MechanismSetup& setup, const FormRequest& request) {
  return FormDeriver(setup, request).derive(request.form);
}

FormDerivation derive_form(const Lagrangian& model, const LagrangeEquations& equations, const FormRequest& request) {
  return FormDeriver(model, equations, request).derive(request.form);
}

}  // namespace alembert
