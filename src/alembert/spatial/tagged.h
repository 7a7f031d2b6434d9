/// Vectors, positions and rotations that know the frame they are expressed in.
///
///   struct World {};  struct Body {};                        a frame is any empty type
///   Vector<double, World> a_W = R_WB * a_B;                  Rotation<double, World, Body> R_WB
///   Position<double, World> p_W = X_WB * p_B;                Pose<double, World, Body> X_WB
///   a_W + a_B                                                does not compile
///
/// For interfaces that people write against. Only Rotation and Pose change the frame; plain() and the constructors from
/// plain structs are the visible ways out and in. Kernels use the plain structs, and these types are nothing but them:
/// same size, same code. tagged_spatial.h has twists and wrenches.
///
/// Units: metres for positions and displacements; a Vector may be any quantity. R_AB takes vectors from B to A.
#pragma once
#include <concepts>
#include <type_traits>

#include "alembert/spatial/transform.h"

namespace alembert {

template <class F>
concept FrameTag = std::is_empty_v<F>;

namespace spatial_detail {
template <class A, class B>
constexpr void require_same_frame() {
  static_assert(std::same_as<A, B>,
                "expressed in different frames: bring one to the other's frame with a Rotation or a Pose first");
}
template <class A, class B>
constexpr void require_chain() {
  static_assert(std::same_as<A, B>,
                "frames do not chain: the right frame of the left factor must be the left frame of the right one");
}
}  // namespace spatial_detail

/// A free vector (velocity, force, displacement, axis) expressed in a frame.
template <Scalar S, FrameTag Frame>
class Vector {
 public:
  Vector() = default;  ///< zero
  explicit Vector(const Vec3<S>& v) : v_(v) {}
  Vector(const S& x, const S& y, const S& z) : v_{x, y, z} {}

  const S& x() const { return v_.x; }
  const S& y() const { return v_.y; }
  const S& z() const { return v_.z; }
  const Vec3<S>& plain() const { return v_; }

  template <class G>
  Vector& operator+=(const Vector<S, G>& b) {
    spatial_detail::require_same_frame<Frame, G>();
    v_ += b.plain();
    return *this;
  }
  template <class G>
  Vector& operator-=(const Vector<S, G>& b) {
    spatial_detail::require_same_frame<Frame, G>();
    v_ -= b.plain();
    return *this;
  }

 private:
  Vec3<S> v_;
};

template <Scalar S, class A, class B>
Vector<S, A> operator+(const Vector<S, A>& a, const Vector<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return Vector<S, A>(a.plain() + b.plain());
}
template <Scalar S, class A, class B>
Vector<S, A> operator-(const Vector<S, A>& a, const Vector<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return Vector<S, A>(a.plain() - b.plain());
}
template <Scalar S, class F>
Vector<S, F> operator-(const Vector<S, F>& a) {
  return Vector<S, F>(-a.plain());
}
template <Scalar S, class F>
Vector<S, F> operator*(const std::type_identity_t<S>& k, const Vector<S, F>& a) {
  return Vector<S, F>(k * a.plain());
}
template <Scalar S, class A, class B>
S dot(const Vector<S, A>& a, const Vector<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return dot(a.plain(), b.plain());
}
template <Scalar S, class A, class B>
Vector<S, A> cross(const Vector<S, A>& a, const Vector<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return Vector<S, A>(cross(a.plain(), b.plain()));
}
template <Scalar S, class F>
S norm(const Vector<S, F>& a) {
  return norm(a.plain());
}

/// A place, by its coordinates in a frame. Two positions have a difference but no sum.
template <Scalar S, FrameTag Frame>
class Position {
 public:
  Position() = default;  ///< the frame's origin
  explicit Position(const Vec3<S>& p) : p_(p) {}
  Position(const S& x, const S& y, const S& z) : p_{x, y, z} {}

  const S& x() const { return p_.x; }
  const S& y() const { return p_.y; }
  const S& z() const { return p_.z; }
  const Vec3<S>& plain() const { return p_; }

