#include "alembert/system/mechanism/mass_branches.h"

#include "alembert/core/index.h"

namespace alembert {
namespace {

/// Sets that grow together; each is known by its least member.
class JoinedSets {
 public:
  explicit JoinedSets(std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) least_.push_back(static_cast<int>(i));
  }
  int least(int i) {
    while (least_[index(i)] != i) i = least_[index(i)] = least_[index(least_[index(i)])];
    return i;
  }
  void join(int a, int b) {
    a = least(a);
    b = least(b);
    least_[index(a < b ? b : a)] = a < b ? a : b;
  }

 private:
  std::vector<int> least_;  ///< or one nearer to it
};

}  // namespace

MassBranches::MassBranches(const Plan& plan, std::span<const std::span<const int>> coupled)
    : of_speed_(index(plan.nv), 0), first_root_{0}, first_speed_{0} {
  std::vector<int> roots;                       // of all subtrees
  std::vector<int> tree_of(index(plan.nv), 0);  // [speed]
  for (int b = 1; b < plan.n_bodies(); b = plan.subtree_end[index(b)]) {
    for (int k = b; k < plan.subtree_end[index(b)]; ++k)
      for (int d = 0; d < speeds_of(plan.kind[index(k)]); ++d)
        tree_of[index(plan.first_v[index(k)] + d)] = static_cast<int>(roots.size());
    roots.push_back(b);
  }
  JoinedSets sets(roots.size());
  for (const std::span<const int> list : coupled)
    for (const int d : list) sets.join(tree_of[index(list.front())], tree_of[index(d)]);

  std::vector<std::vector<int>> members(roots.size());  // [least tree]
  for (std::size_t t = 0; t < roots.size(); ++t) members[index(sets.least(static_cast<int>(t)))].push_back(roots[t]);
  for (const std::vector<int>& branch : members) {
    if (branch.empty()) continue;
    for (const int root : branch)
      for (int k = root; k < plan.subtree_end[index(root)]; ++k)
        for (int d = 0; d < speeds_of(plan.kind[index(k)]); ++d) {
          speeds_.push_back(plan.first_v[index(k)] + d);
          of_speed_[index(speeds_.back())] = size();
        }
    roots_.insert(roots_.end(), branch.begin(), branch.end());
    first_root_.push_back(static_cast<int>(roots_.size()));
    first_speed_.push_back(static_cast<int>(speeds_.size()));
  }
}

}  // namespace alembert
