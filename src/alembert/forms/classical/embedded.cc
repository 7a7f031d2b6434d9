#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {

/// The embedding technique: as many equations as degrees of freedom, no constraint force, because B^T Cq^T = 0:
///
///   B^T M B a_i = B^T (Qe - M gamma)
template <Scalar S>
FormSystem<S> embedded_form(const Blocks<S>& blocks, const FormOptions<S>& /*options*/) {
  const std::string form = "embedded";
  if (!has_B(blocks)) return not_applicable<S>(form, blocks.no_B);
  FormBuilder<S> builder(form);
  const std::vector<std::string> free = entries_of(blocks.coordinates, blocks.independent);
  const Dense<S> Bt = transposed(blocks.B);
  const Dense<S> MB = blocks.M * blocks.B;
  const Dense<S> Mi = Bt * MB;
  const std::vector<S> force = difference(blocks.Qe, blocks.M * blocks.gamma);
  const std::vector<S> Qi = Bt * force;
  builder.unknowns(independent_accelerations(blocks), independent_inertias(blocks));
  builder.equations(equations_named("motion of", free), Qi, independent_inertias(blocks));
  name_mass(builder, blocks);
  name_B(builder, blocks);
  builder.name("Mi", "generalized inertia B^T M B", Mi, free, independent_accelerations(blocks));
  builder.name("Qi", "generalized forces B^T (Qe - M gamma)", column(Qi), free);
  builder.put("B^T M B", 0, 0, Mi);
  if (free.empty()) builder.note("the constraints and drives leave no motion free: a = gamma");
  FormSystem<S> system = builder.finish();
  system.accelerations = map_from(system, 0, blocks.B, blocks.gamma);
  // Qc = M a - Qe.
  system.constraint_force = map_from(system, 0, MB, difference(std::vector<S>(force.size(), S(0.0)), force));
  return system;
}

template FormSystem<double> embedded_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> embedded_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
