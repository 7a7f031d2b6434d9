#include "alembert/analysis/derivation/form_reactions.h"

#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/model/lagrangian.h"

namespace alembert {
namespace {

std::string title(const BlockJoint<Expr>& joint, const Blocks<Expr>& blocks) {
  switch (joint.role) {
    case BlockJoint<Expr>::Role::drive: return "drive " + joint.name;
    case BlockJoint<Expr>::Role::constraint: return joint.name;
    case BlockJoint<Expr>::Role::joint: break;
  }
  return joint.name + " on " + (joint.second < 0 ? "ground" : blocks.bodies[index(joint.second)].name);
}

}  // namespace

std::vector<JointReactions> reactions_by_multipliers(const FormSystem<Expr>& system, const Blocks<Expr>& blocks) {
  std::vector<JointReactions> result;
  if (!system.multipliers.given() || !system.reactions.given()) return result;
  // The multipliers are unknowns themselves, one after the other.
  const auto first =
      std::ranges::find(system.unknowns, "lambda[" + blocks.rows.front() + "]") - system.unknowns.begin();
  for (const BlockJoint<Expr>& joint : blocks.joints) {
    if (joint.reactions.empty()) continue;
    JointReactions own{title(joint, blocks), joint.reactions, {}, {}};
    for (int k = 0; k < static_cast<int>(joint.reactions.size()); ++k) {
      std::vector<Expr> terms;
      for (int i = 0; i < blocks.m; ++i) {
        const Expr factor = system.reactions.matrix(joint.first_reaction + k, static_cast<int>(first) + i);
        if (!factor.is_zero()) terms.push_back(factor * multiplier_symbol(blocks.rows[index(i)]));
      }
      own.formulas.push_back(sum(terms));
    }
    result.push_back(std::move(own));
  }
  return result;
}

}  // namespace alembert
