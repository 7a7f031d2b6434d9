#include "alembert/system/mechanism/needed_inertia.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

#include "alembert/core/index.h"
#include "alembert/core/random.h"
#include "alembert/core/text.h"
#include "alembert/kernel/crba.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/kinematics.h"
#include "alembert/kernel/manifold.h"
#include "alembert/linalg/symmetric_eigen.h"
#include "alembert/system/constraints/closing_armatures.h"
#include "alembert/system/mechanism/mobile_inertia.h"
#include "alembert/system/rank/general_rank.h"

namespace alembert {
namespace {

/// The mass matrix at q, with the armatures of closing joints.
std::vector<double> mass_matrix(const MechanismSetup& setup, std::span<const double> q) {
  const Plan& plan = setup.compiled.plan;
  Workspace<double> w(plan);
  joint_poses<double>(plan, setup.par, q, w);
  world_poses(plan, w);
  velocities<double>(plan, setup.par, setup.v0, w);
  std::vector<double> M(setup.v0.size() * setup.v0.size());
  crba<double>(plan, setup.par, M, w);
  ConstraintRows<double> rows(setup.model, setup.compiled, setup.par, setup.constraints, setup.real, setup.choices,
                              setup.angles);
  rows.read_closing(0.0, w);
  ClosingArmatures<double> armatures(setup.compiled, setup.par, setup.constraints.rows);
  armatures.read(rows, w);
  armatures.add_mass(M);
  return M;
}

/// Columns that span the motions which the rows allow at q, [nv x result.count] row-major.
struct AllowedMotions {
  std::vector<double> Z;
  std::size_t count = 0;
};

AllowedMotions allowed_motions(const MechanismSetup& setup, std::span<const double> q) {
  const std::size_t nv = setup.v0.size(), rows = index(setup.constraints.rows.size());
  const ConstraintSystem system(setup.kinematics());
  RankResult rank = rank_at(system, 0.0, q, static_cast<int>(rows));
  const std::vector<double> units = setup.kinematics().units();
  const std::size_t count = nv - index(rank.rank);
  for (std::size_t j = 0; j < nv; ++j)
    for (std::size_t k = 0; k < count; ++k) rank.null_space[j * count + k] *= units[j];
  return {rank.null_space, count};
}

/// The allowed motion of least inertia, Z times the first eigenvector of Z^T M Z.
struct LeastInertia {
  std::vector<double> motion;
  bool zero = false;  ///< it has no more than rounding leaves
};

LeastInertia least_inertia(const MechanismSetup& setup, std::span<const double> q) {
  const auto [Z, count] = allowed_motions(setup, q);
  if (count == 0) return {};
  const std::size_t nv = setup.v0.size();
  const std::vector<double> M = mass_matrix(setup, q);
  std::vector<double> MZ(nv * count, 0.0), K(count * count, 0.0), motion(nv, 0.0);
  for (std::size_t i = 0; i < nv; ++i)
    for (std::size_t k = 0; k < nv; ++k)
      for (std::size_t j = 0; j < count; ++j) MZ[i * count + j] += M[i * nv + k] * Z[k * count + j];
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t k = 0; k < nv; ++k)
      for (std::size_t j = 0; j < count; ++j) K[i * count + j] += Z[k * count + i] * MZ[k * count + j];
  const SymmetricEigen eigen = symmetric_eigen(static_cast<int>(count), K);
  // What rounding in M and Z leaves of a zero, of the largest inertia in the units of the motions.
  constexpr double noise = 1e-13;
  double largest = eigen.values.back();
  const std::vector<double> units = setup.kinematics().units();
  for (std::size_t i = 0; i < nv; ++i) largest = std::max(largest, M[i * nv + i] * units[i] * units[i]);
  // Of several motions without inertia one along a single speed is the easiest to name.
  for (std::size_t i = 0; count == nv && i < nv; ++i)
    if (M[i * nv + i] * units[i] * units[i] <= noise * largest) {
      motion[i] = units[i];
      return {motion, true};
    }
  for (std::size_t i = 0; i < nv; ++i)
    for (std::size_t j = 0; j < count; ++j) motion[i] += Z[i * count + j] * eigen.vectors[j * count];
  return {motion, eigen.values.front() <= noise * largest};
}

/// Velocities of all bodies in a motion, each in its own frame and axes.
std::vector<Motion<double>> body_motions(const MechanismSetup& setup, std::span<const double> q,
                                         std::span<const double> motion) {
  const Plan& plan = setup.compiled.plan;
  Workspace<double> w(plan);
  joint_poses<double>(plan, setup.par, q, w);
  velocities<double>(plan, setup.par, motion, w);
  std::vector<Motion<double>> result(setup.model.bodies.size());
  for (std::size_t b = 1; b < result.size(); ++b) result[b] = setup.par.X_BU[b].to_child(w.V_B[index(plan.carrier[b])]);
  return result;
}

/// The first body that a motion without inertia takes along: it lacks what the motion needs.
int first_moved(const MechanismSetup& setup, std::span<const Motion<double>> motions) {
  std::vector<double> moved;
  for (const Motion<double>& V : motions) moved.push_back(setup.length * norm(V.w) + norm(V.v));
  constexpr double noise = 1e-6;  // of the fastest
  const double least = noise * *std::ranges::max_element(moved);
  return static_cast<int>(std::ranges::find_if(moved, [&](double speed) { return speed > least; }) - moved.begin());
}

/// What a body lacks that would resist: mass, all inertia, or that about one axis.
std::string lack_of(const MechanismSetup& setup, const Body& body) {
  const auto real = [&](Expr e) { return setup.real(e); };
  if (real(body.mass) == 0.0) return "no mass";
  const Sym3<Expr>& I = body.inertia;
  const std::array<double, 9> full{real(I.xx), real(I.xy), real(I.xz), real(I.xy), real(I.yy),
                                   real(I.yz), real(I.xz), real(I.yz), real(I.zz)};
  const SymmetricEigen eigen = symmetric_eigen(3, full);
  constexpr double rounding = 1e-12;
  const double largest = eigen.values.back();
  if (setup.model.planar || largest == 0.0 || eigen.values.front() > rounding * largest) return "a mass but no inertia";
  constexpr std::array names{"x", "y", "z"};
  for (std::size_t i = 0; i < names.size(); ++i)
    if (std::abs(eigen.vectors[3 * i]) > 1.0 - rounding)
      return std::string("no inertia about its ") + names[i] + " axis";
  return "no inertia about one of its principal axes";
}

/// In the words of the file that has the body. `angle` is what turns it.
std::string remedy(const Body& body, bool weighs, const MechanismCoordinate& angle, const Joint& joint) {
  if (body.at.file.ends_with(".urdf"))
    return "give the link <inertial> with <mass> and <inertia>, or make the joint fixed; mobility, branches, "
           "kinematics, "
           "derive and `evaluate --a` need none";
  if (body.particle) {
    const std::string turn = angle.name.ends_with('\'') ? angle.name.substr(0, angle.name.size() - 1) : angle.name;
    return "a particle does not turn, but joint '" + joint.written() + "' leaves " + turn +
           " free: choose a joint without it, prescribe it by `motion`, or give the body `inertia` in place of `kind`";
  }
  if (weighs) return "give it `inertia`, about its mass centre, or `kind = \"particle\"` where it does not turn";
  return "give it `mass` and `inertia`, or `shapes` with a density, or the joint an `armature`; mobility, branches and "
         "kinematics need none";
}

/// "0.5774, 0.5774, 0.5774", its largest component positive.
std::string axis_text(const Vec3<double>& w) {
  const std::array components{w.x, w.y, w.z};
  const double size = norm(w),
               largest = *std::ranges::max_element(components, {}, [](double c) { return std::abs(c); });
  std::vector<std::string> texts;
  for (const double component : components) {
    constexpr double rounding = 1e-9;
    const double c = std::copysign(1.0, largest) * component / size;
    std::array<char, 32> text;
    std::snprintf(text.data(), text.size(), "%.4g", std::abs(c) < rounding ? 0.0 : c);
    texts.emplace_back(text.data());
  }
  return join(texts, ", ");
}

/// How a motion without inertia moves the body: along one speed, about an axis, or along several speeds together.
std::string motion_text(const MechanismSetup& setup, std::span<const double> motion, const Vec3<double>& turn) {
  const std::vector<double> units = setup.kinematics().units();
  std::vector<double> size(motion.size());
  for (std::size_t i = 0; i < motion.size(); ++i) size[i] = std::abs(motion[i]) / units[i];
  constexpr double noise = 1e-6;  // of the largest
  const double least = noise * *std::ranges::max_element(size);
  std::vector<std::string> speeds, joints;
  for (std::size_t i = 0; i < motion.size(); ++i) {
    if (size[i] <= least) continue;
    const MechanismCoordinate& speed = setup.model.speeds[i];
    speeds.push_back(speed.name);
    const std::string& joint = setup.model.joints[index(speed.joint)].written();
    if (std::ranges::find(joints, joint) == joints.end()) joints.push_back(joint);
  }
  const std::string where = std::string(joints.size() == 1 ? " (joint '" : " (joints '") + join(joints, "', '") + "')";
  const bool turns = joints.size() == 1 && speeds.size() > 1 && norm(turn) > 0.0 && !setup.model.planar;
  if (turns) return "turning about the axis (" + axis_text(turn) + ") of the body's frame" + where;
  return "motion along " + join(speeds, " and ") + (speeds.size() > 1 ? " together" : "") + where;
}

Error error_of(const MechanismSetup& setup, std::span<const double> q, std::span<const double> motion) {
  const std::vector<Motion<double>> motions = body_motions(setup, q, motion);
  const int moved = first_moved(setup, motions);
  const Body& body = setup.model.bodies[index(moved)];
  const auto largest = std::ranges::max_element(motion, {}, [](double x) { return std::abs(x); });
  const MechanismCoordinate& speed = setup.model.speeds[static_cast<std::size_t>(largest - motion.begin())];
  const Joint& joint = setup.model.joints[index(speed.joint)];
  const bool weighs = setup.real(body.mass) != 0.0;
  return Error(Error::Code::bad_value,
               "body '" + body.written() + "' has " + lack_of(setup, body) + ", so that nothing resists its " +
                   motion_text(setup, motion, motions[index(moved)].w),
               body.at, remedy(body, weighs, speed, joint));
}

/// Of numbers that are each finite but too large together, as in m l^2.
std::optional<Error> too_large(const MechanismSetup& setup) {
  const std::vector<double> M = mass_matrix(setup, setup.q0);
  const std::size_t nv = setup.v0.size();
  for (std::size_t i = 0; i < nv; ++i) {
    if (std::isfinite(M[i * nv + i])) continue;
    const MechanismCoordinate& speed = setup.model.speeds[i];
    const Joint& joint = setup.model.joints[index(speed.joint)];
    return Error(Error::Code::bad_value,
                 "the inertia along " + speed.name + " (joint '" + joint.written() + "') is no finite number: masses " +
                     "and lengths beyond this joint are too large together",
                 joint.source, "lengths are in metres, masses in kilograms");
  }
  return {};
}

}  // namespace

