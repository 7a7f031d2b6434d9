#include "alembert/forms/bodies/body_params.h"

#include <cmath>

#include "alembert/core/text.h"
#include "alembert/plan/readable_numbers.h"
#include "alembert/scalar/dual.h"

namespace alembert {
namespace {

using joint_frames_detail::vector_of;
using std::size_t;

/// The numbers of the model in scalar S.
template <Scalar S>
struct CastReals {
  const NumberReals& real;
  S operator()(Expr formula) const { return S(real(formula)); }
};

AxisChoice choose_direction(const MechanismConstraint& constraint, const Vec3<Expr>& direction,
                            const NumberReals& real) {
  const Vec3<double> d = vector_of<double>(direction, real);
  const double length = norm(d);
  if (!(length > 0) || !std::isfinite(length))
    throw Error(Error::Code::bad_value,
                "constraint '" + name_of(constraint) + "': [" + shortest(d.x) + ", " + shortest(d.y) + ", " +
                    shortest(d.z) + "] is no direction",
                source_of(constraint), "write a direction of any finite length but zero");
  return choose_frame(d);
}

/// The directions that z of F and z of M lie along; null where the frame has the body's own axes.
struct Directions {
  const Vec3<Expr>* first = nullptr;
  const Vec3<Expr>* second = nullptr;
};
Directions directions_of(const Constraint&) { return {}; }
Directions directions_of(const NoSlip& c) { return {nullptr, &c.direction}; }
Directions directions_of(const Distance&) { return {}; }
Directions directions_of(const Rolling& c) {
  return {&c.plane.direction, c.shape == Rolling::Shape::disc ? &c.axis : nullptr};
}
Directions directions_of(const InLine& c) { return {&c.line.direction, nullptr}; }
Directions directions_of(const InPlane& c) { return {&c.plane.direction, nullptr}; }
Directions directions_of(const Rack& c) { return {&c.line.direction, &c.axis}; }

/// Where F and M sit on their bodies.
struct Points {
  PointOn first, second;
};
Points points_of(const Constraint&) { return {}; }
Points points_of(const NoSlip& c) { return {{c.on, {}}, c.at}; }
Points points_of(const Distance& c) { return {c.points[0], c.points[1]}; }
Points points_of(const Rolling& c) { return {c.plane.at, {c.body, c.center}}; }
Points points_of(const InLine& c) { return {c.line.at, c.point}; }
Points points_of(const InPlane& c) { return {c.plane.at, c.point}; }
Points points_of(const Rack& c) { return {c.line.at, c.pinion}; }

/// Fills parameters with `real` giving the value of each number.
template <Scalar S, class Reals>
class Filler {
 public:
  Filler(const Mechanism& model, const BodyFrameChoices& choices, BodyReference reference, const Reals& real,
         const StartLengths& start)
      : model_(model), choices_(choices), real_(real), start_(start) {
    par_.reference = reference;
  }

  BodyParams<S> make() {
    par_.gravity = vector(model_.gravity);
    for (const Body& body : model_.bodies) add_body(body);
    for (size_t j = 0; j < model_.joints.size(); ++j) add_joint(model_.joints[j], choices_.joints[j]);
    for (size_t i = 0; i < model_.constraints.size(); ++i)
      add_constraint(model_.constraints[i], choices_.constraints[i]);
    for (const BodyForce& force : model_.forces) par_.force_points.push_back(point(force.at).p);
    add_springs();
    for (const Measure& m : model_.measures)
      par_.measure_points.push_back(m.kind == Measure::Kind::point ? point({m.index, m.p}) : Point{});
    return std::move(par_);
  }

 private:
  using Point = typename BodyParams<S>::Point;

  Vec3<S> vector(const Vec3<Expr>& a) const { return vector_of<S>(a, real_); }
  /// A point of a body, from its user's frame to the reference frame.
  Point point(const PointOn& on) const { return {on.body, vector(on.p) - par_.origin[static_cast<size_t>(on.body)]}; }

  void add_body(const Body& body) {
    const Vec3<S> center = vector(body.center);
    const bool at_center = par_.reference == BodyReference::center && !par_.mass.empty();  // the ground stays as it is
    par_.origin.push_back(at_center ? center : Vec3<S>{});
    par_.center.push_back(at_center ? Vec3<S>{} : center);
    par_.mass.push_back(real_(body.mass));
    par_.inertia.push_back({real_(body.inertia.xx), real_(body.inertia.yy), real_(body.inertia.zz),
                            real_(body.inertia.xy), real_(body.inertia.xz), real_(body.inertia.yz)});
  }

