/// The certificate: independent checks of a system's equations, each with its residual.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "alembert/forms/lagrange.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

struct Check {
  std::string name;
  double residual = 0.0;
  double tolerance = 0.0;
  std::optional<bool> passed;  ///< empty: could not be done; `note` says why
  std::string note;            ///< where and why it failed or was left out
};

struct Certificate {
  std::vector<Check> checks;
  bool passed() const;  ///< no check failed
};

struct CertifyOptions {
  int states = 20;  ///< random states around the start
  std::uint64_t seed = 1;
};

/// Checks `equations` against the energies that the user wrote:
///
///   M symmetric; M positive definite (on the motions that constraints allow); Mdot - 2C skew (Mdot from dual numbers);
///   g the gradient of V and free of curl; M q'' + C q' + g + r - Q equal to Euler-Lagrange's expression evaluated by
///   nested dual numbers on the energies as written, at random states; the same as formulas by normal form; energy
///   balance along a short motion; with constraints those of certify_constraints.h.
///
/// Residuals are relative to the sizes of terms before they cancel, so tolerances do not depend on units.
Certificate certify(const Lagrangian& model, const LagrangeEquations& equations, const CertifyOptions& options);

}  // namespace alembert
