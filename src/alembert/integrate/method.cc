#include "alembert/integrate/method.h"

#include <algorithm>
#include <array>

#include "alembert/integrate/cvode_stepper.h"
#include "alembert/integrate/generalized_alpha.h"
#include "alembert/integrate/ida_stepper.h"
#include "alembert/integrate/method_words.h"
#include "alembert/integrate/runge_kutta.h"
#include "alembert/integrate/symplectic_euler.h"
#include "alembert/integrate/variational.h"

namespace alembert {
namespace {

struct Entry {
  Method method;
  std::string_view name;
  /// Of the tolerance. The errors of the steps add up, and a motion may magnify them: over the motions of
  /// docs/validation.md, which measures them, to as much as 60 (rk8), 100 (rk5), 3e4 (ida), 1e5 (cvode, on short
  /// levers) and 500 times (alpha) what one step may be off. With the factor all stay within 100 tolerances.
  double tightening;
  int pieces;                    ///< of time's variation that one step may span: stages see so many
  bool fixed_step = false;       ///< uses MethodOptions::fixed_step
  bool spectral_radius = false;  ///< uses MethodOptions::spectral_radius
};

constexpr std::array entries = {Entry{Method::rk5, "rk5", 0.03, 2},
                                Entry{Method::rk8, "rk8", 0.1, 4},
                                Entry{Method::cvode, "cvode", 0.0005, 1},
                                Entry{Method::ida, "ida", 0.002, 1},
                                Entry{Method::alpha, "alpha", 0.04, 1, true, true},
                                Entry{Method::variational, "variational", 1.0, 2, true},
                                Entry{Method::euler, "semi-implicit-euler", 1.0, 2, true}};

static_assert(std::ranges::equal(entries, method_words, {}, &Entry::name), "method_words.h lists the same names");

const Entry& entry_of(Method method) {
  for (const Entry& entry : entries)
    if (entry.method == method) return entry;
  return entries.front();
}

}  // namespace

std::optional<Method> method_named(std::string_view name) {
  for (const Entry& entry : entries)
    if (entry.name == name) return entry.method;
  return {};
}

std::string_view name_of(Method method) { return entry_of(method).name; }

std::vector<std::string_view> method_names() {
  std::vector<std::string_view> names;
  for (const Entry& entry : entries) names.push_back(entry.name);
  return names;
}

bool takes_fixed_step(Method method) { return entry_of(method).fixed_step; }
bool takes_spectral_radius(Method method) { return entry_of(method).spectral_radius; }

std::vector<int> orders_of(Method method) {
  return method == Method::variational ? composition_orders() : std::vector<int>{};
}

double tightening(Method method) { return entry_of(method).tightening; }

bool begins_at_order_one(Method method) { return method == Method::cvode || method == Method::ida; }

int pieces_per_step(Method method) { return entry_of(method).pieces; }

std::unique_ptr<Stepper> make_stepper(Method method, SystemOde& ode, const StepControl& control,
                                      const MethodOptions& options) {
  StepControl step = control;
  step.relative *= tightening(method);
  step.absolute *= tightening(method);
  switch (method) {
    case Method::rk5: return std::make_unique<RungeKutta>(ode, dormand_prince_5(), step);
    case Method::rk8: return std::make_unique<RungeKutta>(ode, dormand_prince_8(), step);
    case Method::cvode: return std::make_unique<CvodeStepper>(ode, step);
    case Method::ida: return std::make_unique<IdaStepper>(ode, step);
    case Method::alpha:
      return std::make_unique<GeneralizedAlpha>(ode, step, options.spectral_radius, options.fixed_step);
    case Method::variational:
      return std::make_unique<Variational>(ode, step, Variational::Options{options.fixed_step, options.order});
    case Method::euler: return std::make_unique<SymplecticEuler>(ode, step, options.fixed_step);
  }
  return nullptr;
}

}  // namespace alembert
