/// Momenta that a motion keeps, and how well a simulation has kept them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "alembert/kernel/world_workspace.h"
#include "alembert/system/mechanism/mechanism_setup.h"
#include "alembert/system/system.h"

namespace alembert {

struct ConservedMomentum {
  std::string name;    ///< "momentum of phi", "angular momentum about the mass centre along z"
  std::string unit;    ///< "kg m/s", "kg m^2/s", "" where the model does not say
  double start = 0.0;  ///< at the first state
  double drift = 0.0;  ///< largest change since, relative to the largest terms that it is made of
};

/// Is shown states of a motion. A momentum counts as conserved where its rate, by the equations of motion, is zero to
/// rounding at every one of them; candidates are the momenta dL/dv of coordinates that are no part of a rotation and
/// not driven (up to 2000 of them), and of mechanisms the linear momentum along the world's axes and the angular
/// momentum along these about the mass centre, the world's origin and the joints on the ground. Momenta of directions
/// in which nothing moves are left out. Impulses are not seen: use it for motions without impacts.
class ConservedMomenta {
 public:
  /// @param setup  of a mechanism, or null; it and the system must outlive this
  ConservedMomenta(const System& system, const MechanismSetup* setup);

  /// A state that cannot be accelerated is passed over.
  void look(const State& x);
  std::vector<ConservedMomentum> conserved() const;

 private:
  struct Candidate {
    ConservedMomentum momentum;
    bool seen = false;
    double rate = 0.0;   ///< largest so far
    double force = 0.0;  ///< largest terms of the rate
    double size = 0.0;   ///< largest terms of the momentum
    double largest = 0.0;
    double change = 0.0;
  };
  /// A value with its terms' size, and its rate with the terms' size.
  struct Sum {
    double value = 0.0, size = 0.0;
  };
  void add_axes(const std::string& what, bool angular);
  void note(std::size_t candidate, const Sum& momentum, const Sum& rate);
  std::size_t look_at_coordinates(const State& x);
  void look_at_bodies(const State& x, std::size_t candidate);

  const System& system_;
  const MechanismSetup* setup_;
  std::vector<int> coordinates_;      ///< speeds whose momenta are candidates
  std::vector<Vec3<double>> points_;  ///< origin, joints on the ground
  bool planar_ = false;
  std::optional<Workspace<double>> work_;
  std::optional<WorldWorkspace<double>> world_;
  std::vector<Candidate> candidates_;
  std::vector<double> u_, vdot_, zdot_, lambda_, p_, rate_, matrix_;
  SparseRows A_;
};

}  // namespace alembert
