#include "alembert/model/spanning_tree.h"

#include <algorithm>
#include <queue>
#include <tuple>

#include "alembert/core/index.h"

namespace alembert {
namespace {

using std::size_t;

template <class List>
bool any_given(const List& list) {
  return std::ranges::any_of(list, [](const auto& x) { return x.has_value(); });
}

bool something_written_on(const Joint& joint) {
  return any_given(joint.start) || any_given(joint.rate) || any_given(joint.effort) || any_given(joint.motion) ||
         any_nonzero(joint.damping) || any_nonzero(joint.stiffness) || any_nonzero(joint.armature);
}

/// Shortest ways from the ground (Dijkstra), in joints; a joint with something written on it counts a little less.
class Ways {
 public:
  explicit Ways(Mechanism& model) : model_(model), at_(model.bodies.size()), reached_(model.bodies.size(), false) {
    for (size_t j = 0; j < model.joints.size(); ++j) {
      Joint& joint = model.joints[j];
      joint.closing = true;
      at_[index(joint.first)].push_back(static_cast<int>(j));
      at_[index(joint.second)].push_back(static_cast<int>(j));
    }
    length_.assign(model.bodies.size(), 0);
    reached_[0] = true;
  }

  void grow() {
    offer(0);
    while (!offers_.empty()) {
      const auto [length, j, body] = offers_.top();
      offers_.pop();
      if (reached_[index(body)]) continue;
      reached_[index(body)] = true;
      length_[index(body)] = length;
      model_.joints[index(j)].closing = false;
      offer(body);
    }
  }

 private:
  void offer(int body) {
    constexpr int written = 2, plain = 3;  // lengths: three plain joints weigh more than four written ones
    for (const int j : at_[index(body)]) {
      const Joint& joint = model_.joints[index(j)];
      const int other = joint.second == body ? joint.first : joint.second;
      if (joint.cut || reached_[index(other)]) continue;
      offers_.emplace(length_[index(body)] + (something_written_on(joint) ? written : plain), j, other);
    }
  }

  Mechanism& model_;
  std::vector<std::vector<int>> at_;  ///< [body] its joints
  std::vector<bool> reached_;
  std::vector<int> length_;
  using Offer = std::tuple<int, int, int>;  ///< length, joint, body
  std::priority_queue<Offer, std::vector<Offer>, std::greater<>> offers_;
};

/// Bodies that joints connect, as sets (union-find).
class Groups {
 public:
  explicit Groups(size_t count) : leader_(count) {
    for (size_t i = 0; i < count; ++i) leader_[i] = i;
  }
  /// Joins the groups of two bodies; false when they are one already.
  bool join(int a, int b) {
    const size_t first = find(static_cast<size_t>(a)), second = find(static_cast<size_t>(b));
    leader_[second] = first;
    return first != second;
  }

 private:
  size_t find(size_t i) {
    while (leader_[i] != i) i = leader_[i] = leader_[leader_[i]];
    return i;
  }
  std::vector<size_t> leader_;
};

/// Lets every joint close that connects what joints before it connect already. Returns how many do.
int close_in_file_order(Mechanism& model) {
  Groups groups(model.bodies.size());
  int closing = 0;
  for (Joint& joint : model.joints) {
    joint.closing = joint.cut || !groups.join(joint.first, joint.second);
    closing += joint.closing ? 1 : 0;
  }
  return closing;
}

}  // namespace

void choose_closing_joints(Mechanism& model) {
  constexpr int few_loops = 16;  // beyond that long ways cost more than the file's order is worth
  if (close_in_file_order(model) <= few_loops) return;
  Ways(model).grow();
}

std::vector<std::string> closing_joint_names(const Mechanism& model) {
  std::vector<std::string> names;
  for (const Joint& joint : model.joints)
    if (joint.closing) names.push_back(joint.name);
  return names;
}

}  // namespace alembert
