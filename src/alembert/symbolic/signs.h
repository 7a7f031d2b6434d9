/// What a proof takes for granted about signs: "x > 0", "a - b < 0".
#pragma once
#include <optional>
#include <unordered_map>
#include <vector>

#include "alembert/symbolic/expr.h"

namespace alembert {

/// Which signs a formula may have where it is defined.
class SignSet {
 public:
  static constexpr SignSet negative() { return SignSet(1); }
  static constexpr SignSet zero() { return SignSet(2); }
  static constexpr SignSet positive() { return SignSet(4); }
  static constexpr SignSet not_negative() { return SignSet(6); }
  static constexpr SignSet any() { return SignSet(7); }
  static constexpr SignSet of(int sign) { return SignSet(sign < 0 ? 1U : sign > 0 ? 4U : 2U); }

  constexpr bool may_be_negative() const { return (bits_ & 1U) != 0; }
  constexpr bool may_be_zero() const { return (bits_ & 2U) != 0; }
  constexpr bool may_be_positive() const { return (bits_ & 4U) != 0; }
  /// The sign, if there is but one.
  std::optional<int> only() const;
  constexpr SignSet without_zero() const { return SignSet(bits_ & 5U); }
  constexpr SignSet squared() const {
    return SignSet((may_be_zero() ? 2U : 0U) | (may_be_negative() || may_be_positive() ? 4U : 0U));
  }
  friend constexpr bool operator==(SignSet a, SignSet b) = default;
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
  /// e is negative (-1), zero (0) or positive (1).
  void set(Expr e, int sign);
  /// What was said of it, or follows from what was said of two others whose sum it is: a - c from a - b and b - c.
  std::optional<int> of(Expr e) const;

  struct Said {
    Expr of;
    int sign;
  };
  const std::vector<Said>& said() const { return said_; }  ///< in order

 private:
  std::unordered_map<std::uint32_t, int> signs_;  ///< of the shape with this id
  std::vector<Said> said_;
};

/// A formula whose sign a proof would like to know.
struct OpenSign {
  Expr of;
  bool steps;  ///< something jumps where it is zero, so that this is a case of its own
};

/// e without its numeric factor, led by a positive term.
struct SignedShape {
  Expr shape;
  int sign;  ///< e is a positive number times sign * shape
};
SignedShape signed_shape_of(Expr e);

}  // namespace alembert
