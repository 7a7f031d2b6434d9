#include "alembert/analysis/certificate/lines/certify_reactions.h"

#include <algorithm>
#include <cmath>

#include "alembert/analysis/certificate/oracles/written_loads.h"
#include "alembert/analysis/certificate/worst.h"
#include "alembert/core/index.h"
#include "alembert/linalg/rank.h"
#include "alembert/system/reactions/joint_wrenches.h"

namespace alembert {
namespace {

/// The vector made of the directions whose products with them are the efforts.
Vec3<double> sum_along(const std::vector<Vec3<double>>& directions, std::span<const double> efforts) {
  const std::size_t n = directions.size();
  std::vector<double> products(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < n; ++k) products[i * n + k] = dot(directions[i], directions[k]);
  Vec3<double> sum;
  if (n == 0) return sum;
  const std::vector<double> x = least_squares(static_cast<int>(n), static_cast<int>(n), products, efforts);
  for (std::size_t i = 0; i < n; ++i) sum += x[i] * directions[i];
  return sum;
}

}  // namespace

struct ReactionCheck::Memory {
  /// What acts on a body, about its mass centre, and how large its parts are.
  struct Cut {
    Vec3<double> center, n, f;
    double moment_size = 0.0, force_size = 0.0;

    /// A force and a moment at a place. Arms are differences of places, which count with their way from the origin.
    void add(const Vec3<double>& place, const Vec3<double>& force, const Vec3<double>& moment) {
      const Vec3<double> arm = place - center;
      f += force;
      n += moment + cross(arm, force);
      force_size += norm(force);
      moment_size += norm(moment) + (norm(arm) + norm(center)) * norm(force);
    }
  };

  explicit Memory(const MechanismSetup& s)
      : setup(s),
        plan(s.model, s.constraints.rows.formulas),
        par(number_body_params<double>(s.model, s.choices, BodyReference::frame, s.real, s.lengths)),
        reader(s, plan, par),
        wrenches(s, plan, par),
        written(s),
        loads(s, plan),
        dynamics(s),
        sizes(s) {}

  const MechanismSetup& setup;
  BodyPlan plan;
  BodyParams<double> par;
  BodyStateReader reader;
  JointWrenches wrenches;
  WrittenMotion written;
  WrittenLoadReader loads;
  MechanismDynamics<double> dynamics;
  ForceSizes sizes;
  BodyEquations<double> equations;  ///< for the rows of constraints
  std::vector<Transform<Jet>> poses;
  std::vector<Cut> cuts;

  Vec3<double> number(const Vec3<Expr>& a) const { return {setup.real(a.x), setup.real(a.y), setup.real(a.z)}; }

  void act(int body, const Vec3<double>& place, const Vec3<double>& force, const Vec3<double>& moment) {
    if (body != 0) cuts[index(body)].add(place, force, moment);
  }
  void between(int first, int second, const Vec3<double>& place, const Vec3<double>& force,
               const Vec3<double>& moment) {
    act(second, place, force, moment);
    act(first, place, -force, -moment);
  }

  /// -m a, -d(I w)/dt and the weight, with the sizes of what may have cancelled in them, and in all that a body
  /// carries.
  void add_bodies() {
    const Vec3<double> gravity = number(setup.model.gravity);
    cuts.assign(poses.size(), {});
    for (std::size_t b = 1; b < poses.size(); ++b) {
      const Body& body = setup.model.bodies[b];
      const double m = setup.real(body.mass);
      const Vec3<Jet> center = poses[b].point(jets::constant(number(body.center)));
      const Mat3<double> R = jets::value(poses[b].R);
      const auto& I = body.inertia;
      const Sym3<double> own{setup.real(I.xx), setup.real(I.yy), setup.real(I.zz),
                             setup.real(I.xy), setup.real(I.xz), setup.real(I.yz)};
      const Sym3<double> in_world = rotated(R, own);
      const Vec3<double> w = jets::angular_velocity(poses[b].R), alpha = jets::angular_acceleration(poses[b].R);
      cuts[b].center = jets::value(center);
      cuts[b].add(cuts[b].center, -m * jets::second(center), -(in_world * alpha));
      cuts[b].add(cuts[b].center, m * gravity, -cross(w, in_world * w));
      const ForceSizes::OfBody& size = sizes.bodies()[index(setup.compiled.plan.carrier[b])];
      cuts[b].force_size += size.force;
      cuts[b].moment_size += size.moment + size.force * norm(number(body.center));
    }
  }

