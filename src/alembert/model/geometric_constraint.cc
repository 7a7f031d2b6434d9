#include "alembert/model/geometric_constraint.h"

namespace alembert {
namespace {

const Source& place(const Constraint& c) { return c.row.at; }
template <class Geometric>
const Source& place(const Geometric& c) {
  return c.source;
}

std::array<int, 2> bodies(const Constraint& /*c*/) { return {0, 0}; }
std::array<int, 2> bodies(const NoSlip& c) { return {c.on, c.at.body}; }
std::array<int, 2> bodies(const Distance& c) { return {c.points[0].body, c.points[1].body}; }
std::array<int, 2> bodies(const Rolling& c) { return {c.plane.at.body, c.body}; }
std::array<int, 2> bodies(const InLine& c) { return {c.line.at.body, c.point.body}; }
std::array<int, 2> bodies(const InPlane& c) { return {c.plane.at.body, c.point.body}; }
std::array<int, 2> bodies(const Rack& c) { return {c.line.at.body, c.pinion.body}; }

}  // namespace

const std::string& name_of(const MechanismConstraint& constraint) {
  return std::visit([](const auto& c) -> const std::string& { return c.name; }, constraint);
}

const Source& source_of(const MechanismConstraint& constraint) {
  return std::visit([](const auto& c) -> const Source& { return place(c); }, constraint);
}

std::array<int, 2> bodies_of(const MechanismConstraint& constraint) {
  return std::visit([](const auto& c) { return bodies(c); }, constraint);
}

}  // namespace alembert
