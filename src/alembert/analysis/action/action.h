/// Hamilton's principle on a given motion: its action, and whether the action is stationary there.
#pragma once
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "alembert/analysis/driven/motion_path.h"

namespace alembert {

struct ActionOptions {
  std::uint64_t seed = 1;                      ///< of the variations
  double tolerance = 1e-6;                     ///< relative: variations below it count as zero
  double accuracy = 1e-8;                      ///< of the rows: values y are right to accuracy (1 + |y|)
  std::function<bool(double share)> progress;  ///< called now and then; false stops with Error
};

enum class Stationarity {
  stationary,
  not_stationary,
  off_constraints,  ///< the rows do not satisfy the constraints: the motion is none of the model's
  unresolved,       ///< the rows are too far apart to tell, as a whole or where forces jump
};

/// What was found. Every number but `action` is relative.
struct ActionResult {
  double action = 0.0;     ///< [J s] integral of L = T - V (of L as written) over the motion
  double variation = 0.0;  ///< largest |delta S| of a variation over the integral of the absolute values of its terms
  double tolerance = 0.0;  ///< what the variation nearest to its bound, or farthest beyond it, was judged by
  double from = 0.0, to = 0.0;  ///< [s] where that variation lives
  double resolution = 0.0;      ///< largest error of a variation that the distance of the rows explains
  double noise = 0.0;           ///< largest error of a variation that the accuracy of the rows explains
  double constraint = 0.0;  ///< largest |phi|, |A v - b| and deviation of quaternions from unit length over the rows
  /// [s] Where unresolved: the first times between which forces jump in a way that the rows do not tell.
  std::optional<std::pair<double, double>> switching;
  int variations = 0;  ///< directions that the constraints leave; none where drives prescribe everything
  /// Whether it is Hamilton's principle that was tested: all rows holonomic, no work of forces outside the Lagrangian
  /// or of drives. Otherwise it is the principle of Lagrange and d'Alembert.
  bool hamilton = true;
  Stationarity verdict = Stationarity::stationary;
};

/// The action of a motion and its first variation in random directions eta(t): smooth, zero outside an interval of the
/// motion (the whole of it, and overlapping halves, quarters and eighths), and along the constraints, A eta = 0.
/// By the Lagrange-d'Alembert principle
///
///   delta S + int Q . eta dt  =  int [ p . eta' + (ad*_v p + dL/dq + Q) . eta ] dt  =  0,      p = dL/dv
///
/// for a solution, with Q the forces outside the Lagrangian; forces of constraints do no work on eta. That the speeds
/// in the rows are those of the path is a variation too: of p in Hamilton-Pontryagin's form, delta p . (q' - v).
///
/// Rows at a distance leave a path between them that is no solution. How much of a variation that is is estimated by
/// leaving out every second row: a variation within a quarter of the change (the largest at its time) counts as zero as
/// well, and where that quarter is more than a hundredth the rows tell nothing. Nor can a variation be smaller than
/// what the accuracy of the rows leaves open, which is measured by moving them a little: where forces all but cancel,
/// as of a controller that holds a load, that is much more than the accuracy itself. Where a formula takes its other
/// branch (if, abs, a table's points) a force jumps or bends: the path is made of parts that end there
/// (motion_breaks.h).
///
/// Throws Error when there are fewer than fewest_rows() rows, or where the model cannot be evaluated.
/// Ref: Marsden and West 2001, secs. 1.2 and 3.1; Yoshimura and Marsden 2006 (Hamilton-Pontryagin).
ActionResult measure_action(const System& system, const MotionRows& rows, const ActionOptions& options);

constexpr std::size_t fewest_action_rows() { return 2 * MotionPath::fewest_rows; }

}  // namespace alembert