  void add_loads(const WrittenLoads& written_loads) {
    const Mechanism& model = setup.model;
    for (std::size_t i = 0; i < model.forces.size(); ++i) {
      const BodyForce& force = model.forces[i];
      const Vec3<double> place = jets::value(place_of(setup, poses, force.at)), none;
      act(force.at.body, place, force.torque ? none : written_loads.force[i],
          force.torque ? written_loads.force[i] : none);
    }
    for (std::size_t i = 0; i < model.springs.size(); ++i) {
      const auto& [one, other] = model.springs[i].points;
      const Vec3<double> pull = (-written_loads.tension[i] / written_loads.length[i]) *
                                jets::value(spring_vector(setup, poses, model.springs[i]));
      act(other.body, jets::value(place_of(setup, poses, other)), pull, {});
      act(one.body, jets::value(place_of(setup, poses, one)), -pull, {});
    }
    for (std::size_t i = 0; i < model.rotational_springs.size(); ++i) {
      const auto& [first, second] = model.rotational_springs[i].bodies;
      if (!model.rotational_springs[i].joint) between(first, second, {}, {}, {0.0, 0.0, written_loads.twist[i]});
    }
  }

  /// What constraints other than joints and drives exert.
  void add_constraints(const BodyState<double>& state, std::span<const double> lambda) {
    const RowPlan& rows = setup.constraints.rows;
    for (const RowSource& source : rows.sources) {
      if (source.kind == RowSource::Kind::closing_joint || rows.is_drive[index(source.rows.front())]) continue;
      for (const int row : source.rows)
        for (const RowEntry<double>& e : equations.rows.of(wrenches.body_row(row)))
          act(e.body, state.bodies[index(e.body)].X_W.p, -lambda[index(row)] * e.f, -lambda[index(row)] * e.n);
    }
  }

  /// Efforts along the speeds of joints, with those of drives, less what armatures need.
  std::vector<std::vector<double>> efforts(const WrittenLoads& written_loads, const Evaluation& found) {
    std::vector<std::vector<double>> along = written_loads.along;
    std::size_t next = 0;
    for (const FormulaRow& row : setup.constraints.rows.formulas)
      if (row.origin == FormulaRow::Origin::drive)
        along[index(row.index)][index(row.component)] += found.drives[next++].second;
    const std::size_t nv = found.acceleration.size();
    const std::vector<double>& closing = dynamics.closing(found.acceleration).a;
    for (std::size_t j = 0; j < along.size(); ++j)
      for (std::size_t k = 0; k < along[j].size(); ++k) {
        const std::size_t at = index(setup.compiled.joint_v[j]) + k;
        const double armature = setup.real(setup.model.joints[j].armature[k]);
        if (armature != 0.0) along[j][k] -= armature * (at < nv ? found.acceleration[at] : closing[at - nv]);
      }
    return along;
  }

  /// Of a joint, world axes.
  std::vector<Motion<double>> permitted(std::size_t j, const BodyState<double>& state) const {
    const std::size_t first = index(plan.first_q[j]), count = index(plan.first_q[j + 1]) - first;
    std::vector<Motion<double>> twists =
        written.permitted(static_cast<int>(j), state.coordinates.subspan(first, count));
    const Mat3<double> R = jets::value(poses[index(setup.model.joints[j].first)].R);
    for (Motion<double>& twist : twists) twist = {R * twist.w, R * twist.v};
    return twists;
  }

  void add_joint(std::size_t j, const JointLoad& reaction, std::span<const double> along,
                 const std::vector<Motion<double>>& twists, const Vec3<double>& place) {
    const Joint& joint = setup.model.joints[j];
    between(joint.first, joint.second, place, reaction.force, reaction.moment);
    // An effort along an angle is a moment, one along a way a force.
    std::vector<Vec3<double>> axes, ways;
    std::vector<double> moments, forces;
    const std::vector<JointWord>& speeds = words(setup.model, joint).speeds;
    for (std::size_t k = 0; k < twists.size(); ++k) {
      const bool turns = speeds[k].unit == "rad/s";
      (turns ? axes : ways).push_back(turns ? twists[k].w : twists[k].v);
      (turns ? moments : forces).push_back(along[k]);
    }
    between(joint.first, joint.second, place, sum_along(ways, forces), sum_along(axes, moments));
  }

