/// Forces at points of bodies as generalized forces, and back: reactions and multipliers of joints.
#pragma once
#include <vector>

#include "alembert/forms/blocks/blocks.h"

namespace alembert {

/// Generalized force on the coordinates of `body` (3 or 6 of them) of a force with moment that act at point p.
/// World axes; spatial moments become components along the body's axes.
template <Scalar S>
std::vector<S> generalized(const Blocks<S>& blocks, int body, const Force<S>& force, const Vec3<S>& p);

/// Rates of the coordinates of `body` when it moves rigidly with an angular velocity and the velocity of a point from
/// which `arm` leads to the body's reference point.
template <Scalar S>
std::vector<S> coordinate_rates(const Blocks<S>& blocks, int body, const Motion<S>& motion, const Vec3<S>& arm);

/// Fills Blocks::reach. A joint's reaction acts on its second body and, at the same point, opposite on its first; a
/// drive acts as its rows, another constraint as its rows turned round.
template <Scalar S>
void fill_reach(Blocks<S>& blocks);

/// [reactions x m] so that  reactions = result * lambda  gives the forces -Cq^T lambda:  reach result = -Cq^T. Each
/// joint's from its own rows, read on one of its bodies.
template <Scalar S>
Dense<S> reactions_of_multipliers(const Blocks<S>& blocks);

}  // namespace alembert
