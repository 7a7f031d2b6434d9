/// split: one body as two parts.
#include <algorithm>
#include <cmath>

#include "alembert/core/index.h"
#include "alembert/model/principal_axes.h"
#include "alembert/plan/readable_numbers.h"
#include "alembert/plan/retold/retelling.h"
#include "alembert/plan/retold/retold.h"

namespace alembert {
namespace {

using namespace retelling;

/// Moves about half of what is fixed to a body to its part, which has the same frame.
struct ShareOut {
  int whole = 0, part = 0;
  Random& random;
  void body(int& b) const {
    if (b == whole && random.bits() % 2 == 0) b = part;
  }
  void point(PointOn& at) const { body(at.body); }
  void direction(int /*body*/, Vec3<Expr>& /*d*/) const {}
  void joint(Joint& joint) const {
    body(joint.first);
    body(joint.second);
    if (!joint.drawn) joint.at = {PointOn{joint.first, joint.at[0].p}, PointOn{joint.second, joint.at[1].p}};
  }
};

/// How far apart the centres of the parts may be: so that what that gives is a quarter of the least moment of inertia.
double distance_of_centers(const Body& body, double share, const NumberReals& real, bool planar) {
  const double mass = real(body.mass);
  const Sym3<double> I{real(body.inertia.xx), real(body.inertia.yy), real(body.inertia.zz),
                       real(body.inertia.xy), real(body.inertia.xz), real(body.inertia.yz)};
  const double least = planar ? I.zz : principal_axes(I).moments[0];
  if (!(mass > 0.0) || !(least > 0.0)) return 0.0;
  return 0.5 * std::sqrt(least / (mass * share * (1.0 - share)));
}

/// m = m_1 + m_2,  m c = m_1 c_1 + m_2 c_2,  I = I_1 + I_2 + m_1 m_2 / m (|d|^2 1 - d d^T),  d = c_1 - c_2.
void share_mass(Mechanism& model, Body& body, Body& part, Random& random) {
  const NumberReals real(model);
  const ReadableNumbers numbers(model);
  constexpr int parts = 16;
  const Rational rest(1 + static_cast<std::int64_t>(random.bits() % (parts - 1)), parts), share = Rational(1) - rest;
  const double far = distance_of_centers(body, share.to_double(), real, model.planar);
  const auto offset = [&] { return Expr(far * random.uniform(-0.5, 0.5)); };
  const Vec3<Expr> d{offset(), offset(), model.planar ? Expr() : offset()};
  const Expr k(share), l(rest), half(Rational(1, 2));
  Sym3<Expr> between = (k * l * body.mass) * point_inertia(d);
  if (model.planar) between = {Expr(), Expr(), between.zz};
  const Sym3<Expr> I = half * (body.inertia - between);
  const Vec3<Expr> center = body.center;
  part.mass = l * body.mass;
  part.center = center - k * d;
  body.mass = k * body.mass;
  body.center = center + l * d;
  body.inertia = part.inertia = I;
  for (Body* b : {&body, &part}) {
    numbers.tidy(b->mass);
    numbers.tidy(b->center);
    numbers.tidy(b->inertia);
  }
}

}  // namespace

Retold split(Retold tale, Random& random) {
  Mechanism& model = tale.model;
  const GraphScope scope(*model.graph);
  const std::size_t bodies = model.bodies.size();
  if (bodies < 2) refuse("there is no body but the ground");
  const int body = 1 + static_cast<int>(random.bits() % (bodies - 1));
  const int part = add_fixed_frame(model, body, model.bodies[index(body)].name + " part", Transform<Expr>::identity());
  share_mass(model, model.bodies[index(body)], model.bodies[index(part)], random);
  model.bodies[index(part)].particle = model.bodies[index(body)].particle;
  const ShareOut share{body, part, random};
  PlaceVisitor(share).all(model);
  for (Joint& joint : std::span(model.joints).first(model.joints.size() - 1)) share.joint(joint);
  put_last_joints_first(model, 1);
  choose_tree(model);
  return tale;
}

}  // namespace alembert
