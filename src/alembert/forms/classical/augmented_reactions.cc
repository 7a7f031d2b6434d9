#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {

/// The reactions themselves as unknowns, and dependent accelerations written as the independent ones give them:
///
///   M a - R r = Qe,    B_d a_i - a_d = -gamma_d
///
/// Neither symmetric nor in need of multipliers.
template <Scalar S>
FormSystem<S> augmented_reactions_form(const Blocks<S>& blocks, const FormOptions<S>& /*options*/) {
  const std::string form = "augmented-reactions";
  if (!blocks.has_bodies()) return not_applicable<S>(form, needs_bodies(form));
  if (!has_B(blocks)) return not_applicable<S>(form, blocks.no_B);
  FormBuilder<S> builder(form);
  const int a = builder.unknowns(blocks.accelerations, inertias(blocks));
  const int r = builder.unknowns(blocks.reaction_names());
  const int motion = builder.equations(equations_named("motion of", blocks.coordinates), blocks.Qe, inertias(blocks));
  const std::vector<S> zero(blocks.dependent.size(), S(0.0));
  const int kinematics =
      builder.equations(equations_named("acceleration", entries_of(blocks.coordinates, blocks.dependent)),
                        difference(zero, entries_of(blocks.gamma, blocks.dependent)));
  name_mass(builder, blocks);
  name_reach(builder, blocks);
  name_B(builder, blocks);

  Dense<S> K(static_cast<int>(blocks.dependent.size()), blocks.n);
  for (int i = 0; i < K.rows; ++i) {
    const int d = blocks.dependent[static_cast<std::size_t>(i)];
    K(i, d) = S(-1.0);
    for (int k = 0; k < blocks.B.cols; ++k) K(i, blocks.independent[static_cast<std::size_t>(k)]) = blocks.B(d, k);
  }
  builder.name("K", "rows B_d a_i - a_d = -gamma_d", K, entries_of(blocks.coordinates, blocks.dependent),
               blocks.accelerations);
  builder.put("M", motion, a, blocks.M);
  builder.put("-R", motion, r, negated(blocks.reach));
  builder.put("K", kinematics, a, K);
  note_redundancy(builder, blocks);
  FormSystem<S> system = builder.finish();
  system.accelerations = map_from(system, a, blocks.n);
  give_reactions(system, blocks, r);
  return system;
}

template FormSystem<double> augmented_reactions_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> augmented_reactions_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
