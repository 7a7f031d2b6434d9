/// Euler-Lagrange's expression of a mechanism from its energies alone, by nested dual numbers. Independent of recursive
/// Newton-Euler and of the derived formulas: do not merge them.
#pragma once
#include <memory>
#include <span>
#include <vector>

#include "alembert/plan/params.h"

namespace alembert {

/// tau = d/dt dT/dv - dL/dq of a mechanism with L = T - V of gravity, at a motion (q, v, vdot). T and V come from poses
/// and velocities of the bodies; no force, no momentum and no recursion of accelerations takes part, so agreement with
/// Newton-Euler proves something.
///
/// Where speeds are not rates of coordinates, the Euler-Poincare form holds: with p = dT/dv and dL the derivative along
/// the speeds' own directions,
///
///   turning:  tau = dp/dt - p x w - dL            free:  tau_w = dp_w/dt - p_w x w - p_v x v - dL_w,
///                                                        tau_v = dp_v/dt - p_v x w - dL_v
///
/// Ref: Marsden and Ratiu, Introduction to Mechanics and Symmetry, 2nd ed., sec. 13.5.
class KernelLagrange {
 public:
  KernelLagrange(const Plan& plan, const Params<double>& par);
  ~KernelLagrange();
  KernelLagrange(const KernelLagrange&) = delete;
  KernelLagrange& operator=(const KernelLagrange&) = delete;

  struct Sized {
    double value = 0.0;
    double size = 0.0;  ///< sum of the sizes of the terms
  };
  std::vector<Sized> inverse_dynamics(std::span<const double> q, std::span<const double> v,
                                      std::span<const double> vdot);

 private:
  struct Memory;
  const Plan& plan_;
  std::unique_ptr<Memory> memory_;
};

}  // namespace alembert
