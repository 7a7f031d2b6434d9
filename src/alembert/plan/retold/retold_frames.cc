/// turned, reframed: the world and the bodies in other frames.
#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/plan/force_params.h"
#include "alembert/plan/readable_numbers.h"
#include "alembert/plan/retold/joints_in_frames.h"
#include "alembert/plan/retold/retelling.h"
#include "alembert/plan/retold/retold.h"
#include "alembert/spatial/rotations.h"

namespace alembert {
namespace {

using namespace retelling;
using Poses = std::span<const Transform<Expr>>;

/// Points and directions fixed to bodies.
struct PlacesInFrames {
  Poses X;
  const ReadableNumbers& numbers;
  void point(PointOn& at) const {
    at.p = X[index(at.body)].point(at.p);
    numbers.tidy(at.p);
  }
  void direction(int body, Vec3<Expr>& d) const {
    d = X[index(body)].R * d;
    numbers.tidy(d);
  }
  void body(int& /*b*/) const {}
};

void change_body(Mechanism& model, int number, Poses X, const ReadableNumbers& numbers) {
  const Transform<Expr>& X_body = X[index(number)];
  const Transform<Expr> drawn = drawn_pose_of(model, number);
  Body& body = model.bodies[index(number)];
  const auto move = [&](Vec3<Expr>& p) {
    p = X_body.point(p);
    numbers.tidy(p);
  };
  const auto turn = [&](Orientation& R) { R = orientation_of(model, X_body.R * rotation_of<Expr>(R, FormulaReals{})); };
  move(body.center);
  body.inertia = rotated(X_body.R, body.inertia);
  numbers.tidy(body.inertia);
  for (NamedPoint& point : body.points) move(point.p);
  for (NamedFrame& frame : body.frames) {
    move(frame.p);
    turn(frame.R);
  }
  for (Shape& shape : body.shapes) {
    move(shape.p);
    turn(shape.R);
  }
  if (number != 0) draw_at(model, number, X[0] * drawn * X_body.inverse());
}

void change_forces(Mechanism& model, Poses X) {
  for (BodyForce& force : model.forces) {
    const Mat3<Expr>& R = force.in_body_frame ? X[index(force.at.body)].R : X[0].R;
    const Vec3<Expr> value = R * Vec3<Expr>{force.value[0].formula, force.value[1].formula, force.value[2].formula};
    force.value[0].formula = value.x;
    force.value[1].formula = value.y;
    force.value[2].formula = value.z;
  }
}

/// Refuses what depends on directions that frames alone decide.
void check_rows(const Mechanism& model, Poses X) {
  for (const MechanismConstraint& constraint : model.constraints) {
    const auto* rolling = std::get_if<Rolling>(&constraint);
    if (rolling == nullptr || rolling->shape != Rolling::Shape::ellipsoid) continue;
    if (!is_identity(X[index(rolling->body)].R))
      refuse("the ellipsoid of '" + rolling->name + "' lies along the axes of its body", rolling->source);
  }
  if (model.planar) return;
  for (const Measure& measure : model.measures) {
    if (measure.kind != Measure::Kind::multiplier) continue;
    const MechanismConstraint& constraint = model.constraints[index(measure.index)];
    const auto* rolling = std::get_if<Rolling>(&constraint);
    const bool round = rolling != nullptr && rolling->shape != Rolling::Shape::disc;
    if (round || std::holds_alternative<InLine>(constraint))
      refuse("a formula holds '" + measure.word + "', whose direction follows from the frame of a body",
             source_of(constraint));
  }
}

/// The measures in the new frames, in place of the old ones.
class MeasuresInFrames {
 public:
  MeasuresInFrames(const Mechanism& model, Poses X, const NumberReals& real) : model_(model), X_(X), real_(real) {}

