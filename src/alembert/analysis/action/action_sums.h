/// The integrals of Hamilton's principle along a path.
#pragma once
#include <functional>
#include <span>
#include <vector>

#include "alembert/analysis/action/trial_variation.h"
#include "alembert/analysis/driven/motion_breaks.h"

namespace alembert {

/// An integral, that of the absolute values of its terms, and what errors of the rows may have added to it.
struct SizedSum {
  double value = 0.0, size = 0.0, noise = 0.0;
  double relative() const { return size > 0.0 ? value / size : 0.0; }
  double relative_noise() const { return size > 0.0 ? noise / size : 0.0; }
};

struct VariationSums {
  SizedSum motion;    ///< p . eta' + (ad*_v p + dL/dq + Q) . eta
  SizedSum momentum;  ///< bump direction . p (q' - v), with v as the rows have it; at breaks . p times the jump of q
};

struct ActionSums {
  double action = 0.0;              ///< [J s]
  std::vector<VariationSums> sums;  ///< [variation]
  bool resolved = true;             ///< false: rotations between rows are too large, the rest has no meaning
  bool powered = false;             ///< something outside the Lagrangian, or a drive, gives or takes power on the way
};

/// Integrates the variations and the action along the path of every `stride`th row, whose times must be among the ends
/// of the variations' intervals. Each piece of the path is integrated, and eta differentiated along it, with six points
/// of Gauss and Lobatto; the path ends and begins anew at breaks, between which comparisons come out as `breaks` says.
/// The noise of a sum is how much it changes, in absolute values, when coordinates, speeds and extra states y are moved
/// by `accuracy` (1 + |y|) each, up or down: what a solver's tolerance leaves open. Zero for an accuracy of zero.
/// Throws Error where the model cannot be evaluated, or `progress` (share of the path) is false.
ActionSums integrate_action(const System& system, const MotionRows& rows, const MotionBreaks& breaks,
                            std::size_t stride, double accuracy, std::span<const TrialVariation> variations,
                            const std::function<bool(double)>& progress);

}  // namespace alembert
