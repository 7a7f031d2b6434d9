#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {

/// Lagrange's multipliers:  M a + Cq^T lambda = Qe,  Cq a = Qd. Symmetric and sparse.
template <Scalar S>
FormSystem<S> augmented_form(const Blocks<S>& blocks, const FormOptions<S>& /*options*/) {
  FormBuilder<S> builder("augmented");
  const int a = builder.unknowns(blocks.accelerations, inertias(blocks));
  const int lambda = builder.unknowns(multiplier_names(blocks));
  const int motion = builder.equations(equations_named("motion of", blocks.coordinates), blocks.Qe, inertias(blocks));
  const int rows = builder.equations(equations_named("row", blocks.rows), blocks.Qd);
  name_mass(builder, blocks);
  name_rows(builder, blocks);
  builder.put("M", motion, a, blocks.M);
  builder.put("Cq^T", motion, lambda, transposed(blocks.Cq));
  builder.put("Cq", rows, a, blocks.Cq);
  note_redundancy(builder, blocks);
  FormSystem<S> system = builder.finish();
  system.accelerations = map_from(system, a, blocks.n);
  give_multipliers(system, blocks, lambda);
  return system;
}

template FormSystem<double> augmented_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> augmented_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
