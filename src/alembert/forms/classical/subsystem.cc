#include <algorithm>

#include "alembert/forms/classical/chain.h"
#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {
namespace {

/// The motions of tree joints: each as rates of all coordinates when only the bodies beyond the joint move with it.
template <Scalar S>
struct Motions {
  Dense<S> J;  ///< [n x motions]
  std::vector<std::string> names;
};

template <Scalar S>
void add_motions(const Blocks<S>& blocks, const Chain& chain, std::size_t number, std::vector<std::vector<S>>& columns,
                 Motions<S>& motions) {
  const BlockJoint<S>& joint = blocks.joints[static_cast<std::size_t>(chain.tree[number])];
  for (std::size_t k = 0; k < joint.motions.size(); ++k) {
    std::vector<S> column(static_cast<std::size_t>(blocks.n), S(0.0));
    for (std::size_t b = 0; b < blocks.bodies.size(); ++b) {
      if (chain.far[number].moves[b] == 0) continue;
      const int body = static_cast<int>(b);
      const std::vector<S> rates = coordinate_rates(blocks, body, joint.motions[k], arm(blocks, chain, number, body));
      for (std::size_t i = 0; i < rates.size(); ++i)
        column[static_cast<std::size_t>(blocks.bodies[b].first) + i] = tidy(rates[i]);
    }
    columns.push_back(std::move(column));
    motions.names.push_back(joint.motion_names[k]);
  }
}

/// Of all tree joints, or of the joints at which an open chain is cut.
template <Scalar S>
Motions<S> motions_of(const Blocks<S>& blocks, const Chain& chain) {
  Motions<S> motions;
  std::vector<std::vector<S>> columns;
  for (std::size_t k = 0; k < chain.tree.size(); ++k) {
    const int joint = chain.tree[k];
    const bool asked = chain.open_cuts.empty() || std::ranges::find(chain.open_cuts, joint) != chain.open_cuts.end();
    if (asked) add_motions(blocks, chain, k, columns, motions);
  }
  motions.J = Dense<S>(blocks.n, static_cast<int>(columns.size()));
  for (int j = 0; j < motions.J.cols; ++j)
    for (int i = 0; i < blocks.n; ++i)
      motions.J(i, j) = columns[static_cast<std::size_t>(j)][static_cast<std::size_t>(i)];
  return motions;
}

/// Columns of `reach` that do work along tree motions: all but those of the tree's own joints.
template <Scalar S>
std::vector<int> working_reactions(const Blocks<S>& blocks, const Chain& chain) {
  std::vector<int> columns;
  for (std::size_t j = 0; j < blocks.joints.size(); ++j) {
    if (std::ranges::find(chain.tree, static_cast<int>(j)) != chain.tree.end()) continue;
    const BlockJoint<S>& joint = blocks.joints[j];
    for (int k = 0; k < static_cast<int>(joint.reactions.size()); ++k) columns.push_back(joint.first_reaction + k);
  }
  return columns;
}

template <Scalar S>
std::string loop_names(const Blocks<S>& blocks, const Chain& chain) {
  std::string text;
  for (const int joint : chain.loop)
    text += (text.empty() ? "" : ", ") + blocks.joints[static_cast<std::size_t>(joint)].name;
  return text;
}

/// A map from the unknowns to a longer list in which `columns` are known and the others are left at zero.
template <Scalar S>
Dense<S> scattered(const std::vector<int>& columns, int size) {
  Dense<S> result(size, static_cast<int>(columns.size()));
  for (int j = 0; j < result.cols; ++j) result(columns[static_cast<std::size_t>(j)], j) = S(1.0);
  return result;
}

}  // namespace

/// Equilibrium of subsystems with known accelerations: cut the loops open, then for every motion of a joint of the tree
/// that remains all bodies beyond it are in equilibrium along that motion J. Reactions inside the tree do no work
/// there:
///
///   J^T (R_c r_c + U u) = J^T (M a - (Qe - U u0))
///
/// Open chains have no reactions left; closed ones have those of the joints that were cut.
template <Scalar S>
FormSystem<S> subsystem_form(const Blocks<S>& blocks, const FormOptions<S>& options) {
  const std::string form = "subsystem";
  if (!blocks.has_bodies()) return not_applicable<S>(form, needs_bodies(form));
  const bool bare = options.cut.size() == 1 && options.cut.front() == "none";
  const Chain chain = find_chain(blocks, bare ? std::vector<std::string>{} : options.cut);
  if (bare && !chain.loop.empty())
    return not_applicable<S>(form,
                             "the chain is closed: equilibrium of its subsystems always holds the reactions of the "
                             "joints where it is cut (" +
                                 loop_names(blocks, chain) + ")");
  const Motions<S> motions = motions_of(blocks, chain);
  const Dense<S> Jt = transposed(motions.J);
  const std::vector<int> working = working_reactions(blocks, chain);
  const std::vector<std::string> reaction_names = entries_of(blocks.reaction_names(), working);
  const UnknownDrives<S> drives = unknown_drives(blocks);
  const Dense<S> Rc = Jt * columns_of(blocks.reach, working);
  const Dense<S> Ur = Jt * drives.U;
  const std::vector<S> b = Jt * difference(blocks.M * blocks.a, drives.without);

  FormBuilder<S> builder(form);
  const int r = builder.unknowns(reaction_names);
  const int u = builder.unknowns(drives.names);
  builder.equations(equations_named("equilibrium beyond", motions.names), b);
  builder.name("J", "motion of all bodies beyond each joint", motions.J, blocks.coordinates, motions.names);
  if (Rc.cols > 0) builder.name("Rc", "J^T R of the reactions that remain", Rc, motions.names, reaction_names);
  if (Ur.cols > 0) builder.name("Ur", "J^T U of the drives", Ur, motions.names, drives.names);
  builder.name("b", "J^T (effective less applied forces)", column(b), motions.names);
  builder.put("J^T Rc", 0, r, Rc);
  builder.put("J^T U", 0, u, Ur);
  if (!chain.loop.empty())
    builder.note("closed chain, cut at " + loop_names(blocks, chain) + ": the reactions there remain as unknowns");
  note_missing_drives(builder, blocks, Ur.cols);
  FormSystem<S> system = builder.finish();
  if (Rc.cols > 0) system.reactions = map_from(system, r, scattered<S>(working, blocks.reactions()));
  if (Ur.cols > 0) system.drives = map_from(system, u, Ur.cols);
  return system;
}

template FormSystem<double> subsystem_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> subsystem_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
