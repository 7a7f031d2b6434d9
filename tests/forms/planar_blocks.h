/// Three systems of lecture notes on the forms of the dynamic equations, written down by hand: bodies by their mass
/// centres, pin joints, no model file and no kernel.
#pragma once
#include <string>
#include <vector>

#include "alembert/core/index.h"
#include "alembert/forms/blocks/independent.h"
#include "alembert/forms/blocks/reach.h"

namespace alembert::testing {

template <class S>
struct Link {
  std::string name;
  S m, J;          ///< mass, inertia about the mass centre
  S angle, speed;  ///< of the line from its first pin to its second
  S near, far;     ///< distance of the mass centre from the first and from the second pin
  S fx, fy, M;     ///< applied at the mass centre, gravity not included
};

/// A chain of links, each pinned at its first pin to the second pin of the one before (the first: to the origin).
template <class S>
class PlanarChain {
 public:
  PlanarChain(std::vector<Link<S>> links, const S& g) : links_(std::move(links)), g_(g) {
    Vec3<S> pin;
    for (const Link<S>& link : links_) {
      S s(0.0), c(0.0);
      sincos(link.angle, s, c);
      pins_.push_back(pin);
      centers_.push_back(pin + Vec3<S>{link.near * c, link.near * s, S(0.0)});
      pin = centers_.back() + Vec3<S>{link.far * c, link.far * s, S(0.0)};
    }
    pins_.push_back(pin);
    blocks_.n = 3 * static_cast<int>(links_.size());
    blocks_.M = Dense<S>(blocks_.n, blocks_.n);
    for (const Link<S>& link : links_) add_body(link);
  }

  /// Pins named in order from the origin; one more than links: the last closes the chain at the ground.
  Blocks<S> pinned(const std::vector<std::string>& names) {
    const int links = static_cast<int>(links_.size());
    blocks_.m = 2 * static_cast<int>(names.size());
    blocks_.Cq = Dense<S>(blocks_.m, blocks_.n);
    for (int k = 0; k < static_cast<int>(names.size()); ++k) {
      BlockJoint<S> joint;
      joint.name = names[index(k)];
      joint.first = k - 1;
      joint.second = k < links ? k : -1;
      joint.closing = k == links;
      joint.first_row = joint.first_reaction = 2 * k;
      joint.rows = 2;
      joint.reactions = {joint.name + ".fx", joint.name + ".fy"};
      joint.point = joint.point_on_first = pins_[index(k)];
      const S one(1.0), zero(0.0);
      joint.forces = {{{}, {one, zero, zero}}, {{}, {zero, one, zero}}};
      joint.motions = {{{zero, zero, one}, {}}};
      joint.motion_names = {joint.name};
      blocks_.joints.push_back(joint);
      blocks_.rows.push_back(joint.name + ".tx");
      blocks_.rows.push_back(joint.name + ".ty");
      blocks_.Qd.resize(index(2 * k + 2), zero);
      // First body less second; alone on the ground the moving body stands with +1.
      const double sign = k == 0 ? 1.0 : -1.0;
      if (k < links) add_pin(2 * k, k, -links_[index(k)].near, S(sign));
      if (k > 0) add_pin(2 * k, k - 1, links_[index(k - 1)].far, S(1.0));
    }
    return blocks_;
  }

 private:
  void add_body(const Link<S>& link) {
    const int first = 3 * static_cast<int>(blocks_.bodies.size());
    blocks_.bodies.push_back({link.name, first, centers_[blocks_.bodies.size()], Mat3<S>::identity()});
    blocks_.M(first, first) = blocks_.M(first + 1, first + 1) = link.m;
    blocks_.M(first + 2, first + 2) = link.J;
    blocks_.Qe.insert(blocks_.Qe.end(), {link.fx, link.fy - link.m * g_, link.M});
    for (const char* suffix : {".x", ".y", ".angle"}) {
      blocks_.coordinates.push_back(link.name + suffix);
      blocks_.accelerations.push_back(link.name + suffix + "''");
    }
  }

  /// The pin at distance `along` from the centre in rows `row` and `row` + 1: x + along c, y + along s, differentiated.
  void add_pin(int row, int body, const S& along, const S& sign) {
    const Link<S>& link = links_[index(body)];
    S s(0.0), c(0.0);
    sincos(link.angle, s, c);
    blocks_.Cq(row, 3 * body) = blocks_.Cq(row + 1, 3 * body + 1) = sign;
    blocks_.Cq(row, 3 * body + 2) = -sign * along * s;
    blocks_.Cq(row + 1, 3 * body + 2) = sign * along * c;
    blocks_.Qd[index(row)] += sign * along * c * link.speed * link.speed;
    blocks_.Qd[index(row + 1)] += sign * along * s * link.speed * link.speed;
  }

  std::vector<Link<S>> links_;
  S g_;
  std::vector<Vec3<S>> pins_, centers_;
  Blocks<S> blocks_;
};

/// The angle of a link prescribed: one more row, angle'' = acceleration, with the moment `name` on that link as its
/// reaction.
template <class S>
void add_driver(Blocks<S>& blocks, int body, const std::string& name, const S& acceleration) {
  const int row = blocks.m++;
  Dense<S> wider(blocks.m, blocks.n);
  std::copy(blocks.Cq.a.begin(), blocks.Cq.a.end(), wider.a.begin());
  blocks.Cq = wider;
  blocks.Cq(row, blocks.bodies[static_cast<std::size_t>(body)].first + 2) = S(1.0);
  blocks.Qd.push_back(acceleration);
  blocks.rows.push_back(name);
  BlockJoint<S> drive;
  drive.role = BlockJoint<S>::Role::drive;
  drive.name = name;
  drive.first_row = row;
  drive.rows = 1;
  drive.reactions = {name};
  drive.first_reaction = row;
  blocks.joints.push_back(drive);
}

}  // namespace alembert::testing
