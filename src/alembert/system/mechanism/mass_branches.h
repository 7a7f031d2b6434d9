/// The parts of a mechanism that its mass matrix does not couple.
#pragma once
#include <span>
#include <vector>

#include "alembert/plan/plan.h"

namespace alembert {

/// A branch is a body that the world carries with its whole subtree, or several of these that something with inertia
/// between them couples. Const and shared by threads.
class MassBranches {
 public:
  /// @param coupled  lists of speeds that share an entry of the mass matrix besides those of the tree
  MassBranches(const Plan& plan, std::span<const std::span<const int>> coupled);

  int size() const { return static_cast<int>(first_root_.size()) - 1; }
  /// Bodies of the plan that the world carries, ascending.
  std::span<const int> roots(int branch) const { return part(roots_, first_root_, branch); }
  std::span<const int> speeds(int branch) const { return part(speeds_, first_speed_, branch); }
  int of_speed(int speed) const { return of_speed_[static_cast<std::size_t>(speed)]; }

 private:
  static std::span<const int> part(std::span<const int> all, const std::vector<int>& first, int branch) {
    const auto b = static_cast<std::size_t>(branch);
    return all.subspan(static_cast<std::size_t>(first[b]), static_cast<std::size_t>(first[b + 1] - first[b]));
  }

  std::vector<int> of_speed_;     ///< [speed] branch
  std::vector<int> first_root_;   ///< [branch + 1] in roots_
  std::vector<int> roots_;        ///< of branch after branch
  std::vector<int> first_speed_;  ///< [branch + 1] in speeds_
  std::vector<int> speeds_;       ///< of branch after branch
};

}  // namespace alembert
