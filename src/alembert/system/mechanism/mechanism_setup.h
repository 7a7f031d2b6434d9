/// A mechanism made ready for computing: everything that does not change with the state.
#pragma once
#include <cstdint>
#include <vector>

#include "alembert/forms/traced/trace_input.h"
#include "alembert/model/mechanism.h"
#include "alembert/plan/force_params.h"
#include "alembert/system/assembly/assemble.h"
#include "alembert/system/assembly/stated_start.h"
#include "alembert/system/constraints/constraint_system.h"
#include "alembert/system/mechanism/formula_program.h"

namespace alembert {

/// Compiled tree, numbers and programs of a model, which must outlive it. Const and shared by threads.
struct MechanismSetup {
  enum class Purpose : std::uint8_t {
    forces,    ///< a motion without inertia is an error (needed_inertia.h)
    formulas,  ///< it is not, as long as nobody asks for accelerations: see no_inertia
    geometry,  ///< bodies need no masses, and speeds at the start may be impossible: see no_speeds
  };
  /// Throws Error with the place for everything that is wrong with the model beyond its file: validity of masses (also
  /// adds warnings to the model), placing, forces, constraints, a start that cannot be assembled, a motion without
  /// inertia. May add measures to the model that rows of constraints need.
  explicit MechanismSetup(Mechanism& mechanism, Purpose purpose = Purpose::forces);

  const Mechanism& model;
  NumberReals real;
  Compiled compiled;
  Params<double> par;
  PlaneAngles angles;
  BodyFrameChoices choices;
  ConstraintSetup constraints;
  double length = 1.0;         ///< [m] what slides are measured in: the largest spread of the joints of a body
  std::vector<double> q0, v0;  ///< the start, assembled
  std::vector<StartChange> start_changes;  ///< what is written of the start and had to be changed
  std::optional<Error> no_speeds;          ///< geometry: why no speeds satisfy all rows at q0; v0 is then as written
  std::optional<Error> no_inertia;  ///< formulas: what lacks inertia, so that no accelerations follow from forces
  StartLengths lengths;
  ForceParams<double> forces;
  bool massless = false;  ///< the tree has a motion without inertia that only constraints hold

  MotionIndex motion;
  FormulaProgram force_program;  ///< force_formulas()
  FormulaProgram state_program;  ///< rates of the extra states
  FormulaProgram input_program;  ///< inputs as functions of t
  FormulaProgram event_program;  ///< `until`
  FormulaProgram output_program;

  /// For formulas (forms/traced/traced_lagrangian.h).
  TraceInput trace_input() const {
    return {model,
            compiled,
            angles,
            lengths,
            choices,
            constraints.rows,
            q0,
            constraints.closing_start,
            constraints.start_value,
            constraints.rack_start,
            constraints.vanishing};
  }
  KinematicsSetup kinematics() const { return {model, real, compiled, par, angles, choices, constraints, length}; }
  /// What assembly of the start may move (`fixed = true` keeps what is written), and how far a unit is.
  AssembleOptions assemble_options() const;
};

/// Moves a state onto all rows at time t; nothing is kept. Throws Error (singular) naming the worst row.
void assemble(const MechanismSetup& setup, double t, std::vector<double>& q, std::vector<double>& v);

}  // namespace alembert
