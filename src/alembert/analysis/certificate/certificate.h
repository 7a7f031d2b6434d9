/// The certificate: independent checks of a system's equations, each with its residual.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "alembert/forms/energies/lagrange.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// One line of the certificate.
struct Check {
  std::string name;
  double residual = 0.0;
  double tolerance = 0.0;
  std::optional<bool> passed;  ///< empty: not done, or nothing to do; `note` says why
  bool applies = true;         ///< false: the model has nothing that the line could look at, or the program gives it
                               ///< for no model of this size; `note` says which (docs/checks.md lists the reasons)
  std::string note;            ///< where and why it failed or was left out
};

/// A line that could not be done, and one that has nothing to do, with the reason.
Check not_done(std::string name, std::string why);
Check not_applicable(std::string name, std::string why);

/// The line "regular configurations": not done where more than half of the states are left out, for the reason `why`
/// ("are singular").
Check regular_states(std::size_t compared, std::size_t wanted, const std::string& why);

struct Certificate {
  enum class Verdict : std::uint8_t {
    passed,      ///< every line that applies was done and passed, and there is one
    failed,      ///< a line failed
    incomplete,  ///< none failed, but some that apply were not done
  };

  std::vector<Check> checks;
  int states = 0;  ///< at which equations were compared, the start among them

  Verdict verdict() const;
  bool passed() const { return verdict() == Verdict::passed; }
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
