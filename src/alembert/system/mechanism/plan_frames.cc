#include "alembert/system/mechanism/plan_frames.h"

#include <algorithm>

#include "alembert/core/text.h"

namespace alembert {

std::vector<NamedPlanFrame> plan_frames(const MechanismSetup& setup) {
  std::vector<NamedPlanFrame> frames;
  const auto vector = [&](const Vec3<Expr>& p) {
    return Vec3<double>{setup.real(p.x), setup.real(p.y), setup.real(p.z)};
  };
  const auto add_body = [&](std::size_t i, const std::string& body_name) {
    const Body& body = setup.model.bodies[i];
    const auto add = [&](const std::string& name, const Mat3<double>& R, const Vec3<double>& p) {
      frames.push_back(
          {body_name + name, {setup.compiled.plan.carrier[i], setup.par.X_BU[i] * Transform<double>{R, p}}});
    };
    const Mat3<double> parallel = Mat3<double>::identity();
    add("", parallel, {});
    for (const NamedFrame& frame : body.frames)
      add("." + frame.name, rotation_of<double>(frame.R, setup.real), vector(frame.p));
    for (const NamedPoint& point : body.points) add("." + point.name, parallel, vector(point.p));
    add(".center", parallel, vector(body.center));
  };
  const std::vector<Body>& bodies = setup.model.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (!bodies[i].label.empty()) add_body(i, bodies[i].label);
  for (std::size_t i = 0; i < bodies.size(); ++i) add_body(i, bodies[i].name);
  return frames;
}

PlanFrame find_frame(std::span<const NamedPlanFrame> frames, std::string_view name, std::string_view context) {
  const auto found = std::ranges::find(frames, name, &NamedPlanFrame::name);
  if (found != frames.end()) return found->frame;
  std::vector<std::string> known;
  known.reserve(frames.size());
  for (const NamedPlanFrame& frame : frames)
    if (std::ranges::find(known, frame.name) == known.end()) known.push_back(frame.name);
  throw Error(Error::Code::unknown_name, std::string(context) + "there is no body or frame '" + std::string(name) + "'",
              {}, did_you_mean(name, known));
}

}  // namespace alembert
