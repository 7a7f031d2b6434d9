/// The formulas of a drawing over the frames of a run.
#pragma once
#include <vector>

#include "alembert/model/lagrangian.h"
#include "alembert/spatial/vec3.h"
#include "alembert/system/system.h"
#include "alembert/workbench/report/report_rows.h"

namespace alembert {

/// A point with its velocity and acceleration.
struct DrawnMotion {
  Vec3<double> p, v, a;
};

/// Evaluates all of a model's drawing and forces at points. Where accelerations cannot be found, they are those of the
/// frame before.
class DrawnValues {
 public:
  DrawnValues(const Lagrangian& model, const System& system, const ReportRows& rows);

  std::size_t frames() const { return frames_; }
  DrawnMotion point(std::size_t element, std::size_t point, std::size_t frame) const;
  DrawnMotion axis(std::size_t element, std::size_t frame) const;  ///< of a circle that has one
  double angle(std::size_t element, std::size_t frame) const;      ///< of a box that has one
  double angle_rate(std::size_t element, std::size_t frame) const;
  Vec3<double> force_point(std::size_t force, std::size_t frame) const;
  Vec3<double> force(std::size_t force, std::size_t frame) const;

 private:
  std::size_t add(const std::vector<Written>& components, int orders);
  Vec3<double> vector(std::size_t first, std::size_t frame) const;
  void evaluate(const Lagrangian& model, const System& system, const ReportRows& rows);

  std::vector<Expr> formulas_;
  std::vector<std::size_t> first_point_, first_axis_, first_angle_;  ///< [element] in formulas_
  std::vector<std::size_t> first_force_;                             ///< [force]
  std::size_t frames_ = 0;
  std::vector<double> values_;  ///< [frame x formula]
};

}  // namespace alembert
