#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {

/// Accelerations, constraint forces and independent accelerations at once; symmetric:
///
///   [M 1 0; 1 0 -B; 0 -B^T 0] [a; -Qc; a_i] = [Qe; gamma; 0]
template <Scalar S>
FormSystem<S> amalgamated_form(const Blocks<S>& blocks, const FormOptions<S>& /*options*/) {
  const std::string form = "amalgamated";
  if (!has_B(blocks)) return not_applicable<S>(form, blocks.no_B);
  FormBuilder<S> builder(form);
  const std::vector<std::string> free = entries_of(blocks.coordinates, blocks.independent);
  const int a = builder.unknowns(blocks.accelerations, inertias(blocks));
  const int force = builder.unknowns(equations_named("-Qc", blocks.coordinates));
  const int ai =
      builder.unknowns(equations_named("independent", independent_accelerations(blocks)), independent_inertias(blocks));
  const int motion = builder.equations(equations_named("motion of", blocks.coordinates), blocks.Qe, inertias(blocks));
  const int kinematics = builder.equations(equations_named("acceleration", blocks.coordinates), blocks.gamma);
  const int workless = builder.equations(equations_named("no work along", free), std::vector<S>(free.size(), S(0.0)));
  name_mass(builder, blocks);
  name_B(builder, blocks);
  builder.put("M", motion, a, blocks.M);
  builder.put("1", motion, force, identity<S>(blocks.n));
  builder.put("1", kinematics, a, identity<S>(blocks.n));
  builder.put("-B", kinematics, ai, negated(blocks.B));
  builder.put("-B^T", workless, force, negated(transposed(blocks.B)));
  FormSystem<S> system = builder.finish();
  system.accelerations = map_from(system, a, blocks.n);
  system.constraint_force = map_from(system, force, negated(identity<S>(blocks.n)));
  return system;
}

template FormSystem<double> amalgamated_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> amalgamated_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
