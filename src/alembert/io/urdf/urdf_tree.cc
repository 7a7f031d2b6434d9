#include "alembert/io/urdf/urdf_tree.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <unordered_map>

#include "alembert/core/text.h"
#include "alembert/model/dependency_order.h"
#include "alembert/symbolic/lexer.h"

namespace alembert {
namespace {

constexpr std::size_t none = std::numeric_limits<std::size_t>::max();

class TreeOrder {
 public:
  explicit TreeOrder(const UrdfFile& file) : file_(file), above_(file.links.size(), none), below_(file.links.size()) {
    for (std::size_t i = 0; i < file.links.size(); ++i) link_index_.emplace(file.links[i].name, i);
  }

  UrdfTree run() {
    for (std::size_t j = 0; j < file_.joints.size(); ++j) connect(j);
    UrdfTree tree{only_root(), {}};
    descend(tree);
    if (tree.branches.size() + 1 < file_.links.size()) fail_loop(tree);
    return tree;
  }

 private:
  std::size_t link(const UrdfJoint& joint, const UrdfMention& mention) const {
    const auto it = link_index_.find(mention.name);
    if (it != link_index_.end()) return it->second;
    std::vector<std::string> known;
    for (const UrdfLink& l : file_.links) known.push_back(l.name);
    throw Error(Error::Code::unknown_name, "joint " + shown(joint.name) + ": there is no link " + shown(mention.name),
                mention.at, did_you_mean(mention.name, known));
  }

  void connect(std::size_t j) {
    const UrdfJoint& joint = file_.joints[j];
    const UrdfBranch branch{j, link(joint, joint.parent), link(joint, joint.child)};
    if (branch.parent == branch.child)
      throw Error(Error::Code::cyclic,
                  "joint " + shown(joint.name) + " connects the link " + shown(joint.child.name) + " to itself",
                  joint.child.at, "parent and child are different links");
    if (above_[branch.child] != none) {
      const UrdfJoint& first = file_.joints[branches_[above_[branch.child]].joint];
      throw Error(Error::Code::bad_value,
                  "the link " + shown(joint.child.name) + " has two parents: joints " + shown(first.name) + " and " +
                      shown(joint.name),
                  joint.child.at,
                  "the first is in line " + std::to_string(first.at.line) +
                      "; a URDF is a tree: close loops in a model file that includes it");
    }
    above_[branch.child] = branches_.size();
    below_[branch.parent].push_back(branches_.size());
    branches_.push_back(branch);
  }

  std::size_t only_root() const {
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < above_.size(); ++i)
      if (above_[i] == none) roots.push_back(i);
    if (roots.empty()) fail_loop_from(0);
    if (roots.size() == 1) return roots.front();
    constexpr std::size_t most = 6;
    std::vector<std::string> names;
    for (const std::size_t r : roots)
      if (names.size() < most) names.push_back(shown(file_.links[r].name));
    if (roots.size() > most) names.emplace_back("...");
    throw Error(Error::Code::bad_value,
                "the robot has " + std::to_string(roots.size()) + " root links: " + join(names, ", "),
                file_.links[roots[1]].at, "a URDF is one tree: make each link but one the child of a joint");
  }

  void descend(UrdfTree& tree) const {
    std::vector<std::size_t> waiting(below_[tree.root].rbegin(), below_[tree.root].rend());
    while (!waiting.empty()) {
      const UrdfBranch& branch = branches_[waiting.back()];
      waiting.pop_back();
      tree.branches.push_back(branch);
      waiting.insert(waiting.end(), below_[branch.child].rbegin(), below_[branch.child].rend());
    }
  }

  [[noreturn]] void fail_loop(const UrdfTree& tree) const {
    std::vector<bool> reached(file_.links.size(), false);
    reached[tree.root] = true;
    for (const UrdfBranch& branch : tree.branches) reached[branch.child] = true;
    std::size_t lost = 0;
    while (reached[lost]) ++lost;
    fail_loop_from(lost);
  }

  /// Every link above `link` has a parent, so going up ends in a loop.
  [[noreturn]] void fail_loop_from(std::size_t link) const {
    std::vector<bool> passed(file_.links.size(), false);
    for (; !passed[link]; link = branches_[above_[link]].parent) passed[link] = true;
    std::vector<std::string> loop;
    std::size_t at = link;
    do {
      loop.push_back(shown(file_.links[at].name));
      at = branches_[above_[at]].parent;
    } while (at != link);
    std::ranges::reverse(loop);  // from parent to child
    const UrdfJoint& joint = file_.joints[branches_[above_[link]].joint];
    throw Error(Error::Code::cyclic, "links are each other's parents: " + describe_cycle(loop), joint.at,
                "a URDF is a tree: close loops in a model file that includes it");
  }

  const UrdfFile& file_;
  std::unordered_map<std::string_view, std::size_t> link_index_;
  std::vector<UrdfBranch> branches_;             ///< in file order
  std::vector<std::size_t> above_;               ///< [link] branch whose child it is
  std::vector<std::vector<std::size_t>> below_;  ///< [link] branches whose parent it is
};

}  // namespace

UrdfTree order_urdf(const UrdfFile& file) { return TreeOrder(file).run(); }

}  // namespace alembert
