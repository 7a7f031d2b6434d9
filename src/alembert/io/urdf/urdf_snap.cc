#include "alembert/io/urdf/urdf_snap.h"

#include <array>
#include <cmath>
#include <numbers>

#include "alembert/core/text.h"

namespace alembert {
namespace {

/// The nearest whole quarter turn where it is near, but not the number itself.
std::optional<int> near_quarter(double angle) {
  constexpr double near = 1e-3, quarter = 0.5 * std::numbers::pi;
  const double whole = std::round(angle / quarter);
  if (!(std::abs(angle - whole * quarter) < near) || angle == whole * quarter) return {};
  return static_cast<int>(whole);
}

void snap(UrdfOrigin& origin, const std::string& owner, const Source& at, UrdfRemarks& remarks) {
  if (!origin.R || origin.R->kind != Orientation::Kind::rpy) return;
  constexpr std::array<const char*, 3> names{"roll", "pitch", "yaw"};
  std::string changed;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const double angle = origin.R->n[i].number().to_double();
    const std::optional<int> quarters = near_quarter(angle);
    if (!quarters) continue;
    origin.R->n[i] = Expr(0.5 * std::numbers::pi * *quarters);
    changed += (changed.empty() ? "" : ", ") + std::string(names[i]) + " " + shortest(angle) + " is taken as " +
               std::to_string(90 * *quarters) + " deg";
  }
  if (!changed.empty()) remarks.warn(owner + ": " + changed + " (--snap)", at);
}

}  // namespace

void snap_right_angles(UrdfFile& file, UrdfRemarks& remarks) {
  for (UrdfLink& link : file.links) snap(link.center, "link '" + link.name + "'", link.at, remarks);
  for (UrdfJoint& joint : file.joints) snap(joint.origin, "joint '" + joint.name + "'", joint.at, remarks);
}

}  // namespace alembert
