#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {
namespace {

/// Forces on mass centres from those on the origins of frames: to_center is 1 + N with N N = 0 (a turn moves the
/// centre, nothing else does), so its inverse is 1 - N.
template <Scalar S>
Dense<S> forces_at_centers(const Dense<S>& to_center) {
  Dense<S> inverse = negated(to_center);
  for (int i = 0; i < inverse.rows; ++i) inverse(i, i) = S(1.0);
  return transposed(inverse);
}

}  // namespace

/// The variational equations in body frames that need not sit at mass centres: for every virtual displacement that the
/// rows allow, dq^T (M a - Qe) = 0; with multipliers for all displacements, M a + Cq^T lambda = Qe, Cq a = Qd. M
/// couples translation and rotation.
template <Scalar S>
FormSystem<S> variational_form(const Blocks<S>& blocks, const FormOptions<S>& /*options*/) {
  const std::string form = "variational";
  if (!blocks.has_bodies()) return not_applicable<S>(form, needs_bodies(form));
  FormBuilder<S> builder(form);
  const int a = builder.unknowns(blocks.accelerations, inertias(blocks));
  const int lambda = builder.unknowns(multiplier_names(blocks));
  const int motion =
      builder.equations(equations_named("virtual displacement of", blocks.coordinates), blocks.Qe, inertias(blocks));
  const int rows = builder.equations(equations_named("row", blocks.rows), blocks.Qd);
  name_mass(builder, blocks);
  name_rows(builder, blocks);
  builder.put("M", motion, a, blocks.M);
  builder.put("Cq^T", motion, lambda, transposed(blocks.Cq));
  builder.put("Cq", rows, a, blocks.Cq);
  note_redundancy(builder, blocks);
  FormSystem<S> system = builder.finish();
  system.accelerations = at_centers(blocks, map_from(system, a, blocks.n));
  give_multipliers(system, blocks, lambda);
  if (blocks.to_center.rows > 0)
    system.constraint_force.matrix = forces_at_centers(blocks.to_center) * system.constraint_force.matrix;
  return system;
}

template FormSystem<double> variational_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> variational_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
