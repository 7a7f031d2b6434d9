#include "alembert/workbench/report/report_bodies.h"

#include <algorithm>

#include "alembert/io/tables/json.h"
#include "alembert/spatial/rotations.h"

namespace alembert {

void ReportBodies::add(std::size_t body, const Transform<double>& X_WB, const Vec3<double>& v, const Vec3<double>& w) {
  const std::size_t first = of_body * body;
  columns_.add(first + position, X_WB.p);
  // With the sign that continues from the frame before.
  Quaternion<double> q = quaternion(X_WB.R);
  if (!columns_.values(first + orientation).empty()) {
    const auto last = [&](std::size_t k) { return columns_.values(first + orientation + k).back(); };
    if (q.w * last(0) + q.x * last(1) + q.y * last(2) + q.z * last(3) < 0.0) q = {-q.w, -q.x, -q.y, -q.z};
  }
  columns_.add(first + orientation, q.w);
  columns_.add(first + orientation + 1, Vec3<double>{q.x, q.y, q.z});
  columns_.add(first + velocity, v);
  columns_.add(first + angular, w);
}

void ReportBodies::add_acceleration(std::size_t body, const Vec3<double>& a) {
  columns_.add(of_body * body + acceleration, a);
}

void ReportBodies::carry_acceleration(std::size_t body) {
  columns_.carry(of_body * body + acceleration, 3, columns_.values(of_body * body).size());
}

void ReportBodies::write(double length, Json& bodies) {
  std::array<double, of_body> size{};
  for (const std::size_t part : {velocity, acceleration, angular})
    for (std::size_t b = 0; b < bodies.size(); ++b)
      size[part] = std::max(size[part], columns_.largest(of_body * b + part, 3));
  for (std::size_t b = 0; b < bodies.size(); ++b) {
    const std::size_t first = of_body * b;
    columns_.quieten(first + position, 3, length);
    columns_.quieten(first + orientation, 4, 1.0);
    for (const std::size_t part : {velocity, acceleration, angular}) columns_.quieten(first + part, 3, size[part]);
    bodies[b]["position"] = columns_.list(first + position, 3);
    bodies[b]["orientation"] = columns_.list(first + orientation, 4);
    bodies[b]["velocity"] = columns_.list(first + velocity, 3);
    bodies[b]["acceleration"] = columns_.list(first + acceleration, 3);
    bodies[b]["angular_velocity"] = columns_.list(first + angular, 3);
  }
}

}  // namespace alembert
