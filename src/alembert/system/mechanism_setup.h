/// A mechanism made ready for computing: everything that does not change with the state.
#pragma once
#include <vector>

#include "alembert/model/mechanism.h"
#include "alembert/plan/force_params.h"
#include "alembert/system/formula_program.h"

namespace alembert {

/// A linear coupling of coordinates, sum coefficient q = offset.
struct Coupling {
  std::string name;
  std::vector<std::pair<int, double>> terms;  ///< speed (which is the coordinate's rate) and coefficient
  std::vector<int> coordinates;               ///< [term] its coordinate
  double offset = 0.0;
};

/// Compiled tree, numbers and programs of a model, which must outlive it. Const and shared by threads.
struct MechanismSetup {
  /// Throws Error with the place for everything that is wrong with the model beyond its file: validity of masses (also
  /// adds warnings to the model), placing, forces, couplings, a motion without inertia.
  explicit MechanismSetup(Mechanism& model);

  const Mechanism& model;
  NumberReals real;
  Compiled compiled;
  Params<double> par;
  PlaneAngles angles;
  std::vector<double> q0, v0;  ///< the start, assembled
  StartLengths lengths;
  ForceParams<double> forces;
  std::vector<Coupling> couplings;

  MotionIndex motion;
  FormulaProgram force_program;  ///< force_formulas()
  FormulaProgram state_program;  ///< rates of the extra states
  FormulaProgram input_program;  ///< inputs as functions of t
  FormulaProgram event_program;  ///< `until`
  FormulaProgram output_program;
};

}  // namespace alembert
