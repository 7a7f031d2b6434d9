/// The generalised-alpha method's numbers, and what it knows at one time.
#pragma once
#include <vector>

namespace alembert {

/// The method's numbers for a spectral radius rho at infinite frequency, 0 <= rho <= 1. Chung and Hulbert 1993, J.
/// Appl. Mech. 60: of those with second order and this rho, they damp slow waves the least.
struct AlphaNumbers {
  explicit AlphaNumbers(double rho)
      : alpha_m((2.0 * rho - 1.0) / (rho + 1.0)),
        alpha_f(rho / (rho + 1.0)),
        beta(0.25 * (1.0 - alpha_m + alpha_f) * (1.0 - alpha_m + alpha_f)),
        gamma(0.5 - alpha_m + alpha_f),
        shift(alpha_m - alpha_f),
        share((1.0 - alpha_f) / (1.0 - alpha_m)),
        speed_error(-1.0 / 12.0 - 0.5 * shift * shift) {}

  double alpha_m, alpha_f, beta, gamma;
  double shift;        ///< alpha_m - alpha_f: the auxiliary accelerations are those at t + shift h, to second order
  double share;        ///< of a change of vdot in that of a: (1 - alpha_f) / (1 - alpha_m)
  double speed_error;  ///< c in the error c h^3 v''' of speeds in one step: a = vdot(t + shift h) + shift^2 h^2 v'''
};

/// What the method knows at one time. s are the speeds v, then the extra states z.
struct AlphaPoint {
  double t = 0.0;
  std::vector<double> q;       ///< [nq]
  std::vector<double> s;       ///< [nv + nz]
  std::vector<double> rate;    ///< [nv + nz] ds/dt, which satisfy the equations of motion
  std::vector<double> a;       ///< [nv + nz] auxiliary rates, behind by a share of the step
  std::vector<double> lambda;  ///< [na]
};

}  // namespace alembert
