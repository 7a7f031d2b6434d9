#include "alembert/integrate/turns.h"

#include <algorithm>

#include "alembert/spatial/rotations.h"

namespace alembert {
namespace {

using Vector = Vec3<double>;

Vector read(std::span<const double> x, std::size_t at) { return {x[at], x[at + 1], x[at + 2]}; }

void write(const Vector& a, std::span<double> x, std::size_t at) {
  x[at] = a.x;
  x[at + 1] = a.y;
  x[at + 2] = a.z;
}

/// exp(a) b, where a is a rotation vector.
Vector turned(const Vector& a, const Vector& b) {
  const AngleRatios<double> k = angle_ratios(dot(a, a));
  const Vector ab = cross(a, b);
  return b + k.sine * ab + k.versine * cross(a, ab);
}

Vector turned_back(const Vector& a, const Vector& b) { return turned(-1.0 * a, b); }

}  // namespace

Turns::Turns(const System& system) {
  for (const int k : system.quaternions()) {
    const int speed = system.speed_of(k);
    turns_.push_back({static_cast<std::size_t>(speed), k > 0 && system.speed_of(k - 1) == speed});
  }
}

double Turns::largest_angle(In x) const {
  double result = 0.0;
  for (const Turn& turn : turns_) result = std::max(result, norm(read(x, turn.at)));
  return result;
}

// exp(x + dx) = exp(x) exp(J dx),  J = 1 - versine [x] + rest [x]^2: the right Jacobian of the group.
void Turns::speeds_in_chart(In x, In xdot, Out v) const {
  std::ranges::copy(xdot, v.begin());
  for (const Turn& turn : turns_) {
    const Vector angle = read(x, turn.at), rate = read(xdot, turn.at);
    const AngleRatios<double> k = angle_ratios(dot(angle, angle));
    const Vector side = cross(angle, rate);
    if (turn.free) write(turned_back(angle, read(xdot, turn.at + 3)), v, turn.at + 3);
    write(rate - k.versine * side + k.rest * cross(angle, side), v, turn.at);
  }
}

void Turns::rates_in_chart(In x, In v, Out xdot) const {
  std::ranges::copy(v, xdot.begin());
  for (const Turn& turn : turns_) {
    const Vector angle = read(x, turn.at), rate = read(v, turn.at);
    const Vector side = cross(angle, rate);
    if (turn.free) write(turned(angle, read(v, turn.at + 3)), xdot, turn.at + 3);
    write(rate + 0.5 * side + half_cotangent_ratio(dot(angle, angle)) * cross(angle, side), xdot, turn.at);
  }
}

void Turns::coadjoint(In v, In p, Out force) const {
  std::ranges::fill(force, 0.0);
  for (const Turn& turn : turns_) {
    const Vector w = read(v, turn.at);
    Vector moment = cross(read(p, turn.at), w);
    if (turn.free) {
      const Vector linear = read(p, turn.at + 3);
      moment = moment + cross(linear, read(v, turn.at + 3));
      write(cross(linear, w), force, turn.at + 3);
    }
    write(moment, force, turn.at);
  }
}

void Turns::carry(In a, In p, Out later) const {
  std::ranges::copy(p, later.begin());
  for (const Turn& turn : turns_) {
    const Vector angle = read(a, turn.at);
    write(turned_back(angle, read(p, turn.at)), later, turn.at);
    if (turn.free) write(turned_back(angle, read(p, turn.at + 3)), later, turn.at + 3);
  }
}

void Turns::from_start(In a, Out x) const {
  std::ranges::copy(a, x.begin());
  for (const Turn& turn : turns_)
    if (turn.free) write(turned(read(a, turn.at), read(a, turn.at + 3)), x, turn.at + 3);
}

// The ends of the step are reached from its middle m by +-a: R = R_m exp(+-a), r = r_m +- R_m a_linear, so variations
// of middle (zeta) and motion (da) move them by
//
//   angular  exp(-+a) zeta +- J(+-a) da        linear  exp(-+a) (zeta_linear +- zeta x a_linear +- da_linear)
//
// and  impulse . zeta + 2 dL/dv . da = p1 . delta1 - p0 . delta0  for all of them gives, with P the momenta p turned
// into the middle's frame and J(+-a) = 1 + rest [a]^2 -+ versine [a]:
//
//   P1 - P0 = impulse - 2 a_linear x dL/dv_linear      2 dL/dv = J(a) P1 + J(-a) P0          (linear: J = 1)
void Turns::middle(In a, In P0, In impulse, Out momentum, Out change) const {
  for (std::size_t i = 0; i < P0.size(); ++i) {
    change[i] = impulse[i];
    momentum[i] = P0[i] + 0.5 * impulse[i];
  }
  for (const Turn& turn : turns_) {
    const Vector angle = read(a, turn.at);
    Vector moment = read(impulse, turn.at);
    if (turn.free) moment = moment - 2.0 * cross(read(a, turn.at + 3), read(momentum, turn.at + 3));
    const Vector mean = read(P0, turn.at) + 0.5 * moment;
    const AngleRatios<double> k = angle_ratios(dot(angle, angle));
    write(mean + k.rest * cross(angle, cross(angle, mean)) - 0.5 * k.versine * cross(angle, moment), momentum, turn.at);
    write(moment, change, turn.at);
  }
}

}  // namespace alembert
