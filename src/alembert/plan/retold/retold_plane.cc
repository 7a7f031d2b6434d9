/// embedded: a planar mechanism in space.
#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/plan/force_params.h"
#include "alembert/plan/retold/retelling.h"
#include "alembert/plan/retold/retold.h"
#include "alembert/plan/start.h"

namespace alembert {
namespace {

using namespace retelling;

/// [body] its angle as a formula: the angle at zero coordinates and the turns on the way to it.
class BodyAngles {
 public:
  BodyAngles(const Mechanism& model, const NumberReals& real) : model_(model) {
    const Compiled compiled = compile(model, real);
    zero_ = plane_angles(model, compiled, number_params(model, compiled, real)).zero;
    turns_.resize(model.bodies.size());
    for (const TreeJoint& t : compiled.tree) {
      turns_[index(t.child)] = turns_[index(t.parent)];
      turns_[index(t.child)].emplace_back(t.joint, t.reversed ? -1.0 : 1.0);
    }
  }

  Expr formula(int body, int order) const {
    Expr sum = order == 0 ? Expr(zero_[index(body)]) : Expr();
    for (const auto& [j, sign] : turns_[index(body)]) {
      const Joint& joint = model_.joints[index(j)];
      for (const JointWord& word : words(model_, joint).coordinates)
        if (word.unit == "rad")
          sum += Expr(sign) * Expr::symbol(coordinate_name(joint.name, word), SymbolKind::coordinate, order);
    }
    return sum;
  }

 private:
  const Mechanism& model_;
  std::vector<double> zero_;
  std::vector<std::vector<std::pair<int, double>>> turns_;  ///< [body] joints on the way to it, with their senses
};

void measure_in_space(Mechanism& model, const NumberReals& real) {
  const BodyAngles angles(model, real);
  Rewriting rewriting;
  for (const Measure& measure : model.measures) switch (measure.kind) {
      case Measure::Kind::angle: rewriting.replace(measure, angles.formula(measure.index, measure.order), {}); break;
      case Measure::Kind::joint_moment: {
        Measure about_z = measure;
        about_z.word += "z";
        about_z.symbol = Expr::symbol(about_z.word, SymbolKind::coordinate);
        rewriting.replace(measure, about_z.symbol, {about_z});
        break;
      }
      case Measure::Kind::multiplier:
        if (const MechanismConstraint& c = model.constraints[index(measure.index)]; std::holds_alternative<InLine>(c))
          refuse("a formula holds '" + measure.word + "', which is two multipliers in space", source_of(c));
        break;
      default: break;
    }
  rewriting.apply(model);
}

/// Axes of inertia that no plane motion feels.
void add_moments(Body& body, Random& random) {
  const auto times = [&](double low, double high) {
    return Expr(std::round(100.0 * random.uniform(low, high)) / 100.0) * body.inertia.zz;
  };
  body.inertia = {times(0.6, 1.0),  times(0.6, 1.0),  body.inertia.zz,
                  times(-0.1, 0.1), times(-0.1, 0.1), times(-0.1, 0.1)};
}

void embed(Mechanism& model, Joint& joint, const std::vector<double>& drawn) {
  const Vec3<Expr> x{Expr(1), {}, {}}, z{{}, {}, Expr(1)};
  switch (joint.type) {
    case JointType::revolute: joint.axes = {z}; break;
    case JointType::prismatic:
      if (joint.axes.empty()) joint.axes = {x};
      break;
    case JointType::free:
      joint.type = JointType::planar;
      joint.drawn = false;
      joint.at = {PointOn{joint.first, {}}, PointOn{joint.second, {}}};
      for (std::size_t k = 0; k < drawn.size(); ++k)
        if (!joint.start[k] && !joint.motion[k]) joint.start[k] = Expr(drawn[k]);
      break;
    case JointType::translation: {
      InPlane plane;
      plane.name = free_name(model, joint.name + " plane");
      plane.point = {joint.second, {}};
      plane.plane = {{joint.first, {}}, z};
      plane.source = joint.source;
      model.constraints.emplace_back(std::move(plane));
      break;
    }
    default: break;
  }
}

}  // namespace

Retold embedded(Retold tale, Random& random) {
  Mechanism& model = tale.model;
  const GraphScope scope(*model.graph);
  if (!model.planar) refuse("the mechanism is spatial already");
  for (const RotationalSpring& spring : model.rotational_springs)
    if (!spring.joint) refuse("a rotational spring between bodies is for planar models", spring.source);
  const Mechanism old = model;
  const NumberReals real(old);
  measure_in_space(model, real);
  model.planar = false;
  for (std::size_t b = 1; b < model.bodies.size(); ++b) {
    add_moments(model.bodies[b], random);
    model.bodies[b].shapes.clear();  // drawn in the plane
  }
  for (std::size_t j = 0; j < old.joints.size(); ++j)
    embed(model, model.joints[j], unwritten_start(old, old.joints[j], real));
  choose_tree(model);
  return tale;
}

}  // namespace alembert
