/// reordered: the parts of a mechanism in another order.
#include <algorithm>

#include "alembert/plan/retold/retelling.h"
#include "alembert/plan/retold/retold.h"

namespace alembert {
namespace {

/// Shuffles from the place `first` on (Fisher and Yates).
template <class T>
void shuffle(std::vector<T>& list, Random& random, std::size_t first = 0) {
  for (std::size_t i = first; i + 1 < list.size(); ++i)
    std::swap(list[i], list[i + static_cast<std::size_t>(random.bits() % (list.size() - i))]);
}

}  // namespace

Retold reordered(Retold tale, Random& random) {
  Mechanism& model = tale.model;
  const GraphScope scope(*model.graph);
  retelling::Places places(model);
  shuffle(places.bodies, random, 1);  // the ground stays the first
  shuffle(places.joints, random);
  shuffle(places.springs, random);
  shuffle(places.constraints, random);
  retelling::renumber(model, places);
  shuffle(model.forces, random);
  shuffle(model.rotational_springs, random);
  retelling::choose_tree(model);
  return tale;
}

}  // namespace alembert
