/// Derivatives of forward dynamics.
#pragma once
#include <array>
#include <span>
#include <vector>

#include "alembert/kernel/rnea_derivatives.h"
#include "alembert/kernel/wide.h"

namespace alembert {

/// Scratch memory of aba_derivatives(), made once for a plan.
template <Scalar S>
struct AbaDerivativeWorkspace {
  explicit AbaDerivativeWorkspace(const Plan& plan);

  DerivativeWorkspace<S> inverse;  ///< of the inverse dynamics
  std::vector<S> factors;          ///< of the mass matrix, tree_factor.h
  // [column] right sides, some wide numbers side by side
  std::vector<std::array<Wide<S>, 1>> rows1;
  std::vector<std::array<Wide<S>, 2>> rows2;
  std::vector<std::array<Wide<S>, 4>> rows4;
};

/// Derivatives of vdot = M^-1 (tau - C v - g + J^T F_ext) (aba.h), from those of inverse dynamics at the same motion:
///
///   dvdot/dq = -M^-1 dtau/dq      dvdot/dv = -M^-1 dtau/dv      dvdot/dtau = M^-1
///
/// Displacements of q and constancy of F_ext as in rnea_derivatives.h.
///
/// @param v, vdot  [nv]; vdot is what aba() gives for the forces at hand
/// @param F_ext    [body] as in aba(); empty means none
/// @param w        with joint_poses at q
/// @param dvdot_dq, dvdot_dv, M_inverse   [nv x nv] row-major, row: component of vdot; overwritten
/// Cost that of rnea_derivatives plus 6 nv^2 times the mean depth. No allocation. Not finite where M is singular.
/// Ref: Carpentier and Mansard 2018, Analytical derivatives of rigid body dynamics algorithms, sec. V.
template <Scalar S>
void aba_derivatives(const Plan& plan, const Params<S>& par, std::span<const S> v, std::span<const S> vdot,
                     std::span<const Force<S>> F_ext, std::span<S> dvdot_dq, std::span<S> dvdot_dv,
                     std::span<S> M_inverse, const Workspace<S>& w, AbaDerivativeWorkspace<S>& aw);

}  // namespace alembert