  void add_joint(const Joint& joint, const FrameChoice& choice) {
    JointFrames<S> frames = joint_frames<S>(model_, joint, choice, real_);
    frames.X_1F.p -= par_.origin[static_cast<size_t>(joint.first)];
    frames.X_2M.p -= par_.origin[static_cast<size_t>(joint.second)];
    par_.joints.push_back({frames.X_1F, frames.X_2M, real_(joint.pitch)});
    for (size_t k = 0; k < joint.damping.size(); ++k) {
      typename BodyParams<S>::AlongSpeed along;
      along.damping = real_(joint.damping[k]);
      along.stiffness = real_(joint.stiffness[k]);
      along.rest = real_(joint.rest[k]);
      for (size_t side = 0; side < 2; ++side) along.friction[side] = real_(joint.friction[k][side]);
      along.friction_width = real_(joint.friction_width[k]);
      along.armature = real_(joint.armature[k]);
      par_.along.push_back(along);
    }
  }

  void add_constraint(const MechanismConstraint& constraint, const std::array<AxisChoice, 2>& choice) {
    const auto [first, second] = std::visit([](const auto& c) { return points_of(c); }, constraint);
    const Directions along = std::visit([](const auto& c) { return directions_of(c); }, constraint);
    GeometricRowReals<S> reals;
    reals.first = first.body;
    reals.second = second.body;
    reals.X_1F = frame(first, along.first, choice[0]);
    reals.X_2M = frame(second, along.second, choice[1]);
    if (const auto* rolling = std::get_if<Rolling>(&constraint)) {
      reals.radius = real_(rolling->radius);
      reals.semiaxes = vector(rolling->semiaxes);
    } else if (const auto* rack = std::get_if<Rack>(&constraint)) {
      reals.radius = real_(rack->radius);
    }
    par_.constraints.push_back(reals);
  }

  Transform<S> frame(const PointOn& at, const Vec3<Expr>* z, AxisChoice choice) const {
    return {z ? frame_along(vector(*z), choice) : Mat3<S>::identity(), point(at).p};
  }

  void add_springs() {
    for (size_t i = 0; i < model_.springs.size(); ++i) {
      const Spring& spring = model_.springs[i];
      par_.springs.push_back({{point(spring.points[0]), point(spring.points[1])},
                              real_(spring.stiffness),
                              real_(spring.damping),
                              spring.length ? S(real_(*spring.length)) : S(start_.springs[i])});
    }
    for (size_t i = 0; i < model_.rotational_springs.size(); ++i) {
      const RotationalSpring& spring = model_.rotational_springs[i];
      par_.rotational_springs.push_back(
          {real_(spring.stiffness), real_(spring.damping), spring.rest ? S(real_(*spring.rest)) : S(start_.angles[i])});
    }
  }

  const Mechanism& model_;
  const BodyFrameChoices& choices_;
  const Reals& real_;
  const StartLengths& start_;
  BodyParams<S> par_;
};

}  // namespace

BodyFrameChoices choose_body_frames(const Mechanism& model, const NumberReals& real) {
  BodyFrameChoices result;
  for (const Joint& joint : model.joints) result.joints.push_back(choose_joint_frames(model, joint, real));
  for (const MechanismConstraint& constraint : model.constraints) {
    const Directions along = std::visit([](const auto& c) { return directions_of(c); }, constraint);
    const auto choose = [&](const Vec3<Expr>* z) { return z ? choose_direction(constraint, *z, real) : AxisChoice::z; };
    result.constraints.push_back({choose(along.first), choose(along.second)});
  }
  return result;
}

template <Scalar S>
BodyParams<S> number_body_params(const Mechanism& model, const BodyFrameChoices& choices, BodyReference reference,
                                 const NumberReals& real, const StartLengths& start) {
  const GraphScope scope(*model.graph);
  const CastReals<S> cast{real};
  return Filler<S, CastReals<S>>(model, choices, reference, cast, start).make();
}

BodyParams<Expr> formula_body_params(const Mechanism& model, const BodyFrameChoices& choices, BodyReference reference,
                                     const StartLengths& start) {
  const FormulaReals real;
  BodyParams<Expr> par = Filler<Expr, FormulaReals>(model, choices, reference, real, start).make();
  const ReadableNumbers numbers(model);
  for (auto* list : {&par.origin, &par.center, &par.force_points})
    for (Vec3<Expr>& p : *list) numbers.tidy(p);
  for (Expr& mass : par.mass) numbers.tidy(mass);
  for (Sym3<Expr>& inertia : par.inertia) numbers.tidy(inertia);
  for (JointRowReals<Expr>& joint : par.joints) {
    numbers.tidy(joint.X_1F);
    numbers.tidy(joint.X_2M);
  }
  for (GeometricRowReals<Expr>& constraint : par.constraints) {
    numbers.tidy(constraint.X_1F);
    numbers.tidy(constraint.X_2M);
  }
  for (auto& spring : par.springs)
    for (auto& end : spring.ends) numbers.tidy(end.p);
  for (auto& point : par.measure_points) numbers.tidy(point.p);
  return par;
}

template BodyParams<double> number_body_params(const Mechanism&, const BodyFrameChoices&, BodyReference,
                                               const NumberReals&, const StartLengths&);
template BodyParams<Dual<8>> number_body_params(const Mechanism&, const BodyFrameChoices&, BodyReference,
                                                const NumberReals&, const StartLengths&);

}  // namespace alembert
