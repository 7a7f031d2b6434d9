/// The methods of integration by name.
#pragma once
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "alembert/integrate/stepper.h"
#include "alembert/integrate/system_ode.h"

namespace alembert {

enum class Method {
  rk5,          ///< Dormand-Prince 5(4) with projection: loose tolerances
  rk8,          ///< DOP853 with projection: tolerances from about 1e-5 down
  cvode,        ///< backward differentiation formulas with projection: stiff problems
  ida,          ///< the same formulas for motion and constraints together: stiff mechanisms with many loops
  alpha,        ///< generalised alpha, implicit, second order: stiff mechanisms, constraints at positions to rounding
  variational,  ///< discrete Hamilton's principle, equal steps: energy bounded for ever, momenta to rounding
  euler,        ///< semi-implicit Euler, equal steps: cheap and rough
};

/// The method that a user calls by this name, or nothing.
std::optional<Method> method_named(std::string_view name);
std::string_view name_of(Method method);
std::vector<std::string_view> method_names();

/// Settings that only some methods have.
struct MethodOptions {
  double spectral_radius = 0.8;      ///< generalised alpha: of waves that steps cannot follow, 0 ... 1
  std::optional<double> fixed_step;  ///< [s] steps of this size instead of error control
  std::optional<int> order;          ///< one of orders_of(); else 2 with a fixed step, and from the tolerance
};

/// A stepper over y = (q, v, z, W) of `ode`, which must outlive it. The control's tolerances are those of the result:
/// each method tightens them for its steps by a factor of its own (tightening()).
std::unique_ptr<Stepper> make_stepper(Method method, SystemOde& ode, const StepControl& control,
                                      const MethodOptions& options = {});

/// Which settings the method uses.
bool takes_fixed_step(Method method);
bool takes_spectral_radius(Method method);
/// What MethodOptions::order may be, ascending; empty where the order is the method's own.
std::vector<int> orders_of(Method method);

/// How many pieces of what varies with time alone (system/events/time_variation.h) a step may span, so that the method
/// notices every change of it.
int pieces_per_step(Method method);

/// Whether it builds a history of steps, the first of which is of order 1.
bool begins_at_order_one(Method method);

/// Share of the tolerance that one step of the method may use.
double tightening(Method method);

}  // namespace alembert
