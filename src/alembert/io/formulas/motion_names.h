/// The names that only one kind of model has: coordinates of a Lagrangian; joints, points and springs of a mechanism.
#pragma once
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "alembert/symbolic/derivative.h"
#include "alembert/symbolic/domain.h"
#include "alembert/symbolic/expr.h"

namespace alembert {

/// Times differentiated of what holds no coordinate at all.
constexpr int no_motion = -1;

/// A formula under a name, and its time derivatives as they are asked for.
struct NamedFormula {
  std::vector<Expr> derivatives;  ///< [primes]; empty while the formula is not known yet
  int order = no_motion;          ///< highest derivative of a coordinate in it: 0 position, 1 rate, 2 acceleration
  std::shared_ptr<const Domain> domain = nullptr;  ///< as in Written
};

/// What a name of the motion means.
struct MotionWord {
  Expr formula;
  int order = 0;           ///< as in NamedFormula; beyond 2 the formula has no meaning
  bool is_result = false;  ///< known only after the motion is: efforts and forces, for [outputs]
};

class MotionNames {
 public:
  MotionNames() = default;
  MotionNames(const MotionNames&) = delete;
  MotionNames& operator=(const MotionNames&) = delete;
  virtual ~MotionNames() = default;

  /// The coordinate or joint with this index, differentiated `primes` times. May throw Error without place.
  virtual MotionWord coordinate(std::size_t index, int primes) const = 0;
  /// Any other word, relative to the file being read; empty when it is not known. May throw Error without place for
  /// one that is known but cannot be used.
  virtual std::optional<MotionWord> find(std::string_view name, int primes) const = 0;
  /// Words for "did you mean", besides the names of coordinates and joints.
  virtual std::vector<std::string> known() const = 0;
  virtual Expr rate(Expr formula) const { return time_derivative(formula); }

  NamedFormula kinetic;    ///< T; without derivatives while it is not known
  NamedFormula potential;  ///< V
};

}  // namespace alembert
