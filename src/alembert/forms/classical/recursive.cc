#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {

/// Joint coordinates of the spanning tree, with the rows that close loops, couple or drive:
///
///   M(q) v' + A^T lambda = Q - h(q, v),    A v' = c
///
/// Qe holds Q - h. Blocks are those of joint coordinates, where reactions of tree joints do not appear.
template <Scalar S>
FormSystem<S> recursive_form(const Blocks<S>& blocks, const FormOptions<S>& /*options*/) {
  FormBuilder<S> builder("recursive");
  const int v = builder.unknowns(blocks.accelerations, inertias(blocks));
  const int lambda = builder.unknowns(multiplier_names(blocks));
  const int motion =
      builder.equations(equations_named("motion along", blocks.coordinates), blocks.Qe, inertias(blocks));
  const int rows = builder.equations(equations_named("row", blocks.rows), blocks.Qd);
  builder.name("M", "mass matrix in joint coordinates", blocks.M, blocks.coordinates, blocks.accelerations);
  builder.name("Q", "efforts and passive forces less C v + g", column(blocks.Qe), blocks.coordinates);
  if (blocks.m > 0) {
    builder.name("A", "rows of closing joints, couplings, drives", blocks.Cq, blocks.rows, blocks.coordinates);
    builder.name("c", "A v' = c", column(blocks.Qd), blocks.rows);
  }
  builder.put("M", motion, v, blocks.M);
  builder.put("A^T", motion, lambda, transposed(blocks.Cq));
  builder.put("A", rows, v, blocks.Cq);
  note_redundancy(builder, blocks);
  FormSystem<S> system = builder.finish();
  system.accelerations = at_centers(blocks, map_from(system, v, blocks.n));
  if (blocks.m > 0) system.multipliers = map_from(system, lambda, blocks.m);
  return system;
}

template FormSystem<double> recursive_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> recursive_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