 private:
  Vec3<S> p_;
};

template <Scalar S, class A, class B>
Vector<S, A> operator-(const Position<S, A>& a, const Position<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return Vector<S, A>(a.plain() - b.plain());
}
template <Scalar S, class A, class B>
Position<S, A> operator+(const Position<S, A>& a, const Vector<S, B>& b) {
  spatial_detail::require_same_frame<A, B>();
  return Position<S, A>(a.plain() + b.plain());
}

/// R_AB: how frame B is turned in frame A.
template <Scalar S, FrameTag A, FrameTag B>
class Rotation {
 public:
  Rotation() : R_(Mat3<S>::identity()) {}  ///< axes parallel
  explicit Rotation(const Mat3<S>& R) : R_(R) {}

  Rotation<S, B, A> inverse() const { return Rotation<S, B, A>(R_.transposed()); }
  const Mat3<S>& plain() const { return R_; }

 private:
  Mat3<S> R_;
};

template <Scalar S, class A, class B, class F>
Vector<S, A> operator*(const Rotation<S, A, B>& R, const Vector<S, F>& a) {
  spatial_detail::require_chain<B, F>();
  return Vector<S, A>(R.plain() * a.plain());
}
template <Scalar S, class A, class B, class C, class D>
Rotation<S, A, D> operator*(const Rotation<S, A, B>& R_AB, const Rotation<S, C, D>& R_BC) {
  spatial_detail::require_chain<B, C>();
  return Rotation<S, A, D>(R_AB.plain() * R_BC.plain());
}

/// X_AB: where frame B is in frame A, and how it is turned.
template <Scalar S, FrameTag A, FrameTag B>
class Pose {
 public:
  Pose() : X_(Transform<S>::identity()) {}  ///< the frames coincide
  explicit Pose(const Transform<S>& X) : X_(X) {}
  Pose(const Rotation<S, A, B>& R, const Position<S, A>& origin) : X_{R.plain(), origin.plain()} {}

  Rotation<S, A, B> rotation() const { return Rotation<S, A, B>(X_.R); }
  Position<S, A> origin() const { return Position<S, A>(X_.p); }  ///< of B
  Pose<S, B, A> inverse() const { return Pose<S, B, A>(X_.inverse()); }
  const Transform<S>& plain() const { return X_; }

 private:
  Transform<S> X_;
};

template <Scalar S, class A, class B, class F>
Position<S, A> operator*(const Pose<S, A, B>& X, const Position<S, F>& p) {
  spatial_detail::require_chain<B, F>();
  return Position<S, A>(X.plain().point(p.plain()));
}
/// A free vector has no place: it is only turned.
template <Scalar S, class A, class B, class F>
Vector<S, A> operator*(const Pose<S, A, B>& X, const Vector<S, F>& a) {
  spatial_detail::require_chain<B, F>();
  return Vector<S, A>(X.plain().R * a.plain());
}
template <Scalar S, class A, class B, class C, class D>
Pose<S, A, D> operator*(const Pose<S, A, B>& X_AB, const Pose<S, C, D>& X_BC) {
  spatial_detail::require_chain<B, C>();
  return Pose<S, A, D>(X_AB.plain() * X_BC.plain());
}

namespace spatial_detail {
struct AnyFrame {};
/// A tag costs nothing: no byte more than the plain struct, and no code of its own to copy it.
template <class Tagged, class Plain>
inline constexpr bool costs_nothing = sizeof(Tagged) == sizeof(Plain) &&
                                      (std::is_trivially_copyable_v<Tagged> == std::is_trivially_copyable_v<Plain>);
}  // namespace spatial_detail
static_assert(spatial_detail::costs_nothing<Vector<double, spatial_detail::AnyFrame>, Vec3<double>>);
static_assert(spatial_detail::costs_nothing<Position<double, spatial_detail::AnyFrame>, Vec3<double>>);
static_assert(
    spatial_detail::costs_nothing<Rotation<double, spatial_detail::AnyFrame, spatial_detail::AnyFrame>, Mat3<double>>);
static_assert(
    spatial_detail::costs_nothing<Pose<double, spatial_detail::AnyFrame, spatial_detail::AnyFrame>, Transform<double>>);

}  // namespace alembert
