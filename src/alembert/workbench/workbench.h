/// From a file to results: the one facade that the command line and other front ends call.
#pragma once
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "alembert/analysis/branches/branches.h"
#include "alembert/analysis/certificate/certificate.h"
#include "alembert/analysis/derivation/base_derivation.h"
#include "alembert/analysis/derivation/constant_derivation.h"
#include "alembert/analysis/derivation/derivation.h"
#include "alembert/analysis/state/evaluation.h"
#include "alembert/analysis/state/written_domain.h"
#include "alembert/forms/energies/lagrange.h"
#include "alembert/io/load.h"
#include "alembert/model/motion_units.h"
#include "alembert/symbolic/zero_test.h"
#include "alembert/system/assembly/idle_spins.h"
#include "alembert/system/assembly/stated_start.h"
#include "alembert/system/mechanism/mechanism_setup.h"
#include "alembert/system/system.h"
#include "alembert/workbench/answers/given_values.h"

namespace alembert {

/// How to read a model and where to start it.
struct WorkbenchOptions : LoadOptions {
  int branch = 1;  ///< assembly branch of the start, as branches() numbers them; 1 is what the model's own leads to
  /// `geometry`, for which bodies need no mass, is enough for mobility, branches and kinematics.
  MechanismSetup::Purpose purpose = MechanismSetup::Purpose::forces;
  std::optional<SpinHold> hold_spins;  ///< where motions must be determined: hold freedoms that move nothing else

  WorkbenchOptions() = default;
  WorkbenchOptions(const LoadOptions& load) : LoadOptions(load) {}  // NOLINT: each of them is one of these
};

/// A state, with what the constraints moved of what is stated of it: by the model, or by what is given over its start.
struct StartPoint : Point {
  std::vector<StartChange> changes;
};

/// A model with what follows from it, worked out when first asked for. Every method throws Error on bad input.
class Workbench {
 public:
  /// Reads the model. Each of `settings` is "name=value" and changes a parameter (to a number, an expression in other
  /// parameters or a number with a unit) or an input (to an expression in t and parameters).
  explicit Workbench(const std::filesystem::path& file, std::span<const std::string> settings = {},
                     const WorkbenchOptions& options = {});

  const Description& model() const { return *description_; }
  /// The mechanism, or null for a system given by its energies.
  const Mechanism* mechanism() const { return std::get_if<Mechanism>(&model_); }
  /// The mechanism made ready for computing; only where there is one.
  const MechanismSetup& setup() const { return *setup_; }
  /// Freedoms that move nothing else and are held, in words; empty where there are none.
  const std::string& held_spins() const { return held_spins_; }

  /// Names and SI units of the coordinates and speeds.
  using Word = NamedUnit;
  const std::vector<Word>& coordinates() const { return coordinates_; }
  const std::vector<Word>& speeds() const { return speeds_; }

  /// The energies: as written, or traced from the mechanism.
  const Lagrangian& lagrangian();
  /// The simplified equations of lagrangian().
  const LagrangeEquations& equations();

  /// The start, changed by lists from the command line: "0.1,0.2" in the order of the coordinates, or "th=0.1,x=2" over
  /// the start. Values are expressions in parameters. Empty text changes nothing. Quaternions are normalised.
  /// The start is on the constraints and on the branch that was asked for; with `assembled`, the changed state is moved
  /// onto them as well, as a start would be that is written like that. Motions begin at such states.
  StartPoint point(const std::string& q, const std::string& v, double t, bool assembled = false);
  /// What is written of the model's start and was moved by the constraints.
  std::vector<StartChange> start_changes(double t) { return own_start(t).changes; }
  /// The assembly branches at time t (analysis/branches/branches.h), with the coordinates of `hold` held:
  /// "A=0.3,D=0.5", or "".
  Branches branches(const std::string& hold, double t);
  /// Changes `values`, one for each speed, by such a list; `order` counts the time derivatives of what is listed (for
  /// units and names; -1 for forces), `option` is named in errors.
  void change(std::vector<double>& values, const std::string& text, const std::string& option, int order) const;

  /// A formula in the model's symbols: parameters, inputs, coordinates with any number of primes, t, [let] names,
  /// outputs, T, V, L, and the derived M[i,j], C[i,j], Gamma[i,j,k], g[i], r[i], Q[i], equation[i] by name or number;
  /// of constraints phi[row], A[row,i], b[row], c[row] and the multipliers lambda[row].
  /// `written`, if not null, takes where it has a value as it is written.
  Expr formula(const std::string& text, const std::string& what, Domain* written = nullptr);

  /// `multiplier_nodes`: how far formulas of multipliers may make the model's graph grow.
  Derivation derive(bool numeric, std::size_t multiplier_nodes = Graph::default_node_limit) {
    return alembert::derive(lagrangian(), derived(), numeric, multiplier_nodes);
  }
  /// The equations in base inertial parameters; only of mechanisms.
  BaseDerivation derive_in_base_parameters(bool numeric);
  /// The equations with named constants in place of coefficients.
  ConstantDerivation derive_with_constants();
  /// @param assumptions  "x > 0", "a < b": signs that may be taken for granted
  Comparison prove(const std::string& left, const std::string& right, std::span<const std::string> assumptions = {});
  Evaluation evaluate(const EvaluateOptions& options);
  /// Formulas that have no value at a state as they are written (analysis/state/written_domain.h).
  WrittenDomains written_domains();
  std::vector<Warning> undefined_as_written(const Point& at);
  /// Friction that follows the load of its joint: motions have it, equations and evaluations at a state do not.
  std::vector<Warning> friction_left_out() const;
  Certificate check(const CertifyOptions& options);

  /// Whether work comes in that the motion does not feel, and that may need shorter steps than it: by drives, by rows
  /// that move, by energies that change with time by themselves.
  bool work_is_not_felt() const;

  /// The system as solvers see it; must not outlive the workbench.
  std::unique_ptr<System> system();

 private:
  void hold_idle_spins(Mechanism& model, const WorkbenchOptions& options);
  LagrangeEquations derived();  ///< of lagrangian(), not simplified
  Point start();                ///< at t = 0: the model's own, or on another branch
  /// On the constraints: of energies at time t, of a mechanism at t = 0, which drives bring to t.
  StartPoint own_start(double t);
  /// `x` changed by the lists: which values those are, and the state that they state.
  std::pair<GivenValues, Point> given(const std::string& q, const std::string& v, const Point& x) const;
  /// Without those of values that are given, and of joints that close loops, which go with them.
  std::vector<StartChange> without(std::vector<StartChange> changes, const GivenValues& given) const;
  std::vector<StartChange> changes_at(const GivenValues& given, const Point& stated, const Point& x);
  Signs::Said assumption(const std::string& text);

  Model model_;
  Description* description_ = nullptr;  ///< the common part of model_
  std::optional<MechanismSetup> setup_;
  std::optional<Lagrangian> traced_;
  std::optional<LagrangeEquations> equations_;
  std::vector<Word> coordinates_, speeds_;
  std::string held_spins_;
  int branch_ = 1;
  std::optional<Point> branch_start_;
};

std::vector<std::string> names_of(const std::vector<Workbench::Word>& words);

}  // namespace alembert
