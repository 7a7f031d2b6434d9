/// Which coordinates and bodies of a model a formula speaks of.
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/model/lagrangian.h"
#include "alembert/model/mechanism.h"

namespace alembert {

/// A formula belongs to the coordinates whose symbol, rate or acceleration it holds; to the bodies whose coordinates,
/// points or velocities it holds; and to the body in whose description alone a parameter occurs.
///
/// The names of rows, columns and unknowns of a form add theirs: "rod.x''" belongs to the body rod, the reaction "A.fx"
/// and the multiplier "lambda[A.tx]" to the bodies of joint A, "motion along A" to coordinate A.
class TermOwners {
 public:
  explicit TermOwners(const Mechanism& model);
  explicit TermOwners(const Lagrangian& model);

  const std::vector<std::string>& coordinates() const { return coordinates_; }
  const std::vector<std::string>& bodies() const { return bodies_; }  ///< without the ground

  /// Coordinates first, each owner once, in the order of the lists above. The formula's graph must be current.
  std::vector<std::string> of(Expr e, const std::vector<std::string>& names = {}) const;

 private:
  /// Places in coordinates_ and, behind them, bodies_.
  using Owners = std::vector<int>;

  void add_coordinate(const std::string& name);
  void add_body_words(const Mechanism& model);
  void add_joint_words(const Mechanism& model);
  void add_parameters(const Mechanism& model);
  int body_owner(int body) const { return static_cast<int>(coordinates_.size()) + body - 1; }
  /// Of a name without words before it and primes behind it.
  Owners of_word(std::string_view word) const;
  const Owners& of_name(const std::string& name) const;

  std::vector<std::string> coordinates_, bodies_;
  std::map<std::string, Owners, std::less<>> exact_;          ///< coordinates and speeds
  std::map<std::string, Owners, std::less<>> body_;           ///< bodies: what follows after a dot is theirs
  std::map<std::string, Owners, std::less<>> between_;        ///< joints, constraints and springs, likewise
  std::map<std::string, Owners, std::less<>> parameter_;      ///< of one body alone
  mutable std::map<std::string, Owners, std::less<>> names_;  ///< what of_name() has found
};

}  // namespace alembert
