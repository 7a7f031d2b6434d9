#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {

/// Dependent accelerations eliminated, multipliers kept:  [M B  Cq^T] [a_i; lambda] = Qe - M gamma.
template <Scalar S>
FormSystem<S> eliminated_form(const Blocks<S>& blocks, const FormOptions<S>& /*options*/) {
  const std::string form = "eliminated";
  if (!has_B(blocks)) return not_applicable<S>(form, blocks.no_B);
  FormBuilder<S> builder(form);
  const int a = builder.unknowns(independent_accelerations(blocks), independent_inertias(blocks));
  const int lambda = builder.unknowns(multiplier_names(blocks));
  const Dense<S> MB = blocks.M * blocks.B;
  builder.equations(equations_named("motion of", blocks.coordinates), difference(blocks.Qe, blocks.M * blocks.gamma),
                    inertias(blocks));
  name_mass(builder, blocks);
  name_rows(builder, blocks);
  name_B(builder, blocks);
  builder.name("MB", "M B", MB, blocks.coordinates, independent_accelerations(blocks));
  builder.put("M B", 0, a, MB);
  builder.put("Cq^T", 0, lambda, transposed(blocks.Cq));
  note_redundancy(builder, blocks);
  FormSystem<S> system = builder.finish();
  system.accelerations = map_from(system, a, blocks.B, blocks.gamma);
  give_multipliers(system, blocks, lambda);
  return system;
}

template FormSystem<double> eliminated_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> eliminated_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
