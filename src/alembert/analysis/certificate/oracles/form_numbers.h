/// All forms of a mechanism's equations in numbers at a state.
#pragma once
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "alembert/analysis/state/evaluation.h"
#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_answer.h"
#include "alembert/system/reactions/body_state.h"

namespace alembert {

/// What one form gives, or why it does not apply.
struct FormResult {
  std::string form;
  std::optional<FormAnswer> answer;
  std::string why_not;
};

/// The blocks of a mechanism at a state.
struct MechanismBlocks {
  Blocks<double> center;  ///< bodies by their mass centres
  Blocks<double> frame;   ///< bodies by the origins of their frames
  Blocks<double> joints;  ///< joint coordinates

  const Blocks<double>& of(FormBlocks kind) const {
    return kind == FormBlocks::center ? center : kind == FormBlocks::frame ? frame : joints;
  }
};

/// Builds the blocks of a mechanism at one state after the other. Serves one thread.
class MechanismBlockReader {
 public:
  /// `setup` must outlive this.
  explicit MechanismBlockReader(const MechanismSetup& setup);
  ~MechanismBlockReader();
  MechanismBlockReader(const MechanismBlockReader&) = delete;
  MechanismBlockReader& operator=(const MechanismBlockReader&) = delete;

  /// At a point with inputs u. `dynamics` is brought there; the accelerations that inverse forms take as known are
  /// those that it gives.
  MechanismBlocks at(MechanismDynamics<double>& dynamics, const Point& x, std::span<const double> u);

  const BodyPlan& plan() const;
  /// Of the mass centres, at the last point.
  const BodyState<double>& body_state() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

/// Body coordinates beyond which dense matrices of all forms take too long.
inline constexpr int most_form_coordinates = 300;

/// Every form at a point: in the order of classical_forms(), then "lagrange" (energies by nested dual numbers, forces
/// and rows as in `recursive`). Forms of a mechanism with more than most_form_coordinates are not done and say so.
std::vector<FormResult> all_forms_at(const MechanismSetup& setup, MechanismDynamics<double>& dynamics, const Point& x,
                                     std::span<const double> u);

/// How far the forms are apart: the largest difference from the middle one of all forms, number by number, so that a
/// form that is wrong by itself is the one that differs. Empty where no two forms give the quantity.
struct FormAgreement {
  std::optional<double> accelerations;  ///< relative to the largest acceleration
  std::optional<double> forces;         ///< of constraint forces Qc, relative to the largest force
  std::optional<double> reactions;      ///< where reactions are unique
  double residual = 0.0;                ///< largest of the linear systems
  std::string worst;                    ///< the form of the largest difference
  int forms = 0;                        ///< that were compared
};
/// What differences are relative to where the answers themselves are smaller, having cancelled.
struct FormSizes {
  double accelerations = 1.0;
  double forces = 1.0;  ///< and reactions
};
FormAgreement compare_forms(const std::vector<FormResult>& results, const FormSizes& sizes = {});

}  // namespace alembert
