/// Constraint rows at a state, in terms of the motions of bodies: the common language of joint and body coordinates.
#pragma once
#include <span>
#include <vector>

#include "alembert/spatial/transform.h"

namespace alembert {

/// How a body moves: the pose of its reference frame in the world, its angular velocity, and the velocity of the
/// frame's origin. World axes. The reference frame is the user's body frame, or has its axes with the mass centre as
/// origin; whoever fills row parameters and body motions uses the same one.
template <Scalar S>
struct BodyMotion {
  Transform<S> X_W = Transform<S>::identity();
  Vec3<S> w;  ///< [rad/s]
  Vec3<S> v;  ///< [m/s]
};

/// What a row has on one body. World axes; n belongs to the origin of the body's reference frame.
template <Scalar S>
struct RowEntry {
  int body = 0;  ///< of the model, never 0
  Vec3<S> n;     ///< coefficient of the angular velocity (and acceleration)
  Vec3<S> f;     ///< coefficient of the origin's velocity (and classical acceleration)
};

/// Rows
///
///   phi = 0                                  position (holonomic rows; 0 for others)                    (1)
///   sum over entries (n . w + f . v) = b     speed                                                      (2)
///   sum over entries (n . alpha + f . a) = c acceleration: (2) differentiated                           (3)
///
/// A force lambda on a row acts on each body of its entries with the force -lambda f at the origin and the moment
/// -lambda n. Rows are written one after the other; memory is kept by clear().
template <Scalar S>
struct RowSet {
  std::vector<S> phi, b, c;
  std::vector<int> first{0};  ///< [row + 1] entries of row i are first[i] ... first[i + 1] - 1
  std::vector<RowEntry<S>> entries;

  int size() const { return static_cast<int>(phi.size()); }
  std::span<const RowEntry<S>> of(int row) const {
    const auto i = static_cast<std::size_t>(row);
    const auto begin = static_cast<std::size_t>(first[i]);
    return std::span(entries).subspan(begin, static_cast<std::size_t>(first[i + 1]) - begin);
  }

  void clear() {
    phi.clear();
    b.clear();
    c.clear();
    first.assign(1, 0);
    entries.clear();
  }
  /// Adds an entry to the row that the next close() ends. Entries on the ground are dropped.
  void add(int body, const Vec3<S>& n, const Vec3<S>& f) {
    if (body != 0) entries.push_back({body, n, f});
  }
  void close(const S& value, const S& speed, const S& acceleration) {
    phi.push_back(value);
    b.push_back(speed);
    c.push_back(acceleration);
    first.push_back(static_cast<int>(entries.size()));
  }
};

}  // namespace alembert
