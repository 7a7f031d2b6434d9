/// The first-order problem that an integration method sees.
#pragma once
#include <span>

#include "alembert/system/status.h"

namespace alembert {

///   dy/dt = f(t, y),    y in R^n
///
/// rhs() is not const: an implementation keeps its scratch memory, so one object serves one thread at a time.
class Ode {
 public:
  Ode() = default;
  Ode(const Ode&) = default;
  Ode& operator=(const Ode&) = default;
  virtual ~Ode() = default;

  virtual int size() const = 0;  ///< n

  /// Writes f(t, y) to dydt [n]. A status that is not good names a component of y in its index (or -1); the method
  /// fills in the time. Non-finite rates need no status of their own: the method looks for them.
  virtual Status rhs(double t, std::span<const double> y, std::span<double> dydt) = 0;

  /// Moves y back onto what the problem conserves by definition (constraints), which steps leave by their error; says
  /// in `moved` whether y has changed. Called at the start of every step but the first.
  virtual Status project(double /*t*/, std::span<double> /*y*/, bool& moved) {
    moved = false;
    return {};
  }

  /// Whether jacobian() gives something. Implicit methods form difference quotients of rhs() where it does not.
  virtual bool has_jacobian() const { return false; }

  /// Writes df/dy at (t, y) to J [n x n], row by row. It serves the iterations of implicit methods, which reach the
  /// same solution with a matrix that is a little off, only slower: rows of components that rhs() never reads may stay
  /// zero. Status as in rhs(); the default writes nothing and is singular.
  virtual Status jacobian(double t, std::span<const double> /*y*/, std::span<double> /*J*/) {
    return {Trouble::singular, -1, t};
  }

  /// Called before the stages of a one-step method are evaluated; `fresh` where no step comes before.
  virtual void step_begins(bool /*fresh*/) {}
  /// Whether the problem has changed, since step_begins(), how it continues f beyond what it conserves: such a step
  /// is no step of one function and must be repeated.
  virtual bool must_repeat() const { return false; }

  /// Whether component i counts in error control. Quadratures that only keep an account ride along without it.
  virtual bool steers(int /*i*/) const { return true; }
};

}  // namespace alembert