  ReactionResiduals judged(const std::vector<std::vector<Motion<double>>>& twists, const Evaluation& found) const {
    // A body on which little acts has rounding of its neighbours.
    constexpr double share = 1e-3;
    const double force = share * std::ranges::max(cuts, {}, &Cut::force_size).force_size;
    const double moment = share * std::ranges::max(cuts, {}, &Cut::moment_size).moment_size;
    const auto relative = [](double x, double size) { return size > 0.0 ? x / size : x; };
    ReactionResiduals result;
    for (std::size_t b = 1; b < cuts.size(); ++b) {
      const double off = std::max(relative(norm(cuts[b].f), cuts[b].force_size + force),
                                  relative(norm(cuts[b].n), cuts[b].moment_size + moment));
      if (off <= result.balance) continue;
      result.balance = off;
      result.body = setup.model.bodies[b].name;
    }
    for (std::size_t j = 0; j < twists.size(); ++j) {
      const JointLoad& reaction = found.reactions[j];
      const Cut &first = cuts[index(setup.model.joints[j].first)], &second = cuts[index(setup.model.joints[j].second)];
      const double forces = std::max(first.force_size, second.force_size) + force,
                   moments = std::max(first.moment_size, second.moment_size) + moment;
      for (const Motion<double>& twist : twists[j]) {
        const double off = relative(std::abs(dot(reaction.force, twist.v) + dot(reaction.moment, twist.w)),
                                    forces * norm(twist.v) + moments * norm(twist.w));
        if (off <= result.power) continue;
        result.power = off;
        result.joint = setup.model.joints[j].name;
      }
    }
    return result;
  }
};

ReactionCheck::ReactionCheck(const MechanismSetup& setup) : memory_(std::make_unique<Memory>(setup)) {}
ReactionCheck::~ReactionCheck() = default;

ReactionResiduals ReactionCheck::at(const MechanismSample& s, const Evaluation& found) {
  Memory& m = *memory_;
  const Mechanism& model = m.setup.model;
  m.dynamics.at(s.x.t, s.x.q, s.x.v, s.x.z, s.u);
  const BodyState<double>& state = m.reader.read(m.dynamics, s.x.t, s.x.q, s.x.v, s.x.z, s.u);
  body_equations(m.plan, m.par, state, m.equations);
  m.poses = m.written.poses(m.written.coordinates(s.x.q, s.x.v, found.acceleration));
  const WrittenLoads loads = m.loads.at(state, m.poses);
  m.sizes.efforts(m.dynamics.workspace(), {s.x.v, found.acceleration, norm(m.setup.par.gravity_W), 0.0});
  m.add_bodies();
  m.add_loads(loads);
  m.add_constraints(state, found.multipliers);
  const std::vector<std::vector<double>> along = m.efforts(loads, found);
  std::vector<std::vector<Motion<double>>> twists;
  for (std::size_t j = 0; j < model.joints.size(); ++j) {
    const Vec3<double> place = jets::value(
        m.poses[index(model.joints[j].second)].point(jets::constant(m.written.point_on_second(static_cast<int>(j)))));
    twists.push_back(m.permitted(j, state));
    m.add_joint(j, found.reactions[j], along[j], twists.back(), place);
  }
  return m.judged(twists, found);
}

void check_reactions(Certificate& certificate, CertifyBench& bench, const MechanismSamples& samples) {
  Worst balance("reactions balance each body", rounding_tolerance), power("reactions do no work", 1e-8);
  ReactionCheck check(bench.setup);
  for (const MechanismSample& s : samples) {
    balance.next_state();
    power.next_state();
    EvaluateOptions options;
    options.at = s.x;
    const Evaluation found = bench.evaluator.at(options);
    if (found.acceleration.empty()) continue;
    const ReactionResiduals r = check.at(s, found);
    balance.add_relative(r.balance, [&] { return "body '" + r.body + "', " + bench.where(s)(); });
    power.add_relative(r.power, [&] { return "joint '" + r.joint + "', " + bench.where(s)(); });
  }
  const std::string unsolved = "no accelerations can be found";
  certificate.checks.push_back(balance.finish("reported reactions and forces do not give the acceleration", unsolved));
  certificate.checks.push_back(power.finish("a reported reaction does work along what its joint permits", unsolved));
}

}  // namespace alembert
