#include "alembert/io/mechanism/constraint_defaults.h"

#include "alembert/model/reals.h"

namespace alembert {

DirectedPoint default_plane(const Mechanism& model, int on) {
  const Body& body = model.bodies[static_cast<std::size_t>(on)];
  const Mat3<Expr> R = rotation_of<Expr>(body.rotation, FormulaReals());
  return {{on, {}}, R.transpose_times(-model.gravity)};
}

}  // namespace alembert
