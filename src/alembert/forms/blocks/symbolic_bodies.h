/// A mechanism's motion in symbols, for equations of bodies as formulas.
#pragma once
#include <vector>

#include "alembert/forms/blocks/blocks.h"
#include "alembert/forms/bodies/body_equations.h"

namespace alembert {

/// BodyState<Expr> and the memory that it refers to. Joint coordinates, speeds and measures are the model's own
/// symbols; what the bodies' poses are is up to who makes it.
class SymbolicBodies {
 public:
  /// Values that do not depend on how poses are described. The model's graph must be current.
  explicit SymbolicBodies(const BodyPlan& plan);

  std::vector<BodyMotion<Expr>> bodies;  ///< [body]
  std::vector<Vec3<Expr>> w_B;           ///< [body] angular velocities along the bodies' own axes
  std::vector<Expr> angles;              ///< [body] planar: in the world

  BodyState<Expr> state() const {
    return {bodies, coordinates_, speeds_, {}, forces_, rows_, drives_, angles, measures_};
  }

 private:
  std::vector<Expr> coordinates_, speeds_, forces_, rows_, measures_;
  std::vector<RowDrive<Expr>> drives_;
};

/// Poses and velocities of bodies by symbols of their own: body_coordinate_names() and their rates; orientations in
/// space are quaternions "rod.qw" ... "rod.qz", whose square sum is 1.
void describe_by_bodies(const BodyPlan& plan, const BodyParams<Expr>& par, SymbolicBodies& state);

/// Blocks of the bodies with parameters, coordinates and inputs as symbols: everything but B and gamma. `a` are
/// symbols, inputs that act linearly are drives after the joints' efforts. The model's graph must be current.
Blocks<Expr> body_formulas(const BodyPlan& plan, const BodyParams<Expr>& par);

}  // namespace alembert
