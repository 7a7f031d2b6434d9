/// Every number of a mechanism at one state.
#pragma once
#include "alembert/analysis/state/evaluation.h"
#include "alembert/system/mechanism/mechanism_dynamics.h"
#include "alembert/system/reactions/reaction_solver.h"

namespace alembert {

/// The model's start.
Point start_point(const MechanismSetup& setup);

/// Evaluates by the recursive kernels: M by composite bodies, C from body velocities, g at rest, accelerations by
/// articulated bodies. Serves one thread at a time.
class MechanismEvaluator {
 public:
  /// `setup` must outlive this.
  explicit MechanismEvaluator(const MechanismSetup& setup) : setup_(setup), dynamics_(setup), reactions_(setup) {}

  /// Throws Error (unknown_name) for a frame that does not exist.
  Evaluation at(const EvaluateOptions& options);

 private:
  std::vector<double> efforts();
  void matrices(const EvaluateOptions& options, Evaluation& e);
  void add_closing_armatures(const EvaluateOptions& options, const std::vector<double>& a, Evaluation& e);
  void accelerations(const EvaluateOptions& options, Evaluation& e);
  void constraints(const EvaluateOptions& options, Evaluation& e);
  static void given_multipliers(Evaluation& e);
  void reactions(const EvaluateOptions& options, Evaluation& e);
  BodyNumbers bodies(const EvaluateOptions& options);
  FrameMotion frame(const std::string& name);

  const MechanismSetup& setup_;
  MechanismDynamics<double> dynamics_;
  ReactionSolver reactions_;
};

}  // namespace alembert
