/// A form of the equations of a model as formulas, and its numbers at a state.
#pragma once
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "alembert/analysis/derivation/form_reactions.h"
#include "alembert/analysis/state/evaluation.h"
#include "alembert/forms/classical/form_system.h"
#include "alembert/forms/energies/lagrange.h"
#include "alembert/system/assembly/stated_start.h"
#include "alembert/system/mechanism/mechanism_setup.h"

namespace alembert {

/// What a user asks for.
struct FormRequest {
  std::string form;              ///< one of form_names()
  std::vector<std::string> cut;  ///< subsystem: joints to cut, or "none"
  std::string about;             ///< dalembert: a joint, "body.point", or "[x, y]" in the world; "": the default
  std::vector<std::string> independent;  ///< coordinates; the rest is chosen
  bool numeric = false;                  ///< parameters as numbers
  Point at;                              ///< where pivots are decided; satisfies the constraints
  bool numbers = false;                  ///< also the numbers of the form at that state
};

/// The form's numbers at a state.
struct FormValues {
  std::vector<std::vector<double>> blocks;  ///< [FormSystem::blocks] row-major
  std::vector<double> matrix, right;
  std::vector<double> unknowns;  ///< the solution
  bool unique = true;
  std::vector<std::pair<std::string, double>> state;  ///< that they belong to: t, coordinates, speeds
  std::vector<StartChange> start_changes;             ///< of what is stated of it
  /// The unit of a coordinate, speed, row, reaction or unknown by its name, "" where the model does not say.
  std::function<std::string(const std::string& name)> unit = [](const std::string&) { return std::string(); };
};

class SymbolValues;
/// The numbers of a form; the graph of its formulas must be current. Error (unknown_name) for a symbol without a value.
FormValues form_values(const FormSystem<Expr>& system, const SymbolValues& values);

/// A symbol of the formulas that is no coordinate of the form, by those that the tree of joints has.
struct FormDefinition {
  Expr symbol;
  Expr value;
};

struct FormDerivation {
  std::string name;  ///< of the model
  FormSystem<Expr> system;
  std::vector<FormDefinition> closing;    ///< coordinates and speeds of closing joints that stand in the formulas
  std::vector<JointReactions> reactions;  ///< by the multipliers, where the form has any
  std::vector<std::string> independent;   ///< coordinates that the others follow from, where the form uses B
  std::vector<int> dependent;             ///< the others, among the coordinates of the form
  std::size_t operations = 0;             ///< of matrix and right side together
  std::optional<FormValues> values;
};

/// Every form but "lagrange", which is Derivation's.
const std::vector<std::string>& form_names();

class FormMatrices;

/// Forms of one model, one after the other: the matrices that several are made of, and the velocity transformation, are
/// derived when first asked for and kept. The model must outlive it.
class FormDeriver {
 public:
  /// Of a mechanism. Of the request everything counts but its form, which derive() is given.
  FormDeriver(const MechanismSetup& setup, const FormRequest& request);
  /// Of a system given by its energies; `equations` are its simplified ones. The forms that speak of bodies do not
  /// apply.
  FormDeriver(const Lagrangian& model, const LagrangeEquations& equations, const FormRequest& request);
  ~FormDeriver();
  FormDeriver(const FormDeriver&) = delete;
  FormDeriver& operator=(const FormDeriver&) = delete;

  /// Throws Error: (unknown_name) for forms, joints, points and coordinates that are not there, (unsupported) with the
  /// reason where the form does not apply, (too_large) for formulas beyond reading.
  FormDerivation derive(const std::string& name);

 private:
  std::unique_ptr<FormMatrices> matrices_;
};

/// A single form.
FormDerivation derive_form(const MechanismSetup& setup, const FormRequest& request);
FormDerivation derive_form(const Lagrangian& model, const LagrangeEquations& equations, const FormRequest& request);

}  // namespace alembert
