/// What a proof takes for granted about signs: "x > 0", "a - b < 0".
#pragma once
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// Which signs a formula may have where it is defined. None: what is known contradicts itself.
class SignSet {
 public:
  static constexpr SignSet negative() { return SignSet(1); }
  static constexpr SignSet zero() { return SignSet(2); }
  static constexpr SignSet not_positive() { return SignSet(3); }
  static constexpr SignSet positive() { return SignSet(4); }
  static constexpr SignSet not_negative() { return SignSet(6); }
  static constexpr SignSet any() { return SignSet(7); }
  static constexpr SignSet of(int sign) { return SignSet(sign < 0 ? 1U : sign > 0 ? 4U : 2U); }

  constexpr bool may_be_negative() const { return (bits_ & 1U) != 0; }
  constexpr bool may_be_zero() const { return (bits_ & 2U) != 0; }
  constexpr bool may_be_positive() const { return (bits_ & 4U) != 0; }
  constexpr bool is_empty() const { return bits_ == 0; }
  /// The sign, if there is but one.
  std::optional<int> only() const;
  constexpr SignSet without_zero() const { return SignSet(bits_ & 5U); }
  constexpr SignSet squared() const {
    return SignSet((may_be_zero() ? 2U : 0U) | (may_be_negative() || may_be_positive() ? 4U : 0U));
  }
  constexpr bool holds(int sign) const { return (bits_ & of(sign).bits_) != 0; }
  friend constexpr bool operator==(SignSet a, SignSet b) = default;
  friend constexpr SignSet operator&(SignSet a, SignSet b) { return SignSet(a.bits_ & b.bits_); }
  friend constexpr SignSet operator-(SignSet a) {
    return SignSet((a.may_be_positive() ? 1U : 0U) | (a.bits_ & 2U) | (a.may_be_negative() ? 4U : 0U));
  }
  friend SignSet operator*(SignSet a, SignSet b);
  friend SignSet operator+(SignSet a, SignSet b);

 private:
  explicit constexpr SignSet(unsigned bits) : bits_(bits) {}
  unsigned bits_;
};

/// Signs of formulas, each known by its canonical shape without a numeric factor: what is said of a - b holds for
/// 2 b - 2 a as well, reversed.
class Signs {
 public:
  /// e has one of these signs, besides what was said of it before; false where that contradicts it.
  bool set(Expr e, SignSet signs);
  /// What was said of it, or follows from what was said of two others whose sum it is: a - c from a - b and b - c.
  SignSet of(Expr e) const;

  struct Said {
    Expr of;
    SignSet signs;
  };

 private:
  std::unordered_map<std::uint32_t, SignSet> signs_;  ///< of the shape with this id
  std::vector<Said> said_;                            ///< in order
};

/// Where zero goes when a proof tells the signs of a formula apart. Two cases meet at zero, and one of them must hold
/// there: |x| is x for x >= 0, and -x for x < 0. Where something jumps at zero, it matters which.
enum class Zero : std::uint8_t {
  anywhere,  ///< with either side
  above,     ///< with the positive: x >= 0 is true or false
  below,     ///< with the negative: x > 0 is
  apart,     ///< a case of its own: sign(x)
};
Zero mirrored(Zero zero);  ///< for the negative of the formula
/// The cases that tell known signs apart; one, if there is nothing to tell.
std::vector<SignSet> cases_of(SignSet known, Zero zero);

/// A formula whose sign a proof would like to know.
struct OpenSign {
  Expr of;
  Zero zero;
};

/// e without its numeric factor, led by a positive term.
struct SignedShape {
  Expr shape;
  int sign;  ///< e is a positive number times sign * shape
};
SignedShape signed_shape_of(Expr e);

}  // namespace alembert
