/// The smallest set of inertial parameters that the equations of motion of a mechanism depend on.
#pragma once
#include <span>
#include <string>
#include <vector>

#include "alembert/forms/identification/base_parameters_columns.h"
#include "alembert/forms/traced/trace_input.h"
#include "alembert/model/lagrangian.h"

namespace alembert {

/// One of them. Each belongs to an entry of a body's inertia, about the origin and along the axes of the body's frame
/// of BaseParameters: its value is that entry, less what the parent carries, plus what outer bodies hand down.
struct BaseParameter {
  std::string name;  ///< entry and body: "m", "mx", "my", "mz" first moments, "XX", "XY", ... inertia: "XX_link2"
  InertialEntry at;
  Expr symbol;         ///< the parameter named `name`
  Expr formula;        ///< in the model's parameters; zero where it is proved to vanish
  double value = 0.0;  ///< [kg, kg m, kg m^2]
};

/// The frame of a body: at its joint, z along the axis (kernels' frame B), turned about it so that x lies along an axis
/// of the model's body where one is at right angles to the joint.
struct BaseFrame {
  std::string name;    ///< of the model's body; of one between the axes of a joint, the joint's with a number
  Transform<Expr> X;   ///< its pose in the frame of the model's body
  std::string inside;  ///< the joint that the body is a part of, which is then no body of the model; else empty
};

/// All of them: tau = Y pi + armature vdot of the whole mechanism is the same function of the motion with the inertias
/// that these parameters make up, and with none fewer. Armatures are not among them.
struct BaseParameters {
  std::vector<BaseParameter> list;  ///< along the bodies of the plan, entries as in kernel/regressor.h
  std::vector<BaseFrame> frames;    ///< [body of the plan]; [0] is not used
  Params<Expr> geometry;            ///< of the mechanism in these frames, without any inertia
  Params<double> numbers;           ///< the same, with the inertias that the values make up
};

/// Finds them: regrouping by rules from the tips to the world, then entries without effect and relations that are left
/// (near the world, where bodies do not move in all ways) at random states; see docs/base-parameters.md.
/// Throws Error (too_large) beyond 100 bodies. Names of the model are avoided by underscores at the end.
BaseParameters base_parameters(const Mechanism& model, const Compiled& compiled, const NumberReals& real);

/// The inertias [body] that values of the base parameters make up, in the frames of BaseParameters.
template <Scalar S>
std::vector<Inertia<S>> base_inertias(const BaseParameters& base, std::span<const S> values) {
  std::vector<Inertia<S>> I(base.frames.size());
  for (std::size_t k = 0; k < values.size(); ++k) {
    Inertia<S>& i = I[static_cast<std::size_t>(base.list[k].at.body)];
    S* const places[] = {&i.m, &i.h.x, &i.h.y, &i.h.z, &i.I.xx, &i.I.xy, &i.I.yy, &i.I.xz, &i.I.yz, &i.I.zz};
    *places[base.list[k].at.entry] += values[k];
  }
  return I;
}

/// `traced` (forms/traced/traced_lagrangian.h) with T and V in the base parameters, which become parameters of the
/// model; the forces stay as they are. V differs from that of the mechanism by a constant. Throws Error (unsupported)
/// for joints that turn by a quaternion.
/// @param with_armature  false leaves the armatures of the tree's joints out of T
Lagrangian lagrangian_in(const BaseParameters& base, const TraceInput& input, const Lagrangian& traced,
                         bool with_armature = true);

}  // namespace alembert
