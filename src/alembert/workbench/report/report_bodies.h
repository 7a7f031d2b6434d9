/// How bodies moved, for the report page.
#pragma once
#include <array>
#include <nlohmann/json_fwd.hpp>

#include "alembert/spatial/transform.h"
#include "alembert/workbench/report/report_packing.h"

namespace alembert {

/// Gathers poses, velocities and accelerations of bodies frame by frame; all of every body, in any order of bodies.
class ReportBodies {
 public:
  ReportBodies(std::size_t bodies, std::size_t frames) : columns_(bodies * of_body, frames) {}

  /// World axes; `v` belongs to the mass centre.
  void add(std::size_t body, const Transform<double>& X_WB, const Vec3<double>& v, const Vec3<double>& w);
  void add_acceleration(std::size_t body, const Vec3<double>& a);  ///< of the mass centre
  void carry_acceleration(std::size_t body);                       ///< that of the frame before, or zero

  /// Adds position, orientation, velocity, acceleration and angular_velocity to each of `bodies`, in order.
  ///
  /// @param length  size of the picture: places that differ by rounding of it are the same
  void write(double length, nlohmann::ordered_json& bodies);

 private:
  // Quantities of a body over the frames.
  static constexpr std::size_t position = 0, orientation = 3, velocity = 7, acceleration = 10, angular = 13,
                               of_body = 16;

  PackedColumns columns_;
};

}  // namespace alembert
