#include "alembert/forms/bodies/body_equations.h"

#include "alembert/forms/bodies/body_forces.impl.h"
#include "alembert/forms/bodies/body_rows.impl.h"
#include "alembert/scalar/dual.h"

namespace alembert {

template <Scalar S>
FramePair<S> joint_pair(const BodyPlan& plan, const BodyParams<S>& par, std::span<const BodyMotion<S>> bodies,
                        int joint) {
  const Joint& j = plan.model.joints[static_cast<std::size_t>(joint)];
  const JointRowReals<S>& reals = par.joints[static_cast<std::size_t>(joint)];
  return {{j.first, bodies[static_cast<std::size_t>(j.first)], reals.X_1F},
          {j.second, bodies[static_cast<std::size_t>(j.second)], reals.X_2M}};
}

template <Scalar S>
void joint_speed_rows(const BodyPlan& plan, const BodyParams<S>& par, const BodyState<S>& state, int joint,
                      RowSet<S>& rows) {
  const auto j = static_cast<std::size_t>(joint);
  const Joint& of = plan.model.joints[j];
  const auto first = static_cast<std::size_t>(plan.first_v[j]), end = static_cast<std::size_t>(plan.first_v[j + 1]);
  const std::span<const double> near = state.near.empty() ? state.near : state.near.subspan(first, end - first);
  add_speed_rows(of.type, plan.model.planar, of.sequence, joint_pair(plan, par, state.bodies, joint),
                 par.joints[j].pitch, near, rows);
}

template <Scalar S>
void body_equations(const BodyPlan& plan, const BodyParams<S>& par, const BodyState<S>& state,
                    BodyEquations<S>& result) {
  BodyForceSum<S>(plan, par, state, result).evaluate();
  BodyRowWriter<S>(plan, par, state, result.rows).write();
}

template FramePair<double> joint_pair(const BodyPlan&, const BodyParams<double>&, std::span<const BodyMotion<double>>,
                                      int);
template void joint_speed_rows(const BodyPlan&, const BodyParams<double>&, const BodyState<double>&, int,
                               RowSet<double>&);
template void body_equations(const BodyPlan&, const BodyParams<double>&, const BodyState<double>&,
                             BodyEquations<double>&);

template FramePair<Dual<8>> joint_pair(const BodyPlan&, const BodyParams<Dual<8>>&,
                                       std::span<const BodyMotion<Dual<8>>>, int);
template void joint_speed_rows(const BodyPlan&, const BodyParams<Dual<8>>&, const BodyState<Dual<8>>&, int,
                               RowSet<Dual<8>>&);
template void body_equations(const BodyPlan&, const BodyParams<Dual<8>>&, const BodyState<Dual<8>>&,
                             BodyEquations<Dual<8>>&);

template FramePair<Expr> joint_pair(const BodyPlan&, const BodyParams<Expr>&, std::span<const BodyMotion<Expr>>, int);
template void joint_speed_rows(const BodyPlan&, const BodyParams<Expr>&, const BodyState<Expr>&, int, RowSet<Expr>&);
template void body_equations(const BodyPlan&, const BodyParams<Expr>&, const BodyState<Expr>&, BodyEquations<Expr>&);

}  // namespace alembert
