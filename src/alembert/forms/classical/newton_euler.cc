#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {

/// Newton's and Euler's equations of every body with the reactions on it, and the joints' rows for as many more
/// unknowns:  M a - R r = Qe,  Cq a = Qd.
template <Scalar S>
FormSystem<S> newton_euler_form(const Blocks<S>& blocks, const FormOptions<S>& /*options*/) {
  const std::string form = "newton-euler";
  if (!blocks.has_bodies()) return not_applicable<S>(form, needs_bodies(form));
  FormBuilder<S> builder(form);
  const int a = builder.unknowns(blocks.accelerations, inertias(blocks));
  const int r = builder.unknowns(blocks.reaction_names());
  const int motion = builder.equations(equations_named("motion of", blocks.coordinates), blocks.Qe, inertias(blocks));
  const int rows = builder.equations(equations_named("row", blocks.rows), blocks.Qd);
  name_mass(builder, blocks);
  name_reach(builder, blocks);
  name_rows(builder, blocks);
  builder.put("M", motion, a, blocks.M);
  builder.put("-R", motion, r, negated(blocks.reach));
  builder.put("Cq", rows, a, blocks.Cq);
  note_redundancy(builder, blocks);
  FormSystem<S> system = builder.finish();
  system.accelerations = map_from(system, a, blocks.n);
  give_reactions(system, blocks, r);
  return system;
}

template FormSystem<double> newton_euler_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> newton_euler_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
