#include "alembert/analysis/state/conserved_momenta.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "alembert/kernel/centroidal.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/kernel/world_columns.h"

namespace alembert {
namespace {

/// A rate below this share of its terms is rounding: accelerations are solved for to about 1e-12.
constexpr double rounding = 1e-10;
/// What changes by more than this share of its terms was pushed between the states that were looked at.
constexpr double most_drift = 1e-3;

std::array<double, 3> parts(const Vec3<double>& a) { return {a.x, a.y, a.z}; }

/// Where joints of the tree sit on the ground, each place once, with the joint's name.
std::vector<std::pair<std::string, Vec3<double>>> joints_on_ground(const MechanismSetup& setup) {
  std::vector<std::pair<std::string, Vec3<double>>> found{{"the origin", {}}};
  for (const TreeJoint& joint : setup.compiled.tree) {
    if (joint.parent != 0 || joint.first_body == 0) continue;
    const Vec3<double> p = setup.par.X_PF[static_cast<std::size_t>(joint.first_body)].p;
    const bool known =
        std::ranges::any_of(found, [&](const auto& other) { return norm(other.second - p) <= 1e-12 * setup.length; });
    const JointType type = setup.model.joints[static_cast<std::size_t>(joint.joint)].type;
    if (!known && type != JointType::free && type != JointType::prismatic)
      found.emplace_back(setup.model.joints[static_cast<std::size_t>(joint.joint)].name, p);
  }
  return found;
}

/// What a drive prescribes says nothing about the forces.
bool is_driven(const MechanismSetup* setup, int speed) {
  if (setup == nullptr) return false;
  const MechanismCoordinate& s = setup->model.speeds[static_cast<std::size_t>(speed)];
  const Joint& joint = setup->model.joints[static_cast<std::size_t>(s.joint)];
  const auto k = static_cast<std::size_t>(s.within);
  return k < joint.motion.size() && joint.motion[k].has_value();
}

}  // namespace

ConservedMomenta::ConservedMomenta(const System& system, const MechanismSetup* setup)
    : system_(system), setup_(setup), planar_(setup != nullptr && setup->model.planar) {
  const Sizes sizes = system.sizes();
  u_.resize(static_cast<std::size_t>(sizes.nu));
  for (auto* of_speeds : {&vdot_, &p_, &rate_}) of_speeds->resize(static_cast<std::size_t>(sizes.nv));
  zdot_.resize(static_cast<std::size_t>(sizes.nz));
  lambda_.resize(static_cast<std::size_t>(sizes.na));
  for (int i = 0; i < sizes.nq; ++i) {
    const int speed = system.speed_of(i);
    if (system.speed_name(speed) != system.coordinate_name(i) + "'" || is_driven(setup, speed)) continue;
    coordinates_.push_back(speed);
    candidates_.push_back({{"momentum of " + system.coordinate_name(i), ""}});
  }
  if (setup == nullptr) return;
  work_.emplace(setup->compiled.plan);
  world_.emplace(setup->compiled.plan);
  matrix_.resize(6 * static_cast<std::size_t>(sizes.nv));
  add_axes("linear momentum", false);
  add_axes("angular momentum about the mass centre", true);
  for (const auto& [name, place] : joints_on_ground(*setup)) {
    points_.push_back(place);
    add_axes("angular momentum about " + name, true);
  }
}

void ConservedMomenta::add_axes(const std::string& what, bool angular) {
  for (const char* axis : {"x", "y", "z"})
    candidates_.push_back({{what + " along " + axis, angular ? "kg m^2/s" : "kg m/s"}});
}

void ConservedMomenta::look(const State& x) {
  system_.inputs(x.t, u_);
  if (!system_.accelerate(x, u_, vdot_, zdot_, lambda_).good()) return;
  if (!std::ranges::all_of(vdot_, [](double a) { return std::isfinite(a); })) return;
  const std::size_t next = look_at_coordinates(x);
  if (setup_ != nullptr) look_at_bodies(x, next);
}

/// pdot = rate - A^T lambda, both zero where nothing acts; returns how many candidates that were.
std::size_t ConservedMomenta::look_at_coordinates(const State& x) {
  constexpr std::size_t most = 2000;  // rates of momenta take derivatives, kilobytes a speed
  if (coordinates_.size() > most) return coordinates_.size();
  if (!system_.momentum(x, u_, p_, rate_).good()) return coordinates_.size();
  double force = 0.0, size = 0.0;
  for (const double r : rate_) force = std::max(force, std::abs(r));
  for (const double p : p_) size = std::max(size, std::abs(p));
  for (double& r : rate_) r = std::abs(r);  // a force that another one happens to balance is still a force
  system_.constraint_jacobian(x.t, x.q, A_);
  for (std::size_t i = 0; i < lambda_.size(); ++i)
    for (auto k = static_cast<std::size_t>(A_.first[i]); k < static_cast<std::size_t>(A_.first[i + 1]); ++k) {
      const double push = A_.value[k] * lambda_[i];
      rate_[static_cast<std::size_t>(A_.column[k])] += std::abs(push);
      force = std::max(force, std::abs(push));
    }
  for (std::size_t c = 0; c < coordinates_.size(); ++c) {
    const auto i = static_cast<std::size_t>(coordinates_[c]);
    note(c, {p_[i], size}, {rate_[i], force});
  }
  return coordinates_.size();
}

/// h_G = A v, dh_G/dt = A vdot + Adot v; about a point X that rests the moments of momentum and force are added.
void ConservedMomenta::look_at_bodies(const State& x, std::size_t candidate) {
  const Plan& plan = setup_->compiled.plan;
  const Params<double>& par = setup_->par;
  const bool massless = std::ranges::all_of(par.I_B, [](const Inertia<double>& body) { return body.m == 0.0; });
  joint_poses<double>(plan, par, x.q, *work_);
  world_columns<double>(plan, par, *work_, *world_);
  composite_inertias<double>(plan, par, *world_);
  world_velocities<double>(plan, x.v, *world_);
  centroidal_matrix<double>(plan, par, massless, matrix_, *world_);
  const CentroidalMotion<double> motion = centroidal_motion<double>(plan, par, massless, x.v, *world_);

  std::array<Sum, 6> momentum, rate;  // angular about G, then linear
  const std::array<std::array<double, 3>, 2> bias{parts(motion.bias.n), parts(motion.bias.f)};
  for (std::size_t r = 0; r < 6; ++r) {
    rate[r] = {bias[r / 3][r % 3], std::abs(bias[r / 3][r % 3])};
    for (std::size_t i = 0; i < vdot_.size(); ++i) {
      const double a = matrix_[r * vdot_.size() + i];
      momentum[r].value += a * x.v[i];
      momentum[r].size += std::abs(a * x.v[i]);
      rate[r].value += a * vdot_[i];
      rate[r].size += std::abs(a * vdot_[i]);
    }
  }
  const auto all = [](const std::array<Sum, 6>& sums) {  // directions in which nothing happens have the same rounding
    return std::array{std::max({sums[0].size, sums[1].size, sums[2].size}),
                      std::max({sums[3].size, sums[4].size, sums[5].size})};
  };
  const std::array<double, 2> size = all(momentum), force = all(rate);
  for (std::size_t k = 0; k < 3; ++k)
    note(candidate + k, {momentum[3 + k].value, size[1]}, {rate[3 + k].value, force[1]});
  for (std::size_t k = 0; k < 3; ++k) note(candidate + 3 + k, {momentum[k].value, size[0]}, {rate[k].value, force[0]});
  candidate += 6;
  for (const Vec3<double>& point : points_) {
    const Vec3<double> arm = motion.center - point;
    const Vec3<double> p{momentum[3].value, momentum[4].value, momentum[5].value},
        f{rate[3].value, rate[4].value, rate[5].value};
    const std::array<double, 3> turn = parts(cross(arm, p)), moment = parts(cross(arm, f));
    for (std::size_t k = 0; k < 3; ++k)
      note(candidate + k, {momentum[k].value + turn[k], size[0] + norm(arm) * size[1]},
           {rate[k].value + moment[k], force[0] + norm(arm) * force[1]});
    candidate += 3;
  }
}

void ConservedMomenta::note(std::size_t candidate, const Sum& momentum, const Sum& rate) {
  Candidate& it = candidates_[candidate];
  if (!it.seen) it.momentum.start = momentum.value;
  it.seen = true;
  it.change = std::max(it.change, std::abs(momentum.value - it.momentum.start));
  it.largest = std::max(it.largest, std::abs(momentum.value));
  it.size = std::max(it.size, momentum.size);
  it.rate = std::max(it.rate, std::abs(rate.value));
  it.force = std::max(it.force, rate.size);
}

std::vector<ConservedMomentum> ConservedMomenta::conserved() const {
  double largest_size = 0.0;
  for (const Candidate& it : candidates_) largest_size = std::max(largest_size, it.size);
  std::vector<ConservedMomentum> result;
  for (std::size_t c = 0; c < candidates_.size(); ++c) {
    const Candidate& it = candidates_[c];
    const std::size_t of_axis = c - std::min(c, coordinates_.size());
    const bool out_of_plane = planar_ && c >= coordinates_.size() && (of_axis < 3 ? of_axis == 2 : of_axis % 3 != 2);
    const bool nothing = it.largest == 0.0 || it.size <= rounding * largest_size;  // moves in this way
    if (!it.seen || out_of_plane || nothing || it.rate > rounding * it.force) continue;
    if (it.change > most_drift * it.size) continue;
    result.push_back(it.momentum);
    result.back().drift = it.change / it.size;
  }
  return result;
}

}  // namespace alembert
