#include "alembert/analysis/form_derivation.h"

#include <algorithm>

#include "alembert/analysis/form_point.h"
#include "alembert/analysis/symbol_values.h"
#include "alembert/core/text.h"
#include "alembert/forms/classical_forms.h"
#include "alembert/forms/generalized_blocks.h"
#include "alembert/forms/independent.h"
#include "alembert/forms/joint_blocks.h"
#include "alembert/forms/state_space.h"
#include "alembert/forms/symbolic_bodies.h"
#include "alembert/linalg/dense_solve.h"
#include "alembert/model/parameter_numbers.h"
#include "alembert/spatial/quaternion.h"
#include "alembert/symbolic/round_numbers.h"
#include "alembert/symbolic/substitute.h"

namespace alembert {
namespace {

/// Coordinates up to which formulas are made: beyond it nobody reads them.
constexpr int most_coordinates = 60;

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

void check_size(int coordinates) {
  if (coordinates > most_coordinates)
    throw Error(Error::Code::too_large,
                "formulas of " + std::to_string(coordinates) + " coordinates are too long to read", {},
                "evaluate and check use all forms in numbers; formulas are made for up to " +
                    std::to_string(most_coordinates) + " coordinates");
}

std::vector<int> indices_of(const std::vector<std::string>& wanted, const std::vector<std::string>& names) {
  std::vector<int> result;
  for (const std::string& name : wanted) {
    const auto found = std::ranges::find(names, name);
    if (found == names.end())
      throw Error(Error::Code::unknown_name, "--independent: there is no coordinate '" + name + "' in this form", {},
                  did_you_mean(name, names));
    result.push_back(static_cast<int>(found - names.begin()));
  }
  return result;
}

/// Independent coordinates and unknown drives, decided by the numbers at the state. B and gamma are made only where
/// they are needed: for bodies in space they take the longest.
void decide(Blocks<Expr>& blocks, const SymbolValues& values, bool eliminates, const FormRequest& request) {
  Blocks<double> numbers;
  numbers.n = blocks.n;
  numbers.m = blocks.m;
  numbers.coordinates = blocks.coordinates;
  numbers.Cq = Dense<double>(blocks.m, blocks.n);
  numbers.Cq.a = values(blocks.Cq.a);
  numbers.Qd.assign(static_cast<std::size_t>(blocks.m), 0.0);
  numbers.drives = blocks.drives;
  numbers.drive_reach = Dense<double>(blocks.n, blocks.drive_reach.cols);
  numbers.drive_reach.a = values(blocks.drive_reach.a);
  const std::vector<char> angles = body_angles(blocks);
  const std::vector<int> wanted = indices_of(request.independent, blocks.coordinates);
  choose_independent(numbers, numbers.Cq, angles, wanted);
  blocks.unknown_drives = choose_drives(numbers);
  if (eliminates) return choose_independent(blocks, numbers.Cq, angles, wanted);
  blocks.independent = numbers.independent;
  blocks.dependent = numbers.dependent;
  blocks.basis_rows = numbers.basis_rows;
}

/// Calls use(list) for every list of formulas in the system.
template <class Use>
void for_each_list(FormSystem<Expr>& system, const Use& use) {
  for (NamedBlock<Expr>& block : system.blocks) use(block.value.a);
  use(system.matrix.a);
  use(system.right);
}

void put_numbers(const Description& model, FormSystem<Expr>& system) {
  std::vector<Expr> symbols, numbers;
  const std::vector<double> values = parameter_numbers(model);
  for (std::size_t i = 0; i < values.size(); ++i) {
    symbols.push_back(model.parameters[i].symbol);
    numbers.emplace_back(values[i]);
  }
  for_each_list(system, [&](std::vector<Expr>& list) {
    for (Expr& e : list) e = simplify(substitute(e, symbols, numbers));
  });
}

FormValues values_of(const FormSystem<Expr>& system, const SymbolValues& values) {
  FormValues result;
  for (const NamedBlock<Expr>& block : system.blocks) result.blocks.push_back(values(block.value.a));
  result.matrix = values(system.matrix.a);
  result.right = values(system.right);
  const DenseSolution solution = solve_dense(system.matrix.rows, system.matrix.cols, result.matrix, result.right);
  result.unknowns = solution.x;
  result.unique = solution.determined;
  return result;
}

FormDerivation finished(const Description& model, FormSystem<Expr> system, const Blocks<Expr>& blocks,
                        const SymbolValues& values, bool eliminates, const FormRequest& request) {
  if (system.why_not) throw Error(Error::Code::unsupported, "--form " + request.form + ": " + *system.why_not);
  FormDerivation result;
  result.name = model.name;
  if (eliminates) result.independent = entries_of(blocks.coordinates, blocks.independent);
  if (request.numbers) result.values = values_of(system, values);
  if (request.numeric) put_numbers(model, system);
  for_each_list(system, [](std::vector<Expr>& list) {
    for (Expr& e : list) e = round_numbers(e);
  });
  std::vector<Expr> all = system.matrix.a;
  all.insert(all.end(), system.right.begin(), system.right.end());
  result.operations = operations(all);
  result.system = std::move(system);
  return result;
}

/// Rates of all coordinates of a mechanism's tree.
std::vector<CoordinateRate> coordinate_rates(const Mechanism& model) {
  std::vector<CoordinateRate> rates;
  int v = 0;
  for (std::size_t i = 0; i < model.coordinates.size();) {
    const MechanismCoordinate& c = model.coordinates[i];
    const Joint& joint = model.joints[static_cast<std::size_t>(c.joint)];
    const JointWords& has = words(model, joint);
    const auto q = [&](std::size_t k) { return coordinate_symbol(model, static_cast<int>(i + k)); };
    const auto speed = [&](int k) { return speed_symbol(model, v + k); };
    std::vector<Expr> own;
    if (!has.quaternion) {
      for (int k = 0; k < static_cast<int>(has.speeds.size()); ++k) own.push_back(speed(k));
    } else {
      const std::size_t turn = has.coordinates.size() - 4;
      const Quaternion<Expr> p{q(turn), q(turn + 1), q(turn + 2), q(turn + 3)};
      if (turn > 0) {
        const Vec3<Expr> velocity = rotation(p) * Vec3<Expr>{speed(3), speed(4), speed(5)};
        own = {velocity.x, velocity.y, velocity.z};
      }
      const Quaternion<Expr> rate = quaternion_rate(p, {speed(0), speed(1), speed(2)});
      own.insert(own.end(), {rate.w, rate.x, rate.y, rate.z});
    }
    for (std::size_t k = 0; k < own.size(); ++k) rates.push_back({model.coordinates[i + k].name, own[k]});
    i += has.coordinates.size();
    v += static_cast<int>(has.speeds.size());
  }
  return rates;
}

}  // namespace

const std::vector<std::string>& form_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const FormEntry<Expr>& form : classical_forms<Expr>()) list.push_back(form.name);
    list.emplace_back("state-space");
    return list;
  }();
  return names;
}

