/// Numbers in formulas as people write them.
#pragma once
#include "alembert/model/reals.h"
#include "alembert/spatial/inertia.h"

namespace alembert {

/// Turns what is made of numbers alone, such as sin(0.3) or a product of measured values, into one number, rounded to a
/// double where its exact form is long. Elements of rotations that are 0, 1 or -1 up to rounding (4 ulp) become exact.
/// The model's graph must be current.
class ReadableNumbers {
 public:
  /// `model` must outlive this.
  explicit ReadableNumbers(const Description& model) : real_(model) {}

  void tidy(Expr& e) const;
  void tidy(Vec3<Expr>& a) const;
  void tidy(Sym3<Expr>& a) const;
  void tidy(Transform<Expr>& X) const;
  void tidy(Inertia<Expr>& i) const;

 private:
  NumberReals real_;
};

}  // namespace alembert