std::optional<Error> lacking_inertia(const MechanismSetup& setup) {
  const Plan& plan = setup.compiled.plan;
  if (!has_motion_without_inertia(plan, setup.par, setup.q0)) return {};
  constexpr int most_checked = 1000, trials = 3;
  const bool held = setup.constraints.rows.size() > 0;
  if (plan.nv <= most_checked)
    if (std::optional<Error> large = too_large(setup)) return large;
  std::vector<double> q = setup.q0;
  if (!held) {
    Random random(1);
    std::vector<double> step(setup.v0.size());
    for (int trial = 0; trial < trials; ++trial) {
      for (double& x : step) x = random.symmetric();
      step_on_manifold(plan, setup.q0, step, q);
      if (!has_motion_without_inertia(plan, setup.par, q)) return {};
    }
  } else if (plan.nv > most_checked) {
    return {};
  }
  const LeastInertia least = least_inertia(setup, q);
  if (held && !least.zero) return {};
  return error_of(setup, q, least.motion);
}

void need_some_mass(const MechanismSetup& setup) {
  const Mechanism& model = setup.model;
  const auto zero = [](const Inertia<double>& i) {
    return i.m == 0.0 && i.I.xx == 0.0 && i.I.yy == 0.0 && i.I.zz == 0.0;
  };
  const auto moving = std::span(setup.par.I_B).subspan(1);
  if (moving.empty() || !std::ranges::all_of(moving, zero)) return;
  if (std::ranges::any_of(setup.par.armature, [](double a) { return a != 0.0; })) return;
  const auto carried = std::ranges::find_if(setup.compiled.plan.carrier, [](int body) { return body > 0; });
  const Body& body = model.bodies[static_cast<std::size_t>(carried - setup.compiled.plan.carrier.begin())];
  throw Error(Error::Code::bad_value, "body '" + body.written() + "' has no mass, and no other that moves has any",
              body.at,
              "give it `mass` and `inertia`, or `shapes` with a density; mobility, branches and kinematics need none");
}

}  // namespace alembert
