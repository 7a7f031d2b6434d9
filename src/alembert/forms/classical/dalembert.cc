#include <array>

#include "alembert/forms/classical/chain.h"
#include "alembert/forms/classical/classical_forms.h"
#include "alembert/forms/classical/form_parts.h"

namespace alembert {
namespace {

/// T turns each body's moment equation about its mass centre into one about `about`: with d from there to the centre,
/// moment + d x force.
template <Scalar S>
void move_moment(const Blocks<S>& blocks, const BlockBody<S>& body, const Vec3<S>& about, Dense<S>& T) {
  const Vec3<S> d = body.p - about;
  if (blocks.planar) {
    T(body.first + 2, body.first) = tidy(-d.y);
    T(body.first + 2, body.first + 1) = tidy(d.x);
    return;
  }
  const Mat3<S> turned = body.R.transposed() * skew(d);  // moments are along the body's axes
  const std::array<const Vec3<S>*, 3> rows{&turned.r0, &turned.r1, &turned.r2};
  for (int i = 0; i < 3; ++i) {
    const Vec3<S>& row = *rows[static_cast<std::size_t>(i)];
    T(body.first + 3 + i, body.first) = tidy(row.x);
    T(body.first + 3 + i, body.first + 1) = tidy(row.y);
    T(body.first + 3 + i, body.first + 2) = tidy(row.z);
  }
}

/// The point about which moments of a body are taken, and its name.
template <Scalar S>
struct Pole {
  Vec3<S> p;
  std::string name;
};
template <Scalar S>
Pole<S> pole_of(const Blocks<S>& blocks, const Chain& chain, std::size_t body, const FormOptions<S>& options) {
  if (options.about) return {*options.about, options.about_name};
  const int inner = chain.inner[body];
  if (inner >= 0) {
    const BlockJoint<S>& joint = blocks.joints[static_cast<std::size_t>(inner)];
    const bool on_second = joint.second == static_cast<int>(body);
    if (joint.rows > 0) return {on_second ? joint.point : joint.point_on_first, joint.name};
  }
  return {blocks.bodies[body].p, "its mass centre"};
}

}  // namespace

/// D'Alembert's principle: effective (inertia) forces and moments equal the applied ones and the reactions', with
/// moments about a point of choice. About its inner joint a body's moment equation holds none of that joint's forces.
/// Dependent accelerations are written by the independent ones, which leaves a_i and r:
///
///   T M B a_i - T R r = T (Qe - M gamma)
template <Scalar S>
FormSystem<S> dalembert_form(const Blocks<S>& blocks, const FormOptions<S>& options) {
  const std::string form = "dalembert";
  if (!blocks.has_bodies()) return not_applicable<S>(form, needs_bodies(form));
  if (!has_B(blocks)) return not_applicable<S>(form, blocks.no_B);
  const Chain chain = find_chain(blocks);
  Dense<S> T = identity<S>(blocks.n);
  std::vector<std::string> names = equations_named("force along", blocks.coordinates);
  for (std::size_t b = 0; b < blocks.bodies.size(); ++b) {
    const BlockBody<S>& body = blocks.bodies[b];
    const Pole<S> pole = pole_of(blocks, chain, b, options);
    move_moment(blocks, body, pole.p, T);
    for (int k = blocks.planar ? 2 : 3; k < blocks.body_size(); ++k) {
      const auto i = static_cast<std::size_t>(body.first + k);
      names[i] = "moment " + blocks.coordinates[i] + " about " + pole.name;
    }
  }
  const Dense<S> effective = T * (blocks.M * blocks.B);
  const Dense<S> TR = T * blocks.reach;
  const std::vector<S> applied = T * blocks.Qe;
  const std::vector<S> velocity = T * (blocks.M * blocks.gamma);

  FormBuilder<S> builder(form);
  const int a = builder.unknowns(independent_accelerations(blocks), independent_inertias(blocks));
  const int r = builder.unknowns(blocks.reaction_names());
  builder.equations(names, difference(applied, velocity), inertias(blocks));
  builder.name("T", "moments about the points of choice", T, blocks.coordinates, blocks.coordinates);
  name_mass(builder, blocks);
  name_reach(builder, blocks);
  name_B(builder, blocks);
  builder.name("effective", "effective forces of unit independent accelerations: T M B", effective, blocks.coordinates,
               independent_accelerations(blocks));
  builder.name("applied", "applied forces and moments: T Qe", column(applied), blocks.coordinates);
  builder.put("T M B", 0, a, effective);
  builder.put("-T R", 0, r, negated(TR));
  note_redundancy(builder, blocks);
  FormSystem<S> system = builder.finish();
  system.accelerations = map_from(system, a, blocks.B, blocks.gamma);
  give_reactions(system, blocks, r);
  return system;
}

template FormSystem<double> dalembert_form(const Blocks<double>&, const FormOptions<double>&);
template FormSystem<Expr> dalembert_form(const Blocks<Expr>&, const FormOptions<Expr>&);

}  // namespace alembert
