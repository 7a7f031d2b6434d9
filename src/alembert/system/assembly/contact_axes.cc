#include "alembert/system/assembly/contact_axes.h"

#include "alembert/core/index.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"

namespace alembert {
namespace {

/// Directions on bodies at a configuration.
class ContactAxes {
 public:
  ContactAxes(const MechanismSetup& setup, std::span<const double> q) : setup_(setup), w_(setup.compiled.plan) {
    joint_poses<double>(setup.compiled.plan, setup.par, q, w_);
    world_poses(setup.compiled.plan, w_);
  }

  bool parallel(const DirectedPoint& line, int body, const Vec3<Expr>& axis) const {
    constexpr double sine = 1e-6;  // rounding has taken half of the digits of what follows
    return norm(cross(in_world(line.at.body, line.direction), in_world(body, axis))) <= sine;
  }

 private:
  Vec3<double> in_world(int body, const Vec3<Expr>& a) const {
    const Mat3<double>& R_WB = w_.X_WB[index(setup_.compiled.plan.carrier[index(body)])].R;
    const NumberReals& real = setup_.real;
    return unit(R_WB * (setup_.par.X_BU[index(body)].R * Vec3<double>{real(a.x), real(a.y), real(a.z)}));
  }

  const MechanismSetup& setup_;
  Workspace<double> w_;
};

}  // namespace

void check_racks(const MechanismSetup& setup, std::span<const double> q) {
  if (setup.model.planar) return;
  const ContactAxes axes(setup, q);
  for (const MechanismConstraint& constraint : setup.model.constraints) {
    const auto* rack = std::get_if<Rack>(&constraint);
    if (rack == nullptr || !axes.parallel(rack->line, rack->pinion.body, rack->axis)) continue;
    throw Error(Error::Code::bad_value, "rack '" + rack->name + "': the pinion's axis is along the line at the start",
                rack->source, "`axis` and `line` are at right angles in most racks");
  }
}

std::optional<std::string> flat_disc(const MechanismSetup& setup, int constraint, std::span<const double> q) {
  const auto* disc = std::get_if<Rolling>(&setup.model.constraints[index(constraint)]);
  if (disc == nullptr || setup.model.planar || disc->shape != Rolling::Shape::disc) return {};
  if (!ContactAxes(setup, q).parallel(disc->plane, disc->body, disc->axis)) return {};
  return disc->name;
}

}  // namespace alembert
