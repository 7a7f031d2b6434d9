#include "alembert/forms/classical/chain.h"

#include <algorithm>
#include <numeric>

#include "alembert/core/error.h"
#include "alembert/core/text.h"

namespace alembert {
namespace {

/// A joint as an edge between bodies; the ground is number 0, body i is i + 1.
struct Edge {
  int joint = 0;
  int first = 0, second = 0;
  int turn = 0;  ///< edges are tried in this order: 0 tree of the model, 1 closing there, 2 to be cut
};

template <Scalar S>
std::vector<Edge> edges_of(const Blocks<S>& blocks, const std::vector<std::string>& cut) {
  std::vector<std::string> names;
  std::vector<Edge> edges;
  for (std::size_t i = 0; i < blocks.joints.size(); ++i) {
    const BlockJoint<S>& joint = blocks.joints[i];
    if (joint.role != BlockJoint<S>::Role::joint) continue;
    names.push_back(joint.name);
    const bool chosen = std::ranges::find(cut, joint.name) != cut.end();
    edges.push_back({static_cast<int>(i), joint.first + 1, joint.second + 1, chosen ? 2 : joint.closing ? 1 : 0});
  }
  for (const std::string& name : cut)
    if (std::ranges::find(names, name) == names.end())
      throw Error(Error::Code::unknown_name, "there is no joint '" + name + "' to cut", {}, did_you_mean(name, names));
  std::ranges::stable_sort(edges, {}, &Edge::turn);
  return edges;
}

/// The edges that connect what earlier ones did not; the others are appended to `loop`.
std::vector<Edge> spanning(const std::vector<Edge>& edges, std::size_t nodes, Chain& chain) {
  std::vector<int> group(nodes);
  std::iota(group.begin(), group.end(), 0);
  std::vector<Edge> tree;
  for (const Edge& e : edges) {
    const int a = group[static_cast<std::size_t>(e.first)], b = group[static_cast<std::size_t>(e.second)];
    if (a == b) {
      chain.loop.push_back(e.joint);
      continue;
    }
    std::ranges::replace(group, b, a);
    tree.push_back(e);
    if (e.turn == 2) chain.open_cuts.push_back(e.joint);
  }
  return tree;
}

/// Puts the edges in order from the ground outwards.
void root(std::vector<Edge> edges, std::size_t bodies, Chain& chain) {
  std::vector<char> reached(bodies + 1, 0);
  reached[0] = 1;
  for (;;) {
    const auto next = std::ranges::find_if(edges, [&](const Edge& e) {
      return reached[static_cast<std::size_t>(e.first)] != reached[static_cast<std::size_t>(e.second)];
    });
    if (next == edges.end()) return;
    const bool reversed = reached[static_cast<std::size_t>(next->second)] != 0;
    const int far = reversed ? next->first : next->second;
    reached[static_cast<std::size_t>(far)] = 1;
    chain.inner[static_cast<std::size_t>(far - 1)] = next->joint;
    chain.tree.push_back(next->joint);
    chain.far.push_back({far - 1, reversed, {}});
    edges.erase(next);
  }
}

}  // namespace

template <Scalar S>
Chain find_chain(const Blocks<S>& blocks, const std::vector<std::string>& cut) {
  const std::size_t bodies = blocks.bodies.size();
  Chain chain;
  chain.inner.assign(bodies, -1);
  root(spanning(edges_of(blocks, cut), bodies + 1, chain), bodies, chain);
  // Joints farther out come later, so that one look at each tells what moves with it.
  for (std::size_t k = 0; k < chain.tree.size(); ++k) {
    Chain::Far& far = chain.far[k];
    far.moves.assign(bodies, 0);
    far.moves[static_cast<std::size_t>(far.body)] = 1;
    for (std::size_t l = k + 1; l < chain.tree.size(); ++l) {
      const BlockJoint<S>& joint = blocks.joints[static_cast<std::size_t>(chain.tree[l])];
      const int near = chain.far[l].reversed ? joint.second : joint.first;
      if (near >= 0 && far.moves[static_cast<std::size_t>(near)] != 0)
        far.moves[static_cast<std::size_t>(chain.far[l].body)] = 1;
    }
  }
  std::ranges::sort(chain.loop);
  return chain;
}

template <Scalar S>
Vec3<S> arm(const Blocks<S>& blocks, const Chain& chain, std::size_t k, int body) {
  Vec3<S> result;
  for (int b = body;;) {
    const int inner = chain.inner[static_cast<std::size_t>(b)];
    const BlockJoint<S>& joint = blocks.joints[static_cast<std::size_t>(inner)];
    const bool on_second = joint.second == b;
    const Vec3<S>& here = on_second ? joint.point : joint.point_on_first;
    result += blocks.bodies[static_cast<std::size_t>(b)].p - here;
    if (inner == chain.tree[k]) return result;
    const int near = on_second ? joint.first : joint.second;
    const Vec3<S>& there = on_second ? joint.point_on_first : joint.point;
    if (joint.sliding) result += here - there;
    result += there - blocks.bodies[static_cast<std::size_t>(near)].p;
    b = near;
  }
}

template Chain find_chain(const Blocks<double>&, const std::vector<std::string>&);
template Chain find_chain(const Blocks<Expr>&, const std::vector<std::string>&);
template Vec3<double> arm(const Blocks<double>&, const Chain&, std::size_t, int);
template Vec3<Expr> arm(const Blocks<Expr>&, const Chain&, std::size_t, int);

}  // namespace alembert