  /// `turned_by` [body] how much more its angle is now, of planar models.
  Rewriting rewriting(const std::vector<double>& turned_by) const {
    Rewriting result;
    for (const Measure& measure : model_.measures) switch (measure.kind) {
        case Measure::Kind::point: point(measure, result); break;
        case Measure::Kind::joint_force:
        case Measure::Kind::constraint_force: along(X_[0].R, measure, result); break;
        case Measure::Kind::joint_moment:
          if (!model_.planar) along(X_[0].R, measure, result);
          break;
        case Measure::Kind::angular_velocity: along(X_[index(measure.index)].R, measure, result); break;
        case Measure::Kind::quaternion: quaternion_part(measure, result); break;
        case Measure::Kind::potential: result.replace(measure, measure.symbol + potential_of_shift(), {measure}); break;
        case Measure::Kind::angle:
          if (measure.order == 0)
            result.replace(measure, measure.symbol - Expr(turned_by[index(measure.index)]), {measure});
          break;
        default: break;
      }
    return result;
  }

 private:
  static Expr part(const Vec3<Expr>& a, int i) { return i == 0 ? a.x : (i == 1 ? a.y : a.z); }
  static Vec3<Expr> vector(const std::vector<Measure>& parts) {
    return {parts[0].symbol, parts[1].symbol, parts.size() > 2 ? parts[2].symbol : Expr()};
  }

  /// A component of a vector: b_old = R^T b_new.
  void along(const Mat3<Expr>& R, const Measure& measure, Rewriting& result) const {
    const std::vector<Measure> parts = components(model_, measure);
    result.replace(measure, part(R.transpose_times(vector(parts)), measure.component), parts);
  }

  void point(const Measure& measure, Rewriting& result) const {
    Measure moved = measure;
    moved.p = X_[index(measure.index)].point(measure.p);
    const std::vector<Measure> parts = components(model_, moved);
    Vec3<Expr> r = vector(parts);
    if (measure.order == 0) r = r - X_[0].p;
    result.replace(measure, part(X_[0].R.transpose_times(r), measure.component), parts);
  }

  /// V = -sum m g . p, and all bodies have moved by the same shift.
  Expr potential_of_shift() const {
    Expr mass;
    for (const Body& body : model_.bodies) mass += body.mass;
    return mass * dot(model_.gravity, X_[0].p);
  }

  Quaternion<Expr> turn(const Mat3<Expr>& R) const {
    const auto row = [&](const Vec3<Expr>& r) { return Vec3<double>{real_(r.x), real_(r.y), real_(r.z)}; };
    const Quaternion<double> q = quaternion(Mat3<double>{row(R.r0), row(R.r1), row(R.r2)});
    return {q.w, q.x, q.y, q.z};
  }

  /// q_old = r_world^* q_new r_body, up to the sign that a quaternion leaves open.
  void quaternion_part(const Measure& measure, Rewriting& result) const {
    std::vector<Measure> parts(4, measure);
    for (std::size_t k = 0; k < 4; ++k) {
      parts[k].component = static_cast<int>(k);
      parts[k].word.back() = "wxyz"[k];
      parts[k].symbol = Expr::symbol(parts[k].word, SymbolKind::coordinate, measure.order);
    }
    const Quaternion<Expr> q = turn(X_[0].R).conjugate() *
                               Quaternion<Expr>{parts[0].symbol, parts[1].symbol, parts[2].symbol, parts[3].symbol} *
                               turn(X_[index(measure.index)].R);
    result.replace(measure, measure.component == 0 ? q.w : part({q.x, q.y, q.z}, measure.component - 1), parts);
  }

