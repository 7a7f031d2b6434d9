#include "alembert/system/assembly/free_motions.h"

#include <algorithm>

#include "alembert/core/index.h"
#include "alembert/kernel/body_motions.h"
#include "alembert/kernel/joint_poses.h"
#include "alembert/linalg/singular_values.h"
#include "alembert/system/rank/general_rank.h"

namespace alembert {

FreeMotions::FreeMotions(const MechanismSetup& setup, const ConstraintSystem& system, std::span<const double> q)
    : length_(setup.length), poses_(setup.model.bodies.size()) {
  const RankResult rank = rank_at(system, 0.0, q, system.sizes().na);
  const std::size_t n = setup.v0.size();
  count_ = n - index(rank.rank);
  basis_ = rank.null_space;
  const std::vector<double> units = setup.kinematics().units();
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t k = 0; k < count_; ++k) basis_[j * count_ + k] *= units[j];
  const Plan& plan = setup.compiled.plan;
  Workspace<double> w(plan);
  joint_poses<double>(plan, setup.par, q, w);
  world_poses(plan, w);
  std::vector<double> v(n);
  for (std::size_t k = 0; k < count_; ++k) {
    for (std::size_t j = 0; j < n; ++j) v[j] = basis_[j * count_ + k];
    velocities<double>(plan, setup.par, v, w);
    for (std::size_t b = 0; b < poses_.size(); ++b) {
      const BodyMotion<double> motion = body_motion(plan, setup.par, w, static_cast<int>(b));
      poses_[b] = motion.X_W;
      turns_.push_back(motion.w);
      slides_.push_back(motion.v);
    }
  }
}

std::vector<double> FreeMotions::moves(std::span<const int> bodies) const {
  std::vector<double> rows;
  rows.reserve(6 * bodies.size() * count_);
  for (const int body : bodies)
    for (int c = 0; c < 6; ++c)
      for (std::size_t k = 0; k < count_; ++k) {
        const std::size_t at = k * poses_.size() + index(body);
        const Vec3<double> part = c < 3 ? turns_[at] : (1.0 / length_) * slides_[at];
        rows.push_back(c % 3 == 0 ? part.x : (c % 3 == 1 ? part.y : part.z));
      }
  return rows;
}

std::vector<double> FreeMotions::with_others_at_rest(std::span<const int> moving) const {
  std::vector<int> others;
  for (int b = 1; index(b) < poses_.size(); ++b)
    if (std::ranges::find(moving, b) == moving.end()) others.push_back(b);
  return null_space(static_cast<int>(6 * others.size()), static_cast<int>(count_), moves(others), rest);
}

std::vector<double> FreeMotions::speeds(std::span<const double> combination) const {
  std::vector<double> v(basis_.size() / count_);
  for (std::size_t j = 0; j < v.size(); ++j)
    for (std::size_t k = 0; k < count_; ++k) v[j] += basis_[j * count_ + k] * combination[k];
  return v;
}

Vec3<double> FreeMotions::turn(int body, std::span<const double> combination) const {
  return sum(turns_, body, combination);
}

Vec3<double> FreeMotions::slide(int body, std::span<const double> combination) const {
  return sum(slides_, body, combination);
}

Vec3<double> FreeMotions::sum(const std::vector<Vec3<double>>& parts, int body,
                              std::span<const double> combination) const {
  Vec3<double> total;
  for (std::size_t k = 0; k < count_; ++k) total = total + combination[k] * parts[k * poses_.size() + index(body)];
  return total;
}

}  // namespace alembert
