#include "alembert/analysis/mobility/gruebler.h"

#include "alembert/model/geometric_row_words.h"

namespace alembert {

MobilityCounts count_motions(const Mechanism& model) {
  const int of_body = model.planar ? 3 : 6;
  MobilityCounts counts;
  counts.motions = of_body * (static_cast<int>(model.bodies.size()) - 1);
  for (const Joint& joint : model.joints) counts.rows += of_body - static_cast<int>(words(model, joint).speeds.size());
  for (const MechanismConstraint& constraint : model.constraints)
    counts.rows += std::holds_alternative<Constraint>(constraint)
                       ? 1
                       : static_cast<int>(geometric_row_words(constraint, model.planar).size());
  return counts;
}

MobilityCounts count_motions(const Lagrangian& model) {
  return {static_cast<int>(model.coordinates.size()), static_cast<int>(model.constraints.size())};
}

}  // namespace alembert