  const Mechanism& model_;
  Poses X_;
  const NumberReals& real_;
};

/// [body] of a planar model at zero coordinates [rad].
std::vector<double> angles_at_zero(const Mechanism& model, const NumberReals& real) {
  if (!model.planar) return {};
  const Compiled compiled = compile(model, real);
  return plane_angles(model, compiled, number_params(model, compiled, real)).zero;
}

void record(Retold& tale, Poses X, const NumberReals& real) {
  tale.world = numbers_of(X[0], real) * tale.world;
  for (std::size_t b = 1; b < X.size(); ++b) {
    if (is_identity(X[b])) continue;
    const auto [it, fresh] = tale.frames.try_emplace(tale.model.bodies[b].name, Transform<double>::identity());
    it->second = numbers_of(X[b], real) * it->second;
  }
}

/// [body] true where its shape is told along its axes.
std::vector<bool> keeps_axes(const Mechanism& model) {
  std::vector<bool> result(model.bodies.size(), false);
  for (const MechanismConstraint& constraint : model.constraints)
    if (const auto* c = std::get_if<Rolling>(&constraint); c != nullptr && c->shape == Rolling::Shape::ellipsoid)
      result[index(c->body)] = true;
  return result;
}

/// Something of the model's size [m]: the largest distance of a joint from the origin of its body; on the ground, which
/// may be far away, and as drawn only where there is no other.
double size_of(const Mechanism& model, const NumberReals& real) {
  double own = 0.0, any = 0.0;
  for (const Joint& joint : model.joints)
    for (const PointOn& at : joint.at) {
      const double distance = norm(Vec3<double>{real(at.p.x), real(at.p.y), real(at.p.z)});
      any = std::max(any, distance);
      if (at.body != 0 && !joint.drawn) own = std::max(own, distance);
    }
  const double size = own > 0.0 ? own : any;
  return size > 0.0 && std::isfinite(size) ? size : 1.0;
}

}  // namespace

Retold in_frames(Retold tale, Poses X) {
  Mechanism& model = tale.model;
  const GraphScope scope(*model.graph);
  const Mechanism old = model;
  const NumberReals real(old);
  const ReadableNumbers numbers(old);
  const std::size_t bodies = old.bodies.size();
  check_rows(old, X);
  for (std::size_t b = 0; b < bodies; ++b)
    if (b == 0 || !is_identity(X[b]) || !is_identity(X[0])) change_body(model, static_cast<int>(b), X, numbers);
  const PlacesInFrames places{X, numbers};
  PlaceVisitor(places).all(model);
  model.gravity = X[0].R * model.gravity;
  numbers.tidy(model.gravity);
  change_forces(model, X);
  record(tale, X, real);
  put_joints_in_frames(old, X, tale);
  const std::vector<double> before = angles_at_zero(old, real);
  std::vector<double> turned_by = angles_at_zero(model, real);
  if (turned_by.size() > bodies) turned_by.resize(bodies);
  for (std::size_t b = 0; b < turned_by.size(); ++b) turned_by[b] -= before[b];
  for (RotationalSpring& spring : model.rotational_springs)
    if (!spring.joint && spring.rest)
      spring.rest = *spring.rest + Expr(turned_by[index(spring.bodies[1])] - turned_by[index(spring.bodies[0])]);
  MeasuresInFrames(model, X, real).rewriting(turned_by).apply(model);
  measure_closing_joints(model);
  return tale;
}

Retold turned(Retold tale, const Transform<Expr>& X) {
  const GraphScope scope(*tale.model.graph);
  std::vector<Transform<Expr>> poses(tale.model.bodies.size(), Transform<Expr>::identity());
  poses[0] = X;
  return in_frames(std::move(tale), poses);
}

Retold reframed(Retold tale, Random& random, Digits digits) {
  const GraphScope scope(*tale.model.graph);
  const NumberReals real(tale.model);
  const double size = size_of(tale.model, real);
  const std::vector<bool> keeps = keeps_axes(tale.model);
  std::vector<Transform<Expr>> poses(tale.model.bodies.size(), Transform<Expr>::identity());
  for (std::size_t b = 1; b < poses.size(); ++b) {
    poses[b] = random_pose(random, digits, size, tale.model.planar);
    if (keeps[b]) poses[b].R = Mat3<Expr>::identity();
  }
  return in_frames(std::move(tale), poses);
}

}  // namespace alembert
