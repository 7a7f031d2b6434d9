/// The extra states of a system whose motion is known.
#pragma once
#include <vector>

#include "alembert/analysis/driven/driven_motion.h"
#include "alembert/system/system.h"

namespace alembert {

/// A driven motion at any time of a span that begins where it was kept last. Looking ahead always starts from there,
/// so that what is found does not depend on what was looked at before.
class DrivenPath {
 public:
  explicit DrivenPath(DrivenMotion motion) : kept_(motion), here_(std::move(motion)) {}

  /// Goes to a time that is not before the kept one; stays there where that fails.
  Status at(double t);
  /// One step from the kept time towards t, as far as that is safe.
  Status approach(double t);
  /// Where it is becomes the begin of the span.
  void keep() { kept_ = here_; }

  const DrivenMotion& here() const { return here_; }
  const DrivenMotion& kept() const { return kept_; }

 private:
  DrivenMotion kept_, here_;
};

///   zdot = h(t, q(t), v(t), z, u(t))
///
/// as a system of its own, without coordinates: solvers that see it integrate the states and nothing else.
class StatesAlong : public System {
 public:
  /// Both must outlive this; the path moves to the times that are asked for.
  StatesAlong(const System& system, DrivenPath& path);

  Sizes sizes() const override;
  std::string coordinate_name(int i) const override { return system_.coordinate_name(i); }
  std::string speed_name(int i) const override { return system_.speed_name(i); }
  void inputs(double t, Out u) const override { system_.inputs(t, u); }
  Status accelerate(const State& x, In u, Out vdot, Out zdot, Out lambda) const override;
  Status accelerate_jacobian(const State& x, In u, Out by_q, Out by_v, Out by_z, Out by_u) const override;
  Status residual_jacobian(const State& x, In u, In vdot, In lambda, ResidualJacobian& out) const override;
  Energies energies(const State& /*x*/, In /*u*/) const override { return {}; }

 private:
  const System& system_;
  DrivenPath& path_;
  mutable std::vector<double> lambda_, rest_;
  mutable ResidualJacobian whole_;
};

}  // namespace alembert
