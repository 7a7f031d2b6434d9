#include "alembert/forms/classical/classical_forms.h"

namespace alembert {

template <Scalar S>
const std::vector<FormEntry<S>>& classical_forms() {
  static const std::vector<FormEntry<S>> list{
      {"newton-euler", FormBlocks::center, false, newton_euler_form<S>},
      {"dalembert", FormBlocks::center, true, dalembert_form<S>},
      {"variational", FormBlocks::frame, false, variational_form<S>},
      {"augmented-reactions", FormBlocks::center, true, augmented_reactions_form<S>},
      {"augmented", FormBlocks::center, false, augmented_form<S>},
      {"eliminated", FormBlocks::center, true, eliminated_form<S>},
      {"embedded", FormBlocks::center, true, embedded_form<S>},
      {"amalgamated", FormBlocks::center, true, amalgamated_form<S>},
      {"separate", FormBlocks::center, false, separate_form<S>},
      {"subsystem", FormBlocks::center, false, subsystem_form<S>},
      {"recursive", FormBlocks::joints, false, recursive_form<S>},
  };
  return list;
}

template const std::vector<FormEntry<double>>& classical_forms();
template const std::vector<FormEntry<Expr>>& classical_forms();

}  // namespace alembert