FormDerivation derive_form(const MechanismSetup& setup, const FormRequest& request) {
  check_name(request.form);
  const Mechanism& model = setup.model;
  const GraphScope scope(*model.graph);
  const FormEntry<Expr>* form = find_form(request.form);
  const bool eliminates = form == nullptr || form->eliminates;
  const BodyPlan plan(model, setup.constraints.rows.formulas);
  const SymbolValues values = mechanism_values(setup, request.at);
  if (form == nullptr || form->blocks == FormBlocks::joints) {
    check_size(setup.compiled.plan.nv);
    const BodyParams<Expr> par = formula_body_params(model, setup.choices, BodyReference::center, setup.lengths);
    Blocks<Expr> blocks = joint_formulas(model, setup.compiled, plan, par);
    decide(blocks, values, eliminates, request);
    FormSystem<Expr> system =
        form == nullptr ? state_space_form(blocks, coordinate_rates(model)) : form->assemble(blocks, {});
    return finished(model, std::move(system), blocks, values, eliminates, request);
  }
  const BodyReference reference = form->blocks == FormBlocks::frame ? BodyReference::frame : BodyReference::center;
  check_size((model.planar ? 3 : 6) * (static_cast<int>(model.bodies.size()) - 1));
  const BodyParams<Expr> par = formula_body_params(model, setup.choices, reference, setup.lengths);
  Blocks<Expr> blocks = body_formulas(plan, par);
  decide(blocks, values, eliminates, request);
  FormOptions<Expr> options;
  options.cut = request.cut;
  if (!request.about.empty()) {
    options.about = point_about(plan, par, blocks, request.about);
    options.about_name = request.about;
  }
  return finished(model, form->assemble(blocks, options), blocks, values, eliminates, request);
}

FormDerivation derive_form(const Lagrangian& model, const LagrangeEquations& equations, const FormRequest& request) {
  check_name(request.form);
  const GraphScope scope(*model.graph);
  check_size(static_cast<int>(equations.n));
  std::vector<std::string> names;
  std::vector<CoordinateRate> rates;
  SymbolValues values;
  set_signals(model, request.at.t, request.at.z, values);
  for (std::size_t i = 0; i < model.coordinates.size(); ++i) {
    const Coordinate& c = model.coordinates[i];
    names.push_back(c.name);
    rates.push_back({c.name, equations.v[i]});
    values.set(equations.q[i], request.at.q[i]);
    values.set(equations.v[i], request.at.v[i]);
  }
  const FormEntry<Expr>* form = find_form(request.form);
  const bool eliminates = form == nullptr || form->eliminates;
  Blocks<Expr> blocks = generalized_blocks(equations, names);
  decide(blocks, values, eliminates, request);
  if (form != nullptr && form->blocks == FormBlocks::joints)
    throw Error(Error::Code::unsupported,
                "--form recursive: joint coordinates need joints; a system given by its energies has none", {},
                "--form augmented has the same matrices");
  FormSystem<Expr> system = form == nullptr ? state_space_form(blocks, rates) : form->assemble(blocks, {});
  return finished(model, std::move(system), blocks, values, eliminates, request);
}

}  // namespace alembert
